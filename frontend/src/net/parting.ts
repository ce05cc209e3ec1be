// That somebody leaves a table is told even where the page has gone on: until the server has heard it, or a minute
// is over, or they have come back.

import { openSocket } from "./early";
import { isRefusal } from "./refusal";

const patience = 60_000;
const pause = 1_000;

/** What stops the telling, by match. */
const telling = new Map<string, () => void>();

/** The other end has closed it as it was asked to: what was said before has arrived. */
const hasHeard = ({ wasClean, code }: CloseEvent): boolean => wasClean && (code === 1000 || code === 1005);

/** Somebody is at the table again: that they had left is no longer told. */
export const stay = (match: string): void => telling.get(match)?.();

/** Tells that this browser's seats at a table are left; first over the socket there is, if it may still serve. */
export function part(match: string, at: WebSocket | null): void {
  stay(match);
  let socket: WebSocket;
  let retry = 0;
  const end = () => {
    clearTimeout(limit);
    clearTimeout(retry);
    telling.delete(match);
    socket.onclose = null;
    socket.close();
  };
  const limit = setTimeout(end, patience);
  const tell = () => {
    socket.send(JSON.stringify({ t: "leave" }));
    socket.close(1000);
  };
  const attempt = (next: WebSocket) => {
    socket = next;
    socket.onmessage = null;
    socket.onclose = (closed) => {
      if (hasHeard(closed) || isRefusal(closed.code)) end();
      else retry = window.setTimeout(() => attempt(openSocket(match)), pause);
    };
    if (socket.readyState === WebSocket.OPEN) tell();
    else socket.onopen = tell;
  };
  telling.set(match, end);
  attempt(at !== null && at.readyState <= WebSocket.OPEN ? at : openSocket(match));
}
