// Before the deal: who sits here already, and whom the table waits for.

import type { Room } from "../protocol";
import type { TableMatch } from "../table/match";

export function Gathering({ room }: { match: TableMatch; room: Room; seats: number[] }) {
  return (
    <main class="cloth waiting">
      <ul>
        {room.seats.map(({ seat, name }) => (
          <li key={seat}>{name}</li>
        ))}
      </ul>
    </main>
  );
}
