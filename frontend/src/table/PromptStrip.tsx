// The hand and what may be done with it: the card just drawn or taken, a sentence, and the buttons.

import { useEffect, useRef } from "preact/hooks";
import { Backside, Face } from "../cards/Picture";
import type { Place } from "../motion/beats";
import { TurnClock } from "../people/TurnClock";
import type { Room, View } from "../protocol";
import { cardName, say, seatName } from "../words/say";
import { useTable } from "./context";
import { turnCall } from "./Plate";
import type { Prompt, PromptButton } from "./prompt";

type Shown = {
  view: View;
  room: Room;
  watching: boolean;
  prompt: Prompt;
  arriving: ReadonlySet<Place>;
  press(button: PromptButton): void;
};

function Held({ view, arriving }: { view: View; arriving: ReadonlySet<Place> }) {
  const { game } = useTable();
  const hand = view.hand?.seat === view.seat ? view.hand : null;
  return (
    <div class="hand" data-place="hand" data-hand={hand === null ? "" : (hand.card ?? "hidden")}>
      {hand !== null && (
        <span
          class={arriving.has("hand") ? "card held arriving" : "card held"}
          role="img"
          aria-label={
            hand.card === null
              ? say("hand.label.hidden")
              : say("hand.label", { card: cardName(game, hand.card) })
          }
        >
          {hand.card === null ? <Backside /> : <Face card={hand.card} />}
        </span>
      )}
    </div>
  );
}

export function PromptStrip({ view, room, watching, prompt, arriving, press }: Shown) {
  const strip = useRef<HTMLElement>(null);
  // A question wants its answer before anything else: the focus goes there.
  const question =
    prompt.mine &&
    prompt.buttons.some(({ does, action }) => "declare" in does || action.startsWith("walk-out"));
  useEffect(() => {
    if (question) strip.current?.querySelector<HTMLElement>(".acts button")?.focus({ preventScroll: true });
  }, [question]);
  return (
    <section
      ref={strip}
      class={["prompt", watching && "watching", view.hand !== null && view.hand.seat === view.seat && "holding", question && "question"]
        .filter(Boolean)
        .join(" ")}
      data-prompt={prompt.mine ? "mine" : "theirs"}
    >
      <Held view={view} arriving={arriving} />
      {view.seat !== null && <TurnClock room={room} seat={view.seat} />}
      <div class="say">
        {prompt.mine && <span class="tag tag-turn say-turn">{turnCall(view, room)}</span>}
        <p class="say-title">{watching ? say("seat.watching") : prompt.title}</p>
        {watching && (
          <p class="say-more">
            {prompt.title} <span class="near-name">{say("seat.near", { name: seatName(room, view, 0) })}</span>
          </p>
        )}
        {prompt.more !== "" && !watching && (
          <p class="say-more">
            {prompt.more}
            {prompt.aside && <span class="say-aside"> {prompt.aside}</span>}
          </p>
        )}
      </div>
      {prompt.buttons.length > 0 && (
        <div class="acts">
          {prompt.buttons.map((button) => (
            <button
              key={button.action}
              type="button"
              class={["button", button.go ? "go" : button.strong ? "" : "quiet"].join(" ")}
              data-action={button.action}
              onClick={() => press(button)}
            >
              {button.label}
              <kbd aria-hidden="true">{button.key}</kbd>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
