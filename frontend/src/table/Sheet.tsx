// The score sheet: a line a round, a dot at its winner, totals in the drawn numerals.

import { Numeral } from "../art/Numeral";
import type { Layout, Room, View } from "../protocol";
import { figure, say, seatName } from "../words/say";
import { columnName, columnsOf, roundShown, sumOver } from "./columns";

type Shown = {
  view: View;
  room: Room;
  /** On the result the round just scored is marked and rounds to come stay as empty lines. */
  result?: boolean;
  size: number;
  most: number;
};

const soFar = (layout: Layout | undefined): string =>
  layout === undefined || layout.kind === "rack"
    ? ""
    : layout.unknown === 0
      ? figure(layout.score)
      : `${figure(layout.score)} + ?`;

export function Sheet({ view, room, result = false, size, most }: Shown) {
  const { sheet } = view;
  const columns = columnsOf(view);
  const rounds = sheet.rounds.map((points, at) => ({
    round: at + 1,
    points,
    winners: sheet.winners_by_round[at] ?? [],
  }));
  const scored = rounds.slice(-most);
  const isRack = view.layouts[0]?.kind === "rack";
  const running = !result && view.phase !== "over" && !isRack && view.round > sheet.rounds.length;
  const empty =
    result && view.rounds !== null ? Math.min(view.rounds - sheet.rounds.length, most - scored.length) : 0;
  const bonuses = sheet.bonuses.some((count) => count > 0);
  return (
    <table class={columns.length > 2 ? "sheet many" : "sheet"}>
      <thead>
        <tr>
          <th scope="col">{say(isRack ? "pad.deal" : "pad.round")}</th>
          {columns.map((seats) => (
            <th key={seats[0]} scope="col">
              {columnName(view, room, seats)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scored.map(({ round, points, winners }) => (
          <tr key={round} class={result && round === sheet.rounds.length ? "current" : ""}>
            <th scope="row">{round}</th>
            {columns.map((seats) => {
              const won = result && seats.some((seat) => winners.includes(seat));
              return (
                <td key={seats[0]} class={won ? "won" : ""}>
                  {figure(sumOver(points, seats))}
                  {won && <span class="sr-only">, {say("pad.winner")}</span>}
                </td>
              );
            })}
          </tr>
        ))}
        {running && (
          <tr>
            <th scope="row">
              {view.round} <small>{say("pad.now")}</small>
            </th>
            {columns.map((seats) => (
              <td key={seats[0]}>{soFar(view.layouts[seats[0] ?? 0])}</td>
            ))}
          </tr>
        )}
        {Array.from({ length: Math.max(empty, 0) }, (_, at) => (
          <tr key={`empty${at}`} class="empty">
            <th scope="row">{sheet.rounds.length + at + 1}</th>
            {columns.map((seats) => (
              <td key={seats[0]} />
            ))}
          </tr>
        ))}
        {bonuses && (
          <tr>
            <th scope="row">{say("pad.bonus")}</th>
            {columns.map((seats) => (
              <td key={seats[0]}>{figure(-((sheet.bonuses[seats[0] ?? 0] ?? 0) * sheet.bonus_worth))}</td>
            ))}
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr class="total">
          <th scope="row">{say("pad.total")}</th>
          {columns.map((seats) => (
            <td key={seats[0]}>
              <Numeral text={figure(sheet.totals[seats[0] ?? 0] ?? 0)} height={size} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** From five seats on: one line a seat, what it shows and its total. */
export function SeatSheet({ view, room, result = false }: { view: View; room: Room; result?: boolean }) {
  const mine = view.seat ?? 0;
  const order = Array.from({ length: view.seats }, (_, at) => (mine + at) % view.seats);
  const last = view.sheet.rounds[view.sheet.rounds.length - 1];
  return (
    <table class="sheet by-seat">
      <thead>
        <tr>
          <th scope="col">{say("bar.round", { n: roundShown(view, result), of: view.rounds ?? "" })}</th>
          <th scope="col">{say(result ? "pad.round" : "pad.sofar")}</th>
          <th scope="col">{say("pad.total")}</th>
        </tr>
      </thead>
      <tbody>
        {order.map((seat) => (
          <tr key={seat}>
            <th scope="row">{seatName(room, view, seat)}</th>
            <td>{result ? figure(last?.[seat] ?? 0) : soFar(view.layouts[seat])}</td>
            <td>{figure(view.sheet.totals[seat] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const wayToWin = (view: View): string =>
  view.target !== null ? say("pad.highest", { n: view.target }) : say("pad.lowest", { n: view.rounds ?? "" });
