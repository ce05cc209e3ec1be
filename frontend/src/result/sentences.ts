// The sentence that heads a result, and why.

import type { Room, RoundResult, View } from "../protocol";
import { columnName, columnsOf } from "../table/Sheet";
import { figure, listed, say, sayIfAny, seatName } from "../words/say";

const lowWins = (view: View): boolean => view.target === null;

/** The best columns (seats, or teams of seats) by some points. */
function best(view: View, points: number[]): number[][] {
  const columns = columnsOf(view);
  const of = (seats: number[]) => points[seats[0] ?? 0] ?? 0;
  const top = lowWins(view) ? Math.min(...columns.map(of)) : Math.max(...columns.map(of));
  return columns.filter((seats) => of(seats) === top);
}

export function roundHead(view: View, room: Room, round: RoundResult): string {
  const columns = columnsOf(view);
  const won = best(view, round.points);
  const of = (seats: number[] | undefined) => figure(round.points[seats?.[0] ?? 0] ?? 0);
  const winner = won[0] ?? [0];
  if (won.length > 1) return say("result.tied", { points: of(winner) });
  const mine = view.seat !== null && winner.includes(view.seat);
  const other = columns.find((seats) => seats[0] !== winner[0]);
  if (view.partners.length > 0)
    return mine
      ? say("result.team.yours", { mine: of(winner), theirs: of(other) })
      : say("result.team.theirs", { theirs: of(winner), mine: of(other) });
  const name = columnName(view, room, winner);
  if (columns.length === 2)
    return mine
      ? say("result.yours", { mine: of(winner), theirs: of(other) })
      : say("result.theirs", { name, theirs: of(winner), mine: of(other) });
  return mine
    ? say("result.yours.many", { points: of(winner) })
    : say("result.theirs.many", { name, points: of(winner) });
}

export function roundWhy(view: View, room: Room, round: RoundResult): string {
  const sentences: string[] = [];
  const you = (key: string, seat: number | null): string | null =>
    seat === view.seat && seat !== null
      ? sayIfAny(`${key}.you`)
      : (sayIfAny(key, { name: seatName(room, view, seat) }) ?? null);
  const ended = you(`result.why.${round.how}`, round.ended_by);
  if (ended) sentences.push(ended);
  for (const layout of round.layouts) {
    if (view.game === "rat-race" && layout.rows < 3) {
      const walked = you("result.why.walk", layout.seat);
      if (walked) sentences.push(walked);
    }
  }
  for (const note of round.notes)
    if (note.why !== "") sentences.push(/[.!?]$/.test(note.why) ? note.why : `${note.why}.`);
  if (view.layouts[0]?.kind === "rack" && !round.notes.some(({ clause }) => /^RO4\.[23]/.test(clause))) {
    const reading = sayIfAny(`result.reading.${view.options["loser_score"] ?? "front-run"}`);
    if (reading) sentences.push(reading);
  }
  return sentences.join(" ");
}

export function matchHead(view: View, room: Room): string {
  const outcome = view.outcome;
  if (outcome === null) return "";
  if (outcome.how === "stopped") return say("match.stopped");
  const columns = columnsOf(view);
  const of = (seats: number[] | undefined) => figure(outcome.finals[seats?.[0] ?? 0] ?? 0);
  const winner = columns.find((seats) => seats.some((seat) => outcome.winners.includes(seat))) ?? [0];
  if (outcome.tie) return say("match.tie", { points: of(winner) });
  const mine = view.seat !== null && winner.includes(view.seat);
  const other = columns.find((seats) => seats[0] !== winner[0]);
  if (view.partners.length > 0)
    return say(
      mine ? "match.team.win" : "match.team.lose",
      mine ? { mine: of(winner), theirs: of(other) } : { theirs: of(winner), mine: of(other) },
    );
  const name = columnName(view, room, winner);
  if (columns.length === 2)
    return mine
      ? say("match.win", { mine: of(winner), theirs: of(other) })
      : say("match.lose", { name, theirs: of(winner), mine: of(other) });
  return mine
    ? say("match.win.many", { points: of(winner) })
    : say("match.lose.many", { name, points: of(winner) });
}

/** Why the match ended, if there is a sentence for it. */
export const matchWhy = (view: View): string => {
  const why = view.outcome?.why ?? "";
  return (
    sayIfAny(`match.why.${why}`, { n: view.rounds ?? view.target ?? "" }) ?? (why.includes(" ") ? why : "")
  );
};

/** "You lead by 36 with two rounds to go." */
export function standingLine(view: View): string {
  if (view.seat === null) return "";
  const totals = view.sheet.totals;
  const mine = totals[view.seat] ?? 0;
  const team = view.partners.find((seats) => seats.includes(view.seat as number)) ?? [view.seat];
  const others = totals.filter((_, seat) => !team.includes(seat));
  if (others.length === 0) return "";
  const rival = lowWins(view) ? Math.min(...others) : Math.max(...others);
  const ahead = lowWins(view) ? rival - mine : mine - rival;
  const head =
    ahead > 0
      ? say("result.lead", { n: ahead })
      : ahead < 0
        ? say("result.behind", { n: -ahead })
        : say("result.level");
  if (view.rounds === null) return `${head}.`;
  const left = view.rounds - view.sheet.rounds.length;
  if (left <= 0) return `${head}.`;
  return `${head} ${say("result.lead.togo", {
    n: left === 1 ? say("result.togo.one") : say("result.togo.many", { n: left }),
  })}`;
}

export const waitingLine = (view: View, room: Room): string =>
  say("result.waiting", { names: listed(room.waiting.map((seat) => seatName(room, view, seat))) });
