import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { load, room, view, grid } from "./views.mjs";

const { check, readRecord } = await load("check");
const { below, commitmentOf, shuffled, stream } = await load("stream");
const { contribute, recall } = await load("word");

const docs = (name) => readFile(join(import.meta.dirname, "../../docs", name), "utf8");
const numbersIn = (text) => text.trim().split(/\s+/).map(Number);
const upTo = (n) => Array.from({ length: n }, (_, at) => at + 1);

// --- the golden vectors of docs/fair-shuffle.md ----------------------------------------------------

const book = await docs("fair-shuffle.md");
const after = (label, until = "\n") => {
  const from = book.indexOf(label, book.indexOf("## Golden vectors")) + label.length;
  return book.slice(from, book.indexOf(until, from));
};
const golden = { secret: after("secret").trim(), number: "1", words: after("words       ").trim().split(" ") };
const numbersOf = (source, round, request, count) => {
  const numbers = stream(source, round, request);
  return upTo(count).map(() => numbers.next().value);
};

test("the promise is the hash of the secret", () => {
  assert.equal(commitmentOf(golden.secret), after("commitment").trim());
});

test("the numbers of a request are the golden ones", () => {
  const wanted = numbersIn(after("first ten numbers", "picks of"));
  assert.equal(wanted.length, 10);
  assert.deepEqual(numbersOf(golden, 1, 0, 10), wanted);
});

test("numbers that are too high are thrown away", () => {
  const wanted = numbersIn(after("picks of 3000000000", "shuffle of"));
  assert.equal(wanted.length, 6);
  const numbers = stream(golden, 1, 0);
  assert.deepEqual(wanted.map(() => below(numbers, 3_000_000_000)), wanted);
});

test("shuffles and picks are the golden ones", () => {
  const forty = numbersIn(after("shuffle of 1 … 40", "\n\n"));
  assert.deepEqual(shuffled(stream(golden, 1, 0), upTo(40)), forty);
  const picks = numbersIn(after("a pick of 8"));
  assert.deepEqual(picks.map((_, request) => below(stream(golden, 1, request), 8)), picks);
});

test("a match may have any number of 64 bits, and no words", () => {
  const source = { ...golden, number: "18446744073709551615", words: [] };
  const wanted = numbersIn(after("shuffle of 1 … 20", "```"));
  assert.deepEqual(shuffled(stream(source, 2, 3), upTo(20)), wanted);
});

// --- the record of docs/records.md, which the rules in Python have made ----------------------------

function parse(text) {
  const record = { game: "", seats: 0, rounds: [], finals: [], winners: [], fair: { words: [] } };
  for (const line of text.split("\n")) {
    const round = record.rounds.at(-1);
    const [name, value = ""] = line.split(/: ?/);
    if (/^round \d+$/.test(line)) record.rounds.push({ round: record.rounds.length + 1, chance: [] });
    else if (name.startsWith("shuffle ")) round.chance.push({ number: Number(name.slice(8)), shuffle: [] });
    else if (line.startsWith("  ")) round.chance.at(-1).shuffle.push(...line.trim().split(" "));
    else if (name === "game") record.game = value;
    else if (name === "seats") record.seats = Number(value);
    else if (name === "fair words") record.fair.words = value.split(" ");
    else if (name.startsWith("fair ")) record.fair[name.slice(5)] = value;
    else if (["points", "totals"].includes(name)) round[name] = numbersIn(value);
    else if (["finals", "winners"].includes(name)) record[name] = numbersIn(value);
  }
  return record;
}

const pages = await docs("records.md");
const text = pages.slice(pages.indexOf("upcard record 1"), pages.indexOf("```", pages.indexOf("upcard record 1")));
const played = () => parse(text);

const words = { 0: "6162", 1: "c0ffee" };
const seenBy = (seats, change = {}) => {
  const { finals, winners, rounds, fair } = played();
  const people = room.seats.map((seat) => ({ ...seat, kind: "person", worded: true }));
  return {
    kept: { commitment: fair.commitment, number: fair.match, words: { 0: words[0] } },
    view: view("rat-race", [grid(0, "1 1 1 1 1 1 1 1 1"), grid(1, "1 1 1 1 1 1 1 1 1")], {
      outcome: { finals, winners },
      sheet: { rounds: rounds.map(({ points }) => points) },
    }),
    room: { ...room, seats: people },
    seats,
    ...change,
  };
};
const wrongIn = ({ findings, answers }) => [...findings, ...answers].filter(({ ok }) => ok === false).map(({ key }) => key);

test("a match that was shuffled as promised is found fair", () => {
  const found = check(readRecord(played()), seenBy([0]));
  assert.deepEqual(wrongIn(found), []);
  assert.equal(found.verdict, "fair");
  assert.equal(found.answers.length, 2);
  assert.ok(found.findings.some(({ key }) => key === "fair.word"), "the own word was among them");
});

test("two cards that changed places are found", () => {
  const record = played();
  const cards = record.rounds[1].chance[0].shuffle;
  [cards[0], cards[1]] = [cards[1], cards[0]];
  assert.notEqual(cards[0], cards[1]);
  const found = check(record, seenBy([0]));
  assert.equal(found.verdict, "wrong");
  assert.deepEqual(wrongIn(found), ["fair.answers.not", "fair.shuffle.not"]);
  assert.deepEqual(found.answers.map(({ ok }) => ok), [true, false]);
});

test("a card of another deck is found", () => {
  const record = played();
  const cards = record.rounds[0].chance[0].shuffle;
  cards[cards.indexOf("R")] = "1";
  assert.ok(wrongIn(check(record, seenBy([0]))).includes("fair.deck.not"));
});

test("a promise that was changed after the deal is found, though all else follows from it", () => {
  const { kept } = seenBy([0]);
  for (const change of [{ commitment: "00".repeat(32) }, { broken: true }])
    assert.equal(check(played(), seenBy([0], { kept: { ...kept, ...change } })).verdict, "wrong");
  const found = check(played(), seenBy([0], { kept: { ...kept, number: "2" } }));
  assert.deepEqual(wrongIn(found), ["fair.number.not"]);
});

test("a word that is not the own one is found", () => {
  const { kept } = seenBy([0]);
  const found = check(played(), seenBy([0], { kept: { ...kept, words: { 0: "6163" } } }));
  assert.deepEqual(wrongIn(found), ["fair.word.not"]);
  const moved = check(played(), seenBy([1], { kept: { ...kept, words: { 1: words[0] } } }));
  assert.deepEqual(wrongIn(moved), ["fair.word.not"], "it must be in its own place");
});

test("what is missing from a record, or differs from the results on the page, is found", () => {
  const short = played();
  short.rounds.pop();
  assert.ok(wrongIn(check(short, seenBy([0]))).includes("fair.whole.not"));
  const silent = played();
  silent.rounds[1].chance = [];
  assert.deepEqual(wrongIn(check(silent, seenBy([0]))), ["fair.whole.not"]);
  const other = played();
  other.finals = [89, 90];
  assert.deepEqual(wrongIn(check(other, seenBy([0]))), ["fair.results.not"]);
});

test("who was not there before the deal is told what has to be believed", () => {
  const found = check(played(), seenBy([0], { kept: null }));
  assert.equal(found.verdict, "unseen");
  const unknown = found.findings.filter(({ ok }) => ok === null).map(({ key }) => key);
  assert.deepEqual(unknown, ["fair.promise.unseen", "fair.word.elsewhere"]);
  const watcher = check(played(), seenBy([]));
  assert.equal(watcher.verdict, "unseen");
  assert.ok(watcher.findings.some(({ key }) => key === "fair.word.none"));
});

test("a record without a proof, or with a broken one, is no proof", () => {
  const { fair, ...bare } = played();
  assert.equal(check(bare, seenBy([0])).verdict, "unproved");
  for (const broken of [{ secret: "00" }, { secret: fair.secret.slice(2) + "zz" }, { match: "-1" }, { words: [""] }])
    assert.deepEqual(wrongIn(check({ ...bare, fair: { ...fair, ...broken } }, seenBy([0]))), ["fair.proof.not"]);
  const other = { ...bare, fair: { ...fair, secret: "00".repeat(32) } };
  assert.ok(wrongIn(check(other, seenBy([0]))).includes("fair.secret.not"));
});

test("what is no record is not read", () => {
  for (const data of [null, 3, {}, { ...played(), rounds: [{}] }, { ...played(), finals: ["1"] }])
    assert.equal(readRecord(data), null);
});

// --- the words that a page gives -------------------------------------------------------------------

function pageOf(store) {
  globalThis.localStorage = {
    getItem: (key) => store[key] ?? null,
    setItem: (key, value) => {
      store[key] = value;
    },
  };
  const sent = [];
  return { sent, send: (message) => sent.push(message) };
}

const gathering = (change = {}, worded = [false, false]) => ({
  commitment: "aa",
  number: "9",
  seats: worded.map((given, seat) => ({ seat, worded: given })),
  ...change,
});

test("a page gives a word of 16 bytes for each of its seats, and the same after a reload", () => {
  const store = {};
  const first = pageOf(store);
  contribute("words", gathering(), [0, 1], first.send);
  assert.deepEqual(first.sent.map(({ t, seat }) => [t, seat]), [["word", 0], ["word", 1]]);
  for (const { word } of first.sent) assert.match(word, /^[0-9a-f]{32}$/);
  assert.notEqual(first.sent[0].word, first.sent[1].word);
  const again = pageOf(store);
  contribute("words", gathering({}, [false, true]), [0, 1], again.send);
  assert.deepEqual(again.sent, [first.sent[0]], "only what is missing");
});

test("the first promise is kept, and another one is remembered as broken", () => {
  const { send } = pageOf({});
  contribute("promise", gathering(), [0], send);
  assert.equal(recall("promise").broken, undefined);
  contribute("promise", gathering({ commitment: "bb" }), [0], send);
  contribute("promise", gathering(), [0], send);
  const { commitment, broken } = recall("promise");
  assert.deepEqual([commitment, broken], ["aa", true]);
});

test("who only watches gives no word, but sees the promise", () => {
  const { sent, send } = pageOf({});
  contribute("watched", gathering(), [], send);
  assert.deepEqual(sent, []);
  assert.equal(recall("watched").commitment, "aa");
});
