// Any card of any game, face or back; a game without a skin of its own shows the card's text.

import { Strokes } from "../art/Numeral";
import { Back, NinesFace, RatRaceFace, shortOf } from "./faces";
import { RackOBack, RackOFace } from "./RackOFace";
import { useTable } from "../table/context";

const Plain = ({ card }: { card: string }) => (
  <svg class="picture" viewBox="0 0 100 140" aria-hidden="true">
    <rect width="100" height="140" rx="10" class="face" />
    <Strokes text={card} x={50} y={30} height={card.length > 1 ? 60 : 76} class="ink-middle" />
  </svg>
);

export function Face({ card }: { card: string }) {
  const { game, highest, joker } = useTable();
  if (game === "rat-race") return <RatRaceFace card={card} />;
  if (game === "nines") return <NinesFace card={card} joker={joker} />;
  if (game === "rack-o") return <RackOFace card={card} highest={highest} />;
  return <Plain card={card} />;
}

/** The back; `known` is shown in a window only where the viewer has asked to keep it in sight. */
export function Backside({ known = null }: { known?: string | null }) {
  const { game } = useTable();
  if (game === "rack-o") return <RackOBack />;
  return <Back known={known === null ? null : shortOf(game, known)} />;
}
