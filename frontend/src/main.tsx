// Starts the page: the drawings once, then the lobby or a table, and whatever panel lies over them. Only the part
// that is shown first is fetched at first; the other one follows once that one is there.

import { render } from "preact";
import { Mark } from "./art/Icon";
import { Sprite } from "./art/Sprite";
import { forgetOld } from "./kept";
import { common, fetchAll, lazy, wear } from "./lazy";
import { askEarly } from "./net/early";
import { joining, matchOf, path } from "./router";
import { followSettings } from "./settings";
import { panel } from "./shell";

/** Until there is more to see. */
const Opening = () => (
  <div class="shell">
    <header class="bar">
      <span class="brand">
        <Mark />
        <span>upcard</span>
      </span>
    </header>
  </div>
);

const script = document.querySelector<HTMLScriptElement>("script[data-table]");

/** Scripts that a part is made of are fetched side by side, not each when another one asks for it. */
function hasten(part: "table" | "lobby"): void {
  for (const href of script?.dataset[part]?.split(" ") ?? []) {
    if (href === "") continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  if (script) delete script.dataset[part];
}

const part = <Props extends object>(name: "table" | "lobby", load: Parameters<typeof lazy<Props>>[0]) =>
  lazy(
    () => {
      hasten(name);
      return load();
    },
    () => wear(name),
    Opening,
  );

const Table = part("table", async () => (await import("./table/Table")).Table);
const Lobby = part("lobby", async () => (await import("./lobby/Lobby")).Lobby);
const Join = lazy(
  async () => (await import("./join/Join")).Join,
  () => Promise.all([common(), wear("lobby")]),
  Opening,
);
const Menu = lazy(async () => (await import("./menu/Menu")).Menu);
const Keys = lazy(async () => (await import("./menu/Keys")).Keys);
const Rules = lazy(async () => (await import("./rules/Rules")).Rules);

function CommonPanel() {
  const open = panel.value;
  if (open?.kind === "menu") return <Menu />;
  if (open?.kind === "keys") return <Keys />;
  if (open?.kind === "rules")
    return (
      <Rules key={`${open.game} ${open.clause}`} game={open.game} clause={open.clause} then={open.then} />
    );
  return null;
}

function Page() {
  const match = matchOf(path.value);
  return (
    <>
      <Sprite />
      {match !== null ? (
        <Table key={match} match={match} />
      ) : path.value === joining ? (
        <Join />
      ) : (
        <Lobby />
      )}
      <CommonPanel />
    </>
  );
}

/**
 * Where one may go from here is fetched too, once this is done, and then all the rest: at once there when it is
 * wanted, and without a network.
 */
async function start(first: { fetch(): Promise<unknown> }): Promise<void> {
  await first.fetch();
  setTimeout(() => {
    forgetOld();
    void fetchAll();
  }, 1_000);
}

const match = matchOf(path.value);
if (match !== null) {
  askEarly(match);
  void start(Table);
} else if (path.value === joining) {
  void start(Join);
} else {
  askEarly(null);
  void start(Lobby);
}
followSettings();
const root = document.getElementById("app");
if (root) render(<Page />, root);
