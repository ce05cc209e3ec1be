// What the first screen asks the server for, asked while that screen's own part of the page is still on its way.

import type { Catalog } from "../protocol";
import { fetchCatalog } from "./http";

let catalog: Promise<Catalog> | null = null;
let socket: { match: string; open: WebSocket } | null = null;

/** A socket to a table. Nothing comes out of it before it is told something. */
export function openSocket(match: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(match)}`);
}

/** Asks for what the lobby shows, or opens the socket of a table. */
export function askEarly(match: string | null): void {
  if (match !== null) socket = { match, open: openSocket(match) };
  else {
    catalog = fetchCatalog();
    catalog.catch(() => {}); // whoever takes it hears of it
  }
}

/** The answer to what was asked early, once; a new one from then on. */
export function earlyCatalog(): Promise<Catalog> {
  const asked = catalog ?? fetchCatalog();
  catalog = null;
  return asked;
}

/** The socket that was opened early, once; a new one from then on, and where that one has been closed already. */
export function earlySocket(match: string): WebSocket {
  const early = socket?.match === match ? socket.open : null;
  socket = null;
  return early !== null && early.readyState <= WebSocket.OPEN ? early : openSocket(match);
}
