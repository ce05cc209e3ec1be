import assert from "node:assert/strict";
import { test } from "node:test";
import { event, grid, load, room, view } from "./views.mjs";

const { eyesFor, veiled } = await load("eyes");
const { newsBetween } = await load("notes");
const { missedSince } = await load("memory");

const rack = (seat) => ({
  seat,
  kind: "rack",
  rows: 10,
  columns: 1,
  cells: [
    { card: "17", up: false, public: false },
    { card: "23", up: false, public: true },
  ],
  parts: [{ where: "run", cells: [1, 2], score: 10, mark: "run", match: [] }],
  score: 10,
  unknown: 0,
  sight: null,
});
const racks = (change) => view("rack-o", [rack(0), rack(1), rack(2)], change);
const grids = (change) => view("nines", [grid(0, "- - -"), grid(1, "- - -"), grid(2, "- - -")], change);

const person = (seat, name, change = {}) => ({
  seat,
  name,
  kind: "person",
  bot: null,
  state: "here",
  until: null,
  worded: true,
  ...change,
});
const table = (change = {}) => ({
  ...room,
  stage: "playing",
  seats: [person(0, "Ann"), person(1, "Ben"), person(2, "Eve")],
  host: 0,
  stop: [],
  clocked: [0, 0, 0],
  stood_in: [0, 0, 0],
  failed: [0, 0, 0],
  thinks: false,
  clock: null,
  ...change,
});

test("between two people's racks a curtain falls, and nobody is looked from until it is lifted", () => {
  assert.deepEqual(eyesFor(racks({ turn: 1 }), table(), [0, 1], 0), { look: null, curtain: 1 });
  assert.deepEqual(eyesFor(racks({ turn: 1 }), table(), [0, 1], null), { look: null, curtain: 1 });
  assert.deepEqual(eyesFor(racks({ turn: 1 }), table(), [0, 1], 1), { look: 1, curtain: null });
});

test("while somebody elsewhere moves, the one who moved last keeps the device", () => {
  assert.deepEqual(eyesFor(racks({ turn: 2 }), table(), [0, 1], 0), { look: 0, curtain: null });
  assert.deepEqual(eyesFor(racks({ turn: 2 }), table(), [0, 1], null), { look: null, curtain: null });
});

test("grids have no secrets: the page turns to who is to move", () => {
  assert.deepEqual(eyesFor(grids({ turn: 1 }), table(), [0, 1], 0), { look: 1, curtain: null });
  assert.deepEqual(eyesFor(grids({ turn: 2 }), table(), [0, 1], null), { look: 0, curtain: null });
});

test("a result belongs to everybody at the device, and so does a seat that is alone", () => {
  const over = racks({ turn: 1, last_round: {} });
  assert.deepEqual(eyesFor(over, table({ waiting: [0, 1] }), [0, 1], 1), { look: null, curtain: null });
  assert.deepEqual(eyesFor(racks({ turn: 1 }), table(), [1], null), { look: null, curtain: null });
});

test("a veiled view holds nothing that only its seat knows", () => {
  const before = racks({ hand: { seat: 0, card: "31", source: "pile" }, legal: [{ action: "place 1", tag: "" }] });
  const after = veiled(before);
  assert.equal(after.seat, null);
  assert.deepEqual(after.legal, []);
  assert.equal(after.hand.card, null);
  assert.deepEqual(
    after.layouts[0].cells.map(({ card }) => card),
    [null, "23"],
  );
  assert.deepEqual(after.layouts[0].parts, []);
  assert.ok(!JSON.stringify(after).includes("17"));
});

test("who goes, comes back and is stood in for is news, but not of one's own seat", () => {
  const away = table({ seats: [person(0, "Ann"), person(1, "Ben", { state: "away", until: 60 }), person(2, "Eve")] });
  assert.deepEqual(newsBetween(table(), away, [0]), [{ what: "away", seat: 1 }]);
  assert.deepEqual(newsBetween(table(), away, [1]), []);
  assert.deepEqual(newsBetween(away, away, [0]), []);
  assert.deepEqual(newsBetween(away, table(), [0]), [{ what: "back", seat: 1 }]);
});

test("an agreement to stop is told, and that it is withdrawn; not if somebody has left", () => {
  assert.deepEqual(newsBetween(table(), table({ stop: [1] }), [0]), [{ what: "stop", seat: 1 }]);
  assert.deepEqual(newsBetween(table({ stop: [1] }), table(), [0]), [{ what: "go-on", seat: 1 }]);
  const left = table({ seats: [person(0, "Ann"), person(1, "Ben", { state: "left" }), person(2, "Eve")] });
  assert.deepEqual(newsBetween(table({ stop: [1] }), left, [0]), [{ what: "left", seat: 1 }]);
});

test("host duties that pass on and a time that was up are news", () => {
  assert.deepEqual(newsBetween(table(), table({ host: 2 }), [2]), [{ what: "host", seat: 2 }]);
  assert.deepEqual(newsBetween(table(), table({ clocked: [0, 2, 0] }), [0]), [{ what: "clocked", seat: 1 }]);
  assert.deepEqual(newsBetween(table(), table({ failed: [0, 0, 1] }), [0]), [{ what: "failed", seat: 2 }]);
});

test("what was played for one's own seats is counted from what was known, and the clock's moves are named", () => {
  const moves = [event("drew", "pile>hand", { seat: 0 }), event("drew", "pile>hand", { seat: 1 })];
  const after = table({ stood_in: [3, 9, 0], clocked: [1, 0, 0] });
  assert.deepEqual(missedSince({ stood_in: [1, 1, 0], clocked: [1, 0, 0] }, after, [0], moves, null), {
    stood: 2,
    clocked: [],
  });
  assert.deepEqual(missedSince({ stood_in: [3, 9, 0], clocked: [0, 0, 0] }, after, [0], moves, null), {
    stood: 0,
    clocked: [moves[0]],
  });
  const long = [event("dealt", "deal", { seat: 0 }), event("flipped", "turn", { seat: 0 }), ...moves];
  const turn = [event("drew", "pile>hand", { seat: 0 }), event("rejected", "hand>discard", { seat: 0 })];
  const left = event("left", "cell>discard", { seat: 0 });
  const twice = table({ stood_in: [3, 9, 0], clocked: [3, 0, 0] });
  assert.deepEqual(missedSince(after, twice, [0], [...long, ...turn, left], null), { stood: 0, clocked: turn });
  assert.deepEqual(
    missedSince({ stood_in: [1, 9, 0], clocked: [1, 0, 0] }, twice, [0], [...long, ...turn], null),
    { stood: 2, clocked: [] },
    "a bot's moves are not the clock's",
  );
  assert.equal(missedSince(after, twice, [0], [], null), null, "what is too long ago");
  assert.equal(missedSince(null, after, [0], moves, null), null, "a browser that knows nothing says nothing");
  const known = { stood: 2, clocked: [] };
  assert.equal(missedSince(after, after, [0], moves, known), known);
});
