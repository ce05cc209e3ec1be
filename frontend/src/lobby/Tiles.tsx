// The three games, each on its own cloth with a picture of its cards.

import { Icon } from "../art/Icon";
import { NinesFace, RatRaceFace } from "../cards/faces";
import { RackOFace } from "../cards/RackOFace";
import type { GameInfo } from "../protocol";
import { say, sayCount } from "../words/say";

const Fan = ({ faces }: { faces: preact.ComponentChildren[] }) => (
  <div class="fan">
    {faces.map((face, at) => (
      <span key={at} class="card" style={{ "--lean": at - (faces.length - 1) / 2 }}>
        {face}
      </span>
    ))}
  </div>
);

const SmallRack = () => (
  <div class="fan-rack">
    <div class="rack">
      {["8", "21", "36", "47"].map((card, at) => (
        <div key={card} class="slot in-run" style={{ "--at": at }}>
          <div class="slot-hold">
            <span class="slot-card">
              <RackOFace card={card} highest={60} />
            </span>
            <i class="slot-lip" />
          </div>
        </div>
      ))}
    </div>
  </div>
);

/** A few cards of a game. */
export function GamePicture({ game }: { game: string }) {
  if (game === "rat-race")
    return (
      <Fan
        faces={["2", "R", "2"].map((card, at) => (
          <RatRaceFace key={at} card={card} />
        ))}
      />
    );
  if (game === "nines")
    return (
      <Fan
        faces={["Ks", "X", "9h"].map((card) => (
          <NinesFace key={card} card={card} joker="-2" />
        ))}
      />
    );
  if (game === "rack-o") return <SmallRack />;
  return null;
}

function length({ options, minutes }: GameInfo): string {
  const of = (name: string) => options.find((option) => option.name === name)?.default ?? null;
  const rounds = of("rounds");
  const target = of("target");
  const first =
    rounds !== null
      ? sayCount("lobby.rounds", Number(rounds))
      : target !== null
        ? say("lobby.to", { n: target })
        : "";
  const second = say("lobby.minutes", { n: minutes });
  return first === "" ? second : `${first}, ${second}`;
}

export function Tiles({
  games,
  chosen,
  choose,
}: {
  games: GameInfo[];
  chosen: string;
  choose(game: string): void;
}) {
  return (
    <div class="tiles" role="radiogroup" aria-label={say("lobby.games")}>
      {games.map((game) => (
        <label key={game.name} class={`tile game-${game.name}`} data-game={game.name}>
          <input
            type="radio"
            name="game"
            class="sr-only"
            value={game.name}
            checked={game.name === chosen}
            aria-describedby={`line-${game.name}`}
            aria-label={game.title}
            onChange={() => choose(game.name)}
          />
          <span class="tile-picture" aria-hidden="true">
            <GamePicture game={game.name} />
          </span>
          <span class="tile-words" id={`line-${game.name}`}>
            <b class="tile-title">{game.title}</b>
            <span class="tile-line">{game.line}</span>
            <small>{length(game)}</small>
          </span>
          <span class="tile-chosen">
            <Icon name="tick" />
          </span>
        </label>
      ))}
    </div>
  );
}
