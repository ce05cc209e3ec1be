// RR2.3: what has been seen and lies down again stays known, but it is in sight only for those who ask for that.

import type { Layout, View } from "../protocol";

function layoutInSight(layout: Layout, own: boolean): Layout {
  const faces = layout.kind === "rack" && own;
  const hides = !faces && layout.cells.some(({ card, up }) => card !== null && !up);
  if (!hides && layout.sight === null) return layout;
  const cells = faces ? layout.cells : layout.cells.map((cell) => (cell.up ? cell : { ...cell, card: null }));
  const parts = layout.sight ?? layout.parts;
  return {
    ...layout,
    cells,
    parts,
    score: parts.reduce((sum, { score }) => sum + score, 0),
    unknown: cells.filter(({ card }) => card === null).length,
  };
}

/** The view as this viewer's setting shows it. */
export function inSight(view: View, memory: boolean): View {
  if (memory) return view;
  return { ...view, layouts: view.layouts.map((layout) => layoutInSight(layout, layout.seat === view.seat)) };
}
