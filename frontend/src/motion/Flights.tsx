// Cards on their way, drawn over the table: from where they were to where they are on a shallow arc, turning once
// halfway. The table beneath is already laid; a card that is still flying is only hidden there.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Backside, Face } from "../cards/Picture";
import { motion } from "../settings";
import { aheadOf, comeBack, find } from "./ahead";
import type { Flight, Place, Shift } from "./beats";

const travel = 240;
const closing = 140;
const sliding = 200;
const movingUp = 80;
const settling = 60;
const easing = "cubic-bezier(.2,.8,.2,1)";
const settle = "cubic-bezier(.34,1.3,.64,1)";

const rectOf = (place: Place): DOMRect | undefined => find(place)?.getBoundingClientRect();

const taken = new Map<Place, DOMRect>();

/** Remembers where things lie just before the picture changes. */
export function measure(flights: Flight[], shifts: Shift[]): void {
  taken.clear();
  const places = new Set([
    ...flights.flatMap(({ from, over }) => [from, over ?? from]),
    ...shifts.map(({ from }) => from),
  ]);
  for (const place of places) {
    const rect = aheadOf(place) ?? rectOf(place);
    if (rect) taken.set(place, rect);
  }
  comeBack();
}

type Way = { flight: Flight; from: DOMRect; to: DOMRect; over: DOMRect | undefined; lands: HTMLElement | null };

const at = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** Grown or shrunk on the way where both ends have one form, drawn anew at every size where they have not. */
function arcOf({ from, to }: Way, still: boolean): { size: DOMRect; frames: Keyframe[] } {
  const rise = still ? -14 : -Math.min(46, 12 + Math.abs(to.left - from.left) * 0.08);
  const middle = { x: (from.left + to.left) / 2, y: (from.top + to.top) / 2 + rise };
  if (Math.abs(from.width * to.height - to.width * from.height) < 0.06 * from.width * to.height) {
    const scale = from.width / to.width;
    return {
      size: to,
      frames: [
        { transform: `${at(from.left, from.top)} scale(${scale})` },
        { transform: `${at(middle.x, middle.y)} scale(${(scale + 1) / 2})` },
        { transform: `${at(to.left, to.top)} scale(1)` },
      ],
    };
  }
  const sized = (width: number, height: number) => ({ width: `${width}px`, height: `${height}px` });
  return {
    size: from,
    frames: [
      { transform: at(from.left, from.top), ...sized(from.width, from.height) },
      {
        transform: at(middle.x, middle.y),
        ...sized((from.width + to.width) / 2, (from.height + to.height) / 2),
      },
      { transform: at(to.left, to.top), ...sized(to.width, to.height) },
    ],
  };
}

/** The row closes to one stack and slides off to the right, together. */
function walkOf({ from, over = from }: Way): { size: DOMRect; frames: Keyframe[] } {
  const away = over.left + over.width * 3.6;
  return {
    size: from,
    frames: [
      { transform: at(from.left, from.top), opacity: 1, easing: "ease-out" },
      {
        transform: at(over.left, over.top),
        opacity: 1,
        offset: closing / (closing + sliding),
        easing: "ease-in",
      },
      { transform: at(away, over.top), opacity: 0 },
    ],
  };
}

function fly(body: HTMLElement, way: Way, speed: number): Animation[] {
  const { flight, to } = way;
  const still = flight.from === flight.to;
  const walks = flight.over !== undefined;
  const { size, frames } = walks ? walkOf(way) : arcOf(way, still);
  const timing = {
    duration: (walks ? closing + sliding : travel) / speed,
    delay: flight.delay / speed,
    easing: walks ? "linear" : easing,
    fill: "both" as const,
  };
  body.style.width = `${size.width}px`;
  body.style.height = `${size.height}px`;
  body.style.setProperty("--cw", `${Math.min(size.width, to.width)}px`);
  const started = [body.animate(frames, timing)];
  const [shadow, inner] = body.children;
  if (!walks && shadow)
    started.push(shadow.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], timing));
  if (inner && inner.childElementCount > 1)
    started.push(inner.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], timing));
  return started;
}

/** Every flight of a batch starts at once; the batch has landed when its last card has. */
function begin(box: HTMLElement, flights: Flight[], shifts: Shift[], landed: () => void): () => void {
  const way = motion();
  const ways = flights.map((flight): Way | null => {
    const from = taken.get(flight.from) ?? rectOf(flight.from);
    const lands = flight.over === undefined ? find(flight.to) : null;
    const over = flight.over && taken.get(flight.over);
    const to = lands?.getBoundingClientRect() ?? over;
    return from && to && from.width > 0 && to.width > 0 ? { flight, from, to, over, lands } : null;
  });
  const moved = shifts.flatMap(({ from, to }) => {
    const was = taken.get(from);
    const element = find(to);
    return was && element ? [{ element, by: was.top - element.getBoundingClientRect().top }] : [];
  });
  taken.clear();
  const speed = way.kind === "travel" ? way.speed : 0;
  const running: Animation[] = [];
  let left = 0;
  for (const [index, one] of ways.entries()) {
    const body = box.children[index] as HTMLElement | undefined;
    if (speed === 0 || one === null || body === undefined) continue;
    const [flown, ...rest] = fly(body, one, speed);
    if (flown === undefined) continue;
    left += 1;
    running.push(flown, ...rest);
    flown.onfinish = () => {
      if (one.flight.to.startsWith("cell-") && one.flight.from !== one.flight.to)
        one.lands?.animate([{ scale: 1.03 }, { scale: 1 }], { duration: settling / speed, easing: settle });
      left -= 1;
      if (left === 0) landed();
    };
  }
  if (left === 0) queueMicrotask(landed);
  else
    for (const { element, by } of moved)
      running.push(
        element.animate([{ translate: `0 ${by}px` }, { translate: "0 0" }], {
          duration: movingUp / speed,
          delay: (closing + sliding) / speed,
          fill: "backwards",
          easing: "ease-out",
        }),
      );
  return () => {
    for (const animation of running) animation.cancel();
  };
}

function Flying({ flight }: { flight: Flight }) {
  const turns = (flight.before === null) !== (flight.after === null);
  const side = (card: string | null) => (card === null ? <Backside /> : <Face card={card} />);
  return (
    <span class="flying card">
      <span class="flying-shadow" />
      <span class="flying-inner">
        <span class="flying-side">{side(turns ? flight.before : flight.after)}</span>
        {turns && <span class="flying-side other">{side(flight.after)}</span>}
      </span>
    </span>
  );
}

type Shown = { flights: Flight[]; shifts: Shift[]; landed(): void };

export function Flights({ flights, shifts, landed }: Shown) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (flights.length === 0 || box.current === null) return;
    let here = true;
    const end = begin(box.current, flights, shifts, () => here && landed());
    return () => {
      here = false;
      end();
    };
  }, [flights]);
  return (
    <div ref={box} class="flights" aria-hidden="true">
      {flights.map((flight, index) => (
        <Flying key={`${flight.from}>${flight.to}:${index}`} flight={flight} />
      ))}
    </div>
  );
}

/** What is new on the table comes up in 80 ms, without travel. */
export function crossFade(places: Place[]): void {
  for (const place of [...places, "discard" as const, "hand" as const]) {
    find(place)?.animate([{ opacity: 0.25 }, { opacity: 1 }], { duration: 80 });
  }
}
