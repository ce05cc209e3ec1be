// The numerals: one thick round stroke in a box 56 × 80. Width, then the strokes; "o" is a circle.

export type Stroke = { d: string } | { cx: number; cy: number; r: number };
export type Glyph = { id: string; width: number; strokes: Stroke[] };

const glyph = (id: string, width: number, ...strokes: Stroke[]): Glyph => ({
  id: `glyph-${id}`,
  width,
  strokes,
});
const path = (d: string): Stroke => ({ d });
const ring = (cx: number, cy: number, r: number): Stroke => ({ cx, cy, r });

export const glyphs: Record<string, Glyph> = {
  "0": glyph("0", 56, path("M28 7C41 7 48 20 48 40S41 73 28 73 8 60 8 40 15 7 28 7Z")),
  "1": glyph("1", 36, path("M9 21 23 8V74")),
  "2": glyph("2", 55, path("M9 25C9 14 17 7 28 7s18 7 18 17c0 9-5 15-13 23L9 72.5H49")),
  "3": glyph("3", 55, path("M9 7.5H45L25 33c13-1 23 7 23 19.5C48 65 39 73 27.5 73 17 73 10 68 7 59")),
  "4": glyph("4", 58, path("M39 74V8L7 55H52")),
  "5": glyph(
    "5",
    55,
    path("M45 7.5H15L12 36c4-3 9-5 15-5 13 0 21 9 21 20.5C48 64 39 73 26.5 73 17 73 10 69 7 61"),
  ),
  "6": glyph("6", 56, path("M37 7 12 39"), ring(28, 51.5, 21)),
  "7": glyph("7", 53, path("M6 7.5H46L20 74")),
  "8": glyph("8", 56, ring(28, 23, 16), ring(28, 53.5, 19.8)),
  "9": glyph("9", 56, path("M19 73 44 41"), ring(28, 28.5, 21)),
  A: glyph("a", 60, path("M6 74 30 8 54 74M15 52H45")),
  J: glyph("j", 50, path("M40 7V52c0 13-7 21-18 21C13 73 7 68 5 59")),
  Q: glyph("q", 60, path("M29 7C43 7 51 20 51 40S43 73 29 73 7 60 7 40 15 7 29 7ZM34 55 52 76")),
  K: glyph("k", 56, path("M10 6V74M48 7 12 45M24 34 50 74")),
  R: glyph("r", 60, path("M10 74V8H30c14 0 20 8 20 18s-7 18-20 18H10M32 44 52 74")),
  X: glyph("x", 56, path("M8 8 48 74M48 8 8 74")),
  "-": glyph("minus", 44, path("M8 42H36")),
  "+": glyph("plus", 50, path("M7 42H43M25 24V60")),
  "?": glyph("query", 50, path("M8 24C8 13 16 7 26 7s18 6 18 16c0 13-17 15-17 29M27 70V73")),
  "!": glyph("bang", 24, path("M12 7V50M12 70V73")),
};

/** The glyphs of a text; what has none is left out. A typographic minus is drawn like a plain one. */
export function spell(text: string): Glyph[] {
  return [...text.replaceAll("−", "-")].flatMap((sign) => glyphs[sign] ?? []);
}

export const widthOf = (text: string): number => spell(text).reduce((sum, each) => sum + each.width, 0);
