// The second way in: the card in hand, or the upcard, is dragged to a place. Every drag is a tap in the end.

import type { TableMatch } from "./match";

const threshold = 8;

type Drag = {
  source: "hand" | "upcard";
  card: HTMLElement;
  ghost: HTMLElement | null;
  x: number;
  y: number;
  over: Element | null;
};

const sourceAt = (target: EventTarget | null): { source: Drag["source"]; card: HTMLElement } | null => {
  if (!(target instanceof Element)) return null;
  const held = target.closest<HTMLElement>(".hand > .held");
  if (held) return { source: "hand", card: held };
  const upcard = target.closest("[data-pile=discard][data-legal=true]")?.querySelector<HTMLElement>(".top");
  return upcard ? { source: "upcard", card: upcard } : null;
};

const targetAt = (x: number, y: number, source: Drag["source"]): Element | null => {
  const beneath = document.elementFromPoint(x, y);
  const cell = beneath?.closest("[data-own=true] [data-cell]") ?? null;
  if (cell || source === "upcard") return cell;
  return beneath?.closest("[data-pile=discard]") ?? null;
};

function lift(drag: Drag): HTMLElement {
  const { left, top, width, height } = drag.card.getBoundingClientRect();
  const ghost = drag.card.cloneNode(true) as HTMLElement;
  ghost.classList.add("dragged");
  ghost.removeAttribute("data-place");
  for (const [name, value] of Object.entries({ left, top, width, height }))
    ghost.style.setProperty(name, `${value}px`);
  (drag.card.closest(".cloth") ?? document.body).append(ghost);
  drag.card.classList.add("drag-source");
  return ghost;
}

function mark(drag: Drag, over: Element | null): void {
  if (drag.over === over) return;
  drag.over?.classList.remove("drag-over");
  over?.classList.add("drag-over");
  drag.over = over;
}

/** The table listens to drags until the returned function is called. */
export function listenToDrags(match: TableMatch): () => void {
  let drag: Drag | null = null;
  const stop = () => {
    if (drag === null) return;
    mark(drag, null);
    drag.ghost?.remove();
    drag.card.classList.remove("drag-source");
    drag = null;
  };
  const onDown = (event: PointerEvent) => {
    const from = event.isPrimary && event.button === 0 ? sourceAt(event.target) : null;
    drag = from && { ...from, ghost: null, x: event.clientX, y: event.clientY, over: null };
  };
  const onMove = (event: PointerEvent) => {
    if (drag === null) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.ghost === null && Math.hypot(dx, dy) < threshold) return;
    if (drag.ghost === null) {
      drag.ghost = lift(drag);
      if (drag.source === "upcard") match.lifted.value = true;
    }
    drag.ghost.style.setProperty("transform", `translate(${dx}px, ${dy}px) rotate(-3deg) scale(1.04)`);
    mark(drag, targetAt(event.clientX, event.clientY, drag.source));
  };
  const onUp = (event: PointerEvent) => {
    if (drag === null) return;
    const { ghost, over, source } = drag;
    stop();
    if (ghost === null) return;
    // A click that follows the drag is part of it; where none follows, the next one counts again.
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    const cell = over instanceof HTMLElement ? over.dataset["cell"] : undefined;
    const seat = match.truth.value?.seat ?? null;
    if (event.type === "pointercancel" || over === null || seat === null) {
      if (source === "upcard") match.layBack();
    } else if (cell !== undefined) match.tap({ on: "cell", seat, cell: Number(cell) });
    else match.tap({ on: "reject" });
  };
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as EventListener);
  return () => {
    stop();
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as EventListener);
  };
}
