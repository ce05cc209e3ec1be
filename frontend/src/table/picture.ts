// What the page shows on its way to the newest truth: beat after beat, each with cards that fly.

import { batch, signal, type ReadonlySignal } from "@preact/signals";
import { beatsBetween, type Beat, type Flight, type Place, type Shift } from "../motion/beats";
import type { Event, View } from "../protocol";
import { motion } from "../settings";

const mostTold = 40;
/** How many beats the picture may be behind before it catches up at once, as when the seat plays elsewhere. */
const furthestBehind = 12;

type Told = {
  /** What happened is told as the picture comes to it; silently where it is old. */
  tell(events: Event[], silent?: boolean): void;
  /** The picture is the truth. */
  rested(): void;
};

export class Picture {
  readonly shown = signal<View | null>(null);
  readonly flights = signal<Flight[]>([]);
  readonly shifts = signal<Shift[]>([]);
  readonly fresh = signal<Place[]>([]);
  /** Counts the changes that are shown as a cross-fade. */
  readonly faded = signal(0);

  /** Set by the page: measures where cards lie just before the picture changes. */
  beforeChange: (flights: Flight[], shifts: Shift[]) => void = () => {};

  private beats: Beat[] = [];
  private timer = 0;
  private rest = 0;

  constructor(
    private readonly truth: ReadonlySignal<View | null>,
    private readonly told: Told,
  ) {}

  /** True when the picture is the truth. */
  get settled(): boolean {
    return this.beats.length === 0 && this.flights.value.length === 0;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** The picture follows the newest view. */
  follow(view: View, events: Event[], first: boolean, otherEyes: boolean): void {
    const way = motion();
    if (this.beats.length > furthestBehind) this.land();
    const base = this.beats[this.beats.length - 1]?.view ?? this.shown.value;
    // Who sits down to a match that has just been dealt sees it dealt.
    const dealt = view.round === 1 && events.some(({ move }) => move === "deal");
    if (way.kind === "travel" && first && dealt && events.length <= mostTold) {
      this.beats.push(...beatsBetween(view, events, view));
      this.nextBeat();
    } else if (way.kind !== "travel" || first || otherEyes || base === null) {
      // Who joins a table that has been going on for long is not read all of it.
      this.fadeTo(events, way.kind === "fade" && !otherEyes, first && events.length > mostTold);
    } else if (events.length === 0) {
      if (this.settled) this.shown.value = view;
      else this.retarget(view);
    } else {
      const waiting = !this.settled;
      this.beats.push(...beatsBetween(base, events, view));
      if (!waiting) this.nextBeat();
    }
  }

  /** Every card lands at once: the picture becomes the truth. */
  land(): void {
    if (this.settled) return;
    this.settle(this.beats, [], false);
    this.told.rested();
  }

  /** Told by the page when the flights of a beat have landed. */
  landed(): void {
    if (this.flights.value.length > 0) this.flights.value = [];
    const way = motion();
    const pause = way.kind === "travel" && this.beats.length > 0 ? this.rest / way.speed : 0;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.nextBeat(), pause);
  }

  /** A newer view without events: the picture on its way ends there. */
  private retarget(view: View): void {
    const last = this.beats[this.beats.length - 1];
    if (last) last.view = view;
    else this.shown.value = view;
  }

  private fadeTo(events: Event[], fade: boolean, silent: boolean): void {
    const shown = this.shown.value ?? this.truth.value;
    this.settle(shown && this.truth.value ? beatsBetween(shown, events, this.truth.value) : [], events, silent);
    if (fade) this.faded.value += 1;
  }

  /** Nothing is on its way any more: marked is what these beats mark last, told is what was left and `more`. */
  private settle(beats: Beat[], more: Event[], silent: boolean): void {
    clearTimeout(this.timer);
    const left = this.beats;
    this.beats = [];
    batch(() => {
      this.flights.value = [];
      this.shown.value = this.truth.value;
      const marked = beats.findLast(({ fresh }) => fresh.length > 0);
      if (marked) this.fresh.value = marked.fresh;
      this.told.tell([...left.flatMap(({ events }) => events), ...more], silent);
    });
  }

  private nextBeat(): void {
    clearTimeout(this.timer);
    const beat = this.beats.shift();
    if (beat === undefined) {
      this.shown.value = this.truth.value;
      this.told.tell([]);
      this.told.rested();
      return;
    }
    this.rest = beat.rest;
    this.beforeChange(beat.flights, beat.shifts);
    batch(() => {
      this.shown.value = beat.view;
      this.shifts.value = beat.shifts;
      this.flights.value = beat.flights;
      if (beat.fresh.length > 0) this.fresh.value = beat.fresh;
      this.told.tell(beat.events);
    });
    if (beat.flights.length === 0) this.landed();
  }
}
