// Who plays, how many, by which rules, and the button that deals.

import { useState } from "preact/hooks";
import { panel } from "../shell";
import type { GameInfo } from "../protocol";
import { OwnName } from "../OwnName";
import { say } from "../words/say";
import { BotOptions, levelsOf, othersOf } from "./BotOptions";
import { birds, choose, friend, hasCompany, here, houseWord, invites, others, type Setup } from "./setup";

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

type Kind = { name: string; title: string; line: string };

/** One way to fill the other seat. */
const Opponent = ({ kind, chosen, look }: { kind: Kind; chosen: Setup; look: "level" | "bot" }) => (
  <label class={look} data-opponent={kind.name}>
    <input
      type="radio"
      name="bot"
      class="sr-only"
      value={kind.name}
      checked={chosen.bots[0] === kind.name}
      aria-describedby={look === "level" ? "character" : undefined}
      onChange={() => choose({ bots: [kind.name, ...chosen.bots.slice(1)] })}
    />
    <b>{kind.title}</b>
    {look === "bot" && <span>{kind.line}</span>}
  </label>
);

/** One opponent: a level and what it plays like, a friend, somebody at this device; other bots if they are asked for. */
function OneOpponent({ game, chosen }: Pick<Shown, "game" | "chosen">) {
  const [levels, others] = [levelsOf(game.bots), othersOf(game.bots)];
  const picked = game.bots.find(({ name }) => name === chosen.bots[0]);
  const [asked, ask] = useState(false);
  const open = asked || others.some(({ name }) => name === chosen.bots[0]);
  const people = [
    { name: friend, title: say("lobby.friend"), line: say("lobby.friend.line") },
    { name: here, title: say("lobby.here"), line: say("lobby.here.line") },
  ];
  return (
    <div class="opponents" role="radiogroup" aria-label={say("lobby.against", { game: game.title })}>
      <div class="levels">
        {levels.map((kind) => (
          <Opponent key={kind.name} {...{ kind, chosen }} look="level" />
        ))}
      </div>
      {open && (
        <div class="levels plain">
          {others.map((kind) => (
            <Opponent key={kind.name} {...{ kind, chosen }} look="level" />
          ))}
        </div>
      )}
      <p id="character" class="character">
        {picked?.line}
      </p>
      <div class="bots">
        {people.map((kind) => (
          <Opponent key={kind.name} {...{ kind, chosen }} look="bot" />
        ))}
        {others.length > 0 && (
          <button
            type="button"
            class="bot"
            data-action="other-bots"
            aria-expanded={open}
            onClick={() => ask(!open)}
          >
            <b>{say("lobby.other")}</b>
            <span>{say("lobby.other.line")}</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** Several opponents: a choice for each seat, and what those that were chosen play like. */
function EverySeat({ game, chosen }: Pick<Shown, "game" | "chosen">) {
  const played = game.bots.filter(({ name }) => others(chosen).includes(name));
  return (
    <>
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
              <BotOptions bots={game.bots}>
                <option value={friend}>{say("lobby.friend")}</option>
                <option value={here}>{say("lobby.here.short")}</option>
              </BotOptions>
            </select>
            {chosen.bots[at] === here && <NameField chosen={chosen} at={at} />}
          </div>
        ))}
      </div>
      {played.length > 0 && (
        <p class="character">
          {played.map(({ name, title, line }) => (
            <span key={name}>
              <b>{title}:</b> {line}{" "}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

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
