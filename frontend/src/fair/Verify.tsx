// The check of the shuffle: one verdict, what it rests on, and all that anybody needs to check it again.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../art/Icon";
import { Dialog } from "../Dialog";
import { fetchRecord } from "../net/http";
import type { Room, View } from "../protocol";
import type { TableMatch } from "../table/match";
import { say, seatName } from "../words/say";
import type { Key } from "../words/en";
import { check, readRecord, wordedSeats, type Checked, type Filed, type Finding } from "./check";
import { recall } from "./word";

type Shown = { match: TableMatch; view: View; room: Room };
type Looked = { filed: Filed; checked: Checked } | Extract<Key, "fair.failed" | "fair.unreadable">;

async function look({ match, view, room }: Shown): Promise<Looked> {
  let data: unknown;
  try {
    data = await fetchRecord(match.id);
  } catch {
    return "fair.failed";
  }
  const filed = readRecord(data);
  if (filed === null) return "fair.unreadable";
  const seen = { kept: recall(match.id), view, room, seats: match.seats.peek() };
  return { filed, checked: check(filed, seen) };
}

const markOf = (ok: boolean | null) =>
  ok === null ? { icon: "unknown", key: "fair.unknown" } as const
  : ok ? { icon: "tick", key: "fair.right" } as const
  : { icon: "close", key: "fair.wrong" } as const;

function Mark({ ok }: Pick<Finding, "ok">) {
  const { icon, key } = markOf(ok);
  return (
    <>
      <Icon name={icon} />
      <span class="sr-only">{say(key)}: </span>
    </>
  );
}

const Findings = ({ found }: { found: Finding[] }) => (
  <ul class="findings">
    {found.map(({ ok, key, values }, at) => (
      <li key={at} data-finding={key} data-ok={String(ok)}>
        <Mark ok={ok} />
        <span>{say(key, values)}</span>
      </li>
    ))}
  </ul>
);

function Answers({ filed, checked }: { filed: Filed; checked: Checked }) {
  return (
    <details>
      <summary>{say("fair.every")}</summary>
      {filed.rounds.map(({ round }) => (
        <section key={round}>
          <h3 class="small-title">{say("fair.round", { n: round })}</h3>
          <Findings found={checked.answers.filter((answer) => answer.round === round)} />
        </section>
      ))}
    </details>
  );
}

function Published({ filed, room, view }: { filed: Filed; room: Room; view: View }) {
  const { fair } = filed;
  if (fair === undefined) return null;
  const names = wordedSeats(room).map((seat) => seatName(room, view, seat));
  return (
    <details>
      <summary>{say("fair.proof")}</summary>
      <dl class="published">
        <dt>{say("fair.show.promise")}</dt>
        <dd>{fair.commitment}</dd>
        <dt>{say("fair.show.secret")}</dt>
        <dd>{fair.secret}</dd>
        <dt>{say("fair.show.number")}</dt>
        <dd>{fair.match}</dd>
        {fair.words.map((word, at) => (
          <>
            <dt key={`${at} name`}>
              <bdi>{say("fair.show.word", { name: names[at] ?? "" })}</bdi>
            </dt>
            <dd key={`${at} word`}>{word}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}

function Verdict({ filed, checked, room, view }: { filed: Filed; checked: Checked; room: Room; view: View }) {
  const { verdict } = checked;
  const ok = verdict === "fair" ? true : verdict === "unseen" ? null : false;
  return (
    <div class="verify-scroll" data-verdict={verdict} role="status">
      <p class="verdict">
        <Icon name={markOf(verdict === "unseen" ? true : ok).icon} />
        <b>{say(`fair.verdict.${verdict}`)}</b>
      </p>
      <p>{say(`fair.verdict.${verdict}.more`)}</p>
      <Findings found={checked.findings} />
      <Answers filed={filed} checked={checked} />
      <Published filed={filed} room={room} view={view} />
    </div>
  );
}

export function Verify(shown: Shown) {
  const [looked, found] = useState<Looked | null>(null);
  const [tries, tryAgain] = useState(0);
  const { match, view, room } = shown;
  useEffect(() => {
    let wanted = true;
    found(null);
    void look(shown).then((told) => {
      if (wanted) found(told);
    });
    return () => {
      wanted = false;
    };
  }, [match, tries]);
  return (
    <Dialog title={say("fair.title")} kind="verify">
      {looked === null && <p role="status">{say("fair.checking")}</p>}
      {typeof looked === "string" && (
        <>
          <p class="problem" role="alert">
            {say(looked)}
          </p>
          <button type="button" class="button" data-action="verify-again" onClick={() => tryAgain(tries + 1)}>
            {say("fair.again")}
          </button>
        </>
      )}
      {looked !== null && typeof looked !== "string" && <Verdict {...looked} room={room} view={view} />}
      <p class="verify-foot small">
        <a class="button quiet" href={`/api/matches/${match.id}/record`} download data-action="record">
          {say("fair.save")}
        </a>
        <span>
          {say("fair.how")} <code>upcard verify</code>
        </span>
      </p>
    </Dialog>
  );
}
