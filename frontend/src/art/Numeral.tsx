// Texts set in the drawn numerals, inside a picture or in a line of words.

import { spell, widthOf } from "./glyphs";

type Placed = {
  text: string;
  x: number;
  y: number;
  height: number;
  anchor?: "start" | "middle";
  squeeze?: number;
  stroke?: number;
  class?: string;
};

/** Numerals inside an svg; y is their top edge. */
export function Strokes({
  text,
  x,
  y,
  height,
  anchor = "middle",
  squeeze = 1,
  stroke = 12,
  ...rest
}: Placed) {
  const scale = height / 80;
  const left = anchor === "middle" ? x - (widthOf(text) * scale * squeeze) / 2 : x;
  let advance = 0;
  return (
    <g
      class={`strokes ${rest.class ?? ""}`}
      stroke-width={stroke}
      transform={`translate(${left} ${y}) scale(${scale * squeeze} ${scale})`}
    >
      {spell(text).map((glyph, index) => {
        const at = advance;
        advance += glyph.width;
        return <use key={index} href={`#${glyph.id}`} x={at} />;
      })}
    </g>
  );
}

/** A number as an inline picture, `height` px high; the words beside it may already say it. */
export function Numeral({
  text,
  height,
  silent = false,
}: {
  text: string;
  height?: number;
  silent?: boolean;
}) {
  const width = widthOf(text);
  const size = height === undefined ? "1em" : `${height}px`;
  return (
    <svg
      class="numeral"
      viewBox={`0 0 ${width} 80`}
      style={{ height: size, width: `calc(${size} * ${(width / 80).toFixed(4)})` }}
      {...(silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": text })}
    >
      <Strokes text={text} x={0} y={0} height={80} anchor="start" stroke={11} />
    </svg>
  );
}
