import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./views.mjs";

const { fits } = await load("fits");

const rounds = { kind: "int", low: 0, high: 6, gaps: [1], choices: [] };
const joker = { kind: "choice", low: 0, high: 0, gaps: [], choices: [{ value: "-2", title: "minus two" }] };

test("a number fits that is whole, in its range and in no gap", () => {
  for (const good of [0, 2, 6]) assert.equal(fits(rounds, good), true, String(good));
  for (const bad of [1, 1.5, -3, 7, 1e21, NaN, "2", null, undefined])
    assert.equal(fits(rounds, bad), false, String(bad));
});

test("a choice fits that is on the list", () => {
  assert.equal(fits(joker, "-2"), true);
  assert.equal(fits(joker, "5"), false);
});
