import assert from "node:assert/strict";
import { test } from "node:test";
import { event, grid, load, room, view } from "./views.mjs";

const { aCard, cardName, eventSentence, figure, ordinal, placeWord, sayCount, sayIn, sentence } = await load("say");
await load("later");

const shown = view("rat-race", [grid(0, "- - - - - - - - -"), grid(1, "- - - - - - - - -")]);

test("cards have their articles and names", () => {
  assert.equal(aCard("rat-race", "8"), "an 8");
  assert.equal(aCard("rat-race", "R"), "a Rat");
  assert.equal(aCard("nines", "As"), "an ace");
  assert.equal(aCard("rack-o", "34"), "34");
  assert.equal(cardName("nines", "10h"), "10 of hearts");
  assert.equal(cardName("nines", "X"), "Joker");
});

test("places are said as people say them", () => {
  assert.equal(placeWord({ kind: "grid", rows: 3, columns: 3 }, 5), "the middle");
  assert.equal(placeWord({ kind: "grid", rows: 2, columns: 3 }, 5), "row 2, column 2");
  assert.equal(placeWord({ kind: "rack", rows: 10, columns: 1 }, 6), "slot 30");
});

test("an event is one sentence, the same for you and for a name", () => {
  const placed = (seat, card) => event("placed", "hand>cell", { seat, cell: 5, card });
  assert.equal(eventSentence(placed(0, "9"), shown, room), "You put a 9 in the middle.");
  assert.equal(eventSentence(placed(1, "9"), shown, room), "Wren put a 9 in the middle.");
  assert.equal(eventSentence(event("left", "cell>discard", { card: "7" }), shown, room), "A 7 left.");
  assert.equal(eventSentence(placed(1, null), shown, room), "Wren changed the middle.");
  assert.equal(
    eventSentence(event("drew", "pile>hand", { seat: 1 }), shown, room),
    "Wren drew from the pile.",
  );
});

test("what the server says is a sentence", () => {
  assert.equal(sentence("there is no such match here"), "There is no such match here.");
  assert.equal(sentence("Why?"), "Why?");
});

test("one card is no cards", () => {
  assert.equal(sayCount("pile.label", 1), "Draw pile, 1 card");
  assert.equal(sayCount("pile.label", 2), "Draw pile, 2 cards");
  assert.equal(sayCount("lobby.rounds", 1), "1 round");
  assert.equal(sayCount("discard.label", 1, { card: "9" }), "Discard, 1 card, upcard 9");
});

test("Rack-O has deals and racks", () => {
  assert.equal(sayIn("rack-o", "result.next", { n: 2 }), "Deal 2");
  assert.equal(sayIn("nines", "result.next", { n: 2 }), "Deal round 2");
  assert.equal(sayIn("rack-o", "seat.mine"), "Your rack");
  const dealt = event("dealt", "deal", { round: 2 });
  assert.equal(eventSentence(dealt, { ...shown, game: "rack-o" }, room), "Deal 2 begins.");
});

test("figures", () => {
  assert.equal(figure(-2), "−2");
  assert.deepEqual([1, 2, 3, 4].map(ordinal), ["1st", "2nd", "3rd", "4th"]);
});
