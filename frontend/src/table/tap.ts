// What a tap means, judged by the newest view: an action, a card lifted on the page only, a question, or a reason.

import type { View } from "../protocol";
import type { Key } from "../words/en";

export type Tap =
  | { on: "pile" }
  | { on: "discard" }
  | { on: "cell"; seat: number; cell: number }
  | { on: "reject" }
  | { on: "pass" }
  | { on: "walk"; row: number | null };

export type Reason = { key: Key; clause: string | null; seat: number | null };

export type Answer =
  | { do: "act"; action: string }
  /** The upcard goes out together with its cell: `take` first, then the tap again. */
  | { do: "take-then"; tap: Tap }
  | { do: "lift"; lifted: boolean }
  | { do: "ask"; plain: string; declare: string }
  | { do: "refuse"; reason: Reason };

type Clauses = { choose: string; must: string; pile: string; flip: string };

const clauses: Record<string, Clauses> = {
  "rat-race": { choose: "RR3.1", must: "RR3.2", pile: "RR3.7", flip: "RR3.4" },
  "rack-o": { choose: "RO2.1", must: "RO2.2", pile: "RO2.6", flip: "RO2.3" },
  nines: { choose: "NI2.2", must: "NI2.3", pile: "NI2.7", flip: "NI2.1" },
};

const refuse = (key: Key, clause: string | null = null, seat: number | null = null): Answer => ({
  do: "refuse",
  reason: { key, clause, seat },
});

const has = (view: View, action: string): boolean => view.legal.some((choice) => choice.action === action);

const plainOrAsk = (view: View, plain: string): Answer => {
  const declare = `${plain} declare`;
  return has(view, declare) ? { do: "ask", plain, declare } : { do: "act", action: plain };
};

/** The legal action on a cell, without its declaration: `place 5`, `flip 5`. */
export const cellAction = (view: View, cell: number): string | null =>
  view.legal.find(({ action }) => {
    const [verb, number, more] = action.split(" ");
    return verb !== "walk-out" && number === String(cell) && more === undefined;
  })?.action ?? null;

export const walkRows = (view: View): number[] =>
  view.legal.flatMap(({ action }) => (action.startsWith("walk-out ") ? Number(action.slice(9)) : []));

function whyNot(view: View, tap: Tap): Answer {
  const rules = clauses[view.game];
  if (view.phase === "over" || view.turn === null) return refuse("why.over");
  if (view.seat === null) return refuse("why.watching");
  if (tap.on === "cell" && tap.seat !== view.seat) return refuse("why.theirs", null, tap.seat);
  if (view.turn !== view.seat) return refuse("why.turn", null, view.turn);
  if (view.phase === "choose")
    return refuse(
      tap.on === "pile" ? "why.pile" : "why.choose",
      rules?.[tap.on === "pile" ? "pile" : "choose"],
    );
  if (view.phase === "place-taken") return refuse("why.must", rules?.must);
  if (view.phase === "place-drawn") return refuse("why.drawn", rules?.choose);
  if (view.phase === "ask") return refuse("why.ask");
  return refuse(tap.on === "cell" ? "why.down" : "why.flip", rules?.flip);
}

export function answer(view: View, lifted: boolean, tap: Tap): Answer {
  switch (tap.on) {
    case "pile":
      return has(view, "draw") ? { do: "act", action: "draw" } : whyNot(view, tap);
    case "discard":
      if (has(view, "take")) return { do: "lift", lifted: !lifted };
      return has(view, "reject") ? plainOrAsk(view, "reject") : whyNot(view, tap);
    case "cell": {
      if (tap.seat !== view.seat) return whyNot(view, tap);
      if (lifted && has(view, "take")) return { do: "take-then", tap };
      const action = cellAction(view, tap.cell);
      return action === null ? whyNot(view, tap) : plainOrAsk(view, action);
    }
    case "reject":
      return has(view, "reject") ? plainOrAsk(view, "reject") : whyNot(view, tap);
    case "pass":
      return has(view, "pass") ? { do: "act", action: "pass" } : whyNot(view, tap);
    case "walk": {
      const row = tap.row ?? walkRows(view)[0];
      return row !== undefined && has(view, `walk-out ${row}`)
        ? { do: "act", action: `walk-out ${row}` }
        : whyNot(view, tap);
    }
  }
}

/** What placing a lifted upcard on a cell would set off, read from the marks the server has put on the layout. */
export function liftedTag(view: View, cell: number): string {
  const layout = view.seat === null ? undefined : view.layouts[view.seat];
  const upcard = view.discard[view.discard.length - 1];
  if (layout === undefined || upcard === undefined || layout.kind !== "grid") return "";
  const rail = layout.parts.find(({ mark, cells }) => mark === "rail" && cells.includes(cell));
  const completes = rail?.needs.some((card) => card === upcard) && !rail.match.includes(cell);
  if (completes) return "Walkout";
  const down = layout.cells.flatMap(({ up }, at) => (up ? [] : at + 1));
  const last = down.length === 1 && down[0] === cell && view.finisher === null;
  return last ? (view.game === "rat-race" ? "Clock Off" : "All up") : "";
}
