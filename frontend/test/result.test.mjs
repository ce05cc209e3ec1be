import assert from "node:assert/strict";
import { test } from "node:test";
import { grid, load, view } from "./views.mjs";

const { againLine, matchWhy, share, tallyLine, waitingLine } = await load("sentences");
await load("later");

const person = (seat, name, state = "here") => ({ seat, name, kind: "person", bot: null, state, until: null });
const roomOf = (names, change = {}) => ({
  game: "nines",
  title: "Nines",
  seats: names.map((name, seat) => person(seat, name)),
  waiting: [],
  rematch: null,
  tally: null,
  ...change,
});
const seen = (seats, change = {}) =>
  view("nines", Array.from({ length: seats }, (_, seat) => grid(seat, "- - - - - - - - -")), change);

test("the tally of a row of matches names everybody, oneself first", () => {
  const room = roomOf(["Ann", "Ben"], { tally: [1, 2] });
  assert.equal(tallyLine(seen(2, { seat: 1 }), room), "You 2, Ann 1 of 3");
  assert.equal(tallyLine(seen(2, { seat: null }), room), "Ann 1, Ben 2 of 3");
});

test("a tie is shared", () => {
  assert.equal(tallyLine(seen(2), roomOf(["Ann", "Ben"], { tally: [1.5, 0.5] })), "You 1½, Ben ½ of 2");
  assert.deepEqual([0, 1, 0.5, 2.5, 1 / 3, 2 + 2 / 3, 1 / 3 + 1 / 3 + 1 / 3].map(share), [
    "0",
    "1",
    "½",
    "2½",
    "⅓",
    "2⅔",
    "1",
  ]);
});

test("partners win together, and it is one match", () => {
  const room = roomOf(["Ann", "Ben", "Cleo", "Dov"], { tally: [2, 1, 2, 1] });
  const partners = [
    [0, 2],
    [1, 3],
  ];
  assert.equal(tallyLine(seen(4, { partners }), room), "You + Cleo 2, Ben + Dov 1 of 3");
});

test("after a first match there is nothing to tally", () => {
  assert.equal(tallyLine(seen(2), roomOf(["Ann", "Ben"], { tally: [1, 0] })), "");
  assert.equal(tallyLine(seen(2), roomOf(["Ann", "Ben"])), "");
});

test("who wants another match is named where it can only be one", () => {
  assert.equal(againLine(roomOf(["Ann", "Ben"]), [0]), "");
  const two = roomOf(["Ann", "Ben"], { rematch: "m2" });
  assert.equal(againLine(two, [0]), "Ben wants another");
  assert.equal(againLine(two, [0, 1]), "", "on one device they are all here");
  assert.equal(againLine(two, []), "They play another");
  assert.equal(againLine(roomOf(["Ann", "Ben", "Cleo"], { rematch: "m2" }), [0]), "Somebody wants another");
});

test("who is waited for and not there is marked", () => {
  const room = roomOf(["Ann", "Ben", "Cleo"], { waiting: [1, 2] });
  room.seats[1].state = "away";
  assert.equal(waitingLine(seen(3), room), "Waiting for Ben (away), Cleo");
});

test("a match that was stopped says that nobody has won", () => {
  const outcome = { how: "stopped", finals: [3, 4], ranking: [], winners: [], tie: false, why: "" };
  assert.match(matchWhy(seen(2, { outcome })), /Nobody has won/);
});
