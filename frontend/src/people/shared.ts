// Several people share this device: each of them goes by their name, since "you" would be all of them.

import type { Room } from "../protocol";

const shared = new WeakSet<Room>();

/** The room was told to a browser that holds these seats. */
export function markShared(room: Room, seats: number[]): void {
  if (seats.length > 1) shared.add(room);
}

export const isShared = (room: Room): boolean => shared.has(room);

/** Whether a seat is spoken to as "you". */
export const isYou = (room: Room, view: { seat: number | null }, seat: number | null): boolean =>
  seat !== null && seat === view.seat && !isShared(room);
