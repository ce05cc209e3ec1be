// Events gathered into beats: what happens on the table in one breath, and which cards fly in it.

import type { Event, View } from "../protocol";
import { justDealt, step } from "./step";

export type Place = "pile" | "discard" | "hand" | "burn" | `hand-${number}` | `cell-${number}-${number}`;

/** A card on its way. `before` and `after` are its two faces at take-off and landing; null is the back. */
export type Flight = {
  from: Place;
  to: Place;
  before: string | null;
  after: string | null;
  delay: number;
};

export type Beat = { events: Event[]; view: View; flights: Flight[]; fresh: Place[]; rest: number };

/** One's own hand lies before one; another's is held at its plate. */
export const handPlace = (seat: number | null, viewer: number | null): Place =>
  seat === viewer || seat === null ? "hand" : `hand-${seat}`;

export const cellPlace = (seat: number, cell: number): Place => `cell-${seat}-${cell}`;

const joins = (event: Event, beat: Event[]): boolean => {
  const last = beat[beat.length - 1];
  if (last === undefined) return true;
  if (event.move === "") return true;
  if (event.move === "cell>discard") return last.move === "hand>cell";
  if (beat.every(({ move }) => move === "")) return true;
  const together = event.kind === "turned-down" || event.kind === "uncovered";
  return (
    together &&
    beat.some(({ kind, seat }) => kind === event.kind && (event.kind !== "uncovered" || seat === event.seat))
  );
};

export function gather(events: Event[]): Event[][] {
  const beats: Event[][] = [];
  for (const event of events) {
    const open = beats[beats.length - 1];
    if (open !== undefined && joins(event, open)) open.push(event);
    else beats.push([event]);
  }
  return beats;
}

function flightOf(event: Event, before: View): Flight | null {
  const { seat, cell, card } = event;
  const base = { delay: 0 };
  const place = seat !== null && cell !== null ? cellPlace(seat, cell) : null;
  const seen = place === null ? undefined : before.layouts[seat as number]?.cells[(cell as number) - 1];
  const rack = before.layouts[seat ?? 0]?.kind === "rack";
  const own = seat === before.seat;
  const hand = handPlace(seat, before.seat);
  const known = seen === undefined ? null : seen.up || (rack && own) ? seen.card : null;
  switch (event.move) {
    case "pile>hand":
      return { ...base, from: "pile", to: hand, before: null, after: card };
    case "discard>hand":
      return { ...base, from: "discard", to: hand, before: card, after: card };
    case "hand>cell": {
      const held = before.hand?.card ?? null;
      const lies = rack && !own ? null : (card ?? held);
      return place && { ...base, from: hand, to: place, before: held, after: lies };
    }
    case "cell>discard":
      return place && { from: place, to: "discard", before: known, after: card, delay: 60 };
    case "hand>discard":
      return { ...base, from: hand, to: "discard", before: before.hand?.card ?? null, after: card };
    case "turn":
      return place && { ...base, from: place, to: place, before: null, after: card };
    case "turn-down":
      return place && { ...base, from: place, to: place, before: known, after: null };
    default:
      return null;
  }
}

function rowFlights(event: Event, before: View): Flight[] {
  const layout = event.seat === null ? undefined : before.layouts[event.seat];
  if (event.move !== "row>burn" || layout === undefined || event.value === null) return [];
  const from = (event.value - 1) * layout.columns;
  return layout.cells.slice(from, from + layout.columns).map(({ card }, at) => ({
    from: cellPlace(layout.seat, from + at + 1),
    to: "burn" as const,
    before: card,
    after: null,
    delay: at * 60,
  }));
}

const touches = (event: Event, seat: number): boolean => event.seat === seat && event.move !== "";

/** A pause after a beat, in milliseconds at speed 1, long enough to see what others did. */
function restAfter(events: Event[], viewer: number | null): number {
  const kinds = new Set(events.map(({ kind }) => kind));
  if (kinds.has("revealed")) return 420;
  if (kinds.has("uncovered") || kinds.has("went-rack-o")) return 650;
  if (kinds.has("walked-out")) return 300;
  if (kinds.has("dealt")) return 250;
  return events.some(({ seat }) => seat !== null && seat !== viewer) ? 190 : 0;
}

/** The beats between what is shown and the newest view; the last of them shows the newest view itself. */
export function beatsBetween(shown: View, events: Event[], newest: View): Beat[] {
  const groups = gather(events);
  let view = shown;
  return groups.map((group, index) => {
    const rest = groups.slice(index + 1).flat();
    const flights: Flight[] = [];
    const before = view;
    for (const event of group) {
      if (event.move === "deal") view = justDealt(newest, rest);
      const flight = flightOf(event, event.move === "cell>discard" ? before : view);
      if (flight) flights.push(flight);
      flights.push(...rowFlights(event, view));
      view = step(view, event);
    }
    const settled = {
      ...view,
      round: newest.round,
      sheet: newest.sheet,
      legal: [],
      turn: group.find(({ seat }) => seat !== null)?.seat ?? view.turn,
      layouts: view.layouts.map((layout, seat) =>
        rest.some((event) => touches(event, seat) || event.move === "deal")
          ? layout
          : (newest.layouts[seat] ?? layout),
      ),
    };
    view = rest.length === 0 ? newest : settled;
    const fresh = flights.filter(({ to }) => to.startsWith("cell-")).map(({ to }) => to);
    return { events: group, view, flights, fresh, rest: restAfter(group, newest.seat) };
  });
}
