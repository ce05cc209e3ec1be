// Puts keys, cards, places and events into words. Only here and in the records of sentences is there language.

import type { Note } from "../people/notes";
import { isYou } from "../people/shared";
import type { Event, Layout, Room, View } from "../protocol";
import { en, type Key } from "./en";

let english: Record<string, string> = en;
let sentences = english;

/** Another language speaks from now on; a missing key falls back to its English sentence. */
export function speak(record: Partial<Record<Key, string>>): void {
  sentences = { ...english, ...record };
}

/** More English sentences, of a part of the page that has just been fetched. */
export function learn(record: Partial<Record<Key, string>>): void {
  english = { ...english, ...record };
  sentences = { ...record, ...sentences };
}

export type Values = Record<string, string | number>;

const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

export const say = (key: Key, values: Values = {}): string => fill(sentences[key] ?? key, values);

/** The sentence of a key that is made at run time, or null where there is none. */
export function sayIfAny(key: string, values: Values = {}): string | null {
  const sentence = sentences[key];
  return sentence === undefined ? null : fill(sentence, values);
}

/** Counts in {n}: "1 card", "2 cards". */
export const sayCount = (key: Key, n: number, values: Values = {}): string =>
  (n === 1 ? sayIfAny(`${key}.one`, { ...values, n }) : null) ?? say(key, { ...values, n });

/** In the words of the game where it has its own: a rack with slots, deals instead of rounds. */
export const sayIn = (game: string, key: Key, values: Values = {}): string =>
  sayIfAny(`${key}.${game}`, values) ?? say(key, values);

/** A phrase of the server, as a sentence. */
export const sentence = (phrase: string): string =>
  `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${/[.!?]$/.test(phrase) ? "" : "."}`;

/** A number with a typographic minus. */
export const figure = (value: number): string => (value < 0 ? `−${-value}` : String(value));

const ranks = ["A", "J", "Q", "K"];

/** The short name of a card: 7, Rat, Joker, king. */
export function cardWord(game: string, card: string): string {
  if (game === "rat-race" && card === "R") return say("card.Rat");
  if (game === "nines") {
    if (card === "X") return say("card.Joker");
    const rank = card.slice(0, -1);
    return ranks.includes(rank) ? say(`card.${rank}` as Key) : rank;
  }
  return card;
}

/** The whole name of a card, for those who hear it: 7 of hearts. */
export function cardName(game: string, card: string): string {
  if (game !== "nines" || card === "X") return cardWord(game, card);
  return say("card.suited", { rank: cardWord(game, card), suit: say(`card.${card.slice(-1)}` as Key) });
}

/** With its article: a 7, an 8, a Rat; Rack-O's numbers go without. */
export function aCard(game: string, card: string | null): string {
  if (card === null) return say("card.hidden");
  const word = cardWord(game, card);
  if (game === "rack-o") return word;
  return say(/^(8|11|18|a)/i.test(word) ? "card.an" : "card.a", { card: word });
}

/** A place in a layout; cells count from 1. A rack's slots are called by what they are worth: 5 … 50. */
export function placeWord(layout: Pick<Layout, "kind" | "rows" | "columns">, cell: number): string {
  if (layout.kind === "rack") return say("cell.rack", { slot: cell * 5 });
  if (layout.rows === 3 && layout.columns === 3 && cell === 5) return say("cell.middle");
  return placeName(layout, cell);
}

export const placeName = (layout: Pick<Layout, "kind" | "rows" | "columns">, cell: number): string =>
  layout.kind === "rack"
    ? say("cell.rack", { slot: cell * 5 })
    : say("cell.grid", {
        row: Math.floor((cell - 1) / layout.columns) + 1,
        column: ((cell - 1) % layout.columns) + 1,
      });

export function seatName(room: Room, view: Pick<View, "seat">, seat: number | null): string {
  if (seat === null) return "";
  if (isYou(room, view, seat)) return say("app.you");
  return room.seats.find((each) => each.seat === seat)?.name ?? `${seat + 1}`;
}

/** What somebody did that is no move: "Ben is back", "You are the host now". */
export function noteSentence({ what, seat }: Note, view: Pick<View, "seat">, room: Room): string {
  const own = isYou(room, view, seat) ? sayIfAny(`people.${what}.you`) : null;
  return own ?? say(`people.${what}` as Key, { name: seatName(room, view, seat) });
}

/** Past tense, so that one phrase serves "You" and every name. */
export function eventPhrase(event: Event, view: View): string {
  const { game } = view;
  const layout = view.layouts[event.seat ?? 0] ?? { kind: "grid" as const, rows: 3, columns: 3 };
  const before = event.kind === "walked-out" ? { ...layout, rows: 3 } : layout;
  const values: Values = {
    card: aCard(game, event.card),
    place: event.cell === null ? "" : placeWord(before, event.cell),
    value: event.value === null ? "" : figure(event.value),
    round: event.round,
    kind: event.kind,
  };
  let key = `event.${event.kind}`;
  if (event.kind === "drew" && event.card !== null) key = "event.drew.card";
  if (event.kind === "placed" && event.card === null) key = "event.placed.hidden";
  if (event.kind === "rejected" && game !== "rat-race") key = "event.rejected.discard";
  if ((event.kind === "bonus" || event.kind === "penalty") && event.value === null) key += ".plain";
  return sayIfAny(`${key}.${game}`, values) ?? sayIfAny(key, values) ?? say("event.unknown", values);
}

/** Events that are told without a seat in front. */
const ofTheTable = new Set([
  "dealt",
  "left",
  "reshuffled",
  "turned-over",
  "refilled",
  "limit",
  "round-over",
  "match-over",
  "stopped",
]);

export const hasTeller = (event: Event): boolean => event.seat !== null && !ofTheTable.has(event.kind);

/** One whole sentence, for the live region. */
export function eventSentence(event: Event, view: View, room: Room): string {
  const phrase = eventPhrase(event, view);
  return sentence(hasTeller(event) ? `${seatName(room, view, event.seat)} ${phrase}` : phrase);
}

export function ordinal(place: number): string {
  if (place === 1) return say("place.first");
  if (place === 2) return say("place.second");
  if (place === 3) return say("place.third");
  return say("place.other", { n: place });
}

/** Names joined for a sentence: A, B, C. */
export const listed = (names: string[]): string => names.join(", ");
