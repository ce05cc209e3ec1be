// Starts the page: the drawings once, then the lobby or a table, and whatever panel lies over them.

import { render } from "preact";
import { Sprite } from "./art/Sprite";
import { lazy } from "./lazy";
import { Lobby } from "./lobby/Lobby";
import { GamePicture } from "./lobby/Tiles";
import { joining, matchOf, path } from "./router";
import { followSettings } from "./settings";
import { panel } from "./shell";
import { Table } from "./table/Table";

const Menu = lazy(async () => (await import("./menu/Menu")).Menu);
const Keys = lazy(async () => (await import("./menu/Keys")).Keys);
const Join = lazy(async () => (await import("./join/Join")).Join);
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
        <Join picture={GamePicture} />
      ) : (
        <Lobby />
      )}
      <CommonPanel />
    </>
  );
}

followSettings();
const root = document.getElementById("app");
if (root) render(<Page />, root);
