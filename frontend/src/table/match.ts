// One table as this page knows it: the newest truth, the picture shown on the way to it, and what was said.

import { batch, signal } from "@preact/signals";
import { wayOf, type Place } from "../motion/beats";
import { Connection, type Link } from "../net/connection";
import { eyesFor, veiled } from "../people/eyes";
import { isNote, newsBetween, type Note } from "../people/notes";
import { markShared } from "../people/shared";
import { fewSeconds, stamp } from "../people/time";
import type { ClientMessage, Event, Now, Problem, Room, Said, View } from "../protocol";
import { settings } from "../settings";
import { heard } from "../talk/lines";
import { keep, keepCounted, missedSince, recall, recallCounted, type Missed, type Told } from "./memory";
import { Picture } from "./picture";
import { answer, type Reason, type Tap } from "./tap";

export type Refused = { key: number; reason: Reason } | { key: number; problem: Problem };
export type Asking = { plain: string; declare: string };

const remembered = 14;
/** How long a turn that is over stays in sight before the curtain, in milliseconds. */
const beforeCurtain = 900;
const maxQueued = 3;

export class TableMatch {
  readonly truth = signal<View | null>(null);
  readonly room = signal<Room | null>(null);
  /** The seats this browser holds: none for a watcher, several where people share the device. */
  readonly seats = signal<number[]>([]);
  readonly talk = signal<Said[]>([]);
  /** Whom the device is passed to; the table is hidden until they say that they are there. */
  readonly curtain = signal<number | null>(null);
  readonly missed = signal<Missed | null>(null);
  readonly link = signal<Link>("opening");
  /** Why the server opens this table no more, once it does not. */
  readonly ended = signal<Problem | null>(null);
  readonly log = signal<Told[]>([]);
  /** What is said aloud, in order; the live region keeps it all. */
  readonly spoken = signal<Told[]>([]);
  readonly lifted = signal(false);
  readonly asking = signal<Asking | null>(null);
  readonly refused = signal<Refused | null>(null);
  readonly version = signal(0);
  readonly picture = new Picture(this.truth, {
    tell: (events, silent) => this.tell(events, silent),
    rested: () => this.lookAround(),
  });

  /** Set by the page: a card sets off as soon as its action has been sent; it comes back if that is refused. */
  setOff: (from: Place, to: Place) => void = () => {};
  comeBack: () => void = () => {};

  private readonly connection: Connection;
  private acked: number;
  private taps: Tap[] = [];
  private refusals = 0;
  /** The seat of several that the page looks from. */
  private eyes: number | null = null;
  /** The lines of "Just now" are asked for anew, as these eyes may know them. */
  private relearns = false;
  private falling = 0;
  private notes: Note[] = [];
  private lastNote: number;
  /** The seat whose owner has heard that few seconds are left. */
  private warned: number | null = null;

  constructor(readonly id: string) {
    const memory = recall(id);
    this.acked = memory.acked;
    this.log.value = memory.recent;
    this.lastNote = Math.max(0, ...memory.recent.filter(isNote).map(({ n }) => n));
    this.connection = new Connection(id, {
      now: (message) => this.hear(message),
      refused: (problem) => this.refuse({ problem }),
      declined: (problem) => this.object({ problem }),
      link: (state) => {
        this.link.value = state;
      },
      ended: (why) =>
        batch(() => {
          this.ended.value = why;
          this.link.value = "ended";
        }),
      acked: () => (this.relearns ? Math.max(0, this.acked - remembered * 3) : this.acked),
      wishes: () => ({ look: this.eyes, moment: settings.value.moment }),
    });
  }

  close(): void {
    this.picture.close();
    clearTimeout(this.falling);
    this.connection.close();
  }

  /** This browser's seats are left on purpose. The page goes elsewhere; nothing more is heard of this table. */
  leave(): void {
    this.connection.leave();
  }

  tap(tap: Tap): void {
    this.picture.land();
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
    this.act(declare ? asked.declare : asked.plain);
  }

  continueRound(round: number): void {
    this.connection.continueRound(round);
  }

  /** One of the small messages: to the others, or to the table. */
  send(message: ClientMessage): void {
    this.connection.send(message);
  }

  dismiss(): void {
    this.refused.value = null;
  }

  /** The owner of a seat hears once a turn that few seconds are left. */
  warn(seat: number): void {
    if (this.warned === seat || !this.seats.value.includes(seat)) return;
    this.warned = seat;
    this.spoken.value = [...this.spoken.value, { n: (this.lastNote += 1), after: this.acked, what: "ten", seat }];
  }

  /** The person whom the device was passed to is there. */
  lift(): void {
    if (this.curtain.value !== null) this.look(this.curtain.value);
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
    else if (answered.do === "act") this.act(answered.action);
    else {
      this.taps = [];
      this.act("take", () => {
        this.lifted.value = false;
        this.play(answered.tap, true);
      });
    }
  }

  private act(action: string, done: () => void = () => {}): void {
    const way = this.link.value === "open" && this.picture.settled ? wayOf(action, this.truth.value?.seat ?? null) : null;
    this.connection.act(action, this.version.value, () => {
      done();
      while (!this.connection.busy && this.taps.length > 0) this.play(this.taps.shift() as Tap, false);
    });
    if (way) this.setOff(way.from, way.to);
  }

  private refuse(what: { reason: Reason } | { problem: Problem }): void {
    this.taps = [];
    this.comeBack();
    batch(() => {
      this.lifted.value = false;
      this.object(what);
    });
  }

  private object(what: { reason: Reason } | { problem: Problem }): void {
    this.refusals += 1;
    this.refused.value = { key: this.refusals, ...what };
  }

  private hear(message: Now): void {
    const { room, view } = message;
    const before = this.truth.value;
    const first = before === null;
    // One device, several seats: what was meant for other eyes than these is not looked at.
    const strange = view !== null && message.seats.length > 1 && view.seat !== this.eyes;
    const events = strange
      ? []
      : message.events.filter(({ n }) => n > this.acked).sort((one, two) => one.n - two.n);
    const last = events[events.length - 1];
    this.takeIn(message, events);
    if (room.stage === "gathering")
      void import("../fair/word").then(({ contribute }) =>
        contribute(this.id, room, message.seats, (word) => this.send(word)),
      );
    if (view === null || strange) return;
    batch(() => {
      if (message.version < this.version.value) return;
      this.version.value = message.version;
      this.truth.value = view;
      if (view.turn !== view.seat || view.phase !== "choose") this.lifted.value = false;
    });
    if (this.relearns) {
      this.relearns = false;
      this.log.value = message.events.filter(({ n }) => n <= this.acked).slice(-remembered * 3);
      this.connection.ack(this.acked);
    }
    if (last) {
      this.acked = last.n;
      this.connection.ack(last.n);
    }
    this.picture.follow(view, events, first, before !== null && before.seat !== view.seat);
    if (this.picture.settled) this.tell([]);
    this.lookAround();
  }

  /** Who is here, what they say, and what happened for those who were not. */
  private takeIn({ room, seats, talk }: Now, events: Event[]): void {
    const before = this.room.value;
    const missed = missedSince(before ?? recallCounted(this.id), room, seats, events, this.missed.value);
    if (room.clock?.seat !== this.warned || room.clock.left > fewSeconds) this.warned = null;
    if (before) {
      const news = newsBetween(before, room, seats);
      const after = events[events.length - 1]?.n ?? this.acked;
      this.notes.push(...news.map((one) => ({ ...one, n: (this.lastNote += 1), after })));
    }
    batch(() => {
      stamp(room);
      markShared(room, seats);
      this.room.value = room;
      if (seats.join() !== this.seats.value.join()) this.seats.value = seats;
      if (talk.length > 0) this.talk.value = heard(this.talk.value, talk);
      this.missed.value = missed;
    });
    keepCounted(this.id, room.stage === "playing" && seats.length > 0 ? room : null);
  }

  /** Events, and then what people did until then. */
  private tell(events: Event[], silent = false): void {
    const until = this.picture.settled ? Infinity : (events[events.length - 1]?.n ?? 0);
    const due = this.notes.filter(({ after }) => after <= until);
    if (events.length + due.length === 0) return;
    this.notes = this.notes.filter(({ after }) => after > until);
    this.log.value = [...this.log.value, ...events, ...due].slice(-remembered * 3);
    this.spoken.value = [...this.spoken.value, ...(silent ? [] : events), ...due].slice(-80);
    this.keep();
  }

  private keep(): void {
    keep(this.id, { acked: this.acked, recent: this.log.value.slice(-remembered) });
  }

  // --- several people on one device ---------------------------------------------------------------

  /** Once the picture rests, the page looks from the seat that is to move; between two secrets a curtain falls. */
  private lookAround(): void {
    const [room, view] = [this.room.value, this.truth.value];
    clearTimeout(this.falling);
    if (room === null || view === null || this.seats.value.length < 2) return;
    if (!this.picture.settled || this.connection.busy || view.seat !== this.eyes) return;
    const { look, curtain } = eyesFor(view, room, this.seats.value, this.eyes);
    if (curtain === null) this.curtain.value = null;
    else if (this.eyes === null) this.fall(curtain);
    else this.falling = window.setTimeout(() => this.fall(curtain), beforeCurtain);
    if (curtain === null && look !== this.eyes) this.look(look);
  }

  /** Has the server know what this browser wishes by now. */
  greet(): void {
    this.connection.hello();
  }

  private look(seat: number | null): void {
    this.eyes = seat;
    this.relearns = true;
    this.connection.hello();
  }

  /** From now on the page holds nothing that only one of its people may see. */
  private fall(seat: number): void {
    if (this.curtain.value === seat) return;
    batch(() => {
      this.curtain.value = seat;
      this.layBack();
      this.dismiss();
      this.missed.value = null;
      this.picture.fresh.value = [];
      this.log.value = [];
      this.spoken.value = [];
      this.truth.value = this.picture.shown.value = this.truth.value && veiled(this.truth.value);
    });
    this.keep();
    this.look(null);
  }
}
