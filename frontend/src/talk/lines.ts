// What was said at a table, and what of it this viewer wants to see. Pure.

import type { Said } from "../protocol";

/** Kept in this browser for each match: the last line that was seen, and whose lines are not shown. */
export type Manner = { read: number; muted: number[] };

const most = 200;

const same = (one: Said, other: Said): boolean =>
  one.n === other.n && one.seat === other.seat && one.text === other.text && one.phrase === other.phrase;

/** The lines with what is new: after a lost connection the table tells the last ones again. */
export const heard = (known: Said[], told: Said[]): Said[] =>
  [...known, ...told.filter((line) => !known.some((other) => same(line, other)))].slice(-most);

/** The lines that are shown: not those of muted seats. */
export const shownLines = (lines: Said[], { muted }: Manner): Said[] =>
  lines.filter(({ seat }) => !muted.includes(seat));

/** How many lines of others have not been seen. A server that has been started anew counts from 1 again. */
export function unreadOf(lines: Said[], manner: Manner, own: number[]): number {
  const last = lines[lines.length - 1]?.n ?? 0;
  const read = last < manner.read ? 0 : manner.read;
  return shownLines(lines, manner).filter(({ n, seat }) => n > read && !own.includes(seat)).length;
}
