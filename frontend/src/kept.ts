// What this browser keeps of single matches, each under `upcard/KIND/MATCH`: of the newest matches only.

export type Kind = "fair" | "invite" | "counted" | "talk";

const mostMatches = 50;
/** The matches of which something is kept, the one that was kept last at the end. */
const orderKey = "upcard/matches";
const ofMatch = /^upcard\/(?:fair|invite|counted|talk)\/(.+)$/;

const keyOf = (kind: Kind, match: string): string => `upcard/${kind}/${match}`;

function readOrder(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(orderKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((match) => typeof match === "string") : [];
  } catch {
    return [];
  }
}

/** What is kept; null where nothing is, or where the browser keeps nothing. */
export function recallOf(kind: Kind, match: string): string | null {
  try {
    return localStorage.getItem(keyOf(kind, match));
  } catch {
    return null;
  }
}

/** Keeps something, or forgets it with null. A browser that keeps nothing goes without. */
export function keepOf(kind: Kind, match: string, text: string | null): void {
  try {
    if (text === null) return localStorage.removeItem(keyOf(kind, match));
    localStorage.setItem(keyOf(kind, match), text);
    const order = readOrder();
    if (order.at(-1) !== match)
      localStorage.setItem(orderKey, JSON.stringify([...order.filter((other) => other !== match), match]));
  } catch {
    // It is full, or it keeps nothing: the page plays on without.
  }
}

/** The order without matches of which nothing is kept, and the keys that are too old. Pure. */
export function surplus(
  keys: string[],
  order: string[],
  most = mostMatches,
): { order: string[]; forget: string[] } {
  const matchOf = (key: string) => ofMatch.exec(key)?.[1];
  const matches = new Set(keys.map(matchOf).filter((match) => match !== undefined));
  // What no order knows was kept before there was one.
  const older = [...matches].filter((match) => !order.includes(match));
  const kept = [...older, ...order.filter((match) => matches.has(match))].slice(-most);
  const stays = new Set(kept);
  const forget = keys.filter((key) => {
    const match = matchOf(key);
    return match !== undefined && !stays.has(match);
  });
  return { order: kept, forget };
}

/** Forgets what is kept of all but the newest matches. */
export function forgetOld(): void {
  try {
    const { order, forget } = surplus(Object.keys(localStorage), readOrder());
    for (const key of forget) localStorage.removeItem(key);
    localStorage.setItem(orderKey, JSON.stringify(order));
  } catch {
    // Nothing is kept, so nothing is too much.
  }
}
