// The columns of a sheet: a seat each, or a team each where partners play.

import type { Room, View } from "../protocol";
import { seatName } from "../words/say";

export const columnsOf = (view: View): number[][] =>
  view.partners.length > 0 ? view.partners : Array.from({ length: view.seats }, (_, seat) => [seat]);

export const columnName = (view: View, room: Room, seats: number[]): string =>
  [...seats]
    .sort((seat) => (seat === view.seat ? -1 : 1))
    .map((seat) => seatName(room, view, seat))
    .join(" + ");

/** Points are a seat's own: a team's are their sum. Totals are a team's already, the same for each of its seats. */
export const sumOver = (points: number[] | undefined, seats: number[]): number =>
  seats.reduce((sum, seat) => sum + (points?.[seat] ?? 0), 0);

/** The round that the screen is about: the one just scored, while its result is looked at. */
export const roundShown = (view: View, result: boolean): number =>
  result ? (view.last_round?.round ?? view.round) : view.round;
