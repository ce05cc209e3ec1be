// A Rack-O card: its number on a coloured tab that stands further along the higher it is, and a bar up to the tab.

import { Numeral } from "../art/Numeral";
import { shareOf, tabColours } from "./ramp";

type Faced = { card: string; highest: number };

const styleOf = ({ card, highest }: Faced) => {
  const { tab, ink } = tabColours(Number(card), highest);
  return { "--share": shareOf(Number(card), highest).toFixed(4), "--tab": tab, "--tab-ink": ink };
};

/** The coloured tab alone, as it shows from behind when everybody knows the card. */
export const Tab = (face: Faced) => (
  <span class="tab" style={styleOf(face)}>
    <Numeral text={face.card} silent />
  </span>
);

/** A card standing in the rack, or lying whole on a pile or in the hand. */
export const RackOFace = (face: Faced) => (
  <span class="rack-face" style={styleOf(face)}>
    <i class="scale" />
    <i class="stripe" />
    <span class="tab">
      <Numeral text={face.card} silent />
    </span>
  </span>
);

export const RackOBack = () => (
  <span class="rack-back">
    <svg width="100%" height="100%" aria-hidden="true">
      <rect width="100%" height="100%" fill="url(#petals)" />
    </svg>
  </span>
);
