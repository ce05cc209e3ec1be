// One seat at the table: one's own near side with cards to play, or another's far side to look at.

import { Backside, Face } from "../cards/Picture";
import { handPlace, type Place } from "../motion/beats";
import { isYou } from "../people/shared";
import type { Room, View } from "../protocol";
import { panel } from "../shell";
import { figure, say, sayIn, seatName } from "../words/say";
import { Board, type Playable } from "./Board";
import { Plate } from "./Plate";
import { Rack, RackBehind, runOf } from "./Rack";

type Shown = {
  view: View;
  room: Room;
  seat: number;
  fresh: Place[];
  arriving: ReadonlySet<Place>;
  moving: ReadonlySet<Place>;
};

/** The card another seat has just drawn or taken, held at its plate. */
function FarHand({ view, seat, arriving }: Pick<Shown, "view" | "seat" | "arriving">) {
  const { hand } = view;
  if (hand === null || hand.seat !== seat) return null;
  const place = handPlace(seat, view.seat);
  return (
    <span
      class={arriving.has(place) ? "card far-hand arriving" : "card far-hand"}
      data-place={place}
      aria-hidden="true"
    >
      {hand.card === null ? <Backside /> : <Face card={hand.card} />}
    </span>
  );
}

export function FarSeat({ view, room, seat, fresh, arriving, moving }: Shown) {
  const layout = view.layouts[seat];
  if (layout === undefined) return null;
  const name = seatName(room, view, seat);
  const turn = view.turn === seat && view.phase !== "over";
  return (
    <section
      class={turn ? "far at-turn" : "far"}
      data-seat={seat}
      data-turn={String(turn)}
      data-state={room.seats[seat]?.state}
      aria-label={sayIn(view.game, "seat.cards", { name })}
    >
      <div class="fit">
        <div class="far-plate">
          <Plate view={view} room={room} seat={seat} />
          <FarHand view={view} seat={seat} arriving={arriving} />
        </div>
        <div class="far-cards">
          {layout.kind === "rack" ? (
            <RackBehind layout={layout} fresh={fresh} arriving={arriving} placed />
          ) : (
            <Board {...{ layout, fresh, arriving, moving }} feet={view.seats <= 4} placed />
          )}
          <button
            type="button"
            class="look"
            data-action="look"
            aria-label={sayIn(view.game, "seat.look", { name })}
            aria-haspopup="dialog"
            onClick={() => {
              panel.value = { kind: "zoom", seat };
            }}
          />
        </div>
      </div>
    </section>
  );
}

function RunLine({ view }: { view: View }) {
  const layout = view.layouts[view.seat ?? 0];
  if (layout === undefined) return null;
  const reading = view.options["loser_score"] === "every-rise" ? "seat.rise.line" : "seat.run.line";
  return (
    <div class="run-line">
      <span>{say("seat.front")}</span>
      <span class="run-words">{say(reading, { n: runOf(layout).size, points: figure(layout.score) })}</span>
      <span class="run-back">{say("seat.back")}</span>
    </div>
  );
}

export function NearSeat({
  view,
  room,
  seat,
  fresh,
  arriving,
  moving,
  playable,
}: Shown & { playable: Playable | null }) {
  const layout = view.layouts[seat];
  if (layout === undefined) return null;
  const turn = view.turn === seat && view.phase !== "over";
  return (
    <section
      class={turn ? "near at-turn" : "near"}
      data-seat={seat}
      data-turn={String(turn)}
      data-state={room.seats[seat]?.state}
      data-own={String(seat === view.seat)}
      aria-label={
        isYou(room, view, seat) ? sayIn(view.game, "seat.mine") : sayIn(view.game, "seat.cards", { name: seatName(room, view, seat) })
      }
    >
      <div class="fit">
        <Plate view={view} room={room} seat={seat} />
        {layout.kind === "rack" ? (
          <>
            <Rack layout={layout} playable={playable} fresh={fresh} arriving={arriving} placed />
            {seat === view.seat && <RunLine view={view} />}
          </>
        ) : (
          <Board {...{ layout, playable, fresh, arriving, moving }} placed />
        )}
      </div>
    </section>
  );
}
