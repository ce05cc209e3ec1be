// A part of the page that is fetched when it is first wanted.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let ready: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, arrived] = useState(ready !== null);
    useEffect(() => {
      let wanted = true;
      if (ready === null) {
        void load().then((part) => {
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
