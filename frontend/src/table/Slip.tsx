// Slips over the cloth: a refusal with its reason and clause, a connection that is being made again.

import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/Icon";
import type { Link } from "../net/connection";
import type { Problem, Room, View } from "../protocol";
import { follow } from "../router";
import { openRules } from "../shell";
import { say, sayIfAny, sayIn, seatName, sentence } from "../words/say";
import type { Refused } from "./match";

const shownFor = 6_000;

export function RefusedSlip({
  refused,
  view,
  room,
  dismiss,
}: {
  refused: Refused;
  view: View | null;
  room: Room;
  dismiss(): void;
}) {
  const gone = useRef(dismiss);
  gone.current = dismiss;
  useEffect(() => {
    const timer = setTimeout(() => gone.current(), shownFor);
    return () => clearTimeout(timer);
  }, [refused.key]);
  const told = "reason" in refused ? refused.reason : refused.problem;
  const text =
    "reason" in refused
      ? sayIn(room.game, refused.reason.key, {
          name: seatName(room, { seat: view?.seat ?? null }, refused.reason.seat),
        })
      : (sayIfAny(`problem.${refused.problem.code}`) ?? refused.problem.message);
  const clause = told.clause;
  return (
    <div class="slip slip-refused" role="alert" data-refused={clause ?? ""}>
      <b>{text}</b>
      {clause !== null && (
        <button
          type="button"
          class="text-button"
          data-action="clause"
          aria-label={say("slip.clause", { clause })}
          onClick={() => openRules(room.game, clause)}
        >
          {clause}
          <Icon name="book" />
        </button>
      )}
    </div>
  );
}

export function LinkSlip({ link, why, seated }: { link: Link; why: Problem | null; seated: boolean }) {
  if (link === "open" || link === "opening") return null;
  return (
    <div class="slip slip-link" role="status" data-link={link}>
      {link === "again" ? (
        <>
          <span class="waiting-cards" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {say(seated ? "slip.again" : "slip.again.watching")}
        </>
      ) : (
        <>
          <span>{why === null ? say("slip.ended") : sentence(why.message)}</span>
          <a class="button quiet" href="/" onClick={follow}>
            {say("match.lobby")}
          </a>
        </>
      )}
    </div>
  );
}
