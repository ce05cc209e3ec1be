// The score pad and "Just now": beside the table on a desktop, in a panel elsewhere.

import { Dialog } from "../Dialog";
import type { Event, Room, View } from "../protocol";
import { eventPhrase, hasTeller, say, seatName } from "../words/say";
import { SeatSheet, Sheet, wayToWin } from "./Sheet";

type Told = { n: number; who: string; text: string };

/** Lines for the eye: the card that left is told in the line of the one that took its place. Newest first. */
export function linesOf(events: Event[], view: View, room: Room, most: number): Told[] {
  const lines: Told[] = [];
  for (const event of events) {
    const phrase = eventPhrase(event, view);
    const last = lines[lines.length - 1];
    if (event.kind === "left" && last) last.text += `, ${phrase}`;
    // The cards of a Walkout are told by the row.
    else if (event.kind !== "match-over" && event.kind !== "burned")
      lines.push({ n: event.n, who: hasTeller(event) ? seatName(room, view, event.seat) : "", text: phrase });
  }
  return lines.slice(-most).reverse();
}

export function JustNow({
  events,
  view,
  room,
  most,
}: {
  events: Event[];
  view: View;
  room: Room;
  most: number;
}) {
  const lines = linesOf(events, view, room, most);
  return (
    <section class="sheet-of-paper just-now">
      <h2 class="small-title">{say("log.title")}</h2>
      {lines.length === 0 ? (
        <p class="quiet">{say("log.empty")}</p>
      ) : (
        <ul>
          {lines.map(({ n, who, text }) => (
            <li key={n}>
              {who !== "" && <b>{who}</b>}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Pad({ view, room }: { view: View; room: Room }) {
  return (
    <section class="sheet-of-paper pad" aria-label={say("pad.title")}>
      {view.seats > 4 ? (
        <SeatSheet view={view} room={room} />
      ) : (
        <Sheet view={view} room={room} size={view.seats > 2 ? 20 : 26} most={8} />
      )}
      <p class="small quiet">{wayToWin(view)}</p>
    </section>
  );
}

export function PadPanel(told: { events: Event[]; view: View; room: Room }) {
  return (
    <Dialog title={say("bar.scores")} kind="pad">
      <Pad view={told.view} room={told.room} />
      <JustNow {...told} most={10} />
    </Dialog>
  );
}
