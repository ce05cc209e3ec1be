// A part of the page that is fetched when it is first wanted, and with the first of them what they all say and wear.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** The page names the styles of these parts in a link that is disabled at first. */
function style(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("#later-style");
  if (!link || link.sheet || !link.disabled) return Promise.resolve();
  return new Promise((done) => {
    link.onload = link.onerror = () => done();
    link.disabled = false;
  });
}

let common: Promise<unknown> | null = null;
const fetchCommon = () =>
  (common ??= Promise.all([style(), import("./words/later")]).catch((failure: unknown) => {
    common = null;
    throw failure;
  }));

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let ready: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, arrived] = useState(ready !== null);
    useEffect(() => {
      let wanted = true;
      if (ready === null) {
        void Promise.all([load(), fetchCommon()]).then(([part]) => {
          ready = part;
          if (wanted) arrived(true);
        });
      }
      return () => {
        wanted = false;
      };
    }, []);
    const Part = ready;
    return Part === null ? null : <Part {...props} />;
  };
}
