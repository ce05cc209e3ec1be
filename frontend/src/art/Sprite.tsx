// Every shape that is drawn more than once, kept as symbols and used by name.

import { glyphs } from "./glyphs";
import { Joker, Rat } from "./Pictures";

const quarters = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Four petals round a dot: the weave on the back of every card. */
const Petals = () => (
  <pattern id="petals" width="22" height="21.333" x="6" y="6" patternUnits="userSpaceOnUse">
    <g class="petal">
      {quarters.map(([x, y]) => (
        <path
          key={`${x}${y}`}
          transform={`translate(11 10.667) scale(${x} ${y})`}
          d="M1.2 1.2Q8.6 1.6 10.4 10 2 8.4 1.2 1.2Z"
        />
      ))}
      <circle cx="0" cy="10.667" r="1.5" />
      <circle cx="22" cy="10.667" r="1.5" />
      <circle cx="11" cy="0" r="1.5" />
      <circle cx="11" cy="21.333" r="1.5" />
    </g>
  </pattern>
);

const Suits = () => (
  <>
    <symbol id="suit-h" viewBox="0 0 100 100">
      <path d="M50 92C20 67 7 50 7 33 7 19 17 10 29 10c9 0 17 5 21 14 4-9 12-14 21-14 12 0 22 9 22 23 0 17-13 34-43 59Z" />
    </symbol>
    <symbol id="suit-d" viewBox="0 0 100 100">
      <path d="M50 3c9 19 21 35 36 47-15 12-27 28-36 47-9-19-21-35-36-47C29 38 41 22 50 3Z" />
    </symbol>
    <symbol id="suit-s" viewBox="0 0 100 100">
      <path d="M50 5c6 19 43 35 43 58 0 12-9 19-19 19-8 0-15-4-19-10 1 10 4 18 10 24H35c6-6 9-14 10-24-4 6-11 10-19 10C16 82 7 75 7 63 7 40 44 24 50 5Z" />
    </symbol>
    <symbol id="suit-c" viewBox="0 0 100 100">
      <path d="M50 5a21 21 0 0 1 17 33.4A21 21 0 1 1 56 69c1 12 4 20 11 27H33c7-7 10-15 11-27A21 21 0 1 1 33 38.4 21 21 0 0 1 50 5Z" />
    </symbol>
    <symbol id="crown-K" viewBox="0 0 60 44">
      <path d="M5 40 2 12 17 24 30 4 43 24 58 12 55 40Z" />
    </symbol>
    <symbol id="crown-Q" viewBox="0 0 60 44">
      <path d="M6 40C2 28 2 18 4 14c6 0 10 4 12 10 2-9 7-15 14-20 7 5 12 11 14 20 2-6 6-10 12-10 2 4 2 14-2 26Z" />
    </symbol>
    <symbol id="crown-J" viewBox="0 0 60 44">
      <path d="M4 40C6 24 16 15 32 15L56 3C56 16 50 24 44 28l8 12Z" />
    </symbol>
  </>
);

const Backs = () => (
  <>
    <symbol id="back" viewBox="0 0 100 140">
      <rect width="100" height="140" rx="10" class="back-edge" />
      <rect x="6" y="6" width="88" height="128" rx="5.5" class="back-deep" />
      <rect x="6" y="6" width="88" height="128" rx="5.5" fill="url(#petals)" />
    </symbol>
    <symbol id="turned-corner" viewBox="0 0 100 140">
      <circle cx="50" cy="70" r="19" class="back-deep" />
      <circle cx="50" cy="70" r="17" class="back-ring" />
      <path d="M42 60h11l6 7v13H42Z" class="back-line" />
      <path d="M53 60v7h6" class="back-line" />
    </symbol>
  </>
);

export function Sprite() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <Petals />
        {Object.values(glyphs).map(({ id, width, strokes }) => (
          <symbol key={id} id={id} viewBox={`0 0 ${width} 80`} width={width} height="80" overflow="visible">
            {strokes.map((stroke, index) =>
              "d" in stroke ? <path key={index} d={stroke.d} /> : <circle key={index} {...stroke} />,
            )}
          </symbol>
        ))}
        <Suits />
        <Backs />
        <Rat />
        <Joker />
      </defs>
    </svg>
  );
}
