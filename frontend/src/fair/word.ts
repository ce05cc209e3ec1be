// The words for the shuffle: each person's browser adds its own random word before the first deal, and keeps it,
// with what the server promised first, to check afterwards that the cards came from both.

import { keepOf, recallOf } from "../kept";
import type { ClientMessage, Room } from "../protocol";

/** What this browser saw before the deal, and the words it gave, by seat. */
export type Kept = {
  commitment: string;
  number: string;
  words: Record<string, string>;
  /** The server has shown another promise later, still before the deal. */
  broken?: true;
};

/** For a browser that keeps nothing: the same word as long as the page is open. */
const inPage = new Map<string, Kept>();

const isKept = (kept: unknown): kept is Kept => {
  const { commitment, number, words } = (kept ?? {}) as Partial<Kept>;
  return typeof commitment === "string" && typeof number === "string" && typeof words === "object" && words !== null;
};

/** What this browser knows from before the deal; null where it was not there. */
export function recall(match: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(recallOf("fair", match) ?? "null");
    if (isKept(kept)) return kept;
  } catch {
    // What cannot be read is not known.
  }
  return inPage.get(match) ?? null;
}

function keep(match: string, kept: Kept): void {
  inPage.set(match, kept);
  // A browser that keeps nothing cannot check its word after a reload; the shuffle is as fair.
  keepOf("fair", match, JSON.stringify(kept));
}

const freshWord = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Before the deal: remembers the first promise and sends a word for each own seat that has none yet.
 * It is always the same word, and the server takes the first it hears: what got lost is sent again.
 */
export function contribute(
  id: string,
  room: Room,
  seats: number[],
  send: (message: ClientMessage) => void,
): void {
  const { commitment, number } = room;
  const before = recall(id);
  const silent = room.seats.filter(({ seat, worded }) => seats.includes(seat) && !worded);
  const kept: Kept = before ? { ...before, words: { ...before.words } } : { commitment, number, words: {} };
  if (kept.commitment !== commitment || kept.number !== number) kept.broken = true;
  for (const { seat } of silent) kept.words[seat] ??= freshWord();
  if (JSON.stringify(kept) !== JSON.stringify(before)) keep(id, kept);
  for (const { seat } of silent) send({ t: "word", seat, word: kept.words[seat] as string });
}
