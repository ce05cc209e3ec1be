// What somebody has just said stands beside their initial for a moment. The live region says it; this is for the eye.

import type { Said } from "../protocol";
import { sayIfAny } from "../words/say";
import { isReaction, Reaction } from "./Reaction";
import { bubbles, manner } from "./hearing";

/** The words of a line: a phrase in the reader's language, or what was written. */
export const wordsOf = ({ text, phrase }: Said): string => (phrase ? (sayIfAny(`phrase.${text}`) ?? "") : text);

export function Bubble({ seat }: { seat: number }) {
  const line = bubbles.value.get(seat);
  if (line === undefined || manner.value.muted.includes(seat)) return null;
  const drawn = line.phrase && isReaction(line.text);
  return (
    <span key={line.n} class="bubble" data-bubble={seat} aria-hidden="true">
      {drawn ? <Reaction phrase={line.text} /> : <bdi>{wordsOf(line)}</bdi>}
    </span>
  );
}
