// The lobby: choose a game, set the table, deal; and the matches that wait or are over.

import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Icon, Mark } from "../art/Icon";
import { lazy } from "../lazy";
import { earlyCatalog } from "../net/early";
import { fetchMatches, makeMatch, Refusal } from "../net/http";
import type { Catalog, Matches } from "../protocol";
import { codeIn, keepInvite } from "../join/code";
import { follow, go, joining } from "../router";
import { openRules, panel } from "../shell";
import { say } from "../words/say";
import { fitting, setup, wantedMatch } from "./setup";
import { SetupSlip } from "./SetupSlip";
import { Tiles } from "./Tiles";

const House = lazy(async () => (await import("./House")).House);
const MannersPanel = lazy(async () => (await import("./Manners")).MannersPanel);

const catalog = signal<Catalog | null>(null);
const unreachable = signal(false);

async function open(): Promise<void> {
  try {
    catalog.value = await earlyCatalog();
    unreachable.value = false;
  } catch {
    lost();
  }
}

let asking = 0;

/** Says that the server does not answer, until it does. */
function lost(): void {
  unreachable.value = true;
  clearTimeout(asking);
  asking = setTimeout(() => void open(), 2_000);
}

const order = ["rat-race", "nines", "rack-o"];
const placeOf = (game: string) => order.indexOf(game) + 1 || order.length + 1;

function MyMatches() {
  const [matches, setMatches] = useState<Matches | null>(null);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void fetchMatches().then(setMatches, () => {});
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [unreachable.value]);
  const none = matches !== null && matches.running.length + matches.finished.length === 0;
  return (
    <>
      <h2 class="panel-title">{say("lobby.mine")}</h2>
      {none && <p class="quiet">{say("lobby.none")}</p>}
      <ul>
        {matches?.running.map((match) => (
          <li key={match.match}>
            <a href={`/m/${match.match}`} onClick={follow} data-match={match.match}>
              <i class={`match-back game-${match.game}`} />
              <span>
                <b>{match.title}</b>
                <small>{match.line}</small>
              </span>
              {match.your_turn && <span class="tag tag-turn">{say("seat.turn")}</span>}
            </a>
          </li>
        ))}
      </ul>
      {matches !== null && matches.finished.length > 0 && (
        <>
          <h3 class="small-title">{say("lobby.finished")}</h3>
          <ul>
            {matches.finished.slice(0, 8).map((match) => (
              <li key={match.match}>
                <a href={`/m/${match.match}`} onClick={follow} data-match={match.match}>
                  <i class={`match-back game-${match.game}`} />
                  <span>
                    <b>{match.title}</b>
                    <small>{match.line}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The way to a seat for whom a code was read aloud, or sent as a link. */
function ByCode() {
  const [typed, type] = useState("");
  const [wrong, refuse] = useState(false);
  return (
    <form
      class="by-code"
      onSubmit={(event) => {
        event.preventDefault();
        const code = codeIn(typed);
        refuse(code === null);
        if (code !== null) go(`${joining}#${code}`);
      }}
    >
      <label for="code" class="small-title">
        {say("lobby.code")}
      </label>
      <input
        id="code"
        type="text"
        name="code"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder={say("lobby.code.example")}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <button type="submit" class="button" data-action="join-code">
        {say("lobby.code.go")}
      </button>
      {wrong && (
        <p class="problem" role="alert">
          {say("lobby.code.wrong")}
        </p>
      )}
    </form>
  );
}

export function Lobby() {
  const [dealing, setDealing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    document.title = "upcard";
    if (catalog.value === null) void open();
  }, []);
  useSignalEffect(() => {
    const known = catalog.value;
    if (known === null || setup.peek() !== null) return;
    const first = known.games.find(({ name }) => name === order[0]) ?? known.games[0];
    if (first) setup.value = fitting(first, null);
  });
  const games = [...(catalog.value?.games ?? [])].sort((one, two) => placeOf(one.name) - placeOf(two.name));
  const game = games.find(({ name }) => name === setup.value?.game) ?? games[0];
  const chosen = game && fitting(game, setup.value);
  const deal = async () => {
    if (chosen === undefined) return;
    setDealing(true);
    setProblem(null);
    try {
      const { match, invite } = await makeMatch(wantedMatch(chosen));
      if (invite !== null) keepInvite(match, invite);
      go(`/m/${match}`);
    } catch (refusal) {
      setDealing(false);
      if (!(refusal instanceof Refusal)) return lost();
      const words = refusal.problem.message;
      setProblem(words);
      if (Object.keys(chosen.options).length > 0)
        panel.value = { kind: "house", problem: words };
    }
  };
  const over = panel.value;
  return (
    <div class="shell">
      <header class="bar">
        <a class="brand" href="/" onClick={follow} aria-label="upcard">
          <Mark />
          <span>upcard</span>
        </a>
        <div class="bar-right">
          {game && (
            <button
              type="button"
              class="text-button"
              data-action="rules"
              aria-label={say("app.rules")}
              onClick={() => openRules(game.name)}
            >
              <Icon name="book" />
              <span>{say("app.rules")}</span>
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            data-action="menu"
            aria-label={say("app.menu")}
            onClick={() => {
              panel.value = { kind: "menu" };
            }}
          >
            <Icon name="menu" />
          </button>
        </div>
      </header>
      <main class="lobby">
        <div class="lobby-left">
          <h1>{say("lobby.title")}</h1>
          {unreachable.value && !game && <p role="status">{say("lobby.unreachable")}</p>}
          {game && chosen && (
            <>
              <Tiles
                games={games}
                chosen={game.name}
                choose={(name) => {
                  const next = games.find((each) => each.name === name);
                  if (next) setup.value = fitting(next, setup.value);
                  setProblem(null);
                }}
              />
              <SetupSlip
                game={game}
                chosen={chosen}
                dealing={dealing}
                problem={unreachable.value ? say("lobby.unreachable") : problem}
                deal={() => void deal()}
              />
            </>
          )}
        </div>
        <aside class="mine sheet-of-paper" aria-label={say("lobby.mine")}>
          <ByCode />
          <MyMatches />
        </aside>
      </main>
      {over?.kind === "house" && game && chosen && (
        <House game={game} chosen={chosen} problem={over.problem} />
      )}
      {over?.kind === "manners" && game && chosen && <MannersPanel game={game} chosen={chosen} />}
    </div>
  );
}
