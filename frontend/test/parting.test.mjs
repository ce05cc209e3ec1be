import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { load } from "./views.mjs";

const { Connection } = await load("connection");

let sockets = [];

/** A socket that a test opens and closes. */
class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  sent = [];
  constructor(address) {
    this.match = address.split("/").at(-1);
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text).t);
  }
  close() {
    this.asked = true;
  }
  opened() {
    this.readyState = 1;
    this.onopen?.();
  }
  lost(code = 1006, wasClean = false) {
    this.readyState = 3;
    this.onclose?.({ code, wasClean });
  }
}

const deaf = { addEventListener() {}, removeEventListener() {} };
const quiet = () => {};
const listener = {
  now: quiet,
  refused: quiet,
  declined: quiet,
  link: quiet,
  ended: quiet,
  acked: () => 0,
  wishes: () => ({ look: null, moment: "usual" }),
};
const latest = () => sockets.at(-1);
const told = () => sockets.filter(({ sent }) => sent.includes("leave")).length;

beforeEach(() => {
  sockets = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, {
    ...deaf,
    window: globalThis,
    WebSocket: Socket,
    location: { protocol: "http:", host: "here" },
    document: { ...deaf, hidden: false },
  });
});
afterEach(() => {
  mock.timers.tick(60_000);
  mock.timers.reset();
});

test("who leaves over a good link is heard once", () => {
  const table = new Connection("a", listener);
  latest().opened();
  table.leave();
  assert.deepEqual(latest().sent, ["hello", "leave"]);
  assert.equal(latest().asked, true);
  latest().lost(1005, true);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1, "nothing is left to tell");
});

test("who leaves while the link is down is told of once it is back, though the page has gone on", () => {
  const table = new Connection("a", listener);
  latest().opened();
  latest().lost();
  table.leave();
  table.close();
  latest().lost();
  mock.timers.tick(1_000);
  assert.equal(told(), 0);
  latest().opened();
  assert.equal(told(), 1);
  latest().lost(1000, true);
  const made = sockets.length;
  mock.timers.tick(60_000);
  assert.equal(sockets.length, made);
});

test("a link that was dead without saying so did not carry it: it is told again", () => {
  const table = new Connection("a", listener);
  latest().opened();
  table.leave();
  latest().lost(1006, false);
  mock.timers.tick(1_000);
  latest().opened();
  assert.equal(told(), 2);
});

test("a server that has just been started anew is told again", () => {
  const table = new Connection("a", listener);
  latest().opened();
  table.leave();
  latest().lost(1012, true);
  mock.timers.tick(1_000);
  latest().opened();
  assert.equal(told(), 2);
});

test("who comes back meanwhile stays", () => {
  const table = new Connection("a", listener);
  latest().opened();
  latest().lost();
  table.leave();
  new Connection("a", listener);
  latest().opened();
  mock.timers.tick(5_000);
  assert.equal(told(), 0);
});

test("after a minute it is given up, as it is where the server refuses the seat", () => {
  const table = new Connection("a", listener);
  latest().opened();
  latest().lost();
  table.leave();
  for (let second = 0; second < 70; second += 1) {
    latest().lost();
    mock.timers.tick(1_000);
  }
  const made = sockets.length;
  assert.ok(made <= 63, `${made}`);
  mock.timers.tick(10_000);
  assert.equal(sockets.length, made);

  const other = new Connection("b", listener);
  latest().opened();
  latest().lost();
  other.leave();
  latest().lost(4404, true);
  mock.timers.tick(60_000);
  assert.equal(sockets.filter(({ match }) => match === "b").length, 2);
});

test("who only closes the page has not left", () => {
  const table = new Connection("a", listener);
  latest().opened();
  table.close();
  assert.equal(told(), 0);
});
