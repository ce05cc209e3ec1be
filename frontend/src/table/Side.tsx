// The score pad and "Just now": beside the table on a desktop, in a panel elsewhere.

import { isNote } from "../people/notes";
import type { Room, View } from "../protocol";
import { eventPhrase, hasTeller, noteSentence, say, seatName } from "../words/say";
import type { Told } from "./memory";
import { SeatSheet, Sheet, wayToWin } from "./Sheet";

type Line = { key: string; who: string; text: string };

/** Lines for the eye: the card that left is told in the line of the one that took its place. Newest first. */
export function linesOf(told: Told[], view: View, room: Room, most: number): Line[] {
  const lines: Line[] = [];
  for (const event of told) {
    if (isNote(event)) {
      lines.push({ key: `note-${event.n}`, who: "", text: noteSentence(event, view, room) });
      continue;
    }
    const phrase = eventPhrase(event, view);
    const last = lines[lines.length - 1];
    if (event.kind === "left" && last) last.text += `, ${phrase}`;
    // The cards of a Walkout are told by the row.
    else if (event.kind !== "match-over" && event.kind !== "burned")
      lines.push({
        key: String(event.n),
        who: hasTeller(event) ? seatName(room, view, event.seat) : "",
        text: phrase,
      });
  }
  return lines.slice(-most).reverse();
}

export function JustNow({
  events,
  view,
  room,
  most,
}: {
  events: Told[];
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
          {lines.map(({ key, who, text }) => (
            <li key={key} class={who === "" ? "untold" : undefined}>
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
