// The way to the talk in the bar, marked where something new was said; and the voice that says it.

import { useEffect } from "preact/hooks";
import { Icon } from "../art/Icon";
import type { Room, View } from "../protocol";
import { panel } from "../shell";
import type { TableMatch } from "../table/match";
import { say, sayCount, seatName } from "../words/say";
import { wordsOf } from "./Bubble";
import { unreadOf } from "./lines";
import { aloud, listen, manner } from "./hearing";

type Shown = { match: TableMatch; room: Room; view: Pick<View, "seat"> | null; seats: number[] };

/** Whether there is anybody to talk to, or to listen to. */
const isSociable = (room: Room, seats: number[]): boolean =>
  room.seats.some(({ seat, kind }) => kind !== "bot" && !seats.includes(seat));

export function TalkButton({ match, room, view, seats }: Shown) {
  useEffect(() => listen(match), [match]);
  const lines = match.talk.value;
  if (!isSociable(room, seats) && lines.length === 0) return null;
  const unread = unreadOf(lines, manner.value, seats);
  return (
    <>
      <button
        type="button"
        class="icon-button talk-button"
        data-action="talk"
        data-unread={unread}
        aria-haspopup="dialog"
        aria-label={unread === 0 ? say("talk.title") : sayCount("talk.unread", unread)}
        onClick={() => {
          panel.value = { kind: "talk" };
        }}
      >
        <Icon name="talk" />
        {unread > 0 && <i class="unread">{unread > 9 ? "9+" : unread}</i>}
      </button>
      <div class="sr-only" aria-live="polite" data-talk-live>
        {aloud.value.map((line) => (
          <p key={line.n}>
            <bdi>{seatName(room, view ?? { seat: null }, line.seat)}</bdi>: <bdi>{wordsOf(line)}</bdi>
          </p>
        ))}
      </div>
    </>
  );
}
