// A seat's name plate: whose turn it is, flags of the last turns, and what the seat shows.

import { Icon } from "../art/Icon";
import { isShared } from "../people/shared";
import type { Room, View } from "../protocol";
import { TurnClock } from "../people/TurnClock";
import { Bubble } from "../talk/Bubble";
import { figure, say, sayCount, sayIfAny, seatName } from "../words/say";
import { runOf } from "./Rack";

type Seat = { view: View; room: Room; seat: number };

const initialOf = (name: string) => [...name][0]?.toUpperCase() ?? "?";

export const Initial = ({ name, host = false }: { name: string; host?: boolean }) => (
  <span class={host ? "initial host" : "initial"} aria-hidden="true">
    {initialOf(name)}
  </span>
);

const isLastTurn = (view: View): boolean => view.finisher !== null && view.seat !== view.finisher;

/** At the viewer's own plate, where the name stands beside it. */
const turnWord = (view: View): string => say(isLastTurn(view) ? "seat.turn.last" : "seat.turn");

/** Away from the plate: among several people at one device it says whose turn it is. */
export const turnCall = (view: View, room: Room): string =>
  isShared(room)
    ? say(isLastTurn(view) ? "seat.turn.last.named" : "seat.turn.named", { name: seatName(room, view, view.seat) })
    : turnWord(view);

/** What stands beside the name: the turn, the flag of the one who finished, a last turn still owed. */
export function Status({ view, room, seat }: Seat) {
  const own = seat === view.seat;
  if (view.phase === "over") return null;
  if (view.finisher === seat)
    return (
      <span class="tag tag-flag" data-flag="finisher">
        <Icon name="flag" />
        {sayIfAny(`seat.flag.${view.game}`) ?? say("seat.flag.grid")}
      </span>
    );
  if (own && view.turn === seat) return <span class="tag tag-turn">{turnWord(view)}</span>;
  const state = room.seats[seat]?.state ?? "here";
  if (state !== "here")
    return (
      <span class="tag tag-away">
        {say(state === "away" ? "seat.away" : state === "open" ? "seat.open" : "seat.stand-in")}
      </span>
    );
  if ((view.owed[seat] ?? 0) > 0 && view.finisher !== null)
    return (
      <span class="tag" data-flag="owed">
        {say("seat.left")}
      </span>
    );
  if (own && view.turn !== null && view.seats > 2) {
    const turns = (seat - view.turn + view.seats) % view.seats;
    return <span class="tag">{sayCount(isShared(room) ? "seat.until.named" : "seat.until", turns)}</span>;
  }
  return null;
}

function Points({ view, seat }: { view: View; seat: number }) {
  const layout = view.layouts[seat];
  if (layout === undefined) return null;
  if (layout.kind === "rack") {
    if (seat !== view.seat) return <span class="plate-points">{figure(view.sheet.totals[seat] ?? 0)}</span>;
    return (
      <span class="plate-points plate-run">
        {say("seat.run", { n: runOf(layout).size })} <b>{figure(layout.score)}</b>
      </span>
    );
  }
  // Nothing is shown yet, so there is nothing to say of it.
  if (layout.unknown === layout.cells.length) return null;
  const shows = layout.unknown === 0 ? figure(layout.score) : `${figure(layout.score)}+`;
  return <span class="plate-points">{seat === view.seat ? say("seat.shows", { n: shows }) : shows}</span>;
}

export function Plate({ view, room, seat, points = true }: Seat & { points?: boolean }) {
  const name = seatName(room, view, seat);
  const partner =
    seat !== view.seat &&
    view.partners.some((team) => team.includes(seat) && view.seat !== null && team.includes(view.seat));
  const host = room.host === seat && room.seats.filter(({ kind }) => kind !== "bot").length > 1;
  return (
    <div class={view.turn === seat && view.phase !== "over" ? "plate at-turn" : "plate"}>
      <Initial name={name} host={host} />
      <span class="plate-name">{name}</span>
      {host && <span class="sr-only">{say("seat.host")}</span>}
      <Bubble seat={seat} />
      <TurnClock room={room} seat={seat} />
      {partner && <span class="plate-team">{say("seat.partner")}</span>}
      <Status view={view} room={room} seat={seat} />
      {points && <Points view={view} seat={seat} />}
    </div>
  );
}
