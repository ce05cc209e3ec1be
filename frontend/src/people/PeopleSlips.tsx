// Slips about people: who is away and what may be done about it, who wants to stop, what was played meanwhile.

import { useEffect } from "preact/hooks";
import type { Room, View } from "../protocol";
import type { TableMatch } from "../table/match";
import type { Missed } from "../table/memory";
import { eventPhrase, listed, say, sayCount, sentence } from "../words/say";
import { asTime, leftOf, useSeconds } from "./time";

const shownFor = 15_000;

function AwaySlip({ match, room, seats, seat }: { match: TableMatch; room: Room; seats: number[]; seat: number }) {
  const { name, until } = room.seats[seat] ?? { name: "", until: null };
  useSeconds(until !== null);
  if (until === null) return null;
  const host = room.host !== null && seats.includes(room.host);
  return (
    <div class="slip slip-people" role="status" aria-live="off" data-slip="away" data-away={seat}>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        <span class="away-long">{say("people.until")} </span>
        <span class="turn-clock">{asTime(leftOf(room, until))}</span>
      </span>
      <button
        type="button"
        class="text-button"
        data-action="more-time"
        onClick={() => match.send({ t: "more-time", seat })}
      >
        {say("people.more-time")}
      </button>
      {host && (
        <button
          type="button"
          class="text-button"
          data-action="stand-in"
          onClick={() => match.send({ t: "stand-in", seat })}
        >
          {say("people.bot-now")}
        </button>
      )}
    </div>
  );
}

function StopSlip({ match, room, seats }: { match: TableMatch; room: Room; seats: number[] }) {
  if (room.stop.length === 0) return null;
  const mine = room.stop.some((seat) => seats.includes(seat));
  const nameOf = (seat: number) => room.seats[seat]?.name ?? "";
  const missing = room.seats.filter(
    ({ seat, kind, state }) =>
      kind === "person" && (state === "here" || state === "away") && !room.stop.includes(seat),
  );
  return (
    <div class="slip slip-people" role="status" data-slip="stop">
      <span>
        {mine
          ? say("stop.waits", { names: listed(missing.map(({ name }) => name)) })
          : say("stop.asks", { names: listed(room.stop.map(nameOf)) })}
      </span>
      {!mine && (
        <button type="button" class="button" data-action="stop-agree" onClick={() => match.send({ t: "stop", agree: true })}>
          {say("stop.agree")}
        </button>
      )}
      <button
        type="button"
        class="text-button"
        data-action="stop-play-on"
        onClick={() => match.send({ t: "stop", agree: false })}
      >
        {say("stop.play-on")}
      </button>
    </div>
  );
}

function MissedSlip({ match, missed, view }: { match: TableMatch; missed: Missed; view: View }) {
  const dismiss = () => {
    match.missed.value = null;
  };
  useEffect(() => {
    const timer = setTimeout(dismiss, shownFor);
    return () => clearTimeout(timer);
  }, [missed]);
  const clocked = missed.clocked.map((event) => eventPhrase(event, view));
  return (
    <div class="slip slip-people" role="status" data-slip="missed" data-missed={missed.stood}>
      <span>
        {missed.stood > 0 && sayCount("people.stood-in", missed.stood)}{" "}
        {clocked.length > 0 && sentence(say("clock.was-up", { done: listed(clocked) }))}
      </span>
      <button type="button" class="text-button" data-action="missed-seen" onClick={dismiss}>
        {say("people.seen")}
      </button>
    </div>
  );
}

export function PeopleSlips({ match, room, view }: { match: TableMatch; room: Room; view: View }) {
  const seats = match.seats.value;
  const missed = match.missed.value;
  if (room.stage !== "playing" || seats.length === 0) return null;
  const away = room.seats.filter(({ seat, until }) => until !== null && !seats.includes(seat));
  return (
    <div class="people-slips">
      {missed && <MissedSlip match={match} missed={missed} view={view} />}
      <StopSlip match={match} room={room} seats={seats} />
      {away.slice(0, 2).map(({ seat }) => (
        <AwaySlip key={seat} {...{ match, room, seats, seat }} />
      ))}
    </div>
  );
}
