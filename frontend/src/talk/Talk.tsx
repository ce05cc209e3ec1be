// The talk at the table: what was said, phrases and reactions to say with a tap, free words where the table has them.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import type { Room, Said, View } from "../protocol";
import { panel } from "../shell";
import { Initial } from "../table/Plate";
import type { TableMatch } from "../table/match";
import { say, sayIfAny, seatName, sentence } from "../words/say";
import { wordsOf } from "./Bubble";
import { shownLines } from "./lines";
import { isReaction, Reaction } from "./Reaction";
import { manner, mute, read } from "./hearing";

const phrases = ["hello", "good-luck", "well-played", "thanks", "oops", "one-moment", "your-turn", "again", "bye"];
const reactions = ["clap", "laugh", "wonder"];
const longest = 200;

type Shown = { match: TableMatch; room: Room; view: Pick<View, "seat"> | null };

function Line({ line, name }: { line: Said; name: string }) {
  const drawn = line.phrase && isReaction(line.text);
  return (
    <div class="talk-line" data-said={line.seat}>
      <Initial name={name} />
      <p dir="auto">
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        {drawn && <Reaction phrase={line.text} />}
        <bdi class={drawn ? "sr-only" : undefined}>{wordsOf(line)}</bdi>
      </p>
    </div>
  );
}

function Lines({ match, room, view }: Shown) {
  const list = useRef<HTMLDivElement>(null);
  const lines = shownLines(match.talk.value, manner.value);
  useEffect(() => read(match), [match, match.talk.value]);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  return (
    <div
      ref={list}
      class="talk-lines"
      role="log"
      aria-live="polite"
      aria-label={say("talk.lines")}
      tabIndex={lines.length > 4 ? 0 : undefined}
    >
      {lines.length === 0 && <p class="quiet">{say("talk.empty")}</p>}
      {lines.map((line) => (
        <Line
          key={`${line.n} ${line.seat} ${line.text}`}
          line={line}
          name={seatName(room, view ?? { seat: null }, line.seat)}
        />
      ))}
    </div>
  );
}

function Phrases({ match }: { match: TableMatch }) {
  const tell = (text: string) => {
    match.send({ t: "say", text, phrase: true });
    panel.value = null;
  };
  return (
    <>
      <div class="reactions" role="group" aria-label={say("talk.reactions")}>
        {reactions.map((text) => (
          <button key={text} type="button" class="phrase" data-phrase={text} onClick={() => tell(text)}>
            <Reaction phrase={text} />
            <span>{sayIfAny(`phrase.${text}.do`)}</span>
          </button>
        ))}
      </div>
      <div class="phrases" role="group" aria-label={say("talk.phrases")}>
        {phrases.map((text) => (
          <button key={text} type="button" class="phrase" data-phrase={text} onClick={() => tell(text)}>
            {sayIfAny(`phrase.${text}`)}
          </button>
        ))}
      </div>
    </>
  );
}

function Write({ match }: { match: TableMatch }) {
  const [text, write] = useState("");
  return (
    <form
      class="talk-write"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        match.send({ t: "say", text: text.trim(), phrase: false });
        write("");
      }}
    >
      <input
        type="text"
        dir="auto"
        name="words"
        autocomplete="off"
        maxLength={longest}
        value={text}
        placeholder={say("talk.write")}
        aria-label={say("talk.write")}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <button type="submit" class="button" data-action="say">
        {say("talk.send")}
      </button>
    </form>
  );
}

function Mutes({ match, room }: { match: TableMatch; room: Room }) {
  const own = match.seats.value;
  const others = room.seats.filter(({ seat, kind }) => kind === "person" && !own.includes(seat));
  if (others.length === 0) return null;
  return (
    <details class="mutes" open={manner.value.muted.length > 0}>
      <summary>{say("talk.mute.title")}</summary>
      {others.map(({ seat, name }) => (
        <label key={seat} class="switch">
          <bdi>{name}</bdi>
          <input
            type="checkbox"
            role="switch"
            data-mute={seat}
            checked={!manner.value.muted.includes(seat)}
            onChange={({ currentTarget }) => mute(match.id, seat, !currentTarget.checked)}
          />
        </label>
      ))}
    </details>
  );
}

export function Talk({ match, room, view }: Shown) {
  const seated = match.seats.value.length > 0;
  const refused = match.refused.value;
  return (
    <Dialog title={say("talk.title")} kind="talk">
      <Lines match={match} room={room} view={view} />
      {seated ? (
        <>
          {room.manners.chat && <Write match={match} />}
          {refused && "problem" in refused && (
            <p class="problem" role="alert" key={refused.key}>
              {sayIfAny(`problem.${refused.problem.code}`) ?? sentence(refused.problem.message)}
            </p>
          )}
          <Phrases match={match} />
        </>
      ) : (
        <p class="quiet small">{say("talk.watching")}</p>
      )}
      <Mutes match={match} room={room} />
    </Dialog>
  );
}
