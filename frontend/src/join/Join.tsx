// By a link or a code to a seat: who invites to what, a name, and one button.

import { useEffect, useRef, useState } from "preact/hooks";
import { Mark } from "../art/Icon";
import { GamePicture } from "../lobby/Tiles";
import { fetchInvitation, join, Refusal } from "../net/http";
import type { Invitation } from "../protocol";
import { follow, go } from "../router";
import { OwnName } from "../OwnName";
import { settings } from "../settings";
import { listed, say, sentence } from "../words/say";
import { codeIn, keepInvite } from "./code";

const kept = "upcard/code";

/** The code leaves the address at once, so that nobody reads it over a shoulder or out of a history. */
function takeCode(): string | null {
  const code = codeIn(location.hash);
  try {
    if (code === null) return sessionStorage.getItem(kept);
    sessionStorage.setItem(kept, code);
  } catch {
    // Nothing is kept: loading the page again needs the link again.
  }
  if (code !== null) history.replaceState(null, "", location.pathname);
  return code;
}

const words = (failure: unknown): string =>
  failure instanceof Refusal ? sentence(failure.problem.message) : say("lobby.unreachable");

/** Who would play with whom from a free seat; "" where everybody plays alone. */
function partnerOf(invitation: Invitation, seat: number): string {
  if (invitation.options["partners"] !== "on" || invitation.seats.length !== 4) return "";
  return invitation.seats[(seat + 2) % 4]?.name ?? "";
}

function Free({
  invitation,
  seat,
  choose,
}: {
  invitation: Invitation;
  seat: number | null;
  choose(seat: number): void;
}) {
  if (invitation.open.length < 2) return null;
  const across = invitation.open.some((free) => partnerOf(invitation, free) !== "");
  return (
    <fieldset class="setting">
      <legend>{say("join.seat")}</legend>
      <div class={across ? "segments across" : "segments"}>
        {invitation.open.map((free) => {
          const name = partnerOf(invitation, free);
          return (
            <label key={free} class="segment">
              <input
                type="radio"
                name="seat"
                value={free}
                checked={free === (seat ?? invitation.open[0])}
                onChange={() => choose(free)}
              />
              <span>
                {name === ""
                  ? say("join.seat.n", { n: free + 1 })
                  : say("join.seat.across", { n: free + 1, name })}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Invited({
  code,
  invitation,
  again,
}: {
  code: string;
  invitation: Invitation;
  again(): void;
}) {
  const [seat, choose] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { kind, host, match, title } = invitation;
  const taken = invitation.seats.filter(({ kind: who }) => who !== "open").map(({ name }) => name);
  // Where there is a choice the seat that is shown is the one that is meant.
  const shown = invitation.open.length > 1 ? (invitation.open[0] ?? null) : null;
  const full = kind === "seat" && invitation.open.length === 0 && invitation.seated.length === 0;
  const asksName = kind === "seat" && invitation.open.length > 0 && invitation.seated.length === 0;
  const arrive = () => {
    if (kind === "seat") keepInvite(match, code);
    try {
      sessionStorage.removeItem(kept);
    } catch {
      // It was not kept either.
    }
    go(`/m/${match}`);
  };
  const sit = async () => {
    if (busy) return;
    if (full || invitation.seated.length > 0) return arrive();
    setBusy(true);
    setProblem(null);
    try {
      const { seats } = await join(code, settings.value.name.trim(), seat ?? shown);
      if (seats.length > 0) return arrive();
      setBusy(false); // somebody else has just taken the last seat
      again();
    } catch (failure) {
      setBusy(false);
      setProblem(words(failure));
      if (failure instanceof Refusal && failure.problem.code === "room/seat-taken") {
        choose(null);
        again();
      }
    }
  };
  const head =
    kind === "move"
      ? say("join.move", { game: title })
      : host === ""
        ? say("join.to", { game: title })
        : say("join.invites", { name: host, game: title });
  const there = full ? "join.watch" : kind === "move" ? "join.here" : "join.sit";
  const act = invitation.seated.length > 0 ? "join.back" : there;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <form
      class="join-slip sheet-of-paper"
      onSubmit={(event) => {
        event.preventDefault();
        void sit();
      }}
    >
      <div class="tile-picture" aria-hidden="true">
        <GamePicture game={invitation.game} />
      </div>
      <h1 ref={heading} class="panel-title" tabIndex={-1}>
        <bdi>{head}</bdi>
      </h1>
      {kind === "seat" && taken.length > 0 && (
        <p class="quiet">
          <bdi>{say("join.who", { names: listed(taken) })}</bdi>
        </p>
      )}
      {full && <p role="status">{say("join.full")}</p>}
      {invitation.seated.length > 0 && <p>{say("join.seated")}</p>}
      {kind === "move" && <p>{say("join.move.more")}</p>}
      {asksName && (
        <label class="field">
          <span>{say("menu.name")}</span>
          <OwnName />
        </label>
      )}
      {asksName && <Free invitation={invitation} seat={seat} choose={choose} />}
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button go" data-action="sit" aria-disabled={busy}>
        {say(act)}
      </button>
    </form>
  );
}

export function Join() {
  const [code, setCode] = useState<string | null>(takeCode);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(code === null ? say("join.none") : null);
  const look = (wanted: string) => {
    fetchInvitation(wanted).then(
      (found) => {
        setProblem(null);
        setInvitation(found);
      },
      (failure: unknown) => setProblem(words(failure)),
    );
  };
  useEffect(() => {
    document.title = say("join.title");
    const another = () => {
      const next = takeCode();
      if (next !== null) setCode(next);
    };
    addEventListener("hashchange", another);
    return () => removeEventListener("hashchange", another);
  }, []);
  useEffect(() => {
    if (code !== null) look(code);
  }, [code]);
  return (
    <div class={`shell join game-${invitation?.game ?? "none"}`} data-join={invitation?.kind ?? ""}>
      <header class="bar">
        <a class="brand" href="/" onClick={follow} aria-label={`upcard, ${say("app.lobby")}`}>
          <Mark />
          <span>upcard</span>
        </a>
      </header>
      <main class="join-cloth">
        {problem !== null && invitation === null ? (
          <section class="join-slip sheet-of-paper">
            <h1 class="panel-title">{say("join.title")}</h1>
            <p role="alert">{problem}</p>
            <a class="button" href="/" onClick={follow}>
              {say("app.back")}
            </a>
          </section>
        ) : (
          code !== null &&
          invitation !== null && <Invited {...{ code, invitation }} again={() => look(code)} />
        )}
      </main>
    </div>
  );
}
