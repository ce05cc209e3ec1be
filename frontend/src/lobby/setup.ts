// What is to be dealt: the game, who sits where, by which house rules and manners. Kept in this browser.

import { signal } from "@preact/signals";
import type { GameInfo, Manners, NewMatch, Preset, SeatChoice } from "../protocol";
import { settings } from "../settings";
import { say } from "../words/say";
import { fits } from "./fits";

/** Bots sit under birds' names, a seat each, so that no two are called the same. */
export const birds = ["Wren", "Finch", "Heron", "Lark", "Magpie", "Swift", "Plover"];

export type Options = Record<string, number | string>;
/** Who sits on the other seats: a kind of bot by its name, or one of these two. */
export const friend = "@friend";
export const here = "@here";

export type Setup = {
  game: string;
  seats: number;
  bots: string[];
  /** The names of those at this device, by seat after one's own. */
  names: string[];
  preset: string | null;
  options: Options;
  manners: Manners;
};

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

/** A set-up that this game can deal: what was wanted, as far as the game knows it. A level is one in every game. */
export function fitting(game: GameInfo, wanted: Setup | null): Setup {
  const same = wanted?.game === game.name ? wanted : null;
  const manners = { ...wanted?.manners };
  if (!game.bots.some(({ name }) => name === manners.stand_in)) delete manners.stand_in;
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
      const bot = wanted?.bots[at];
      const people = same !== null && (bot === friend || bot === here);
      const known = people || game.bots.some(({ name, level }) => name === bot && (same !== null || level > 0));
      return bot !== undefined && known ? bot : game.usual.opponent;
    }),
    names: birds.map((_, at) => wanted?.names?.[at] ?? ""),
    manners,
    preset: same?.preset ?? null,
    options,
  };
}

/** The other seats of a set-up that are played. */
export const others = (chosen: Setup): string[] => chosen.bots.slice(0, chosen.seats - 1);

export const invites = (chosen: Setup): boolean => others(chosen).includes(friend);

/** Manners matter where there is somebody else. */
export const hasCompany = (chosen: Setup): boolean =>
  others(chosen).some((other) => other === friend || other === here);

function choiceOf(chosen: Setup, at: number): SeatChoice {
  const other = chosen.bots[at] ?? "";
  if (other === friend) return { kind: "friend" };
  const bird = birds[at] ?? `${at + 2}`;
  if (other === here) return { kind: "person", name: chosen.names[at]?.trim() || bird };
  return { kind: "bot", bot: other, name: bird };
}

export const wantedMatch = (chosen: Setup): NewMatch => ({
  game: chosen.game,
  seats: [
    { kind: "person", name: settings.value.name.trim() || say("lobby.guest") },
    ...others(chosen).map((_, at) => choiceOf(chosen, at)),
  ],
  options: chosen.options,
  manners: hasCompany(chosen) ? chosen.manners : {},
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
