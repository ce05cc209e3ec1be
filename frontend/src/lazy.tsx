// A part of the page that is fetched when it is first wanted, with what it wears and says.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

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

export type Lazy<Props> = ComponentType<Props> & {
  /** Has the part fetched, unless it is here or on its way. */
  fetch(): Promise<unknown>;
};

/** `load` fetches the part, `needs` all that it does not do without; until both are here `Waiting` is shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needs: () => Promise<unknown> = common,
  Waiting: ComponentType = () => null,
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
  return Object.assign(Later, { fetch });
}
