// What every drawn card needs to know of its table: the game, its highest number, what a joker is worth.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { View } from "../protocol";

export type TableFacts = { game: string; highest: number; joker: string };

const Facts = createContext<TableFacts>({ game: "", highest: 60, joker: "-2" });

export const TableContext = Facts.Provider;
export const useTable = (): TableFacts => useContext(Facts);

/** RO1.1: forty numbers for two seats, fifty for three, sixty for four. */
export const factsOf = (view: View): TableFacts => ({
  game: view.game,
  highest: 20 + 10 * Math.min(Math.max(view.seats, 2), 4),
  joker: String(view.options["joker_value"] ?? -2),
});
