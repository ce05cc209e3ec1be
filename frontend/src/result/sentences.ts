// The sentence that heads a result, and why.

import { isShared, isYou } from "../people/shared";
import type { Part, Room, RoundResult, View } from "../protocol";
import { columnName, columnsOf, sumOver } from "../table/columns";
import { cardWord, figure, listed, say, sayIfAny, seatName } from "../words/say";

/** The seat that is spoken to; none where everybody goes by name. */
const youOf = (view: View, room: Room): number | null => (isShared(room) ? null : view.seat);

const lowWins = (view: View): boolean => view.target === null;

/** The best columns (seats, or teams of seats) by some points. */
function best(view: View, points: number[]): number[][] {
  const columns = columnsOf(view);
  const of = (seats: number[]) => sumOver(points, seats);
  const top = lowWins(view) ? Math.min(...columns.map(of)) : Math.max(...columns.map(of));
  return columns.filter((seats) => of(seats) === top);
}

export function roundHead(view: View, room: Room, round: RoundResult): string {
  const columns = columnsOf(view);
  const won = best(view, round.points);
  const of = (seats: number[] | undefined) => figure(sumOver(round.points, seats ?? []));
  const winner = won[0] ?? [0];
  if (won.length > 1) return say("result.tied", { points: of(winner) });
  const you = youOf(view, room);
  const mine = you !== null && winner.includes(you);
  const other = columns.find((seats) => seats[0] !== winner[0]);
  if (view.partners.length > 0 && you === null)
    return say("result.team.named", {
      name: columnName(view, room, winner),
      theirs: of(winner),
      mine: of(other),
    });
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

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** A sentence about a seat: its own form for the viewer. */
function ofSeat(view: View, room: Room, key: string, seat: number | null, values = {}): string | null {
  return isYou(room, view, seat)
    ? sayIfAny(`${key}.you`, values)
    : sayIfAny(key, { ...values, name: seatName(room, view, seat) });
}

function teamsLine(view: View, room: Room, points: number[]): string {
  return view.partners
    .map((seats) => {
      const own = [...seats].sort((seat) => (seat === view.seat ? -1 : 1));
      return say("result.why.team", {
        team: columnName(view, room, seats),
        sum: own.map((seat) => figure(points[seat] ?? 0)).join(" + "),
        points: figure(sumOver(points, seats)),
      });
    })
    .join(" ");
}

/** What a note of the server says of a seat, of the teams, or of the reading that was played. */
function noteLine(view: View, room: Room, note: Part): string | null {
  const seat = /^seat (\d+)$/.exec(note.where)?.[1];
  const values = { n: figure(note.score), length: note.match.length };
  if (note.clause === "RO5.3" && seat !== undefined)
    return ofSeat(view, room, "result.why.run", Number(seat), values);
  if (note.clause === "NI4.7" && seat !== undefined)
    return ofSeat(view, room, "result.why.penalty", Number(seat), values);
  // Told elsewhere: the Speed Bonus with the end of the round, the teams and the reading in lines of their own.
  if (["RR6.2", "RO5.2"].includes(note.clause) || note.mark === "reading" || note.why === "") return null;
  return sentence(note.why);
}

export function roundWhy(view: View, room: Room, round: RoundResult): string {
  const banked = round.notes.some(({ clause, score }) => clause === "RR6.2" && score !== 0);
  const walked = round.layouts.filter(({ rows }) => view.game === "rat-race" && rows < 3);
  const burnt = walked.length === 1 ? view.burn.slice(-3).map((card) => cardWord(view.game, card)) : [];
  const rack = view.layouts[0]?.kind === "rack";
  return [
    (banked && ofSeat(view, room, `result.why.${round.how}.bonus`, round.ended_by)) ||
      ofSeat(view, room, `result.why.${round.how}`, round.ended_by),
    ...walked.map(({ seat }) =>
      burnt.length > 0
        ? ofSeat(view, room, "result.why.walk", seat, { cards: burnt.join(" ") })
        : ofSeat(view, room, "result.why.walks", seat),
    ),
    ...round.notes.map((note) => noteLine(view, room, note)),
    teamsLine(view, room, round.points),
    rack && sayIfAny(`result.reading.${view.options["loser_score"] ?? "front-run"}`),
  ]
    .filter(Boolean)
    .join(" ");
}

export function matchHead(view: View, room: Room): string {
  const outcome = view.outcome;
  if (outcome === null) return "";
  if (outcome.how === "stopped") return say("match.stopped");
  const columns = columnsOf(view);
  const of = (seats: number[] | undefined) => figure(outcome.finals[seats?.[0] ?? 0] ?? 0);
  const winner = columns.find((seats) => seats.some((seat) => outcome.winners.includes(seat))) ?? [0];
  if (outcome.tie) return say("match.tie", { points: of(winner) });
  const you = youOf(view, room);
  const mine = you !== null && winner.includes(you);
  const other = columns.find((seats) => seats[0] !== winner[0]);
  if (view.partners.length > 0 && you === null)
    return say("match.team.named", {
      name: columnName(view, room, winner),
      theirs: of(winner),
      mine: of(other),
    });
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
  if (view.outcome?.how === "stopped") return say("match.stopped.why");
  const why = view.outcome?.why ?? "";
  return (
    sayIfAny(`match.why.${why}`, { n: view.rounds ?? view.target ?? "" }) ?? (why.includes(" ") ? why : "")
  );
};

/** "You lead by 36 with two rounds to go." */
export function standingLine(view: View, room: Room): string {
  const you = youOf(view, room);
  if (you === null) return "";
  const totals = view.sheet.totals;
  const mine = totals[you] ?? 0;
  const team = view.partners.find((seats) => seats.includes(you)) ?? [you];
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

/** Who is waited for; who is not there is marked. */
export const waitingLine = (view: View, room: Room): string =>
  say("result.waiting", {
    names: listed(
      room.waiting.map((seat) => {
        const name = seatName(room, view, seat);
        return room.seats[seat]?.state === "here" ? name : say("result.away", { name });
      }),
    ),
  });

const fractions: Record<string, string> = { "0.5": "½", "0.25": "¼", "0.75": "¾", "0.33": "⅓", "0.67": "⅔" };

/** What was won, a tie shared: 2, 1½, ½. */
export function share(won: number): string {
  const whole = Math.floor(won + 0.005);
  const rest = Math.max(0, Math.round((won - whole) * 100) / 100);
  if (rest === 0) return String(whole);
  return `${whole === 0 ? "" : whole}${fractions[String(rest)] ?? `.${String(rest).slice(2)}`}`;
}

/** "You 2, Ben 1 of 3": nothing after a first match, of which the headline says it. */
export function tallyLine(view: View, room: Room): string {
  const { tally } = room;
  const columns = [...columnsOf(view)].sort((seats) => (view.seat !== null && seats.includes(view.seat) ? -1 : 0));
  const won = (seats: number[]) => tally?.[seats[0] ?? 0] ?? 0;
  const played = Math.round(columns.reduce((sum, seats) => sum + won(seats), 0));
  if (played < 2) return "";
  const scores = listed(columns.map((seats) => `${columnName(view, room, seats)} ${share(won(seats))}`));
  return say("match.tally", { scores, n: played });
}

/** Somebody else has asked for another match. */
export function againLine(room: Room, own: number[]): string {
  if (room.rematch === null) return "";
  const others = room.seats.filter(({ seat, kind }) => kind === "person" && !own.includes(seat));
  const name = others.length === 1 ? others[0]?.name : undefined;
  if (others.length === 0) return "";
  if (own.length === 0) return say("match.again.they");
  return name === undefined ? say("match.again.some") : say("match.again", { name });
}
