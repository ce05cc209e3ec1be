// Several people on one device: from whose seat the page looks, and when a curtain hides the table between two.

import type { Cell, Layout, Room, View } from "../protocol";

/** `look` is the seat to look from, null for a watcher's eyes; `curtain` is whom the device is passed to. */
export type Eyes = { look: number | null; curtain: number | null };

/** In these games a layout is its owner's secret. */
export const isSecret = (view: View): boolean => view.layouts.some(({ kind }) => kind === "rack");

export const isPlaying = (view: View, room: Room): boolean =>
  view.outcome === null && (room.waiting.length === 0 || view.last_round === null);

/** What the page should look from now, if it looks from `now`. Results belong to everybody at the device. */
export function eyesFor(view: View, room: Room, seats: number[], now: number | null): Eyes {
  if (seats.length < 2 || !isPlaying(view, room)) return { look: null, curtain: null };
  const { turn } = view;
  if (turn !== null && seats.includes(turn)) {
    if (turn === now) return { look: now, curtain: null };
    return isSecret(view) ? { look: null, curtain: turn } : { look: turn, curtain: null };
  }
  if (now !== null || isSecret(view)) return { look: now, curtain: null };
  const next = seats.find((seat) => turn !== null && seat > turn) ?? seats[0] ?? null;
  return { look: next, curtain: null };
}

const hidden = (cell: Cell): Cell => (cell.public ? cell : { ...cell, card: null });

const behind = (layout: Layout): Layout =>
  layout.kind === "rack"
    ? { ...layout, cells: layout.cells.map(hidden), parts: [], sight: null, score: 0, unknown: 0 }
    : layout;

/** The view without what only its seat knows, until the server has sent what a watcher sees. */
export const veiled = (view: View): View => ({
  ...view,
  seat: null,
  legal: [],
  hand: view.hand && { ...view.hand, card: view.hand.source === "discard" ? view.hand.card : null },
  layouts: view.layouts.map(behind),
});
