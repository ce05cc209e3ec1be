// Between two people at one device: nothing of either's cards is on the page until the next one is there.

import { useEffect, useRef } from "preact/hooks";
import { Backside } from "../cards/Picture";
import type { Room } from "../protocol";
import { panel } from "../shell";
import type { TableMatch } from "../table/match";
import { say } from "../words/say";

export function Curtain({ match, room, seat }: { match: TableMatch; room: Room; seat: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const name = room.seats[seat]?.name ?? "";
  useEffect(() => {
    // A panel that is open belongs to the one before.
    panel.value = null;
    button.current?.focus({ preventScroll: true });
  }, [seat]);
  return (
    <main class="curtain" data-curtain={seat}>
      <span class="card curtain-card" aria-hidden="true">
        <Backside />
      </span>
      <h2 class="result-head">
        <bdi>{say("curtain.pass", { name })}</bdi>
      </h2>
      <p>{say("curtain.more")}</p>
      <button
        ref={button}
        type="button"
        class="button go"
        data-action="lift-curtain"
        data-primary
        onClick={() => match.lift()}
      >
        <bdi>{say("curtain.lift", { name })}</bdi>
      </button>
    </main>
  );
}
