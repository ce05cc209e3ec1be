// The time of a turn, beside the name of the seat whose time runs.

import type { Room } from "../protocol";
import { say } from "../words/say";
import { asTime, leftOf, useSeconds } from "./time";

const few = 10;

export function TurnClock({ room, seat }: { room: Room; seat: number }) {
  const clock = room.clock?.seat === seat ? room.clock : null;
  useSeconds(clock !== null);
  if (clock === null) return null;
  const left = leftOf(room, clock.left);
  return (
    <span class={left <= few ? "turn-clock few" : "turn-clock"} data-clock={left}>
      <span class="sr-only">{say("clock.left")}: </span>
      {asTime(left)}
    </span>
  );
}
