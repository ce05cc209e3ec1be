// A part of the page that is fetched when it is first wanted, with what it wears and says.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { panel } from "./shell";

/** How long to wait before what did not come is asked for again, in milliseconds. */
const again = 2_000;

/** A sheet of styles that the page names in a link, disabled at first, is worn from now on. */
export function wear(sheet: "table" | "lobby" | "later"): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`#${sheet}-style`);
  if (!link || link.sheet) return Promise.resolve();
  return new Promise((done, fail) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.disabled = true;
      fail(new Error(`the styles of ${sheet} did not come`));
    });
    link.disabled = false;
  });
}

/** What the parts that are fetched later have in common: their sentences and their styles. */
export const common = (): Promise<unknown> => Promise.all([wear("later"), import("./words/later")]);

/** Where a panel is to come: Escape gives it up, as it closes one that is there. */
function Coming(): null {
  useLayoutEffect(() => {
    const giveUp = ({ key }: KeyboardEvent) => {
      if (key === "Escape") panel.value = null;
    };
    document.addEventListener("keydown", giveUp);
    return () => document.removeEventListener("keydown", giveUp);
  }, []);
  return null;
}

/** All that is fetched later; a part that comes may bring more of them. */
const later = new Set<{ fetch(): Promise<unknown> }>();

/** Fetches, one after the other, what is not here yet: then a press is answered also without a network. */
export async function fetchAll(): Promise<void> {
  for (const part of later) await part.fetch();
}

export type Lazy<Props> = ComponentType<Props> & {
  /** Has the part fetched, unless it is here or on its way. */
  fetch(): Promise<unknown>;
};

/** `load` fetches the part, `needs` all that it does not do without; until both are here `Waiting` is shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needs: () => Promise<unknown> = common,
  Waiting: ComponentType = Coming,
): Lazy<Props> {
  let ready: ComponentType<Props> | null = null;
  let coming: Promise<unknown> | null = null;
  const fetch = (): Promise<unknown> =>
    (coming ??= Promise.all([load(), needs()]).then(
      ([part]) => {
        ready = part;
      },
      () => {
        // The network is away. What is asked for again comes once it is back.
        coming = null;
        return new Promise((done) => setTimeout(done, again)).then(fetch);
      },
    ));
  function Later(props: Props) {
    const [, arrived] = useState(ready !== null);
    if (ready === null) void fetch();
    useEffect(() => {
      let wanted = true;
      // It may have come between the first look and now: it is shown then, too.
      void fetch().then(() => wanted && arrived(true));
      return () => {
        wanted = false;
      };
    }, []);
    const Part = ready;
    return Part === null ? <Waiting /> : <Part {...props} />;
  }
  const part = Object.assign(Later, { fetch });
  later.add(part);
  return part;
}
