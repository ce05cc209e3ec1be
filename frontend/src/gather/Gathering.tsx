// Before the deal: who sits here already, whom the table waits for, and how they come.

import { useEffect, useRef, useState } from "preact/hooks";
import { grouped, inviteOf, linkTo, watchLink } from "../join/code";
import { Share, useOrigin } from "../join/Share";
import { BotOptions } from "../lobby/BotOptions";
import { seconds } from "../lobby/Manners";
import { fetchCatalog } from "../net/http";
import type { GameInfo, Room, RoomSeat } from "../protocol";
import { go } from "../router";
import { Initial } from "../table/Plate";
import type { TableMatch } from "../table/match";
import { listed, say } from "../words/say";

type Shown = { match: TableMatch; room: Room; seats: number[] };

function status(seat: RoomSeat, you: boolean, game: GameInfo | null): string {
  const bot = game?.bots.find(({ name }) => name === seat.bot)?.title;
  if (seat.kind === "bot") return bot ? say("gather.bot.kind", { bot }) : say("gather.bot");
  if (seat.kind === "open") return say("gather.open");
  if (seat.state !== "here") return say("gather.away");
  if (!seat.worded) return say("gather.word");
  return say(you ? "gather.you" : "gather.ready");
}

function SeatLine({
  match,
  seat,
  you,
  host,
  game,
}: {
  match: TableMatch;
  seat: RoomSeat;
  you: boolean;
  host: boolean;
  game: GameInfo | null;
}) {
  const name = seat.kind === "open" ? say("gather.free") : seat.name;
  return (
    <li
      class={seat.kind === "open" ? "gather-seat free" : "gather-seat"}
      data-gather={seat.seat}
      data-kind={seat.kind}
    >
      <Initial name={seat.kind === "open" ? String(seat.seat + 1) : name} />
      <span class="gather-name">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{status(seat, you, game)}</small>
      </span>
      {host && seat.kind !== "person" && game && (
        <select
          class="gather-give"
          aria-label={say("gather.give", { n: seat.seat + 1 })}
          value={seat.bot ?? ""}
          onChange={({ currentTarget }) =>
            match.send({ t: "give", seat: seat.seat, bot: currentTarget.value === "" ? null : currentTarget.value })
          }
        >
          <option value="">{say("gather.give.open")}</option>
          <BotOptions bots={game.bots} />
        </select>
      )}
    </li>
  );
}

/** What the table plays by, as far as it differs from the printed rules. */
function playedBy(room: Room, game: GameInfo | null): string[] {
  const changed = (game?.options ?? []).flatMap((option) => {
    const value = room.options?.[option.name];
    if (value === undefined || option.default === null || value === option.default) return [];
    const word = option.choices.find((choice) => choice.value === value)?.title ?? String(value);
    return `${option.title}: ${word}`;
  });
  const { turn_time = 0, increment = 0, grace = 60, chat = false } = room.manners;
  return [
    changed.length === 0 ? say("lobby.house.printed") : changed.join(", "),
    turn_time === 0
      ? say("gather.no-clock")
      : increment === 0
        ? say("gather.clock", { time: seconds(turn_time) })
        : say("gather.clock.more", { time: seconds(turn_time), more: seconds(increment) }),
    say("gather.grace", { time: seconds(grace) }),
    say(chat ? "gather.chat" : "gather.phrases"),
  ];
}

/** Tells those who hear the page who has come and gone. */
function useNews(room: Room, own: number[]): string {
  const before = useRef(room);
  const [news, setNews] = useState("");
  useEffect(() => {
    const was = before.current;
    before.current = room;
    const told = room.seats.flatMap((seat) => {
      const old = was.seats[seat.seat];
      if (!old || own.includes(seat.seat)) return [];
      if (old.kind === "open" && seat.kind === "person") return say("gather.sat", { name: seat.name });
      if (old.kind === "person" && seat.kind === "open") return say("gather.stood", { name: old.name });
      return [];
    });
    if (told.length > 0) setNews(told.join(" "));
  }, [room]);
  return news;
}

function Invite({ room, code }: { room: Room; code: string }) {
  const { only } = useOrigin();
  return (
    <section class="sheet-of-paper gather-invite" aria-label={say("gather.invite")}>
      <h2 class="panel-title">{say("gather.invite")}</h2>
      <p>{say("gather.invite.more")}</p>
      <Share path={linkTo(code)} title={room.title} label={say("gather.link")} name="invite" />
      <p class="gather-code">
        <span>{say("gather.code")}</span> <b data-code={code}>{grouped(code)}</b>
      </p>
      {only && (
        <p class="small quiet">
          {say("gather.only-here")} <code>upcard serve</code>
        </p>
      )}
    </section>
  );
}

const Watching = ({ room }: { room: Room }) => (
  <section class="sheet-of-paper gather-watch" aria-label={say("gather.watch")}>
    <h2 class="small-title">{say("gather.watch")}</h2>
    <p class="small quiet">{say("gather.watch.more")}</p>
    <Share path={watchLink(room.match)} title={room.title} label={say("gather.watch")} name="watch" />
  </section>
);

export function Gathering({ match, room, seats }: Shown) {
  const [game, setGame] = useState<GameInfo | null>(null);
  const [explained, explain] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void fetchCatalog().then(
      ({ games }) => setGame(games.find(({ name }) => name === room.game) ?? null),
      () => {},
    );
  }, [room.game]);
  // The button that led here is gone: who hears the page begins with whom the table waits for.
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, []);
  const news = useNews(room, seats);
  const host = room.host !== null && seats.includes(room.host);
  const open = room.seats.filter(({ kind }) => kind === "open");
  const late = room.seats.filter(({ kind, state }) => kind === "person" && state !== "here");
  const alone = room.seats.every(({ seat, kind }) => kind === "bot" || seats.includes(seat));
  // Who plays with bots alone, or at one device, waits for a moment only.
  if (alone) return <main class="cloth waiting" data-gathering="alone" />;
  const waits = [...open.map(() => say("gather.a-friend")), ...late.map(({ name }) => name)];
  const code = inviteOf(room.match);
  // Whoever laid the table passes the link on first; to everybody else the seats come first.
  const invite = open.length > 0 && code !== null && <Invite key="invite" room={room} code={code} />;
  const hostName = room.seats.find(({ seat }) => seat === room.host)?.name ?? "";
  return (
    <main class="gather" data-gathering={host ? "host" : seats.length > 0 ? "guest" : "watcher"}>
      {host && invite}
      <section key="who" class="sheet-of-paper gather-who">
        <h2 ref={head} class="panel-title" tabIndex={-1}>
          {waits.length === 0 ? say("gather.all") : say("gather.waits", { names: listed([...new Set(waits)]) })}
        </h2>
        <ul class="gather-seats">
          {room.seats.map((seat) => (
            <SeatLine key={seat.seat} {...{ match, seat, host, game }} you={seats.length === 1 && seats.includes(seat.seat)} />
          ))}
        </ul>
        {seats.length === 0 && <p class="quiet">{say("seat.watching")}</p>}
        {open.length > 0 && code === null && <p class="quiet">{say("gather.no-link")}</p>}
        <ul class="gather-by small quiet">
          {playedBy(room, game).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p class="small quiet gather-fair">
          {say("gather.fair")} <code title={room.commitment}>{room.commitment.slice(0, 16)}…</code>{" "}
          <button
            type="button"
            class="text-button"
            data-action="fair"
            aria-expanded={explained}
            onClick={() => explain(!explained)}
          >
            {say("gather.fair.what")}
          </button>
        </p>
        {explained && <p class="small quiet">{say("gather.fair.more")}</p>}
        {seats.length > 0 && (
          <div class="acts">
            {host ? (
              <button
                type="button"
                class="button go"
                data-action="deal-now"
                onClick={() => match.send({ t: "deal" })}
              >
                {say(open.length > 0 ? "gather.deal.open" : "gather.deal")}
              </button>
            ) : (
              <p class="quiet gather-host">
                <bdi>{say("gather.host", { name: hostName })}</bdi>
              </p>
            )}
            <button
              type="button"
              class="button quiet"
              data-action="leave-gathering"
              onClick={() => {
                match.leave();
                go("/");
              }}
            >
              {say("gather.leave")}
            </button>
          </div>
        )}
        {host && open.length > 0 && <p class="small quiet">{say("gather.deal.more")}</p>}
      </section>
      {!host && invite}
      <Watching key="watch" room={room} />
      <p class="sr-only" role="status" aria-live="polite">
        {news}
      </p>
    </main>
  );
}
