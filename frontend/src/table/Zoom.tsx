// Another seat's cards, large: for tables where they are small.

import { Dialog } from "../Dialog";
import type { Room, View } from "../protocol";
import { sayIn, seatName } from "../words/say";
import { Board } from "./Board";
import { Plate } from "./Plate";
import { RackBehind } from "./Rack";

export function Zoom({ view, room, seat }: { view: View; room: Room; seat: number }) {
  const layout = view.layouts[seat];
  if (layout === undefined) return null;
  return (
    <Dialog title={sayIn(view.game, "zoom.title", { name: seatName(room, view, seat) })} kind="zoom">
      <div class={`zoomed game-${view.game}`}>
        <Plate view={view} room={room} seat={seat} />
        {layout.kind === "rack" ? <RackBehind layout={layout} /> : <Board layout={layout} />}
      </div>
    </Dialog>
  );
}
