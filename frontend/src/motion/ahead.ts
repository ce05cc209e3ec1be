// The card sets off with the tap, before the table has answered: a picture of it takes the way it is going to take,
// and the true flight goes on from where that picture is. If the answer is no, the picture is gone.

import { motion } from "../settings";
import type { Place } from "./beats";

const travel = 240;
const easing = "cubic-bezier(.2,.8,.2,1)";
/** The first frame that is drawn shows the card moved already. */
const begun = 16;
const longest = 4_000;

export const find = (place: Place): HTMLElement | null => {
  const element = document.querySelector<HTMLElement>(`[data-place="${place}"]`);
  return element?.querySelector<HTMLElement>(":scope > .card:last-of-type, :scope > .held") ?? element;
};

type Ahead = { from: Place; picture: HTMLElement; source: HTMLElement; timer: number };

let ahead: Ahead | null = null;

/** Where a card comes to lie in the hand before there is one to measure. */
function handAhead(size: DOMRect): { left: number; top: number } {
  const prompt = document.querySelector(".prompt");
  const { left, top, width } = prompt?.getBoundingClientRect() ?? size;
  const strip = prompt !== null && getComputedStyle(prompt).display === "grid";
  return strip ? { left: left + 12, top: top + 8 } : { left: left + (width - size.width) / 2, top };
}

function pictureOf(source: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const picture = document.createElement("span");
  picture.className = "card ahead";
  picture.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries({ left, top, width, height, "--cw": width }))
    picture.style.setProperty(name, `${value}px`);
  picture.append(...[...source.children].map((child) => child.cloneNode(true)));
  return picture;
}

export function setOff(from: Place, to: Place): void {
  comeBack();
  const way = motion();
  const source = find(from);
  const table = source?.closest(".table");
  if (way.kind !== "travel" || source === null || !table) return;
  const start = source.getBoundingClientRect();
  const there = find(to)?.getBoundingClientRect();
  if (start.width === 0) return;
  const end = there && there.width > 0 ? there : handAhead(start);
  const [x, y] = from === to ? [0, -14] : [end.left - start.left, end.top - start.top];
  const picture = pictureOf(source, start);
  table.append(picture);
  picture.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)` }], {
    duration: travel / way.speed,
    delay: -begun,
    easing,
    fill: "both",
  });
  if (from !== "pile") source.classList.add("gone-ahead");
  ahead = { from, picture, source, timer: window.setTimeout(comeBack, longest) };
}

/** Where the picture of a card that left from a place is by now. */
export const aheadOf = (from: Place): DOMRect | undefined =>
  ahead?.from === from ? ahead.picture.getBoundingClientRect() : undefined;

/** The picture makes room: for the true flight, or because the card stays where it is. */
export function comeBack(): void {
  if (ahead === null) return;
  clearTimeout(ahead.timer);
  ahead.picture.remove();
  ahead.source.classList.remove("gone-ahead");
  ahead = null;
}
