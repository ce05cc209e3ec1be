// Who plays, how many, by which rules, and the button that deals.

import { panel } from "../shell";
import type { GameInfo } from "../protocol";
import { OwnName } from "../OwnName";
import { say } from "../words/say";
import { birds, choose, friend, hasCompany, here, houseWord, invites, type Setup } from "./setup";

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

const nameOf = (chosen: Setup, at: number, name: string) =>
  choose({ names: chosen.names.map((old, seat) => (seat === at ? name : old)) });

/** The name of somebody at this device. */
const NameField = ({ chosen, at }: { chosen: Setup; at: number }) => (
  <input
    type="text"
    class="name-here"
    name={`name-${at + 1}`}
    maxLength={24}
    autocomplete="off"
    aria-label={say("lobby.here.name")}
    placeholder={birds[at]}
    value={chosen.names[at]}
    onInput={({ currentTarget }) => nameOf(chosen, at, currentTarget.value)}
  />
);

/** One opponent: every bot with its sentence, a friend, somebody at this device. */
function OneOpponent({ game, chosen }: Pick<Shown, "game" | "chosen">) {
  const kinds = [
    ...game.bots.map(({ name, title, line }) => ({ name, title, line })),
    { name: friend, title: say("lobby.friend"), line: say("lobby.friend.line") },
    { name: here, title: say("lobby.here"), line: say("lobby.here.line") },
  ];
  return (
    <div class="bots" role="radiogroup" aria-label={say("lobby.against", { game: game.title })}>
      {kinds.map((kind) => (
        <label key={kind.name} class="bot" data-opponent={kind.name}>
          <input
            type="radio"
            name="bot"
            class="sr-only"
            value={kind.name}
            checked={chosen.bots[0] === kind.name}
            onChange={() => choose({ bots: [kind.name, ...chosen.bots.slice(1)] })}
          />
          <b>{kind.title}</b>
          <span>{kind.line}</span>
        </label>
      ))}
    </div>
  );
}

/** Several opponents: a choice for each seat. */
const EverySeat = ({ game, chosen }: Pick<Shown, "game" | "chosen">) => (
  <div class="each-seat" data-opponents={chosen.seats - 1}>
    {birds.slice(0, chosen.seats - 1).map((bird, at) => (
      <div key={bird} class="seat-choice">
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
          <option value={friend}>{say("lobby.friend")}</option>
          <option value={here}>{say("lobby.here.short")}</option>
        </select>
        {chosen.bots[at] === here && <NameField chosen={chosen} at={at} />}
      </div>
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
        {hasCompany(chosen) && (
          <div class="names">
            <label class="field here-field">
              <span>{say("lobby.name")}</span>
              <OwnName field="own-name" />
            </label>
            {chosen.seats === 2 && chosen.bots[0] === here && (
              <label class="field here-field">
                <span>{say("lobby.here.name")}</span>
                <NameField chosen={chosen} at={0} />
              </label>
            )}
          </div>
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
          {say(dealing ? "lobby.dealing" : invites(chosen) ? "lobby.invite" : "lobby.deal")}
        </button>
        <div class="setup-words">
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
          {hasCompany(chosen) && (
            <button
              type="button"
              class="text-button house-word"
              data-action="manners"
              aria-haspopup="dialog"
              onClick={() => {
                panel.value = { kind: "manners" };
              }}
            >
              {say("manners.open")}
            </button>
          )}
        </div>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </section>
  );
}
