import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./views.mjs";

const { isRefusal } = await load("refusal");

test("no such match, an older version and too many sockets are not asked again", () => {
  for (const code of [1008, 4400, 4403, 4404, 4409, 4429]) assert.equal(isRefusal(code), true, String(code));
});

test("a lost line and a server in trouble are", () => {
  for (const code of [1000, 1001, 1006, 1011, 4503]) assert.equal(isRefusal(code), false, String(code));
});
