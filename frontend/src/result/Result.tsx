// The end of a round and of a match: a sentence first, then why, then every layout with its scores, then the sheet.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Numeral } from "../art/Numeral";
import { Icon } from "../art/Icon";
import { Face } from "../cards/Picture";
import { inviteOf, keepInvite } from "../join/code";
import { lazy } from "../lazy";
import { makeRematch, Refusal } from "../net/http";
import type { Layout, Room, View } from "../protocol";
import { follow, go } from "../router";
import { panel } from "../shell";
import { Board } from "../table/Board";
import { keepFocus } from "../table/keys";
import type { TableMatch } from "../table/match";
import { Initial } from "../table/Plate";
import { Rack } from "../table/Rack";
import { SeatSheet, Sheet } from "../table/Sheet";
import { Bubble } from "../talk/Bubble";
import { figure, say, sayIn, seatName, sentence } from "../words/say";
import {
  againLine,
  matchHead,
  matchWhy,
  roundHead,
  roundWhy,
  standingLine,
  tallyLine,
  waitingLine,
} from "./sentences";

const Verify = lazy(async () => (await import("../fair/Verify")).Verify);

type Shown = { match: TableMatch; view: View; room: Room; screen: "round" | "match" };

function Scored({
  view,
  room,
  layout,
  points,
  winner,
}: {
  view: View;
  room: Room;
  layout: Layout;
  points: number;
  winner: boolean;
}) {
  const name = seatName(room, view, layout.seat);
  const note =
    layout.kind === "grid" && view.game === "rat-race" && layout.rows < 3 ? say("result.rows") : "";
  const open = {
    ...layout,
    cells: layout.cells.map((cell) => (cell.card === null ? cell : { ...cell, up: true })),
  };
  return (
    <section
      class={winner ? "scored winner" : "scored"}
      data-seat={layout.seat}
      aria-label={sayIn(view.game, "seat.cards", { name })}
    >
      <header class="scored-head">
        <Initial name={name} />
        <b>
          <bdi>{name}</bdi>
        </b>
        <Bubble seat={layout.seat} />
        {winner && (
          <span class="scored-won">
            <Icon name="tick" />
            <span class="sr-only">{say("pad.winner")}</span>
          </span>
        )}
        <span class="scored-note">{note}</span>
        <Numeral text={figure(points)} height={36} />
      </header>
      <div class="scored-cards">
        {layout.kind === "rack" ? <Rack layout={open} /> : <Board layout={open} />}
      </div>
    </section>
  );
}

function Burned({ view, layouts }: { view: View; layouts: Layout[] }) {
  const walked = layouts.filter(({ rows }) => rows < 3).length;
  if (view.game !== "rat-race" || walked === 0) return null;
  return (
    <div class="burned">
      <Icon name="right" />
      {view.burn.slice(-3 * walked).map((card, at) => (
        <span key={at} class="card">
          <Face card={card} />
        </span>
      ))}
      <span>{say("result.burned")}</span>
    </div>
  );
}

function RoundButtons({ match, view, room }: Omit<Shown, "screen">) {
  const [sent, send] = useState(false);
  useLayoutEffect(keepFocus);
  const awaited = match.seats.value.some((seat) => room.waiting.includes(seat)) && !sent;
  const round = view.last_round?.round ?? view.round;
  return (
    <>
      {awaited ? (
        <div class="acts">
          <button
            type="button"
            class="button go"
            data-action="continue"
            data-primary
            onClick={() => {
              send(true);
              match.continueRound(round);
            }}
          >
            {sayIn(view.game, "result.next", { n: round + 1 })}
          </button>
        </div>
      ) : (
        <p class="waiting-line" tabIndex={-1} data-primary>
          {waitingLine(view, room)}
        </p>
      )}
    </>
  );
}

/** One click: the same people, at a new table. It gathers by itself, and whoever comes later finds it there. */
function Rematch({ match, room }: Pick<Shown, "match" | "room">) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const seated = match.seats.value.length > 0;
  const watching = room.rematch === null ? null : `/m/${room.rematch}`;
  const again = async () => {
    setBusy(true);
    setProblem(null);
    try {
      // Asked also where the new table is laid already: the answer gives this browser its seats there.
      const next = (await makeRematch(match.id)).match;
      const code = inviteOf(match.id); // it opens the free seats of the whole row
      if (code !== null) keepInvite(next, code);
      go(`/m/${next}`);
    } catch (refusal) {
      setProblem(refusal instanceof Refusal ? sentence(refusal.problem.message) : say("lobby.unreachable"));
      setBusy(false);
    }
  };
  if (!seated)
    return watching === null ? null : (
      <a class="button go" href={watching} data-action="rematch" data-primary onClick={follow}>
        {say("match.rematch.watch")}
      </a>
    );
  return (
    <>
      <button
        type="button"
        class="button go"
        data-action="rematch"
        data-primary
        aria-disabled={busy}
        onClick={() => void (busy || again())}
      >
        {say(room.rematch === null ? "match.rematch" : "match.rematch.go")}
      </button>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function MatchButtons({ match, view, room }: Omit<Shown, "screen">) {
  const tally = tallyLine(view, room);
  const asked = againLine(room, match.seats.value);
  return (
    <>
      {tally !== "" && (
        <p class="result-line tally" data-tally>
          {tally}
        </p>
      )}
      <div class="acts">
        <p class="asked" role="status" data-asked={asked === "" ? undefined : ""}>
          {asked}
        </p>
        <Rematch match={match} room={room} />
        <button
          type="button"
          class="button quiet"
          data-action="verify"
          aria-haspopup="dialog"
          onClick={() => {
            panel.value = { kind: "verify" };
          }}
        >
          {say("fair.button")}
        </button>
        <a class="button quiet" href={`/api/matches/${match.id}/record`} download data-action="record">
          {say("match.record")}
        </a>
        <a class="button quiet" href="/" data-action="leave" onClick={follow}>
          {say("match.lobby")}
        </a>
      </div>
      {panel.value?.kind === "verify" && <Verify match={match} view={view} room={room} />}
    </>
  );
}

export function Result({ match, view, room, screen }: Shown) {
  const box = useRef<HTMLElement>(null);
  const over = screen === "match";
  const last = view.last_round;
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[data-primary]")?.focus({ preventScroll: true });
  }, [screen]);
  const layouts = last?.layouts ?? view.layouts;
  const near = view.seat ?? 0;
  const order = layouts
    .map((_, at) => layouts[(near + at) % layouts.length])
    .filter((each) => each !== undefined);
  // A match that was stopped in its first round has no cards that count.
  const scored = last === null && view.outcome?.how === "stopped" ? [] : order;
  const winners = over
    ? (view.outcome?.winners ?? [])
    : (view.sheet.winners_by_round[view.sheet.winners_by_round.length - 1] ?? []);
  const where = over
    ? view.outcome?.how === "stopped"
      ? room.title
      : say("match.played", { game: room.title })
    : view.rounds === null
      ? say("result.deal", { game: room.title, n: last?.round ?? view.round })
      : say("result.round", { game: room.title, n: last?.round ?? view.round, of: view.rounds });
  return (
    <main ref={box} class="cloth result" data-result={screen} data-layouts={layouts.length}>
      <div class="result-told">
        <p class="result-where">{where}</p>
        <h2 class="result-head">{over ? matchHead(view, room) : last && roundHead(view, room, last)}</h2>
        {over && <p class="result-why">{matchWhy(view)}</p>}
        {!over && last && <p class="result-why">{roundWhy(view, room, last)}</p>}
        <div class="result-layouts">
          {scored.map((layout) => (
            <Scored
              key={layout.seat}
              view={view}
              room={room}
              layout={layout}
              points={last?.points[layout.seat] ?? layout.score}
              winner={winners.includes(layout.seat)}
            />
          ))}
        </div>
        <Burned view={view} layouts={layouts} />
      </div>
      <section class="sheet-of-paper result-sheet" aria-label={say("pad.title")}>
        <h2 class="panel-title">{say("pad.title")}</h2>
        {view.seats > 4 ? (
          <SeatSheet view={view} room={room} result />
        ) : (
          <Sheet view={view} room={room} result size={view.seats > 2 ? 24 : 34} most={9} />
        )}
        {!over && <p class="result-line">{standingLine(view, room)}</p>}
        {over ? (
          <MatchButtons match={match} view={view} room={room} />
        ) : (
          <RoundButtons match={match} view={view} room={room} />
        )}
      </section>
    </main>
  );
}
