// Checks a match that is over: that its cards follow from the secret that was promised and from the words of the
// people, and that the record says what this page has seen. Pure; what is found is put into words elsewhere.

import type { Room, View } from "../protocol";
import type { Key } from "../words/en";
import { deckOf, sortedBy } from "./decks";
import { below, commitmentOf, shuffled, stream, type Source } from "./stream";
import type { Kept } from "./word";

type Answer = { number: number; shuffle?: string[]; pick?: number };
type Round = { round: number; chance: Answer[]; points?: number[]; totals?: number[] };
type Proof = { match: string; commitment: string; secret: string; words: string[] };
/** What of a record's JSON is checked here (docs/records.md). */
export type Filed = {
  game: string;
  seats: number;
  rounds: Round[];
  finals: number[];
  winners: number[];
  fair?: Proof;
};

/** `ok` is null where this page cannot know. */
export type Finding = { ok: boolean | null; key: Key; values: Record<string, string | number> };
export type Checked = {
  /** `unseen`: nothing is wrong, but part of it has to be believed. */
  verdict: "fair" | "unseen" | "unproved" | "wrong";
  findings: Finding[];
  answers: (Finding & { round: number; number: number })[];
};
export type Seen = { kept: Kept | null; view: View; room: Room; seats: number[] };

const hexadecimal = /^([0-9a-f]{2})*$/;
const isBytes = (text: unknown, least: number, most: number): text is string =>
  typeof text === "string" && hexadecimal.test(text) && text.length >= 2 * least && text.length <= 2 * most;
const isList = <Item>(of: unknown, each: (item: unknown) => item is Item): of is Item[] =>
  Array.isArray(of) && of.every(each);
const isText = (it: unknown): it is string => typeof it === "string";
const isNumber = (it: unknown): it is number => Number.isInteger(it);

const isAnswer = (it: unknown): it is Answer => {
  const { number, shuffle, pick } = (it ?? {}) as Partial<Answer>;
  return isNumber(number) && (pick === undefined ? isList(shuffle, isText) : isNumber(pick));
};
const isRound = (it: unknown): it is Round => {
  const { round, chance } = (it ?? {}) as Partial<Round>;
  return isNumber(round) && isList(chance, isAnswer);
};

/** The record, as far as it can be read. */
export function readRecord(data: unknown): Filed | null {
  const { game, seats, rounds, finals, winners } = (data ?? {}) as Partial<Filed>;
  const whole = isText(game) && isNumber(seats) && isList(rounds, isRound);
  return whole && isList(finals, isNumber) && isList(winners, isNumber) ? (data as Filed) : null;
}

const isProof = ({ match, commitment, secret, words }: Partial<Proof>): boolean =>
  isText(match) &&
  /^\d{1,20}$/.test(match) &&
  BigInt(match) < 1n << 64n &&
  isText(commitment) &&
  isBytes(secret, 32, 32) &&
  isList(words, (word): word is string => isBytes(word, 1, 255));

const found = (ok: boolean | null, key: Key, values: Finding["values"] = {}): Finding => ({ ok, key, values });
const same = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other);

/** Was the secret promised before the deal, and is it that one? */
function promise({ match, commitment, secret }: Proof, kept: Kept | null): Finding[] {
  const shown = kept?.commitment ?? commitment;
  const findings = [found(commitmentOf(secret) === shown, "fair.secret", { commitment: shown })];
  if (findings[0]?.ok === false) findings[0].key = "fair.secret.not";
  if (kept === null) return [found(null, "fair.promise.unseen"), ...findings];
  if (kept.broken || kept.commitment !== commitment) return [found(false, "fair.promise.broken"), ...findings];
  const numbered = kept.number === match;
  findings.push(found(numbered, numbered ? "fair.number" : "fair.number.not", { number: kept.number, match }));
  return [found(true, "fair.promise"), ...findings];
}

/** The seats whose words are among those of the record, in the same order. */
export const wordedSeats = (room: Room): number[] =>
  room.seats.filter(({ worded }) => worded).map(({ seat }) => seat);

/** Are the words of this page's people among them, each in its place? */
function ownWords({ words }: Proof, { kept, room, seats }: Seen): Finding[] {
  const worded = wordedSeats(room);
  if (worded.length !== words.length) return [found(false, "fair.words.not", { n: words.length })];
  const own = seats.filter((seat) => worded.includes(seat));
  if (own.length === 0) return [found(null, "fair.word.none")];
  return own.map((seat) => {
    const given = kept?.words[seat];
    const name = own.length > 1 ? (room.seats[seat]?.name ?? "") : "";
    if (given === undefined) return found(null, "fair.word.elsewhere", { name });
    const there = words[worded.indexOf(seat)] === given;
    if (own.length > 1) return found(there, there ? "fair.word.of" : "fair.word.of.not", { name });
    return found(there, there ? "fair.word" : "fair.word.not");
  });
}

/** Every shuffle and every pick, computed anew. */
function answers(filed: Filed, source: Source): Checked["answers"] {
  const deck = deckOf(filed.game, filed.seats);
  return filed.rounds.flatMap(({ round, chance }) =>
    chance.map(({ number, shuffle, pick }) => {
      const numbers = stream(source, round, number);
      const at = { round, number, n: number + 1 };
      if (shuffle === undefined) {
        const ok = pick === below(numbers, filed.seats);
        return { ...found(ok, ok ? "fair.pick" : "fair.pick.not", { ...at, of: filed.seats }), round, number };
      }
      const sorted = deck && sortedBy(deck, shuffle);
      const ok = sorted !== null && same(shuffled(numbers, sorted), shuffle);
      const key = ok ? "fair.shuffle" : sorted === null ? "fair.deck.not" : "fair.shuffle.not";
      return { ...found(ok, key, { ...at, cards: shuffle.length }), round, number };
    }),
  );
}

/** Nothing was asked of chance that is not on file: requests are numbered in order, and every deal is a shuffle. */
function complete({ game, seats, rounds }: Filed, { view }: Seen): Finding {
  const deck = deckOf(game, seats) ?? [];
  const first = rounds[0]?.chance.find(({ shuffle }) => shuffle !== undefined)?.shuffle;
  const whole =
    game === view.game &&
    seats === view.seats &&
    rounds.length >= view.sheet.rounds.length &&
    first?.length === deck.length &&
    rounds.every(
      ({ round, chance }, at) =>
        round === at + 1 &&
        chance.some(({ shuffle }) => shuffle !== undefined) &&
        chance.every(({ number }, place) => number === place),
    );
  return found(whole, whole ? "fair.whole" : "fair.whole.not");
}

/** Do the results of the record equal those that this page shows? */
function results({ rounds, finals, winners }: Filed, { view }: Seen): Finding {
  const scored = rounds.filter(({ points }) => points !== undefined);
  const equal =
    same(finals, view.outcome?.finals ?? []) &&
    same([...winners].sort(), [...(view.outcome?.winners ?? [])].sort()) &&
    same(
      scored.map(({ points }) => points),
      view.sheet.rounds,
    );
  return found(equal, equal ? "fair.results" : "fair.results.not");
}

/** Checks the record of a match against the match itself and against what this page has seen. */
export function check(filed: Filed, seen: Seen): Checked {
  const proof = filed.fair;
  if (proof === undefined) return { verdict: "unproved", findings: [found(false, "fair.unproved")], answers: [] };
  if (!isProof(proof)) return { verdict: "wrong", findings: [found(false, "fair.proof.not")], answers: [] };
  const { secret, match: number, words } = proof;
  const computed = answers(filed, { secret, number, words });
  const right = computed.filter(({ ok }) => ok).length;
  const all = right === computed.length;
  const findings = [
    ...promise(proof, seen.kept),
    ...ownWords(proof, seen),
    found(all, all ? "fair.answers" : "fair.answers.not", { n: computed.length, right }),
    complete(filed, seen),
    results(filed, seen),
  ];
  const wrong = findings.some(({ ok }) => ok === false);
  const unknown = findings.some(({ ok }) => ok === null);
  return { verdict: wrong ? "wrong" : unknown ? "unseen" : "fair", findings, answers: computed };
}
