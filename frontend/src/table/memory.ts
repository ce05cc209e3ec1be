// What this tab and this browser remember of a table across reloads.

import { keepOf, recallOf } from "../kept";
import { isNote, type Note } from "../people/notes";
import type { Event, Room } from "../protocol";

/** One line of what was told: an event of the game, or what somebody at the table did. */
export type Told = Event | Note;

type Memory = { acked: number; recent: Told[] };
/** What was played for this page's seats meanwhile: by a bot, and because their time was up. */
export type Missed = { stood: number; clocked: Event[] };
/** How many moves were made for each seat, as far as this browser has been told. */
export type Counted = Pick<Room, "stood_in" | "clocked">;

export function recall(match: string): Memory {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`upcard/seen/${match}`) ?? "null") as Memory | null;
    if (kept && typeof kept.acked === "number" && Array.isArray(kept.recent)) return kept;
  } catch {
    // Nothing kept: the table tells it all again.
  }
  return { acked: 0, recent: [] };
}

export function keep(match: string, memory: Memory): void {
  try {
    sessionStorage.setItem(`upcard/seen/${match}`, JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing only loses the lines of "Just now" on a reload.
  }
}

export function recallCounted(match: string): Counted | null {
  try {
    const kept = JSON.parse(recallOf("counted", match) ?? "null") as Counted | null;
    return kept && Array.isArray(kept.stood_in) && Array.isArray(kept.clocked) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Kept while the match is played; null forgets it. A browser that keeps nothing is not told what a bot did
 * meanwhile; the score sheet is the same.
 */
export function keepCounted(match: string, room: Counted | null): void {
  const counted = room && ({ stood_in: room.stood_in, clocked: room.clocked } satisfies Counted);
  keepOf("counted", match, counted && JSON.stringify(counted));
}

/** How many moves were made for some seats since then; none where nothing is known of before. */
export const madeSince = (before: number[] | undefined, after: number[], seats: number[]): number =>
  before === undefined ? 0 : seats.reduce((sum, seat) => sum + Math.max(0, (after[seat] ?? 0) - (before[seat] ?? 0)), 0);

export const isEvent = (told: Told): told is Event => !isNote(told);

/** What an action is told by; whatever else it causes is seen on the table. */
const actions = new Set(["revealed", "flipped", "drew", "took", "placed", "rejected", "turned-up", "declined"]);

/** What is to be told of moves made for one's own seats, with what was not looked at yet. */
export function missedSince(
  before: Counted | null,
  room: Room,
  seats: number[],
  events: Event[],
  known: Missed | null,
): Missed | null {
  const stood = madeSince(before?.stood_in, room.stood_in, seats);
  const clocked = madeSince(before?.clocked, room.clocked, seats);
  if (stood + clocked === 0) return known;
  const sofar = known ?? { stood: 0, clocked: [] };
  // Where a bot has played too, nobody can tell whose move was which: that it has played is what counts.
  const own = stood > 0 ? [] : events.filter(({ seat, kind }) => seats.includes(seat ?? -1) && actions.has(kind));
  const ranOut = clocked > 0 ? own.slice(-clocked) : [];
  if (stood + ranOut.length === 0) return known;
  return { stood: sofar.stood + stood, clocked: [...sofar.clocked, ...ranOut] };
}
