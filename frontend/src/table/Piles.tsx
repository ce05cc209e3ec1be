// The draw pile and the discard: stacks with their counts, each one button; the Burn Pile where there is one.

import { Backside, Face } from "../cards/Picture";
import type { Place } from "../motion/beats";
import type { View } from "../protocol";
import { cardName, say, sayCount } from "../words/say";
import type { Tap } from "./tap";
import { useTable } from "./context";

type Shown = { view: View; lifted: boolean; arriving: ReadonlySet<Place>; tap(tap: Tap): void };

export function Piles({ view, lifted, arriving, tap }: Shown) {
  const { game } = useTable();
  const legal = (action: string) => view.legal.some((choice) => choice.action === action);
  const draw = legal("draw");
  const take = legal("take");
  const upcard = view.discard[view.discard.length - 1] ?? null;
  const under = view.discard[view.discard.length - 2] ?? null;
  // While a card flies to the discard, the one it will cover lies there still.
  const landing = arriving.has("discard");
  const top = landing ? under : upcard;
  const known = view.pile_top[0] ?? null;
  const pileLabel =
    view.pile === 0
      ? say("pile.label.empty")
      : known === null
        ? sayCount("pile.label", view.pile)
        : sayCount("pile.label.top", view.pile, { card: cardName(game, known) });
  return (
    <section class="piles" aria-label={say("pile.name")}>
      <div class="pile">
        <button
          type="button"
          class={["stack", draw && "legal", view.pile > 8 && "thick"].filter(Boolean).join(" ")}
          data-pile="pile"
          data-place="pile"
          data-legal={String(draw)}
          aria-label={[pileLabel, draw && say("cell.legal")].filter(Boolean).join(", ")}
          onClick={() => tap({ on: "pile" })}
        >
          {view.pile === 0 ? (
            <span class="ghost" />
          ) : (
            <span class="card lying">
              <Backside />
            </span>
          )}
        </button>
        <span class="pile-name" aria-hidden="true">
          {say("pile.name")} <b>{view.pile}</b>
        </span>
      </div>
      <div class="pile">
        <button
          type="button"
          class={["stack", take && "legal", lifted && "lifted", view.discard.length > 8 && "thick"]
            .filter(Boolean)
            .join(" ")}
          data-pile="discard"
          data-place="discard"
          data-legal={String(take)}
          data-upcard={upcard ?? ""}
          aria-pressed={take ? lifted : undefined}
          aria-label={[
            upcard === null
              ? say("discard.label.empty")
              : sayCount("discard.label", view.discard.length, { card: cardName(game, upcard) }),
            take && say("cell.legal"),
            lifted && say("discard.lifted"),
          ]
            .filter(Boolean)
            .join(", ")}
          onClick={() => tap({ on: "discard" })}
        >
          {under !== null && !landing && (
            <span class="card lying under">
              <Face card={under} />
            </span>
          )}
          {top === null ? (
            <span class="ghost" />
          ) : (
            <span class="card lying top">
              <Face card={top} />
            </span>
          )}
        </button>
        <span class="pile-name" aria-hidden="true">
          {say("pile.discard")} <b>{view.discard.length}</b>
        </span>
      </div>
    </section>
  );
}

export function BurnPile({ view }: { view: View }) {
  if (view.game !== "rat-race") return null;
  const shown = Math.min(view.burn.length, 3);
  return (
    <div class="burn" data-place="burn" data-burnt={view.burn.length}>
      {view.burn.length > 0 && (
        <>
          <span class="burn-cards" aria-hidden="true">
            {Array.from({ length: shown }, (_, at) => (
              <span key={at} class="card">
                <Backside />
              </span>
            ))}
          </span>
          <span>
            {say("pile.burn")} <b>{view.burn.length}</b>
          </span>
        </>
      )}
    </div>
  );
}
