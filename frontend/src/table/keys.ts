// Playing by keyboard: letters and digits anywhere on the table, arrows inside one's own cards.

import type { TableMatch } from "./match";
import { panel } from "../shell";

const ownCards = () => [...document.querySelectorAll<HTMLElement>("[data-own=true] [data-cell]")];

/** One of one's own cards is the way in by Tab; arrows move it. */
export function roveTo(card: HTMLElement): void {
  for (const each of ownCards()) each.tabIndex = each === card ? 0 : -1;
}

/** Where the focus goes when the control that had it is gone. */
export function keepFocus(): void {
  const at = document.activeElement;
  if (at !== null && at !== document.body && at.isConnected) return;
  if (document.querySelector("dialog[open]")) return;
  const cards = ownCards();
  const target =
    document.querySelector<HTMLElement>("[data-primary]") ??
    cards.find(({ tabIndex }) => tabIndex === 0) ??
    cards[0] ??
    document.querySelector<HTMLElement>(".bar-game");
  target?.focus({ preventScroll: true });
}

/** Exactly one own card can be reached by Tab. */
export function keepRoving(): void {
  const cards = ownCards();
  const first = cards[0];
  if (first && cards.filter(({ tabIndex }) => tabIndex === 0).length !== 1) roveTo(first);
}

function arrow(key: string, card: HTMLElement): HTMLElement | undefined {
  const cards = ownCards();
  const at = cards.indexOf(card);
  const rack = card.closest(".rack") !== null;
  const columns = Number(getComputedStyle(card.closest(".board") ?? card).getPropertyValue("--columns")) || 3;
  const column = at % columns;
  switch (key) {
    case "ArrowRight":
      return rack || column < columns - 1 ? cards[at + 1] : undefined;
    case "ArrowLeft":
      return rack || column > 0 ? cards[at - 1] : undefined;
    case "ArrowDown":
      return cards[rack ? at - 1 : at + columns];
    case "ArrowUp":
      return cards[rack ? at + 1 : at - columns];
    case "Home":
      return cards[0];
    case "End":
      return cards[cards.length - 1];
    default:
      return undefined;
  }
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, select, textarea, dialog") !== null;

/** True where the key meant something here. */
function press(match: TableMatch, event: KeyboardEvent): boolean {
  const view = match.truth.value;
  const { key } = event;
  const asking = match.asking.value !== null;
  if (/^[0-9]$/.test(key) && view?.seat !== null && view !== null) {
    const cell = key === "0" ? 10 : Number(key);
    if (cell > (view.layouts[view.seat]?.cells.length ?? 0)) return false;
    const card = ownCards()[cell - 1];
    if (card) {
      roveTo(card);
      card.focus({ preventScroll: true });
    }
    match.tap({ on: "cell", seat: view.seat, cell });
    return true;
  }
  switch (key.toLowerCase()) {
    case "d":
      match.tap({ on: "pile" });
      return true;
    case "t":
      match.tap({ on: "discard" });
      return true;
    case "r":
      match.tap({ on: "reject" });
      return true;
    case "p":
      match.tap({ on: "pass" });
      return true;
    case "w":
      match.tap({ on: "walk", row: null });
      return true;
    case "y":
    case "n":
      if (asking) match.decide(key.toLowerCase() === "y");
      return asking;
    case "escape":
      match.layBack();
      match.dismiss();
      return true;
    case "?":
      panel.value = { kind: "keys" };
      return true;
    default:
      return false;
  }
}

/** The table listens to the keyboard until the returned function is called. */
export function listenToKeys(match: TableMatch, playing: () => boolean): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "?" || playing()) {
      const card =
        event.target instanceof HTMLElement
          ? event.target.closest<HTMLElement>("[data-own=true] [data-cell]")
          : null;
      const next = card && arrow(event.key, card);
      if (next) {
        roveTo(next);
        next.focus({ preventScroll: true });
        event.preventDefault();
      } else if (press(match, event)) event.preventDefault();
    }
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
