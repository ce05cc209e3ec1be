// The score pad and "Just now" in a panel, where there is no room for them beside the table.

import { Dialog } from "../Dialog";
import type { Room, View } from "../protocol";
import { say } from "../words/say";
import type { Told } from "./memory";
import { JustNow, Pad } from "./Side";

export function PadPanel(told: { events: Told[]; view: View; room: Room }) {
  return (
    <Dialog title={say("bar.scores")} kind="pad">
      <Pad view={told.view} room={told.room} />
      <JustNow {...told} most={10} />
    </Dialog>
  );
}
