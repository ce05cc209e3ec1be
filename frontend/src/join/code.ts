// Codes that open seats: as they are typed, as links, and kept for whoever asks to pass them on.

import { keepOf, recallOf } from "../kept";

/** Ten letters open a free seat, eight move a seat to another device. */
const lengths = [10, 8];

/** The code in what somebody has typed or pasted, a whole link perhaps; null if there is none. */
export function codeIn(text: string): string | null {
  const part = text.slice(text.lastIndexOf("#") + 1);
  const code = part.toLowerCase().replace(/[^a-z0-9]/g, "");
  return lengths.includes(code.length) ? code : null;
}

/** In two groups, for reading aloud. */
export const grouped = (code: string): string =>
  `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** Where on the server a code, or a match to watch, is found. */
export const linkTo = (code: string): string => `/j#${code}`;
export const watchLink = (match: string): string => `/m/${match}`;

/** A browser that keeps nothing cannot pass the invitation on; whoever made the table can. */
export const keepInvite = (match: string, code: string): void => keepOf("invite", match, code);
export const inviteOf = (match: string): string | null => recallOf("invite", match);

/** The names by which a machine calls itself: nobody else finds it there. */
export const isOnlyHere = (host: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(host);
