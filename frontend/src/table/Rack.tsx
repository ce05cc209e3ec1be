// A rack of ten: from the front with its faces (one's own, or shown at the end), or from behind.

import { RackOBack, RackOFace, Tab } from "../cards/RackOFace";
import { cellPlace, type Place } from "../motion/beats";
import type { Cell, Layout } from "../protocol";
import { say } from "../words/say";
import { cellLabel, type Playable } from "./Board";
import { useTable } from "./context";

type Shown = {
  layout: Layout;
  playable?: Playable | null;
  fresh?: Place[];
  arriving?: ReadonlySet<Place>;
  placed?: boolean;
};

/** The cells that count for the run so far; none of a rack whose numbers are not known. */
export const runOf = (layout: Layout): Set<number> =>
  new Set(
    layout.parts
      .filter(({ mark }) => mark === "run" && layout.unknown === 0)
      .flatMap(({ cells, match }) => (match.length > 0 ? match : cells)),
  );

const bonusOf = (layout: Layout): Set<number> =>
  new Set(
    layout.parts
      .filter(({ mark }) => mark === "run-bonus")
      .flatMap(({ cells, match }) => (match.length > 0 ? match : cells)),
  );

export function Rack({ layout, playable = null, fresh = [], arriving, placed = false }: Shown) {
  const { game, highest } = useTable();
  const run = runOf(layout);
  const bonus = bonusOf(layout);
  return (
    <div class={run.size === layout.cells.length ? "rack complete" : "rack"} data-slots={layout.cells.length}>
      {layout.cells.map((cell, at) => {
        const number = at + 1;
        const place = cellPlace(layout.seat, number);
        const action = playable?.actionOf(number) ?? null;
        const tag = action === null ? "" : (playable?.tagOf(number) ?? "");
        const common = {
          "data-cell": number,
          "data-card-known": String(cell.card !== null),
          "data-up": String(cell.up),
          ...(placed ? { "data-place": place } : {}),
          class: [
            "slot-card",
            action !== null && "legal",
            fresh.includes(place) && "fresh",
            arriving?.has(place) && "arriving",
          ]
            .filter(Boolean)
            .join(" "),
        };
        const inside = (
          <>
            {cell.card === null ? <RackOBack /> : <RackOFace card={cell.card} highest={highest} />}
            {tag !== "" && <span class="card-tag">{say(`tag.${tag}` as "tag.Walkout")}</span>}
          </>
        );
        const label = cellLabel(game, layout, number, cell);
        return (
          <div
            key={number}
            class={["slot", run.has(number) && "in-run", bonus.has(number) && "in-bonus"]
              .filter(Boolean)
              .join(" ")}
            style={{ "--at": at }}
          >
            <span class="slot-label" aria-hidden="true">
              {number * 5}
            </span>
            <div class="slot-hold">
              {playable === null ? (
                <span {...common} role="img" aria-label={label}>
                  {inside}
                </span>
              ) : (
                <button
                  {...common}
                  type="button"
                  data-action={action ?? undefined}
                  tabIndex={-1}
                  aria-label={[label, action !== null && say("cell.legal"), tag].filter(Boolean).join(", ")}
                  onClick={() => playable.tap(number)}
                >
                  {inside}
                </button>
              )}
              <i class="slot-lip" />
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Seen from behind: a tab shows through only for what everybody knows, and only where the viewer keeps it in sight. */
export function RackBehind({ layout, fresh = [], arriving, placed = false }: Shown) {
  const { game, highest } = useTable();
  return (
    <div class="rack-behind">
      {layout.cells.map((_, from) => {
        const at = layout.cells.length - 1 - from;
        const cell = layout.cells[at] as Cell;
        const place = cellPlace(layout.seat, at + 1);
        const seen = cell.card !== null;
        return (
          <span
            key={at}
            role="img"
            aria-label={cellLabel(game, layout, at + 1, cell)}
            data-cell={at + 1}
            data-card-known={String(seen)}
            data-up={String(cell.up)}
            {...(placed ? { "data-place": place } : {})}
            class={["slot-back", fresh.includes(place) && "fresh", arriving?.has(place) && "arriving"]
              .filter(Boolean)
              .join(" ")}
          >
            <svg width="100%" height="100%" aria-hidden="true">
              <rect width="100%" height="100%" fill="url(#petals)" />
            </svg>
            {seen && cell.card !== null && <Tab card={cell.card} highest={highest} />}
          </span>
        );
      })}
    </div>
  );
}
