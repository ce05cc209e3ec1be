// Which panel lies over the page. There is one at most.

import { signal } from "@preact/signals";

export type Panel =
  | { kind: "menu" }
  | { kind: "keys" }
  | { kind: "rules"; game: string; clause: string | null; then: Panel | null }
  | { kind: "house"; problem: string | null }
  | { kind: "manners" }
  | { kind: "share" }
  | { kind: "move" }
  | { kind: "leave" }
  | { kind: "stop" }
  | { kind: "pad" }
  | { kind: "zoom"; seat: number }
  | { kind: "talk" }
  | { kind: "verify" };

export const panel = signal<Panel | null>(null);

/** The rule book; closing it opens `then` again, if the way to it led from another panel. */
export const openRules = (game: string, clause: string | null = null, then: Panel | null = null): void => {
  panel.value = { kind: "rules", game, clause, then };
};
