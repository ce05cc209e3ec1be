// Chance as docs/fair-shuffle.md has it: every answer of a match, computed anew from secret, number and words.
// The hashes are a library's, since a page that is served without TLS has none of its own.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export type Source = { secret: string; number: string; words: string[] };

const label = utf8ToBytes("upcard/1");
const limit = 2 ** 32;

/** What may be shown of a secret before the deal. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

function littleEndian(value: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = Number((value >> BigInt(8 * at)) & 0xffn);
  return bytes;
}

const joined = (parts: Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** The numbers of 32 bits that belong to one request. */
export function* stream({ secret, number, words }: Source, round: number, request: number): Generator<number, never> {
  const key = hexToBytes(secret);
  const told = words.map(hexToBytes).flatMap((word) => [Uint8Array.of(word.length), word]);
  const head = joined([
    label,
    littleEndian(BigInt(number), 8),
    ...told,
    littleEndian(BigInt(round * 65_536 + request), 4),
  ]);
  for (let block = 0; ; block += 1) {
    const bytes = hmac(sha256, key, joined([head, littleEndian(BigInt(block), 4)]));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at < bytes.length; at += 4) yield view.getUint32(at, true);
  }
}

/** A number from 0 to `among` − 1: numbers that are too high are thrown away. */
export function below(numbers: Generator<number, never>, among: number): number {
  const bound = Math.floor(limit / among) * among;
  let value = numbers.next().value;
  while (value >= bound) value = numbers.next().value;
  return value % among;
}

/** The sorted cards in the order of a stream; the last one is the top. */
export function shuffled<Card>(numbers: Generator<number, never>, sorted: Card[]): Card[] {
  const cards = [...sorted];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = below(numbers, last + 1);
    [cards[last], cards[other]] = [cards[other] as Card, cards[last] as Card];
  }
  return cards;
}
