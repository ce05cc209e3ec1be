// The table. Stable hooks for tests and tools, all of them attributes:
//   .table            data-game, data-phase, data-turn (seat or ""), data-viewer (own seat or ""), data-seats,
//                     data-round, data-version, data-step, data-link (opening|open|again|ended),
//                     data-stage (gathering|playing|over), data-settled (true when no card is on its way),
//                     data-screen (play|round|match), data-host (the host's seat)
//   [data-seat]       every seat's section; data-own=true on the viewer's, data-turn=true on the seat to move
//   [data-cell]       every card of a layout, from 1; own ones are buttons, others are named pictures;
//                     data-card-known (the viewer sees its face), data-up, data-action where a tap is legal
//   [data-pile]       "pile" and "discard", buttons; data-legal; data-upcard on the discard
//   [data-hand]       "" | the card's text | "hidden"
//   [data-action]     every control: draw, take, lay-back, reject, "reject declare", "place 5", "place 5 declare",
//                     "flip 7", "walk-out 2", pass, look, rules, menu, scores, clause, close, lobby,
//                     continue (Deal round N), rematch, and in the lobby: deal, house
//   [data-gathering]  host | guest | watcher | alone, before the deal; [data-gather] its seats
//   [data-curtain]    the seat to which a device that several share is passed
//   [data-clock]      the seconds of the turn; [data-state] of a seat: here|away|stand-in|left|open
//   [data-slip]       away | stop | missed, slips about people
//   [data-refused]    the slip of a refusal, its clause as value     [data-live] the live region
//   [data-result]     "round" or "match"     [data-panel] the open panel's kind

import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { lazy } from "../lazy";
import { comeBack, setOff } from "../motion/ahead";
import type { Place } from "../motion/beats";
import { crossFade, Flights, measure } from "../motion/Flights";
import { current } from "../people/current";
import { isNote } from "../people/notes";
import type { Room, View } from "../protocol";
import { settings } from "../settings";
import { panel } from "../shell";
import { eventSentence, noteSentence, say, sentence } from "../words/say";
import { Bar } from "./Bar";
import type { Playable } from "./Board";
import { factsOf, TableContext } from "./context";
import { listenToDrags } from "./drag";
import { keepFocus, keepRoving, listenToKeys, roveTo } from "./keys";
import { TableMatch } from "./match";
import { BurnPile, Piles } from "./Piles";
import { promptOf, type PromptButton } from "./prompt";
import { PromptStrip } from "./PromptStrip";
import { FarSeat, NearSeat } from "./Seat";
import { JustNow, linesOf, Pad } from "./Side";
import { inSight } from "./sight";
import { LinkSlip, RefusedSlip } from "./Slip";
import { cellAction, liftedTag } from "./tap";

const Gathering = lazy(async () => (await import("../gather/Gathering")).Gathering);
const Result = lazy(async () => (await import("../result/Result")).Result);
const Curtain = lazy(async () => (await import("../people/Curtain")).Curtain);
const PeopleSlips = lazy(async () => (await import("../people/PeopleSlips")).PeopleSlips);
const TablePanels = lazy(async () => (await import("../people/TablePanels")).TablePanels);
const Talk = lazy(async () => (await import("../talk/Talk")).Talk);
const PadPanel = lazy(async () => (await import("./PadPanel")).PadPanel);
const Zoom = lazy(async () => (await import("./Zoom")).Zoom);

const tablePanels = new Set(["share", "move", "leave", "stop"]);

/** Whether there may be anything to say about people; at a table of bots there is not. */
const needsSlips = (room: Room, match: TableMatch): boolean =>
  match.missed.value !== null ||
  room.clock !== null ||
  room.stop.length > 0 ||
  room.seats.some(({ seat, kind }) => kind !== "bot" && !match.seats.value.includes(seat));

function playableOf(match: TableMatch, view: View): Playable | null {
  const { seat } = view;
  if (seat === null) return null;
  const lifted = match.lifted.value && view.legal.some(({ action }) => action === "take");
  const asking = match.asking.value;
  return {
    actionOf: (cell) => (asking ? null : lifted ? `place ${cell}` : cellAction(view, cell)),
    tagOf: (cell) => {
      if (lifted) return liftedTag(view, cell);
      const tags = view.legal
        .filter(({ action }) => action.split(" ")[1] === String(cell))
        .map(({ tag }) => tag);
      return tags.find((tag) => tag !== "") ?? "";
    },
    tap: (cell) => match.tap({ on: "cell", seat, cell }),
  };
}

/** Whose turn follows whose: the others in seat order, from the viewer's left. */
const othersOf = (view: View, near: number): number[] =>
  Array.from({ length: view.seats - 1 }, (_, at) => (near + 1 + at) % view.seats);

const resultOf = (view: View, room: Room): "play" | "round" | "match" =>
  view.outcome !== null ? "match" : room.waiting.length > 0 && view.last_round !== null ? "round" : "play";

function Play({ match, view, room }: { match: TableMatch; view: View; room: Room }) {
  const flights = match.picture.flights.value;
  const arriving = useMemo<ReadonlySet<Place>>(() => new Set(flights.map(({ to }) => to)), [flights]);
  const shifts = match.picture.shifts.value;
  const moving = useMemo<ReadonlySet<Place>>(
    () => (flights.length === 0 ? new Set() : new Set([...flights, ...shifts].map(({ to }) => to))),
    [flights, shifts],
  );
  const fresh = match.picture.fresh.value;
  const near = view.seat ?? 0;
  const recent = linesOf(match.log.value, view, room, 1)[0];
  const told = recent ? `${recent.who} ${recent.text}`.trim() : "";
  useLayoutEffect(() => {
    keepRoving();
    keepFocus();
  });
  const prompt = promptOf(view, room, match.lifted.value, match.asking.value, told && `${told}.`);
  const press = ({ does }: PromptButton) => {
    if ("tap" in does) match.tap(does.tap);
    else if ("lay" in does) match.layBack();
    else match.decide(does.declare);
  };
  return (
    <main
      class="cloth"
      onFocusIn={({ target }) => {
        const card = (target as HTMLElement).closest<HTMLElement>("[data-own=true] [data-cell]");
        if (card) roveTo(card);
      }}
    >
      <div class="others" data-others={view.seats - 1}>
        {othersOf(view, near).map((seat) => (
          <FarSeat key={seat} {...{ view, room, seat, fresh, arriving, moving }} />
        ))}
      </div>
      <div class="middle">
        <Piles view={view} lifted={match.lifted.value} arriving={arriving} tap={(tap) => match.tap(tap)} />
        <PromptStrip
          {...{ view, room, prompt, arriving, press }}
          watching={match.seats.value.length === 0}
        />
      </div>
      <NearSeat
        {...{ view, room, fresh, arriving, moving }}
        seat={near}
        playable={playableOf(match, view)}
      />
      <BurnPile view={view} />
      <aside class="side" aria-label={say("bar.scores")}>
        <Pad view={view} room={room} />
        <JustNow events={match.log.value} view={view} room={room} most={7} />
      </aside>
    </main>
  );
}

function Live({ match, view, room }: { match: TableMatch; view: View; room: Room }) {
  return (
    <div class="sr-only" role="log" aria-live="polite" aria-label={say("log.title")} data-live>
      {match.spoken.value.map((told) =>
        isNote(told) ? (
          <p key={`note-${told.n}`}>{sentence(noteSentence(told, view, room))}</p>
        ) : (
          <p key={told.n}>{eventSentence(told, view, room)}</p>
        ),
      )}
    </div>
  );
}

export function Table({ match: id }: { match: string }) {
  const match = useMemo(() => new TableMatch(id), [id]);
  const screen = useComputed(() => {
    const view = match.picture.shown.value;
    const room = match.room.value;
    const quiet = match.picture.flights.value.length === 0 && view === match.truth.value;
    return view && room && quiet ? resultOf(view, room) : "play";
  });
  useEffect(() => {
    current.value = match;
    return () => {
      current.value = null;
      match.close();
    };
  }, [match]);
  useEffect(() => {
    match.picture.beforeChange = measure;
    match.setOff = setOff;
    match.comeBack = comeBack;
    const land = () => match.picture.land();
    document.addEventListener("pointerdown", land, { capture: true });
    document.addEventListener("keydown", land, { capture: true });
    const silence = listenToKeys(match, () => screen.value === "play" && match.curtain.value === null);
    const release = listenToDrags(match);
    return () => {
      silence();
      release();
      document.removeEventListener("pointerdown", land, { capture: true });
      document.removeEventListener("keydown", land, { capture: true });
    };
  }, [match]);
  useSignalEffect(() => {
    if (match.picture.faded.value > 0) queueMicrotask(() => crossFade(match.picture.fresh.peek()));
  });
  useLayoutEffect(keepFocus);
  const shown = match.picture.shown.value;
  const { memory } = settings.value;
  const view = useMemo(() => shown && inSight(shown, memory), [shown, memory]);
  const room = match.room.value;
  const open = panel.value;
  useEffect(() => {
    document.title = room ? `${room.title} · upcard` : "upcard";
  }, [room?.title]);
  const refused = match.refused.value;
  const seated = match.seats.value.length > 0;
  return (
    <div
      class={`table game-${room?.game ?? "none"}`}
      data-game={room?.game ?? ""}
      data-stage={room?.stage ?? ""}
      data-host={room?.host ?? ""}
      data-phase={view?.phase ?? ""}
      data-turn={view?.turn ?? ""}
      data-viewer={view?.seat ?? ""}
      data-seats={view?.seats ?? ""}
      data-round={view?.round ?? ""}
      data-step={view?.step ?? ""}
      data-version={match.version.value}
      data-link={match.link.value}
      data-settled={String(match.picture.flights.value.length === 0 && shown === match.truth.value)}
      data-screen={screen.value}
    >
      <Bar
        match={match}
        view={view}
        room={room}
        result={screen.value !== "play"}
        ended={match.link.value === "ended"}
      />
      {view && room ? (
        <TableContext value={factsOf(view)}>
          {match.curtain.value !== null ? (
            <Curtain match={match} room={room} seat={match.curtain.value} />
          ) : screen.value === "play" ? (
            <Play match={match} view={view} room={room} />
          ) : (
            <Result match={match} view={view} room={room} screen={screen.value} />
          )}
          <Live match={match} view={view} room={room} />
          <div class="slips">
            {refused && <RefusedSlip {...{ refused, view, room }} dismiss={() => match.dismiss()} />}
            <LinkSlip link={match.link.value} why={match.ended.value} seated={seated} />
            {needsSlips(room, match) && <PeopleSlips match={match} room={room} view={view} />}
          </div>
          {open?.kind === "pad" && <PadPanel events={match.log.value} view={view} room={room} />}
          {open?.kind === "zoom" && <Zoom view={view} room={room} seat={open.seat} />}
          <Flights
            flights={match.picture.flights.value}
            shifts={match.picture.shifts.value}
            landed={() => match.picture.landed()}
          />
        </TableContext>
      ) : (
        <>
          {room?.stage === "gathering" ? (
            <Gathering match={match} room={room} seats={match.seats.value} />
          ) : (
            <main class="cloth waiting" />
          )}
          <div class="slips">
            {refused && room && <RefusedSlip {...{ refused, view, room }} dismiss={() => match.dismiss()} />}
            <LinkSlip link={match.link.value} why={match.ended.value} seated={seated} />
          </div>
        </>
      )}
      {open && room && tablePanels.has(open.kind) && <TablePanels match={match} room={room} />}
      {open?.kind === "talk" && room && <Talk match={match} room={room} view={view} />}
    </div>
  );
}
