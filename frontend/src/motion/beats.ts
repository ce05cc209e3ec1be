// Events gathered into beats: what happens on the table in one breath, and which cards fly in it.

import type { Event, Layout, View } from "../protocol";
import { justDealt, step } from "./step";

export type Place =
  | "pile"
  | "discard"
  | "hand"
  | "burn"
  | `hand-${number}`
  | `feet-${number}`
  | `cell-${number}-${number}`;

/**
 * A card on its way. `before` and `after` are its two faces at take-off and landing; null is the back.
 * A card that walks out closes up over the place `over` first, and slides off from there.
 */
export type Flight = {
  from: Place;
  to: Place;
  before: string | null;
  after: string | null;
  delay: number;
  over?: Place;
};

/** What lay at one place lies at another in the next picture, and moves there once a row has walked out. */
export type Shift = { from: Place; to: Place };

export type Beat = {
  events: Event[];
  view: View;
  flights: Flight[];
  shifts: Shift[];
  fresh: Place[];
  rest: number;
};

const dealing = 420;

/** One's own hand lies before one; another's is held at its plate. */
export const handPlace = (seat: number | null, viewer: number | null): Place =>
  seat === viewer || seat === null ? "hand" : `hand-${seat}`;

export const cellPlace = (seat: number, cell: number): Place => `cell-${seat}-${cell}`;

/** Where the card of one's own action leaves from and goes to, as far as the action says. */
export function wayOf(action: string, seat: number | null): { from: Place; to: Place } | null {
  const [verb, number] = action.split(" ");
  const cell = seat === null || number === undefined ? null : cellPlace(seat, Number(number));
  if (verb === "draw") return { from: "pile", to: "hand" };
  if (verb === "take") return { from: "discard", to: "hand" };
  if (verb === "reject") return { from: "hand", to: "discard" };
  if (verb === "place" && cell) return { from: "hand", to: cell };
  if (verb === "flip" && cell) return { from: cell, to: cell };
  return null;
}

const joins = (event: Event, beat: Event[]): boolean => {
  const last = beat[beat.length - 1];
  if (last === undefined) return true;
  if (event.move === "") return true;
  if (event.move === "cell>discard") return last.move === "hand>cell";
  if (beat.every(({ move }) => move === "")) return true;
  const together = ["turned-down", "uncovered", "burned"].includes(event.kind);
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

/** A burnt card closes up over the last card of its row, and leaves from there. */
function burntFlight(event: Event, before: View): Flight | null {
  const layout = event.seat === null ? undefined : before.layouts[event.seat];
  if (event.move !== "row>burn" || layout === undefined || event.value === null || event.cell === null)
    return null;
  return {
    from: cellPlace(layout.seat, event.cell),
    to: "burn",
    before: event.card,
    after: event.card,
    delay: 0,
    over: cellPlace(layout.seat, event.value * layout.columns),
  };
}

/** The rows below one that walked out move up, and the feet with them. */
function shiftsOf(event: Event, before: View): Shift[] {
  const layout = event.seat === null ? undefined : before.layouts[event.seat];
  if (event.kind !== "walked-out" || layout === undefined || event.value === null) return [];
  const { seat, columns, cells } = layout;
  const below = cells.map((_, at) => at + 1).slice(event.value * columns);
  return [
    ...below.map((cell) => ({ from: cellPlace(seat, cell), to: cellPlace(seat, cell - columns) })),
    { from: `feet-${seat}` as const, to: `feet-${seat}` as const },
  ];
}

/** From the pile to every place, cell by cell and seat by seat from the dealer's left; the upcard comes last. */
function dealtFlights(dealt: View): Flight[] {
  const first = ((dealt.dealer ?? 0) + 1) % dealt.seats;
  const order = dealt.layouts.map((_, at) => dealt.layouts[(first + at) % dealt.seats] as Layout);
  const cells = Math.max(...order.map((layout) => layout.cells.length));
  const flights: Flight[] = [];
  const gap = Math.min(24, dealing / (cells * dealt.seats));
  for (let cell = 1; cell <= cells; cell += 1)
    for (const { seat, kind, cells: lying } of order)
      flights.push({
        from: "pile",
        to: cellPlace(seat, cell),
        before: null,
        after: kind === "rack" && seat === dealt.seat ? (lying[cell - 1]?.card ?? null) : null,
        delay: Math.round(flights.length * gap),
      });
  const upcard = dealt.discard[dealt.discard.length - 1];
  if (upcard !== undefined)
    flights.push({ from: "pile", to: "discard", before: null, after: upcard, delay: dealing });
  return flights;
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
    const shifts: Shift[] = [];
    const before = view;
    const deals = group.some(({ move }) => move === "deal");
    for (const event of group) {
      if (event.move === "deal") {
        view = justDealt(newest, rest);
        flights.push(...dealtFlights(view));
      }
      const flight =
        flightOf(event, event.move === "cell>discard" ? before : view) ?? burntFlight(event, view);
      if (flight) flights.push(flight);
      shifts.push(...shiftsOf(event, view));
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
    const fresh = deals ? [] : flights.filter(({ to }) => to.startsWith("cell-")).map(({ to }) => to);
    return { events: group, view, flights, shifts, fresh, rest: restAfter(group, newest.seat) };
  });
}
