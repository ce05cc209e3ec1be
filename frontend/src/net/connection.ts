// One WebSocket to one table. What was sent and not answered is sent again, under the same id, after a lost
// connection; a definite refusal ends the trying.

import type { ClientMessage, Hello, Now, Problem, ServerMessage } from "../protocol";
import { earlySocket } from "./early";
import { part, stay } from "./parting";
import { isRefusal } from "./refusal";

export type Link = "opening" | "open" | "again" | "ended";

type Listener = {
  now(message: Now): void;
  refused(problem: Problem): void;
  /** A refusal of something other than an action: a word to the others, a wish of the host. */
  declined(problem: Problem): void;
  link(state: Link): void;
  /** Nothing is tried any more; the server may have said why. */
  ended(why: Problem | null): void;
  /** The last event this page has seen. */
  acked(): number;
  /** The seat this page looks from, where its browser holds several, null for a watcher's eyes; and its bots' moment. */
  wishes(): Pick<Hello, "look" | "moment">;
};

type Act = { id: string; version: number; action: string; done: () => void };

const firstPause = 200;
/** A page that is looked at looks for its server often enough to be back within two seconds of it. */
const longestPause = 800;
const longestHidden = 8_000;
const quiet = 20_000;
const patience = 8_000;
/** Sooner where an action waits for its answer: the link may be dead without having said so. */
const anxious = 2_000;
const mostKept = 8;
/** Actions say what the page has seen; it says so by itself only when this many events were not said. */
const mostUnsaid = 5;
/** Whose refusals are told. What the page says by itself, or says too late, is no news to anybody. */
const told = new Set(["deal", "give", "say", "more-time", "stand-in", "stop"]);

const freshId = (): string =>
  crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), "");

export class Connection {
  private socket: WebSocket | null = null;
  private pause = firstPause;
  private retry = 0;
  private heartbeat = 0;
  private closed = false;
  private opened = false;
  /** What this socket was told before it was shown anything. */
  private turnedDown: Problem | null = null;
  private shown = false;
  private failures = 0;
  private pending: Act | null = null;
  private continued: number | null = null;
  /** The last event that this socket's other end knows to be seen. */
  private said = 0;
  /** Said while there was no connection; it goes out once there is one. */
  private kept: ClientMessage[] = [];

  constructor(
    private readonly match: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.atOnce);
    document.addEventListener("visibilitychange", this.atOnce);
    stay(match);
    this.open();
  }

  /** True while an action has been sent (or is kept) and is not answered yet. */
  get busy(): boolean {
    return this.pending !== null;
  }

  act(action: string, version: number, done: () => void = () => {}): void {
    this.pending = { id: freshId(), version, action, done };
    this.sendPending();
  }

  continueRound(round: number): void {
    this.continued = round;
    this.tell({ t: "continue", round });
  }

  /** The page has seen the events up to this one; the server sends those again that it does not know of. */
  ack(event: number): void {
    if (event - this.said >= mostUnsaid && this.tell({ t: "ack", event })) this.said = event;
  }

  /** Has the view of the seat that the page looks from, with the events after `acked()`. */
  hello(): void {
    this.said = this.listener.acked();
    this.tell({ t: "hello", acked: this.said, ...this.listener.wishes() });
  }

  /** Sends one of the small messages, or keeps it until there is a connection. */
  send(message: ClientMessage): void {
    if (!this.tell(message) && !this.closed) this.kept = [...this.kept, message].slice(-mostKept);
  }

  /** Ends it for good: the seats are left on purpose, which is told even if there is no connection just now. */
  leave(): void {
    const last = this.socket;
    this.end();
    part(this.match, last);
  }

  close(): void {
    const last = this.socket;
    this.end();
    last?.close();
  }

  private end(): void {
    this.closed = true;
    this.socket = null;
    removeEventListener("online", this.atOnce);
    document.removeEventListener("visibilitychange", this.atOnce);
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
  }

  /** Back from sleep, or on the network again: a connection that is dead does not say so by itself. */
  private readonly atOnce = () => {
    if (document.hidden || this.closed) return;
    if (this.socket === null) {
      clearTimeout(this.retry);
      this.open();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      this.hello();
      this.listen(0);
    }
  };

  private open(): void {
    const socket = earlySocket(this.match);
    this.socket = socket;
    this.opened = false;
    this.shown = false;
    this.turnedDown = null;
    if (socket.readyState === WebSocket.OPEN) this.greet();
    else socket.onopen = () => this.greet();
    socket.onmessage = (message) => {
      this.listen();
      this.hear(JSON.parse(String(message.data)) as ServerMessage);
    };
    socket.onclose = (event) => void this.lost(socket, event.code);
  }

  private greet(): void {
    this.opened = true;
    this.hello();
    this.sendPending();
    this.tellContinued();
    for (const message of this.kept.splice(0)) this.tell(message);
    this.listen();
  }

  private hear(message: ServerMessage): void {
    if (message.t === "now") {
      this.pause = firstPause;
      this.failures = 0;
      this.shown = true;
      if (this.continued !== null && message.view && message.view.round > this.continued)
        this.continued = null;
      const answered = message.reply !== null && message.reply.id === this.pending?.id ? this.pending : null;
      if (answered) this.pending = null;
      this.listener.link("open");
      this.listener.now(message);
      answered?.done();
    } else if (message.t === "refused") {
      if (!this.shown) this.turnedDown = message.error;
      if (message.id !== null && message.id !== "" && message.id === this.pending?.id) {
        this.pending = null;
        this.listener.refused(message.error);
      } else if (told.has(message.about ?? "")) this.listener.declined(message.error);
      else if (message.error.code === "room/not-kept") setTimeout(() => this.tellContinued(), anxious);
    }
  }

  private async lost(socket: WebSocket, code: number): Promise<void> {
    if (this.socket !== socket) return;
    this.socket = null;
    clearTimeout(this.heartbeat);
    if (this.closed) return;
    const refused = isRefusal(code) || (!this.opened && (await this.turnedAway()));
    if (this.closed) return;
    if (refused) {
      this.close();
      this.listener.ended(this.turnedDown);
      return;
    }
    this.listener.link("again");
    this.retry = window.setTimeout(() => this.open(), this.pause * (0.8 + Math.random() * 0.4));
    this.pause = Math.min(this.pause * 2, document.hidden ? longestHidden : longestPause);
  }

  /** A handshake that failed twice while the server answers other questions was a refusal. */
  private async turnedAway(): Promise<boolean> {
    try {
      const answer = await fetch("/api/catalog", { cache: "no-store" });
      if (!answer.ok) return false;
    } catch {
      return false;
    }
    this.failures += 1;
    return this.failures >= 2;
  }

  private listen(wait = quiet): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = window.setTimeout(() => {
      this.tell({ t: "ping" });
      this.heartbeat = window.setTimeout(() => this.giveUp(), this.busy ? anxious : patience);
    }, wait);
  }

  /** Nothing is heard: the browser may take long to notice, the page does not. */
  private giveUp(): void {
    const silent = this.socket;
    if (silent === null) return;
    silent.close();
    void this.lost(silent, 1006);
  }

  private sendPending(): void {
    if (this.pending === null) return;
    const { id, version, action } = this.pending;
    const acked = this.listener.acked();
    if (!this.tell({ t: "act", id, version, action, acked })) return;
    this.said = Math.max(this.said, acked);
    this.listen(anxious);
  }

  private tellContinued(): void {
    if (this.continued !== null) this.tell({ t: "continue", round: this.continued });
  }

  private tell(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
