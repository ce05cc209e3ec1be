import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { load } from "./views.mjs";

const { forgetOld, keepOf, recallOf, surplus } = await load("kept");

/** What a browser keeps: its entries are its own properties, as in a real one. */
class Storage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key, text) {
    this[key] = String(text);
  }
  removeItem(key) {
    delete this[key];
  }
}

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
const be = (value) => Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
beforeEach(() => be(new Storage()));
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else delete globalThis.localStorage;
});

test("of the newest fifty matches all is kept, of older ones nothing, and what is of no match stays", () => {
  localStorage.setItem("upcard/settings", "{}");
  for (let at = 0; at < 60; at += 1) {
    keepOf("invite", `m${at}`, `code ${at}`);
    keepOf("fair", `m${at}`, "{}");
  }
  forgetOld();
  assert.equal(recallOf("invite", "m9"), null);
  assert.equal(recallOf("fair", "m9"), null);
  assert.equal(recallOf("invite", "m10"), "code 10");
  assert.equal(recallOf("fair", "m59"), "{}");
  assert.equal(localStorage.getItem("upcard/settings"), "{}");
  assert.equal(Object.keys(localStorage).length, 50 * 2 + 2);
});

test("a match of which something is kept again is new again", () => {
  for (let at = 0; at < 50; at += 1) keepOf("fair", `m${at}`, "{}");
  keepOf("counted", "m0", "{}");
  keepOf("fair", "another", "{}");
  forgetOld();
  assert.equal(recallOf("fair", "m0"), "{}");
  assert.equal(recallOf("fair", "m1"), null);
});

test("what was kept before there was an order is older than all that is in it", () => {
  const keys = ["upcard/fair/old", "upcard/fair/a", "upcard/talk/b", "upcard/setup"];
  assert.deepEqual(surplus(keys, ["a", "gone", "b"], 2), { order: ["a", "b"], forget: ["upcard/fair/old"] });
  assert.deepEqual(surplus(keys, ["a", "b"], 3), { order: ["old", "a", "b"], forget: [] });
});

test("a browser that keeps nothing, or has kept nonsense, plays on", () => {
  localStorage.setItem("upcard/matches", "{nonsense");
  keepOf("fair", "m", "{}");
  assert.equal(recallOf("fair", "m"), "{}");
  be({
    getItem() {
      throw new Error("denied");
    },
  });
  keepOf("fair", "m", "{}");
  forgetOld();
  assert.equal(recallOf("fair", "m"), null);
});
