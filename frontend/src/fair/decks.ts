// The decks of the games, and the order in which their cards are sorted before a shuffle.

const many = (card: string, copies: number): string[] => Array<string>(copies).fill(card);
const numbers = (highest: number): string[] => Array.from({ length: highest }, (_, at) => String(at + 1));

const decks: Record<string, (seats: number) => string[]> = {
  "rat-race": () => [...numbers(10).flatMap((card) => many(card, 8)), ...many("R", 4)],
  nines: (seats) => {
    const packs = Math.max(2, Math.floor((seats + 1) / 2));
    const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    const cards = ranks.flatMap((rank) => ["c", "d", "h", "s"].map((suit) => rank + suit));
    return [...cards.flatMap((card) => many(card, packs)), ...many("X", 2 * packs)];
  },
  "rack-o": (seats) => numbers(20 + 10 * seats),
};

/** The whole deck of a table, sorted; null for a game that this page does not know. */
export const deckOf = (game: string, seats: number): string[] | null => decks[game]?.(seats) ?? null;

/** These cards sorted as the deck is; null where one of them is not in the deck as often. */
export function sortedBy(deck: string[], cards: string[]): string[] | null {
  const left = new Map<string, number>();
  for (const card of cards) left.set(card, (left.get(card) ?? 0) + 1);
  const sorted = deck.filter((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
  return sorted.length === cards.length ? sorted : null;
}
