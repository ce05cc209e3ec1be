// One table as this page knows it: the newest truth, the picture shown on the way to it, and what was said.

import { batch, signal } from "@preact/signals";
import { beatsBetween, wayOf, type Beat, type Flight, type Place, type Shift } from "../motion/beats";
import { Connection, type Link } from "../net/connection";
import type { Event, Now, Problem, Room, View } from "../protocol";
import { motion } from "../settings";
import { answer, type Reason, type Tap } from "./tap";

export type Refused = { key: number; reason: Reason } | { key: number; problem: Problem };
export type Asking = { plain: string; declare: string };

type Memory = { acked: number; recent: Event[] };

const remembered = 14;
const maxQueued = 3;
const mostTold = 40;
/** How many beats the picture may be behind before it catches up at once, as when the seat plays elsewhere. */
const furthestBehind = 12;

export class TableMatch {
  readonly truth = signal<View | null>(null);
  readonly shown = signal<View | null>(null);
  readonly room = signal<Room | null>(null);
  readonly link = signal<Link>("opening");
  /** Why the server opens this table no more, once it does not. */
  readonly ended = signal<Problem | null>(null);
  readonly log = signal<Event[]>([]);
  /** Events said aloud, in order; the live region keeps them all. */
  readonly spoken = signal<Event[]>([]);
  readonly lifted = signal(false);
  readonly asking = signal<Asking | null>(null);
  readonly refused = signal<Refused | null>(null);
  readonly flights = signal<Flight[]>([]);
  readonly shifts = signal<Shift[]>([]);
  readonly fresh = signal<Place[]>([]);
  readonly version = signal(0);
  /** Counts the changes that are shown as a cross-fade. */
  readonly faded = signal(0);

  /** Set by the page: a card sets off as soon as its action has been sent; it comes back if that is refused. */
  setOff: (from: Place, to: Place) => void = () => {};
  comeBack: () => void = () => {};
  /** Set by the page: measures where cards lie just before the picture changes. */
  beforeChange: (flights: Flight[], shifts: Shift[]) => void = () => {};

  private readonly connection: Connection;
  private beats: Beat[] = [];
  private timer = 0;
  private rest = 0;
  private acked: number;
  private taps: Tap[] = [];
  private refusals = 0;

  constructor(readonly id: string) {
    const memory = this.recall();
    this.acked = memory.acked;
    this.log.value = memory.recent;
    this.connection = new Connection(id, {
      now: (message) => this.hear(message),
      refused: (problem) => this.refuse({ problem }),
      link: (state) => {
        this.link.value = state;
      },
      ended: (why) =>
        batch(() => {
          this.ended.value = why;
          this.link.value = "ended";
        }),
      acked: () => this.acked,
    });
  }

  /** True when the picture is the truth. */
  get settled(): boolean {
    return this.beats.length === 0 && this.flights.value.length === 0;
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
  }

  tap(tap: Tap): void {
    this.land();
    if (this.connection.busy) {
      // The table has not answered yet: the tap is kept and judged by what it answers.
      if (this.taps.length < maxQueued) this.taps.push(tap);
      return;
    }
    this.play(tap, true);
  }

  layBack(): void {
    this.lifted.value = false;
    this.asking.value = null;
  }

  decide(declare: boolean): void {
    const asked = this.asking.value;
    if (asked === null) return;
    this.asking.value = null;
    this.send(declare ? asked.declare : asked.plain);
  }

  continueRound(round: number): void {
    this.connection.continueRound(round);
  }

  dismiss(): void {
    this.refused.value = null;
  }

  /** Every card lands at once: the picture becomes the truth. */
  land(): void {
    if (this.settled) return;
    clearTimeout(this.timer);
    const left = this.beats;
    this.beats = [];
    batch(() => {
      this.flights.value = [];
      this.shown.value = this.truth.value;
      const marked = left.findLast(({ fresh }) => fresh.length > 0);
      if (marked) this.fresh.value = marked.fresh;
      this.tell(left.flatMap(({ events }) => events));
    });
  }

  /** Told by the page when the flights of a beat have landed. */
  landed(): void {
    if (this.flights.value.length > 0) this.flights.value = [];
    const way = motion();
    const pause = way.kind === "travel" && this.beats.length > 0 ? this.rest / way.speed : 0;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.nextBeat(), pause);
  }

  private play(tap: Tap, loud: boolean): void {
    const view = this.truth.value;
    if (view === null) return;
    const answered = answer(view, this.lifted.value, tap);
    if (answered.do === "refuse") {
      if (loud) this.refuse({ reason: answered.reason });
      return;
    }
    this.refused.value = null;
    this.asking.value = null;
    if (answered.do === "lift") this.lifted.value = answered.lifted;
    else if (answered.do === "ask") this.asking.value = { plain: answered.plain, declare: answered.declare };
    else if (answered.do === "act") this.send(answered.action);
    else {
      this.taps = [];
      this.send("take", () => {
        this.lifted.value = false;
        this.play(answered.tap, true);
      });
    }
  }

  private send(action: string, done: () => void = () => {}): void {
    const way = this.link.value === "open" && this.settled ? wayOf(action, this.truth.value?.seat ?? null) : null;
    this.connection.act(action, this.version.value, () => {
      done();
      while (!this.connection.busy && this.taps.length > 0) this.play(this.taps.shift() as Tap, false);
    });
    if (way) this.setOff(way.from, way.to);
  }

  private refuse(what: { reason: Reason } | { problem: Problem }): void {
    this.taps = [];
    this.comeBack();
    this.refusals += 1;
    batch(() => {
      this.lifted.value = false;
      this.refused.value = { key: this.refusals, ...what };
    });
  }

  private hear(message: Now): void {
    const first = this.truth.value === null;
    const events = message.events.filter(({ n }) => n > this.acked).sort((one, two) => one.n - two.n);
    const last = events[events.length - 1];
    batch(() => {
      if (message.version < this.version.value) return;
      this.version.value = message.version;
      this.truth.value = message.view;
      this.room.value = message.room;
      if (message.view.turn !== message.view.seat || message.view.phase !== "choose")
        this.lifted.value = false;
    });
    if (last) {
      this.acked = last.n;
      this.connection.ack(last.n);
    }
    const way = motion();
    if (this.beats.length > furthestBehind) this.land();
    const base = this.beats[this.beats.length - 1]?.view ?? this.shown.value;
    // Who sits down to a match that has just been dealt sees it dealt.
    const dealt = message.view.round === 1 && events.some(({ move }) => move === "deal");
    if (way.kind === "travel" && first && dealt && events.length <= mostTold) {
      this.beats.push(...beatsBetween(message.view, events, message.view));
      this.nextBeat();
    } else if (way.kind !== "travel" || first || base === null) {
      // Who joins a table that has been going on for long is not read all of it.
      this.fadeTo(events, way.kind === "fade", first && events.length > mostTold);
    } else if (events.length === 0) {
      if (this.settled) this.shown.value = message.view;
      else this.retarget(message.view);
    } else {
      const waiting = !this.settled;
      this.beats.push(...beatsBetween(base, events, message.view));
      if (!waiting) this.nextBeat();
    }
  }

  /** A newer view without events: the picture on its way ends there. */
  private retarget(view: View): void {
    const last = this.beats[this.beats.length - 1];
    if (last) last.view = view;
    else this.shown.value = view;
  }

  private fadeTo(events: Event[], fade: boolean, silent: boolean): void {
    const shown = this.shown.value ?? this.truth.value;
    const beats = shown && this.truth.value ? beatsBetween(shown, events, this.truth.value) : [];
    clearTimeout(this.timer);
    const left = this.beats;
    this.beats = [];
    batch(() => {
      this.flights.value = [];
      this.shown.value = this.truth.value;
      const marked = beats.findLast((beat) => beat.fresh.length > 0);
      if (marked) this.fresh.value = marked.fresh;
      this.tell([...left.flatMap((beat) => beat.events), ...events], silent);
    });
    if (fade) this.faded.value += 1;
  }

  private nextBeat(): void {
    clearTimeout(this.timer);
    const beat = this.beats.shift();
    if (beat === undefined) {
      this.shown.value = this.truth.value;
      return;
    }
    this.rest = beat.rest;
    this.beforeChange(beat.flights, beat.shifts);
    batch(() => {
      this.shown.value = beat.view;
      this.shifts.value = beat.shifts;
      this.flights.value = beat.flights;
      if (beat.fresh.length > 0) this.fresh.value = beat.fresh;
      this.tell(beat.events);
    });
    if (beat.flights.length === 0) this.landed();
  }

  private tell(events: Event[], silent = false): void {
    if (events.length === 0) return;
    this.log.value = [...this.log.value, ...events].slice(-remembered * 3);
    if (!silent) this.spoken.value = [...this.spoken.value, ...events].slice(-80);
    this.keep();
  }

  private recall(): Memory {
    try {
      const kept = JSON.parse(sessionStorage.getItem(`upcard/seen/${this.id}`) ?? "null") as Memory | null;
      if (kept && typeof kept.acked === "number" && Array.isArray(kept.recent)) return kept;
    } catch {
      // Nothing kept: the table tells it all again.
    }
    return { acked: 0, recent: [] };
  }

  private keep(): void {
    try {
      const memory: Memory = { acked: this.acked, recent: this.log.value.slice(-remembered) };
      sessionStorage.setItem(`upcard/seen/${this.id}`, JSON.stringify(memory));
    } catch {
      // A browser that keeps nothing only loses the lines of "Just now" on a reload.
    }
  }
}
