// Who plays, how many, by which rules, and the button that deals.

import { panel } from "../shell";
import type { GameInfo } from "../protocol";
import { say } from "../words/say";
import { birds, choose, houseWord, type Setup } from "./setup";

type Shown = { game: GameInfo; chosen: Setup; dealing: boolean; problem: string | null; deal(): void };

function Seats({ game, chosen }: Pick<Shown, "game" | "chosen">) {
  if (game.seats.min === game.seats.max) return null;
  const numbers = Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, at) => game.seats.min + at);
  return (
    <fieldset class="seats">
      <legend>{say("lobby.seats")}</legend>
      <div class="segments">
        {numbers.map((number) => (
          <label key={number} class="segment">
            <input
              type="radio"
              name="seats"
              value={number}
              checked={number === chosen.seats}
              onChange={() => choose({ seats: number })}
            />
            <span>{number}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One opponent: every bot with its sentence. */
const OneOpponent = ({ game, chosen }: Pick<Shown, "game" | "chosen">) => (
  <div class="bots" role="radiogroup" aria-label={say("lobby.against", { game: game.title })}>
    {game.bots.map((bot) => (
      <label key={bot.name} class="bot">
        <input
          type="radio"
          name="bot"
          class="sr-only"
          value={bot.name}
          checked={chosen.bots[0] === bot.name}
          onChange={() => choose({ bots: [bot.name, ...chosen.bots.slice(1)] })}
        />
        <b>{bot.title}</b>
        <span>{bot.line}</span>
      </label>
    ))}
  </div>
);

/** Several opponents: a bot for each seat. */
const EverySeat = ({ game, chosen }: Pick<Shown, "game" | "chosen">) => (
  <div class="each-seat" data-opponents={chosen.seats - 1}>
    {birds.slice(0, chosen.seats - 1).map((bird, at) => (
      <label key={bird} class="seat-choice">
        <span>{bird}</span>
        <select
          name={`seat-${at + 1}`}
          aria-label={say("lobby.opponent", { name: bird })}
          value={chosen.bots[at]}
          onChange={(event) =>
            choose({ bots: chosen.bots.map((bot, seat) => (seat === at ? event.currentTarget.value : bot)) })
          }
        >
          {game.bots.map((bot) => (
            <option key={bot.name} value={bot.name} title={bot.line}>
              {bot.title}
            </option>
          ))}
        </select>
      </label>
    ))}
  </div>
);

export function SetupSlip({ game, chosen, dealing, problem, deal }: Shown) {
  return (
    <section
      class={`setup sheet-of-paper game-${game.name}`}
      aria-label={say("lobby.against", { game: game.title })}
    >
      <div class="setup-who">
        <div class="setup-head">
          <h2 class="small-title">{say("lobby.against", { game: game.title })}</h2>
          <Seats game={game} chosen={chosen} />
        </div>
        {chosen.seats === 2 ? (
          <OneOpponent game={game} chosen={chosen} />
        ) : (
          <EverySeat game={game} chosen={chosen} />
        )}
      </div>
      <div class="setup-deal">
        <button
          type="button"
          class="button go deal"
          data-action="deal"
          aria-disabled={dealing}
          onClick={() => dealing || deal()}
        >
          {say(dealing ? "lobby.dealing" : "lobby.deal")}
        </button>
        <button
          type="button"
          class="text-button house-word"
          data-action="house"
          aria-haspopup="dialog"
          onClick={() => {
            panel.value = { kind: "house", problem: null };
          }}
        >
          {houseWord(game, chosen.options)}
        </button>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </section>
  );
}
