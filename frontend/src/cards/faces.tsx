// The faces of Rat Race and Nines, and the back they share, in a box 100 × 140.

import { Strokes } from "../art/Numeral";

const Blank = () => <rect width="100" height="140" rx="10" class="face" />;

const Frame = ({ line }: { line: number }) => (
  <>
    <rect x="6" y="6" width="88" height="128" rx="6" class="face-frame" />
    <path d={`M14 ${line}H86`} class="face-frame" />
  </>
);

const Picture = ({ children }: { children: preact.ComponentChildren }) => (
  <svg class="picture" viewBox="0 0 100 140" aria-hidden="true">
    {children}
  </svg>
);

/** RAT in the hand of the numerals. */
const Rat = () => (
  <g class="strokes ink-rat" stroke-width="15" transform="translate(34 119.5) scale(.135)">
    <path d="M10 74V8H30c14 0 20 8 20 18s-7 18-20 18H10M32 44 52 74" />
    <path transform="translate(86)" d="M6 74 30 8 54 74M15 52H45" />
    <path transform="translate(176)" d="M4 8H56M30 8V74" />
  </g>
);

const inkOf = (value: number) => (value <= 3 ? "ink-low" : value >= 8 ? "ink-high" : "ink-middle");

export function RatRaceFace({ card }: { card: string }) {
  if (card === "R") {
    return (
      <Picture>
        <Blank />
        <Frame line={116} />
        <use href="#picture-rat" x="2" y="14" width="96" height="96" />
        <Rat />
      </Picture>
    );
  }
  const value = Number(card);
  return (
    <Picture>
      <Blank />
      <g class={inkOf(value)}>
        <Strokes
          text={card}
          x={value === 10 ? 49 : 50}
          y={24}
          height={78}
          squeeze={value === 10 ? 0.86 : 1}
          stroke={13}
        />
        {Array.from({ length: 10 }, (_, pip) => (
          <rect
            key={pip}
            x={12.5 + pip * 7.75}
            y="120"
            width="5.4"
            height="9"
            rx="2.7"
            class={pip < value ? "pip" : "pip-empty"}
          />
        ))}
      </g>
    </Picture>
  );
}

export function NinesFace({ card, joker }: { card: string; joker: string }) {
  if (card === "X") {
    return (
      <Picture>
        <Blank />
        <Frame line={108} />
        <use href="#picture-joker" x="4" y="8" width="92" height="92" />
        <Strokes text={joker} x={50} y={113.5} height={16} stroke={14} class="ink-middle" />
      </Picture>
    );
  }
  const suit = card.slice(-1);
  const rank = card.slice(0, -1);
  const ten = rank === "10";
  return (
    <Picture>
      <Blank />
      <g class={`suit suit-${suit}`}>
        <Strokes
          text={rank}
          x={9}
          y={10}
          height={ten ? 54 : 56}
          anchor="start"
          squeeze={ten ? 0.84 : 1}
          stroke={13}
        />
        <use href={`#suit-${suit}`} x="39" y="77" width="52" height="52" class="filled" />
      </g>
      {"JQK".includes(rank) && (
        <use href={`#crown-${rank}`} x="59" y="15" width="31" height="23" class="gold" />
      )}
    </Picture>
  );
}

/** What the numerals can say of a card in a small window: its rank, without the suit. */
export const shortOf = (game: string, card: string): string =>
  game === "nines" && card !== "X" ? card.slice(0, -1) : card;

/** A back; with `known`, a dotted window shows what a viewer who may know has seen there. */
export function Back({ known = null }: { known?: string | null }) {
  return (
    <Picture>
      <use href="#back" width="100" height="140" />
      {known === null ? (
        <use href="#turned-corner" width="100" height="140" />
      ) : (
        <>
          <rect x="20" y="40" width="60" height="60" rx="12" class="back-deep" />
          <rect x="22" y="42" width="56" height="56" rx="10" class="back-window" />
          <Strokes
            text={known}
            x={50}
            y={50}
            height={40}
            squeeze={known.length > 1 ? 0.82 : 1}
            class="back-known"
          />
        </>
      )}
    </Picture>
  );
}
