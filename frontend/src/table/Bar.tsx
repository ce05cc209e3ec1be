// The bar over the table: the way back, the game and its round, the score where there is no pad, rules and menu.

import { Icon, Mark } from "../art/Icon";
import { isShared, isYou } from "../people/shared";
import type { Room, View } from "../protocol";
import { follow } from "../router";
import { openRules, panel } from "../shell";
import { TalkButton } from "../talk/TalkButton";
import { figure, ordinal, say } from "../words/say";
import { columnName, columnsOf, roundShown } from "./columns";
import type { TableMatch } from "./match";

function roundOf(view: View, result: boolean): { long: string; short: string } {
  const n = roundShown(view, result);
  if (view.rounds !== null)
    return {
      long: say("bar.round", { n, of: view.rounds }),
      short: say("bar.round.short", { n, of: view.rounds }),
    };
  return {
    long: say("bar.deal", { n, target: view.target ?? "" }),
    short: say("bar.deal.short", { n }),
  };
}

function standing(view: View): string {
  const mine = view.sheet.totals[view.seat ?? 0] ?? 0;
  const better = view.sheet.totals.filter((total) =>
    view.target === null ? total < mine : total > mine,
  ).length;
  return say("bar.place", { place: ordinal(better + 1), of: view.seats });
}

function Scores({ view, room }: { view: View; room: Room }) {
  const mine = view.seat ?? 0;
  const columns = columnsOf(view);
  const own = columns.find((seats) => seats.includes(mine)) ?? [mine];
  const other = columns.find((seats) => !seats.includes(mine));
  const total = (seats: number[]) => figure(view.sheet.totals[seats[0] ?? 0] ?? 0);
  const rival =
    other && (other.length > 1 && !isShared(room) ? say("bar.them") : columnName(view, room, other));
  return (
    <button
      type="button"
      class="bar-scores"
      data-action="scores"
      aria-haspopup="dialog"
      onClick={() => {
        panel.value = { kind: "pad" };
      }}
    >
      <span class="sr-only">{say("bar.scores")}: </span>
      <b>
        {isYou(room, view, mine) ? say(own.length > 1 ? "bar.us" : "app.you") : columnName(view, room, own)} {total(own)}
      </b>
      <span>
        {columns.length === 2 && other ? `${rival} ${total(other)}` : standing(view)}
      </span>
    </button>
  );
}

type Shown = { match: TableMatch; view: View | null; room: Room | null; result?: boolean; ended?: boolean };

export function Bar({ match, view, room, result = false, ended = false }: Shown) {
  const round = view ? roundOf(view, result) : null;
  return (
    <header class="bar">
      <a
        class="brand"
        href="/"
        onClick={follow}
        aria-label={`upcard, ${say("app.lobby")}`}
        data-action="lobby"
      >
        <Mark />
        <span>upcard</span>
      </a>
      <i class="bar-line" />
      <h1 class="bar-game" tabIndex={-1}>
        {room?.title ?? say(ended ? "app.closed" : "app.loading")}
      </h1>
      {round && (
        <>
          <span class="bar-round long">{round.long}</span>
          <span class="bar-round short" aria-hidden="true">
            {round.short}
          </span>
        </>
      )}
      {view && room && <Scores view={view} room={room} />}
      <div class="bar-right">
        {room && room.watchers > 0 && (
          <span class="bar-watchers" data-watchers={room.watchers}>
            <Icon name="eye" />
            {room.watchers}
            <span class="sr-only"> {say("bar.watchers")}</span>
          </span>
        )}
        {room && (
          <button
            type="button"
            class="text-button"
            data-action="rules"
            aria-label={say("app.rules")}
            onClick={() => openRules(room.game)}
          >
            <Icon name="book" />
            <span>{say("app.rules")}</span>
          </button>
        )}
        {room && <TalkButton match={match} room={room} view={view} seats={match.seats.value} />}
        <button
          type="button"
          class="icon-button"
          data-action="menu"
          aria-label={say("app.menu")}
          onClick={() => {
            panel.value = { kind: "menu" };
          }}
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  );
}
