// How people at the table deal with each other: waiting, clocks, talk. None of it changes the rules.

import { Dialog } from "../Dialog";
import type { GameInfo, Manners } from "../protocol";
import { panel } from "../shell";
import type { Key } from "../words/en";
import { say } from "../words/say";
import { BotOptions } from "./BotOptions";
import { choose, type Setup } from "./setup";

type Numbers = "grace" | "turn_time" | "increment";

const graces = [15, 60, 180, 600];
const turns = [0, 15, 30, 60, 120, 300];
const increments = [0, 2, 5, 10];

export const seconds = (n: number): string =>
  n >= 60 && n % 60 === 0 ? say("manners.minutes", { n: n / 60 }) : say("manners.seconds", { n });

function Times({
  name,
  title,
  help,
  values,
  none,
  manners,
  change,
}: {
  name: Numbers;
  title: Key;
  help: Key;
  values: number[];
  none?: Key;
  manners: Manners;
  change(manners: Manners): void;
}) {
  const kept = manners[name] ?? (name === "grace" ? 60 : 0);
  const all = values.includes(kept) ? values : [...values, kept].sort((one, two) => one - two);
  return (
    <label class="setting manner">
      <span>
        <b>{say(title)}</b>
        <small>{say(help)}</small>
      </span>
      <select
        name={name}
        value={kept}
        onChange={({ currentTarget }) => change({ ...manners, [name]: Number(currentTarget.value) })}
      >
        {all.map((n) => (
          <option key={n} value={n}>
            {n === 0 && none ? say(none) : seconds(n)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function MannersPanel({ game, chosen }: { game: GameInfo; chosen: Setup }) {
  const { manners } = chosen;
  const change = (next: Manners) => choose({ manners: next });
  return (
    <Dialog title={say("manners.title")} kind="manners">
      <div class="settings">
        <Times
          name="grace"
          title="manners.grace"
          help="manners.grace.help"
          values={graces}
          {...{ manners, change }}
        />
        <label class="setting manner">
          <span>
            <b>{say("manners.stand-in")}</b>
            <small>{say("manners.stand-in.help")}</small>
          </span>
          <select
            name="stand_in"
            value={manners.stand_in || game.usual.stand_in}
            onChange={({ currentTarget }) => change({ ...manners, stand_in: currentTarget.value })}
          >
            <BotOptions bots={game.bots} />
          </select>
        </label>
        <Times
          name="turn_time"
          title="manners.turn"
          help="manners.turn.help"
          values={turns}
          none="manners.turn.none"
          {...{ manners, change }}
        />
        {(manners.turn_time ?? 0) > 0 && (
          <Times
            name="increment"
            title="manners.increment"
            help="manners.increment.help"
            values={increments}
            none="manners.increment.none"
            {...{ manners, change }}
          />
        )}
        <label class="setting switch">
          <span>
            <b>{say("manners.chat")}</b>
            <small>{say("manners.chat.help")}</small>
          </span>
          <input
            type="checkbox"
            role="switch"
            name="chat"
            checked={manners.chat ?? false}
            onChange={({ currentTarget }) => change({ ...manners, chat: currentTarget.checked })}
          />
        </label>
      </div>
      <div class="acts">
        <button
          type="button"
          class="button"
          data-action="manners-done"
          onClick={() => {
            panel.value = null;
          }}
        >
          {say("house.done")}
        </button>
      </div>
    </Dialog>
  );
}
