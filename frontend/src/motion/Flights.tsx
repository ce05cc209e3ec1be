// Cards on their way, drawn over the table: from where they were to where they are on a shallow arc, turning once
// halfway. The table beneath is already laid; a card that is still flying is only hidden there.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Backside, Face } from "../cards/Picture";
import { motion } from "../settings";
import type { Flight, Place } from "./beats";

const travel = 240;
const turning = 240;
const walkout = 420;
const easing = "cubic-bezier(.2,.8,.2,1)";

const find = (place: Place): Element | null => {
  const element = document.querySelector(`[data-place="${place}"]`);
  return element?.querySelector(":scope > .card:last-of-type, :scope > .held") ?? element;
};

const taken = new Map<Place, DOMRect>();

/** Remembers where cards lie just before the picture changes. */
export function measure(flights: Flight[]): void {
  taken.clear();
  for (const { from } of flights) {
    const element = find(from);
    if (element) taken.set(from, element.getBoundingClientRect());
  }
}

function Flying({ flight, landed }: { flight: Flight; landed(): void }) {
  const card = useRef<HTMLSpanElement>(null);
  const inner = useRef<HTMLSpanElement>(null);
  const turns = (flight.before === null) !== (flight.after === null);
  useLayoutEffect(() => {
    const way = motion();
    const from = taken.get(flight.from);
    const to = find(flight.to)?.getBoundingClientRect();
    const body = card.current;
    if (way.kind !== "travel" || !from || !to || !body || from.width === 0 || to.width === 0) {
      landed();
      return;
    }
    const still = flight.from === flight.to;
    const duration = (flight.to === "burn" ? walkout : still ? turning : travel) / way.speed;
    const timing = { duration, delay: flight.delay / way.speed, easing, fill: "both" as const };
    const arc = still ? -14 : -Math.min(46, 12 + Math.abs(to.left - from.left) * 0.08);
    const middle = { x: (from.left + to.left) / 2, y: (from.top + to.top) / 2 + arc };
    const size = (rect: DOMRect) => ({ width: `${rect.width}px`, height: `${rect.height}px` });
    const flown = body.animate(
      [
        { transform: `translate(${from.left}px, ${from.top}px)`, ...size(from), offset: 0 },
        {
          transform: `translate(${middle.x}px, ${middle.y}px)`,
          width: `${(from.width + to.width) / 2}px`,
          height: `${(from.height + to.height) / 2}px`,
          offset: 0.5,
        },
        { transform: `translate(${to.left}px, ${to.top}px)`, ...size(to), offset: 1 },
      ],
      timing,
    );
    if (turns) {
      inner.current?.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], timing);
    }
    let gone = false;
    flown.onfinish = () => {
      if (!gone) landed();
    };
    return () => {
      gone = true;
      flown.cancel();
    };
  }, []);
  const first = flight.before === null ? <Backside /> : <Face card={flight.before} />;
  return (
    <span ref={card} class="flying card">
      <span ref={inner} class="flying-inner">
        <span class="flying-side">
          {turns || flight.after === null ? first : <Face card={flight.after} />}
        </span>
        {turns && (
          <span class="flying-side other">
            {flight.after === null ? <Backside /> : <Face card={flight.after} />}
          </span>
        )}
      </span>
    </span>
  );
}

export function Flights({ flights, landed }: { flights: Flight[]; landed(): void }) {
  const left = useRef(0);
  const batch = useRef<Flight[]>([]);
  if (batch.current !== flights) {
    batch.current = flights;
    left.current = flights.length;
  }
  const one = () => {
    left.current -= 1;
    // Landing changes the table; it waits for the page to have drawn this picture.
    if (left.current === 0) queueMicrotask(landed);
  };
  return (
    <div class="flights" aria-hidden="true">
      {flights.map((flight, at) => (
        <Flying key={`${flight.from}>${flight.to}:${at}:${flights.length}`} flight={flight} landed={one} />
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
