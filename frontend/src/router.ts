// Three addresses: / is the lobby, /m/{match} a table, /j the way to a seat, with its code behind a #.

import { signal } from "@preact/signals";

export const path = signal(location.pathname);

addEventListener("popstate", () => {
  path.value = location.pathname;
});

/** The page that leads to a seat; its code stands behind a #, so no server is asked for it in an address. */
export const joining = "/j";

export function go(address: string): void {
  if (address !== location.pathname) history.pushState(null, "", address);
  path.value = location.pathname;
}

export const matchOf = (address: string): string | null => /^\/m\/([^/]+)$/.exec(address)?.[1] ?? null;

/** A link that stays in the page unless another tab or window is wanted. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.pathname);
}
