import assert from "node:assert/strict";
import { test } from "node:test";
import { event, grid, load, view } from "./views.mjs";

const { beatsBetween, gather, wayOf } = await load("beats");
const { step } = await load("step");

const down = "- - - - - - - - -";

test("a card placed and the card that leaves fly in one beat, the second 60 ms later", () => {
  const before = view("rat-race", [grid(0, down), grid(1, down)], {
    hand: { seat: 0, card: "2", source: "pile" },
  });
  const after = view("rat-race", [grid(0, "2 - - - - - - - -"), grid(1, down)], {
    discard: ["7", "9"],
    turn: 1,
  });
  const events = [
    event("placed", "hand>cell", { cell: 1, card: "2" }),
    event("left", "cell>discard", { cell: 1, card: "9" }),
  ];
  const [beat, ...more] = beatsBetween(before, events, after);
  assert.equal(more.length, 0);
  assert.deepEqual(beat.flights, [
    { from: "hand", to: "cell-0-1", before: "2", after: "2", delay: 0 },
    { from: "cell-0-1", to: "discard", before: null, after: "9", delay: 60 },
  ]);
  assert.equal(beat.view, after);
});

test("another seat's card is held at its plate and turns where its face is first seen", () => {
  const start = view("nines", [grid(0, down), grid(1, down)], { turn: 1, discard: ["4d"] });
  const end = view("nines", [grid(0, down), grid(1, down)], { discard: ["4d", "Qs"] });
  const beats = beatsBetween(
    start,
    [event("drew", "pile>hand", { seat: 1 }), event("rejected", "hand>discard", { seat: 1, card: "Qs" })],
    end,
  );
  assert.deepEqual(
    beats.map(({ flights }) => flights[0]),
    [
      { from: "pile", to: "hand-1", before: null, after: null, delay: 0 },
      { from: "hand-1", to: "discard", before: null, after: "Qs", delay: 0 },
    ],
  );
  assert.deepEqual(beats[0].view.hand, { seat: 1, card: null, source: "pile" });
  assert.equal(beats[0].view.pile, 19);
  assert.deepEqual(beats[0].view.legal, []);
  assert.equal(beats[1].view, end);
});

test("events without a move join the beat before them, turned-down cards go together", () => {
  const groups = gather([
    event("revealed", "turn", { cell: 1, card: "3" }),
    event("revealed", "turn", { cell: 2, card: "4" }),
    event("turned-down", "turn-down", { cell: 1 }),
    event("turned-down", "turn-down", { cell: 2 }),
    event("turned-down", "turn-down", { seat: 1, cell: 5 }),
    event("starter", ""),
  ]);
  assert.deepEqual(
    groups.map((group) => group.length),
    [1, 1, 4],
  );
});

const burnt = (row, card) =>
  [1, 2, 3].map((column) =>
    event("burned", "row>burn", { value: row, cell: (row - 1) * 3 + column, card }),
  );

test("a row that walks out closes the grid and goes to the Burn Pile", () => {
  const before = view("rat-race", [grid(0, "6 4 5 2 2 2 (1) - 9"), grid(1, down)]);
  const events = [...burnt(2, "2"), event("walked-out", "", { value: 2, cell: 4 })];
  const after = events.reduce(step, before);
  assert.deepEqual(after.burn, ["2", "2", "2"]);
  assert.equal(after.layouts[0].rows, 2);
  assert.deepEqual(
    after.layouts[0].cells.map(({ card }) => card),
    ["6", "4", "5", "1", null, "9"],
  );
});

test("the cards of a Walkout close up over the last of them, and the rows below move up", () => {
  const before = view("rat-race", [grid(0, "6 4 5 2 2 2 (1) - 9"), grid(1, down)]);
  const events = [...burnt(2, "2"), event("walked-out", "", { value: 2, cell: 4 })];
  const [beat, ...more] = beatsBetween(before, events, events.reduce(step, before));
  assert.equal(more.length, 0);
  assert.deepEqual(
    beat.flights.map(({ from, over }) => [from, over]),
    [4, 5, 6].map((cell) => [`cell-0-${cell}`, "cell-0-6"]),
  );
  assert.deepEqual(beat.shifts, [
    { from: "cell-0-7", to: "cell-0-4" },
    { from: "cell-0-8", to: "cell-0-5" },
    { from: "cell-0-9", to: "cell-0-6" },
    { from: "feet-0", to: "feet-0" },
  ]);
});

test("a deal goes round from the dealer's left, the upcard comes last, all within two thirds of a second", () => {
  const before = view("nines", [grid(0, down), grid(1, down)]);
  const after = view("nines", [grid(0, down), grid(1, down)], { discard: ["Qs"], dealer: 0 });
  const [{ flights, fresh }] = beatsBetween(before, [event("dealt", "deal", { seat: null })], after);
  assert.equal(flights.length, 19);
  assert.deepEqual(
    flights.slice(0, 3).map(({ to }) => to),
    ["cell-1-1", "cell-0-1", "cell-1-2"],
  );
  assert.deepEqual(flights[18], { from: "pile", to: "discard", before: null, after: "Qs", delay: 420 });
  assert.ok(flights.every(({ from, delay }) => from === "pile" && delay <= 420));
  assert.deepEqual(fresh, []);
});

test("an action says which way its card goes before the table has answered", () => {
  assert.deepEqual(wayOf("draw", 0), { from: "pile", to: "hand" });
  assert.deepEqual(wayOf("place 5 declare", 1), { from: "hand", to: "cell-1-5" });
  assert.deepEqual(wayOf("flip 3", 0), { from: "cell-0-3", to: "cell-0-3" });
  assert.deepEqual(wayOf("reject", 0), { from: "hand", to: "discard" });
  assert.equal(wayOf("walk-out 2", 0), null);
  assert.equal(wayOf("place 5", null), null);
});
