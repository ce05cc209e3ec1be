import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./views.mjs";

const { codeIn, grouped, isOnlyHere } = await load("code");

test("a code is found however it was written down", () => {
  for (const text of ["6ts1zwv0jb", " 6TS1Z-WV0JB ", "6ts1z wv0jb", "https://host:8000/j#6ts1zwv0jb", "#6ts1zwv0jb"])
    assert.equal(codeIn(text), "6ts1zwv0jb", text);
  assert.equal(codeIn("h4kq-7t2m"), "h4kq7t2m", "eight move a seat");
});

test("what is too short, too long or only an address is no code", () => {
  for (const text of ["", "#", "6ts1zwv0j", "6ts1zwv0jb0", "https://host/m/75x29fqszj", "https://host/j#"])
    assert.equal(codeIn(text), null, text);
});

test("a code is read aloud in two groups", () => {
  assert.equal(grouped("6ts1zwv0jb"), "6ts1z wv0jb");
  assert.equal(grouped("h4kq7t2m"), "h4kq 7t2m");
});

test("only a machine itself is found at the addresses it calls itself by", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) assert.equal(isOnlyHere(host), true, host);
  for (const host of ["192.168.1.7", "table.local", "127.0.0.1.example"]) assert.equal(isOnlyHere(host), false, host);
});
