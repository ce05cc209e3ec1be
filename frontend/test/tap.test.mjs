import assert from "node:assert/strict";
import { test } from "node:test";
import { grid, legal, load, view } from "./views.mjs";

const { answer, liftedTag } = await load("tap");
const { inSight } = await load("sight");

const seats = () => [grid(0, "6 - 5 2 2 - 6 10 R"), grid(1, "- - - - - - - - -")];
const cell = (number, seat = 0) => ({ on: "cell", seat, cell: number });

test("choosing the upcard lifts it on the page only; a second tap lays it back", () => {
  const choosing = view("rat-race", seats(), { legal: legal("take", "draw") });
  assert.deepEqual(answer(choosing, false, { on: "discard" }), { do: "lift", lifted: true });
  assert.deepEqual(answer(choosing, true, { on: "discard" }), { do: "lift", lifted: false });
  assert.deepEqual(answer(choosing, true, cell(6)), { do: "take-then", tap: cell(6) });
});

test("a cell that may declare asks first", () => {
  const placing = view("rack-o", seats(), {
    phase: "place-drawn",
    legal: legal("place 5", "place 5 declare", "reject"),
  });
  assert.deepEqual(answer(placing, false, cell(5)), {
    do: "ask",
    plain: "place 5",
    declare: "place 5 declare",
  });
  assert.deepEqual(answer(placing, false, { on: "discard" }), { do: "act", action: "reject" });
});

test("an illegal tap says why, with its clause", () => {
  const why = (change, tap) => answer(view("rat-race", seats(), change), false, tap).reason;
  assert.deepEqual(why({ legal: legal("take", "draw") }, cell(1)), {
    key: "why.choose",
    clause: "RR3.1",
    seat: null,
  });
  assert.deepEqual(why({ turn: 1 }, cell(1)), { key: "why.turn", clause: null, seat: 1 });
  assert.deepEqual(why({ legal: legal("take", "draw") }, cell(1, 1)), {
    key: "why.theirs",
    clause: null,
    seat: 1,
  });
  assert.deepEqual(why({ phase: "place-taken", legal: legal("place 1") }, { on: "pile" }), {
    key: "why.must",
    clause: "RR3.2",
    seat: null,
  });
  assert.deepEqual(why({ legal: legal("take") }, { on: "pile" }).clause, "RR3.7");
});

test("a walk-out is no action of a cell", () => {
  const asked = view("rat-race", seats(), { phase: "ask", legal: legal("walk-out 2", "pass") });
  assert.equal(answer(asked, false, cell(2)).do, "refuse");
  assert.deepEqual(answer(asked, false, { on: "walk", row: null }), { do: "act", action: "walk-out 2" });
});

test("a lifted card shows the Walkout that the server's rail tells of", () => {
  const rail = { mark: "rail", cells: [4, 5, 6], match: [4, 5], needs: ["2", "R"], where: "row 2" };
  const choosing = view("rat-race", [grid(0, "6 - 5 2 2 - 6 10 R", [rail]), seats()[1]], { discard: ["2"] });
  assert.equal(liftedTag(choosing, 6), "Walkout");
  assert.equal(liftedTag(choosing, 2), "");
});

test("RR2.3: what lies down again is in sight only for those who ask for it", () => {
  const remembered = view("rat-race", [grid(0, "(4) 6 - - - - - - -"), seats()[1]]);
  assert.equal(inSight(remembered, true).layouts[0].cells[0].card, "4");
  const hidden = inSight(remembered, false).layouts[0];
  assert.equal(hidden.cells[0].card, null);
  assert.equal(hidden.unknown, 8);
});
