import assert from "node:assert/strict";
import { test } from "node:test";
import { event, grid, load, room, view } from "./views.mjs";

const { markShared } = await load("shared");
const { eventSentence, noteSentence, seatName } = await load("say");
const { matchHead, roundHead, standingLine } = await load("sentences");
await load("later");

const cells = "- - - - - - - - -";
const seen = (change = {}) => view("nines", [grid(0, cells), grid(1, cells)], change);
const person = (seat, name) => ({ seat, name, kind: "person", bot: null, state: "here" });
const roomOf = (...own) => {
  const told = { ...room, seats: [person(0, "Ann"), person(1, "Ben")] };
  markShared(told, own);
  return told;
};

test("with one seat it is you, with several everybody goes by name", () => {
  assert.equal(seatName(roomOf(0), seen(), 0), "You");
  assert.equal(seatName(roomOf(), seen(), 0), "You");
  assert.equal(seatName(roomOf(0, 1), seen(), 0), "Ann");
  assert.equal(seatName(roomOf(0, 1), seen({ seat: 1 }), 1), "Ben");
});

test("what is heard at a shared device names the one who did it", () => {
  const drew = event("drew", "pile>hand", { seat: 1, card: "9h" });
  assert.equal(eventSentence(drew, seen({ seat: 1 }), roomOf(0, 1)), "Ben drew a 9.");
  assert.equal(eventSentence(drew, seen({ seat: 1 }), roomOf(1)), "You drew a 9.");
  const ten = { n: 1, after: 0, what: "ten", seat: 1 };
  assert.equal(noteSentence(ten, seen({ seat: 1 }), roomOf(0, 1)), "The time of Ben is nearly up");
  assert.equal(noteSentence(ten, seen({ seat: 1 }), roomOf(1)), "Your time is nearly up");
});

test("results at a shared device are nobody's own", () => {
  const sheet = { rounds: [[14, 36]], bonuses: [0, 0], bonus_worth: 0, totals: [14, 36], winners_by_round: [[0]] };
  const round = { round: 1, layouts: [], points: [14, 36], totals: [14, 36], ended_by: 0, how: "finished", notes: [] };
  const outcome = { how: "played", finals: [14, 36], ranking: [0, 1], winners: [0], tie: false, why: "" };
  const shown = seen({ sheet, outcome });
  assert.match(roundHead(shown, roomOf(0, 1), round), /^Ann’s round/);
  assert.match(roundHead(shown, roomOf(0), round), /^Your round/);
  assert.match(matchHead(shown, roomOf(0, 1)), /^Ann wins/);
  assert.match(matchHead(shown, roomOf(0)), /^You win/);
  assert.equal(standingLine(shown, roomOf(0, 1)), "");
  assert.match(standingLine(shown, roomOf(0)), /^You lead by 22/);
});
