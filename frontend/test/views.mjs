// Small views and events for the tests, and the bundled modules they test.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const load = (name) => import(pathToFileURL(join(process.env.UPCARD_MODULES, `${name}.mjs`)).href);

export const cellOf = (text) =>
  text === "-"
    ? { card: null, up: false, public: false }
    : text.startsWith("(")
      ? { card: text.slice(1, -1), up: false, public: true }
      : { card: text, up: true, public: true };

export const grid = (seat, text, parts = []) => {
  const cells = text.split(" ").map(cellOf);
  return {
    seat,
    kind: "grid",
    rows: cells.length / 3,
    columns: 3,
    cells,
    parts,
    score: 0,
    unknown: cells.filter(({ card }) => card === null).length,
    sight: null,
  };
};

export const view = (game, layouts, change = {}) => ({
  game,
  seat: 0,
  seats: layouts.length,
  options: {},
  round: 1,
  rounds: 5,
  target: null,
  step: 0,
  phase: "choose",
  turn: 0,
  dealer: 0,
  starter: 0,
  layouts,
  hand: null,
  pile: 20,
  pile_top: [],
  discard: ["7"],
  burn: [],
  finisher: null,
  owed: layouts.map(() => 0),
  partners: [],
  legal: [],
  sheet: { rounds: [], bonuses: [0, 0], bonus_worth: 3, totals: [0, 0], winners_by_round: [] },
  last_round: null,
  outcome: null,
  ...change,
});

export const legal = (...actions) => actions.map((action) => ({ action, tag: "" }));

let last = 0;
export const event = (kind, move, change = {}) => ({
  n: (last += 1),
  kind,
  clause: "",
  seat: 0,
  cell: null,
  card: null,
  value: null,
  round: 1,
  move,
  ...change,
});

export const room = {
  match: "m",
  game: "rat-race",
  title: "Rat Race",
  seats: [
    { seat: 0, name: "Guest", kind: "person", bot: null, present: true },
    { seat: 1, name: "Wren", kind: "bot", bot: "greedy", present: true },
  ],
  waiting: [],
  rematch: null,
  finished: false,
};
