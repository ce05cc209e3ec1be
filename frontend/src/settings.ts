// What one viewer likes, kept in this browser. None of it is an option of the match.

import { effect, signal } from "@preact/signals";
import type { Hello } from "./protocol";

export type Theme = "system" | "light" | "dark";
export type Speed = 0.5 | 1 | 2 | "off";
export type Moment = NonNullable<Hello["moment"]>;
export type Settings = {
  theme: Theme;
  speed: Speed;
  /** How long bots take before they act, as far as this browser is asked. */
  moment: Moment;
  /** RR2.3: keep known but invisible cards dimly in sight. */
  memory: boolean;
  fourColour: boolean;
  name: string;
};

const key = "upcard/settings";
const plain: Settings = { theme: "system", speed: 1, moment: "usual", memory: false, fourColour: false, name: "" };

function read(): Settings {
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Settings>) };
  } catch {
    return plain;
  }
}

export const settings = signal<Settings>(read());

export function prefer(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(settings.value));
  } catch {
    // A browser that keeps nothing still plays; the choice lasts until the page closes.
  }
}

/** The page follows the theme and the deck from now on. */
export function followSettings(): void {
  effect(() => {
    const { theme, fourColour, speed } = settings.value;
    const root = document.documentElement;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    root.setAttribute("data-deck", fourColour ? "four" : "two");
    root.style.setProperty("--pace", speed === "off" ? "0" : String(1 / speed));
  });
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** How cards move: at a speed, as a short cross-fade, or not at all. */
export function motion(): { kind: "travel"; speed: number } | { kind: "fade" } | { kind: "none" } {
  const { speed } = settings.value;
  if (speed === "off" || document.hidden) return { kind: "none" };
  return lessMotion.matches ? { kind: "fade" } : { kind: "travel", speed };
}
