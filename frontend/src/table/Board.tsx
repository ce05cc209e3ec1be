// A seat's cards drawn from its Layout alone: rows × columns with brackets, rails, squares and feet. It is enough
// for any game whose layout is a grid; the cards' faces are the only thing a game adds.

import { Icon } from "../art/Icon";
import { Backside, Face } from "../cards/Picture";
import type { Cell, Layout, Part } from "../protocol";
import { cardName, cardWord, figure, listed, placeName, say } from "../words/say";
import { cellPlace, type Place } from "../motion/beats";
import { useTable } from "./context";

export type Playable = {
  /** The action a tap on a cell sends, or null where none is legal. */
  actionOf(cell: number): string | null;
  tagOf(cell: number): string;
  tap(cell: number): void;
};

type Shown = {
  layout: Layout;
  playable?: Playable | null;
  fresh?: Place[];
  arriving?: ReadonlySet<Place>;
  /** Places whose cards are on their way or have yet to move up: no mark is drawn over them. */
  moving?: ReadonlySet<Place>;
  feet?: boolean;
  /** Only the table itself carries places for cards to fly to. */
  placed?: boolean;
};

export function cellLabel(game: string, layout: Layout, cell: number, shown: Cell): string {
  const where = placeName(layout, cell);
  if (shown.card !== null && (shown.up || layout.kind === "rack"))
    return `${where}, ${cardName(game, shown.card)}`;
  if (shown.card !== null) return `${where}, ${say("cell.down.known", { card: cardName(game, shown.card) })}`;
  return `${where}, ${say("cell.down")}`;
}

const rowOf = (layout: Layout, cell: number) => Math.floor((cell - 1) / layout.columns);
const columnOf = (layout: Layout, cell: number) => (cell - 1) % layout.columns;

/** "2", "2 + ?", or "?" where nothing is sure yet. */
export function sumOf(part: Pick<Part, "score" | "unknown">, bare = false): string {
  if (part.unknown === 0) return figure(part.score);
  return bare && part.score === 0 ? "?" : say("foot.unknown", { n: figure(part.score) });
}

function Bracket({ layout, part }: { layout: Layout; part: Part }) {
  const cells = part.match.length > 0 ? part.match : part.cells;
  const rows = cells.map((cell) => rowOf(layout, cell));
  const first = Math.min(...rows);
  return (
    <i
      class="bracket"
      style={{
        "--column": columnOf(layout, cells[0] ?? 1),
        "--row": first,
        "--span": Math.max(...rows) - first,
      }}
    />
  );
}

function Rail({ layout, part }: { layout: Layout; part: Part }) {
  const { game } = useTable();
  const words = part.needs.map((card) => cardWord(game, card));
  const row = rowOf(layout, part.cells[0] ?? 1);
  const all =
    words.length > 1
      ? say("rail.or", { a: listed(words.slice(0, -1)), b: words[words.length - 1] ?? "" })
      : (words[0] ?? "");
  return (
    <>
      <i class="rail" style={{ "--row": row }} />
      <span
        class="rail-tag"
        style={{ "--row": row }}
        role="img"
        aria-label={say("rail.needs", { cards: all })}
      >
        <Icon name="right" />
        <span class="rail-long">{all}</span>
        <span class="rail-short">{words[0] ?? ""}</span>
      </span>
    </>
  );
}

function Square({ layout, part }: { layout: Layout; part: Part }) {
  const cell = Math.min(...part.cells);
  return (
    <i
      class="square-mark"
      role="img"
      aria-label={say("foot.square", { n: figure(part.score) })}
      style={{ "--row": rowOf(layout, cell), "--column": columnOf(layout, cell) }}
    >
      <b>{figure(part.score)}</b>
    </i>
  );
}

function Foot({ layout, column }: { layout: Layout; column: number }) {
  const parts = layout.parts.filter(
    ({ mark, cells }) =>
      (mark === "column" || mark === "match" || mark === "") &&
      cells.length > 0 &&
      cells.every((cell) => columnOf(layout, cell) === column),
  );
  if (parts.length === 0) return <span class="foot" />;
  const matched = parts.some(({ mark, match }) => mark === "match" || match.length > 1);
  const sum = {
    score: parts.reduce((total, { score }) => total + score, 0),
    unknown: parts.reduce((total, { unknown }) => total + unknown, 0),
  };
  const most = parts.find(({ at_most }) => at_most !== null)?.at_most ?? null;
  const sure = sumOf(sum, true);
  const text = most === null ? sure : say("foot.most", { n: figure(most) });
  const short = sum.unknown > 0 && sure !== "?" ? `${figure(sum.score)}+` : sure;
  return (
    <span
      class={matched || most !== null ? "foot matched" : "foot"}
      role="img"
      aria-label={say("foot.sum", {
        column: column + 1,
        n: matched ? say("foot.matched", { n: text }) : text,
      })}
    >
      {(matched || most !== null) && <Icon name="down" />}
      <span class="foot-long">{text}</span>
      <span class="foot-short">
        {most === null ? short : say("foot.most.short", { n: figure(most) })}
      </span>
    </span>
  );
}

export function CardPicture({ cell }: { cell: Cell }) {
  if (cell.card !== null && cell.up) return <Face card={cell.card} />;
  return <Backside known={cell.card} />;
}

export function Board({
  layout,
  playable = null,
  fresh = [],
  arriving,
  moving,
  feet = true,
  placed = false,
}: Shown) {
  const { game } = useTable();
  const still = (cells: number[]) => !cells.some((cell) => moving?.has(cellPlace(layout.seat, cell)));
  return (
    <div class="board" style={{ "--rows": layout.rows, "--columns": layout.columns }}>
      <div class="board-cells">
        {layout.parts
          .filter(({ mark, match }) => mark === "match" && match.length > 1 && still(match))
          .map((part) => (
            <Bracket key={part.where} layout={layout} part={part} />
          ))}
        {layout.parts
          .filter(({ mark, cells }) => mark === "rail" && still(cells))
          .map((part) => (
            <Rail key={part.where} layout={layout} part={part} />
          ))}
        {layout.cells.map((cell, at) => {
          const number = at + 1;
          const place = cellPlace(layout.seat, number);
          const action = playable?.actionOf(number) ?? null;
          const tag = action === null ? "" : (playable?.tagOf(number) ?? "");
          const label = cellLabel(game, layout, number, cell);
          const common = {
            "data-cell": number,
            "data-card-known": String(cell.card !== null),
            "data-up": String(cell.up),
            ...(placed ? { "data-place": place } : {}),
            class: [
              "card",
              action !== null && "legal",
              fresh.includes(place) && "fresh",
              arriving?.has(place) && "arriving",
            ]
              .filter(Boolean)
              .join(" "),
          };
          const inside = (
            <>
              <CardPicture cell={cell} />
              {tag !== "" && <span class="card-tag">{say(`tag.${tag}` as "tag.Walkout")}</span>}
            </>
          );
          return playable === null ? (
            <span key={number} {...common} role="img" aria-label={label}>
              {inside}
            </span>
          ) : (
            <button
              key={number}
              {...common}
              type="button"
              data-action={action ?? undefined}
              tabIndex={-1}
              aria-label={[label, action !== null && say("cell.legal"), tag].filter(Boolean).join(", ")}
              onClick={() => playable.tap(number)}
            >
              {inside}
            </button>
          );
        })}
        {layout.parts
          .filter(({ mark }) => mark === "square")
          .map((part) => (
            <Square key={part.where} layout={layout} part={part} />
          ))}
      </div>
      {feet && (
        <div class="feet" {...(placed ? { "data-place": `feet-${layout.seat}` } : {})}>
          {Array.from({ length: layout.columns }, (_, column) => (
            <Foot key={column} layout={layout} column={column} />
          ))}
        </div>
      )}
    </div>
  );
}
