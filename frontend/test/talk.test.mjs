import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./views.mjs";

const { heard, shownLines, unreadOf } = await load("lines");

const line = (n, seat, text = "hello") => ({ n, seat, text, phrase: true });
const told = [line(1, 0), line(2, 1, "thanks"), line(3, 1)];

test("lines that are told again after a lost connection are heard once", () => {
  const once = heard([], told);
  const twice = heard(once, [...told, line(4, 0, "bye")]);
  assert.deepEqual(twice.map(({ n }) => n), [1, 2, 3, 4]);
  assert.equal(twice[0], once[0], "what is known stays what it was");
});

test("a server that counts from 1 again is heard", () => {
  const lines = heard(told, [line(1, 1, "again")]);
  assert.deepEqual(lines.map(({ text }) => text), ["hello", "thanks", "hello", "again"]);
  assert.equal(unreadOf(lines, { read: 3, muted: [] }, [0]), 3, "and nothing of it is taken for read");
});

test("muted people are not shown and not counted", () => {
  assert.deepEqual(shownLines(told, { read: 0, muted: [1] }), [told[0]]);
  assert.equal(unreadOf(told, { read: 0, muted: [1] }, []), 1);
});

test("what is new is what others have said since one looked", () => {
  assert.equal(unreadOf(told, { read: 0, muted: [] }, [0]), 2);
  assert.equal(unreadOf(told, { read: 2, muted: [] }, [0]), 1);
  assert.equal(unreadOf(told, { read: 3, muted: [] }, [0]), 0);
  assert.equal(unreadOf([], { read: 3, muted: [] }, [0]), 0);
});
