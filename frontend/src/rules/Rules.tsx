// The rule book of a game, opened at its beginning or at the clause in question.

import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import { fetchRules } from "../net/http";
import type { RuleBook } from "../protocol";
import type { Panel } from "../shell";
import { say } from "../words/say";

const kept = new Map<string, RuleBook>();

/** The few marks the rule books use: **strong**, `code`, and clause ids stay plain text. */
export function marked(text: string): preact.ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/g).map((piece, at) => {
    if (piece.startsWith("**")) return <b key={at}>{piece.slice(2, -2)}</b>;
    if (piece.startsWith("`")) return <code key={at}>{piece.slice(1, -1)}</code>;
    return piece;
  });
}

export function Rules({ game, clause, then }: { game: string; clause: string | null; then: Panel | null }) {
  const [book, setBook] = useState<RuleBook | null>(kept.get(game) ?? null);
  const [failed, setFailed] = useState(false);
  const wanted = useRef<HTMLElement>(null);
  useEffect(() => {
    if (book !== null) return;
    fetchRules(game).then(
      (found) => {
        kept.set(game, found);
        setBook(found);
      },
      () => setFailed(true),
    );
  }, [game]);
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: "center" });
  }, [book]);
  return (
    <Dialog title={book?.title ?? say("app.rules")} kind="rules" then={then}>
      {failed && <p role="alert">{say("rules.failed")}</p>}
      {!failed && book === null && <p role="status">{say("rules.loading")}</p>}
      <div class="clauses" tabIndex={0} role="region" aria-label={say("app.rules")}>
        {book?.clauses.map(({ id, heading, text }, at, all) => (
          <section
            key={id}
            ref={id === clause || `${id}r` === clause ? wanted : null}
            class={id === clause ? "clause wanted" : "clause"}
            data-clause={id}
          >
            {heading !== null && heading !== "" && heading !== all[at - 1]?.heading && <h3>{heading}</h3>}
            {text !== "" && (
              <p>
                <span class="clause-id">{id}</span> {marked(text)}
              </p>
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
