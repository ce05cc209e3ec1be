// The talk at the table that the page shows: what is new, what stands at a seat for a moment, whom one does not hear.

import { batch, effect, signal } from "@preact/signals";
import { keepOf, recallOf } from "../kept";
import type { Said } from "../protocol";
import type { TableMatch } from "../table/match";
import type { Manner } from "./lines";

/** How long a line stands at the seat of who has said it, in milliseconds. */
const shownFor = 4_000;

/** Lines that stand at their seats now. */
export const bubbles = signal<ReadonlyMap<number, Said>>(new Map());
/** What has been said while this page was open, for the live region. */
export const aloud = signal<Said[]>([]);
export const manner = signal<Manner>({ read: 0, muted: [] });

function recall(match: string): Manner {
  try {
    const kept = JSON.parse(recallOf("talk", match) ?? "null") as Manner | null;
    if (kept && typeof kept.read === "number" && Array.isArray(kept.muted)) return kept;
  } catch {
    // Nothing kept: everybody is heard.
  }
  return { read: 0, muted: [] };
}

function change(match: string, wanted: Partial<Manner>): void {
  manner.value = { ...manner.peek(), ...wanted };
  // A browser that keeps nothing remembers it as long as the page is open.
  keepOf("talk", match, JSON.stringify(manner.peek()));
}

export function mute(match: string, seat: number, silent: boolean): void {
  const others = manner.peek().muted.filter((other) => other !== seat);
  change(match, { muted: silent ? [...others, seat] : others });
}

/** Every line so far has been seen. */
export function read(match: TableMatch): void {
  const last = match.talk.peek().at(-1)?.n ?? 0;
  if (last !== manner.peek().read) change(match.id, { read: last });
}

function show(line: Said): () => void {
  bubbles.value = new Map([...bubbles.peek(), [line.seat, line]]);
  const timer = setTimeout(() => {
    if (bubbles.peek().get(line.seat) !== line) return;
    const left = new Map(bubbles.peek());
    left.delete(line.seat);
    bubbles.value = left;
  }, shownFor);
  return () => clearTimeout(timer);
}

/** The page listens to the talk of a table until it is told to stop. What was said before it came is no news. */
export function listen(match: TableMatch): () => void {
  let known: Set<Said> | null = null;
  let timers: (() => void)[] = [];
  batch(() => {
    bubbles.value = new Map();
    aloud.value = [];
    manner.value = recall(match.id);
  });
  const deaf = effect(() => {
    const lines = match.talk.value;
    if (match.room.value === null) return;
    const before = known;
    known = new Set(lines);
    if (before === null) return;
    const fresh = lines.filter((line) => !before.has(line) && !manner.peek().muted.includes(line.seat));
    if (fresh.length === 0) return;
    timers.push(...fresh.map(show));
    const others = fresh.filter(({ seat }) => !match.seats.peek().includes(seat));
    aloud.value = [...aloud.peek(), ...others].slice(-20);
  });
  return () => {
    deaf();
    for (const forget of timers) forget();
    timers = [];
    bubbles.value = new Map();
  };
}
