// The few things asked over HTTP. A refusal arrives as the same Problem everywhere.

import type {
  Address,
  Catalog,
  Invitation,
  Joined,
  Made,
  Matches,
  MoveCode,
  NewMatch,
  Problem,
  Qr,
  RuleBook,
} from "../protocol";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

async function ask<T>(address: string, body?: unknown): Promise<T> {
  const answer = await fetch(address, {
    ...(body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
    credentials: "same-origin",
  });
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    // An answer that is no JSON is refused below, in words.
  }
  if (answer.ok && data !== null) return data as T;
  const problem = (data as { error?: Problem } | null)?.error ?? (data as Problem | null);
  throw new Refusal(
    problem && typeof problem.message === "string"
      ? problem
      : { code: `http/${answer.status}`, message: answer.statusText, clause: null, legal: [] },
  );
}

export const fetchCatalog = () => ask<Catalog>("/api/catalog");
/** Where others find this server. */
export const fetchAddress = () => ask<Address>("/api/address");
export const fetchMatches = () => ask<Matches>("/api/matches");
export const fetchRules = (game: string) => ask<RuleBook>(`/api/rules/${encodeURIComponent(game)}`);
export const makeMatch = (wanted: NewMatch) => ask<Made>("/api/matches", wanted);
export const makeRematch = (match: string) =>
  ask<Made>(`/api/matches/${encodeURIComponent(match)}/rematch`, {});
/** The record of a match that is over, as JSON. */
export const fetchRecord = (match: string) =>
  ask<unknown>(`/api/matches/${encodeURIComponent(match)}/record?form=json`);
/** What a code leads to. */
export const fetchInvitation = (code: string) => ask<Invitation>("/api/invitation", { code });
export const join = (code: string, name: string, seat: number | null) =>
  ask<Joined>("/api/join", { code, name, seat });
/** A code that opens this browser's seats on another device. */
export const moveCode = (match: string) => ask<MoveCode>(`/api/matches/${encodeURIComponent(match)}/move`, {});
export const qr = (text: string) => ask<Qr>("/api/qr", { text });
