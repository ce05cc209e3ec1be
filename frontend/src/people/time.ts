// Seconds that the server has told, counted on from when they were told: a clock, a wait.

import { useEffect, useState } from "preact/hooks";
import type { Room } from "../protocol";

/** From here on a clock is marked, and its owner hears of it. */
export const fewSeconds = 10;

const told = new WeakMap<Room, number>();

/** The room has just been told: its seconds count from now. */
export function stamp(room: Room): void {
  told.set(room, performance.now());
}

/** What is left now of so many seconds told with the room, whole and never below zero. */
export const leftOf = (room: Room, seconds: number, now = performance.now()): number =>
  Math.max(0, Math.ceil(seconds - (now - (told.get(room) ?? now)) / 1000));

/** Shows a part of the page again every second while `running`. */
export function useSeconds(running: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
}

export const asTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
