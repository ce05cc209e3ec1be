// What is to be dealt: the game, who sits where, and by which house rules. Kept in this browser.

import { signal } from "@preact/signals";
import type { GameInfo, NewMatch, Preset } from "../protocol";
import { settings } from "../settings";
import { say } from "../words/say";
import { fits } from "./fits";

/** Bots sit under birds' names, a seat each, so that no two are called the same. */
export const birds = ["Wren", "Finch", "Heron", "Lark", "Magpie", "Swift", "Plover"];

export type Options = Record<string, number | string>;
export type Setup = { game: string; seats: number; bots: string[]; preset: string | null; options: Options };

const key = "upcard/setup";

function read(): Setup | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Setup | null;
  } catch {
    return null;
  }
}

export const setup = signal<Setup | null>(read());

export function choose(change: Partial<Setup>): void {
  if (setup.value === null) return;
  setup.value = { ...setup.value, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(setup.value));
  } catch {
    // The choice lasts until the page closes.
  }
}

const strongest = (game: GameInfo): string => game.bots[game.bots.length - 1]?.name ?? "";

/** A set-up that this game can deal: what was wanted, as far as the game knows it. */
export function fitting(game: GameInfo, wanted: Setup | null): Setup {
  const same = wanted?.game === game.name ? wanted : null;
  const seats = Math.min(Math.max(same?.seats ?? game.seats.min, game.seats.min), game.seats.max);
  const options = Object.fromEntries(
    Object.entries(same?.options ?? {}).filter(([name, value]) =>
      game.options.some((option) => option.name === name && fits(option, value)),
    ),
  );
  return {
    game: game.name,
    seats,
    bots: birds.map((_, at) => {
      const bot = same?.bots[at];
      return bot !== undefined && game.bots.some(({ name }) => name === bot) ? bot : strongest(game);
    }),
    preset: same?.preset ?? null,
    options,
  };
}

export const wantedMatch = (chosen: Setup): NewMatch => ({
  game: chosen.game,
  seats: [
    { kind: "person", name: settings.value.name.trim() || say("lobby.guest") },
    ...Array.from({ length: chosen.seats - 1 }, (_, at) => ({
      kind: "bot" as const,
      bot: chosen.bots[at] ?? "",
      name: birds[at] ?? `${at + 2}`,
    })),
  ],
  options: chosen.options,
});

const sameOptions = (one: Options, other: Options): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

/** The preset these options are, if they are one. */
export const presetOf = (game: GameInfo, options: Options): Preset | null =>
  game.presets.find((preset) => sameOptions(preset.options, options)) ?? null;

export function houseWord(game: GameInfo, options: Options): string {
  if (Object.keys(options).length === 0) return say("lobby.house.printed");
  const preset = presetOf(game, options);
  if (preset) return say("lobby.house.preset", { name: preset.title });
  return say("lobby.house.own");
}
