// One event applied to a picture of the table. Only for showing what lies between two views of the server;
// the server's newest view always replaces what this makes.

import type { Cell, Event, Layout, View } from "../protocol";

const unknown: Cell = { card: null, up: false, public: false };

function withCell(view: View, seat: number, cell: number, change: (before: Cell) => Cell): View {
  const layouts = view.layouts.map((layout) =>
    layout.seat !== seat
      ? layout
      : { ...layout, cells: layout.cells.map((each, at) => (at === cell - 1 ? change(each) : each)) },
  );
  return { ...view, layouts };
}

function withoutRow(layout: Layout, row: number): Layout {
  const from = (row - 1) * layout.columns;
  return {
    ...layout,
    rows: layout.rows - 1,
    cells: layout.cells.filter((_, at) => at < from || at >= from + layout.columns),
    parts: [],
    sight: null,
  };
}

const withRowGone = (view: View, seat: number, row: number): View => ({
  ...view,
  layouts: view.layouts.map((layout) => (layout.seat === seat ? withoutRow(layout, row) : layout)),
});

export function step(view: View, event: Event): View {
  const { seat, cell, card } = event;
  switch (event.move) {
    case "pile>hand":
      return seat === null
        ? view
        : {
            ...view,
            pile: Math.max(view.pile - 1, 0),
            pile_top: view.pile_top.slice(1),
            hand: { seat, card, source: "pile" },
          };
    case "discard>hand":
      return seat === null
        ? view
        : { ...view, discard: view.discard.slice(0, -1), hand: { seat, card, source: "discard" } };
    case "hand>cell": {
      if (seat === null || cell === null) return view;
      const shown = card ?? view.hand?.card ?? null;
      const kind = view.layouts[seat]?.kind ?? "grid";
      const placed = withCell(view, seat, cell, () => ({
        card: shown,
        up: kind === "grid",
        public: card !== null,
      }));
      return { ...placed, hand: null };
    }
    case "cell>discard":
      return card === null ? view : { ...view, discard: [...view.discard, card] };
    case "hand>discard":
      return card === null ? view : { ...view, hand: null, discard: [...view.discard, card] };
    case "turn":
      return seat === null || cell === null
        ? view
        : withCell(view, seat, cell, (before) => ({ card: card ?? before.card, up: true, public: true }));
    case "turn-down":
      return seat === null || cell === null
        ? view
        : withCell(view, seat, cell, (before) => ({ ...before, up: false }));
    case "row>burn":
      return card === null ? view : { ...view, burn: [...view.burn, card] };
    default:
      return event.kind === "walked-out" && seat !== null && event.value !== null
        ? withRowGone(view, seat, event.value)
        : view;
  }
}

/** The table just after a deal, as far as the newest view and what has happened since let it be known. */
export function justDealt(newest: View, later: Event[]): View {
  const first = later.find(({ move }) => move === "discard>hand" || move.endsWith(">discard"));
  const upcard = first?.move === "discard>hand" ? first.card : (newest.discard[0] ?? null);
  return {
    ...newest,
    hand: null,
    turn: newest.starter,
    finisher: null,
    discard: upcard === null ? [] : [upcard],
    layouts: newest.layouts.map((layout) => ({
      ...layout,
      score: 0,
      unknown: layout.cells.length,
      rows: layout.kind === "grid" ? 3 : layout.rows,
      parts: [],
      sight: null,
      cells:
        layout.kind === "rack" && layout.seat === newest.seat
          ? layout.cells
          : Array.from({ length: layout.kind === "grid" ? 9 : layout.cells.length }, () => unknown),
    })),
  };
}
