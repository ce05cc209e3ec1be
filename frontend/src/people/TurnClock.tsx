// The time of a turn, beside the name of the seat whose time runs.

import { useEffect } from "preact/hooks";
import type { Room } from "../protocol";
import { say } from "../words/say";
import { current } from "./current";
import { asTime, fewSeconds, leftOf, useSeconds } from "./time";

export function TurnClock({ room, seat }: { room: Room; seat: number }) {
  const clock = room.clock?.seat === seat ? room.clock : null;
  useSeconds(clock !== null);
  const left = clock === null ? 0 : leftOf(room, clock.left);
  const few = left <= fewSeconds;
  useEffect(() => {
    if (clock !== null && few) current.peek()?.warn(seat);
  }, [clock === null, few]);
  if (clock === null) return null;
  return (
    <span class={few ? "turn-clock few" : "turn-clock"} data-clock={left}>
      <span class="sr-only">{say("clock.left")}: </span>
      {asTime(left)}
    </span>
  );
}
