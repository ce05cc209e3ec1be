// What the people at a table do that is no move: they go, come back, are stood in for. Told in order with the events.

import type { Room, RoomSeat } from "../protocol";

export type What = "away" | "back" | "stand-in" | "left" | "sat" | "host" | "stop" | "go-on" | "clocked" | "ten" | "failed";

/** `n` is its own number; it is told after the event `after`. */
export type Note = { n: number; after: number; what: What; seat: number };

type News = Pick<Note, "what" | "seat">;

export const isNote = <Other extends object>(told: Other | Note): told is Note => "what" in told;

const taken = ({ kind }: RoomSeat) => kind === "person";

function newsOfSeat(before: RoomSeat, after: RoomSeat): What | null {
  if (!taken(after) || before.state === after.state) return null;
  if (!taken(before)) return "sat";
  if (after.state === "here") return "back";
  return after.state === "open" ? null : after.state;
}

/** What has changed among people from one room to the next. Of one's own seats only what others do is news. */
export function newsBetween(before: Room, after: Room, own: number[]): News[] {
  if (before.stage !== "playing" || after.stage !== "playing") return [];
  const news: News[] = [];
  for (const seat of after.seats) {
    const was = before.seats.find((each) => each.seat === seat.seat);
    const what = was && !own.includes(seat.seat) ? newsOfSeat(was, seat) : null;
    if (what) news.push({ what, seat: seat.seat });
  }
  for (const seat of after.stop) if (!before.stop.includes(seat)) news.push({ what: "stop", seat });
  const asked = before.stop[0];
  if (asked !== undefined && after.stop.length === 0 && after.seats[asked]?.state === "here") news.push({ what: "go-on", seat: asked });
  after.clocked.forEach((count, seat) => {
    if (count > (before.clocked[seat] ?? 0)) news.push({ what: "clocked", seat });
  });
  after.failed.forEach((count, seat) => {
    if (count > (before.failed[seat] ?? 0)) news.push({ what: "failed", seat });
  });
  if (after.host !== null && after.host !== before.host) news.push({ what: "host", seat: after.host });
  return news;
}
