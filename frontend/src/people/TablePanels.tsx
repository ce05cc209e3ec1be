// What the menu offers at a table: links to pass on, the way to a phone, leaving, stopping.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { grouped, inviteOf, linkTo, watchLink } from "../join/code";
import { Share } from "../join/Share";
import { moveCode, Refusal } from "../net/http";
import type { MoveCode, Room } from "../protocol";
import { go } from "../router";
import { panel } from "../shell";
import type { TableMatch } from "../table/match";
import { say, sentence } from "../words/say";
import { asTime } from "./time";

type Shown = { match: TableMatch; room: Room };

/** The menu's part about the table that is open. */
export function TableMenu({ match, room }: Shown) {
  const seated = match.seats.value.length > 0;
  const open = (kind: "share" | "move" | "leave" | "stop") => () => {
    panel.value = { kind };
  };
  return (
    <fieldset class="setting table-menu">
      <legend>{say("menu.table")}</legend>
      <div class="table-acts">
        <button type="button" class="button quiet" data-action="links" onClick={open("share")}>
          {say("menu.links")}
        </button>
        {seated && (
          <button type="button" class="button quiet" data-action="move" onClick={open("move")}>
            {say("menu.move")}
          </button>
        )}
        {seated && room.stage === "playing" && (
          <>
            <button type="button" class="button quiet" data-action="stop" onClick={open("stop")}>
              {say("menu.stop")}
            </button>
            <button type="button" class="button quiet" data-action="leave-table" onClick={open("leave")}>
              {say("menu.leave")}
            </button>
          </>
        )}
      </div>
    </fieldset>
  );
}

function Links({ room }: Shown) {
  const code = inviteOf(room.match);
  const free = room.stage !== "over" && room.seats.some(({ kind }) => kind === "open");
  return (
    <Dialog title={say("menu.links")} kind="share">
      <div class="panel-part">
        {free && code !== null && (
          <>
            <h3 class="small-title">{say("gather.invite")}</h3>
            <p class="small quiet">{say("gather.invite.more")}</p>
            <Share path={linkTo(code)} title={room.title} label={say("gather.link")} name="invite" />
          </>
        )}
        <h3 class="small-title">{say("gather.watch")}</h3>
        <p class="small quiet">{say("gather.watch.more")}</p>
        <Share path={watchLink(room.match)} title={room.title} label={say("gather.watch")} name="watch" />
      </div>
    </Dialog>
  );
}

function Move({ room }: Shown) {
  const [made, setMade] = useState<MoveCode | null>(null);
  const [left, setLeft] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = () => {
    setProblem(null);
    moveCode(room.match).then(
      (code) => {
        setMade(code);
        setLeft(code.seconds);
      },
      (failure: unknown) => {
        setMade(null);
        setProblem(failure instanceof Refusal ? sentence(failure.problem.message) : say("lobby.unreachable"));
      },
    );
  };
  useEffect(ask, [room.match]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((n) => Math.max(0, n - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const good = made !== null && left > 0;
  return (
    <Dialog title={say("menu.move")} kind="move">
      <div class="panel-part">
        <p>{say("move.how")}</p>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {good ? (
          <>
            <Share path={linkTo(made.code)} title={room.title} label={say("move.link")} name="move" />
            <p class="gather-code">
              <span>{say("gather.code")}</span> <b data-move-code={made.code}>{grouped(made.code)}</b>
            </p>
            <p class="small quiet">{say("move.left", { time: asTime(left) })}</p>
          </>
        ) : (
          (made !== null || problem !== null) && (
            <button type="button" class="button" onClick={ask}>
              {say("move.again")}
            </button>
          )
        )}
      </div>
    </Dialog>
  );
}

function Question({
  kind,
  title,
  more,
  act,
  does,
}: {
  kind: "leave" | "stop";
  title: string;
  more: string;
  act: string;
  does(): void;
}) {
  return (
    <Dialog title={title} kind={kind}>
      <div class="panel-part">
        <p>{more}</p>
        <div class="acts">
          <button type="button" class="button" data-action={`${kind}-yes`} onClick={does}>
            {act}
          </button>
          <button
            type="button"
            class="button quiet"
            data-action={`${kind}-no`}
            onClick={() => {
              panel.value = null;
            }}
          >
            {say("stop.play-on")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

export function TablePanels({ match, room }: Shown) {
  switch (panel.value?.kind) {
    case "share":
      return <Links match={match} room={room} />;
    case "move":
      return <Move match={match} room={room} />;
    case "leave":
      return (
        <Question
          kind="leave"
          title={say("menu.leave")}
          more={say("leave.more")}
          act={say("leave.yes")}
          does={() => {
            match.leave();
            panel.value = null;
            go("/");
          }}
        />
      );
    case "stop":
      return (
        <Question
          kind="stop"
          title={say("menu.stop")}
          more={say("stop.more")}
          act={say("stop.yes")}
          does={() => {
            match.send({ t: "stop", agree: true });
            panel.value = null;
          }}
        />
      );
    default:
      return null;
  }
}
