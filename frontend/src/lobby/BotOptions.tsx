// The bots of a game as the options of a select: the levels, and below them those that others are measured by.

import type { BotInfo } from "../protocol";
import { say } from "../words/say";

const One = ({ name, title, line }: BotInfo) => (
  <option value={name} title={line}>
    {title}
  </option>
);

/** Whom people play against; the others are not in the way. */
export const levelsOf = (bots: BotInfo[]): BotInfo[] => {
  const levels = bots.filter(({ level }) => level > 0).sort((one, two) => one.level - two.level);
  return levels.length > 0 ? levels : bots;
};

export const othersOf = (bots: BotInfo[]): BotInfo[] => {
  const levels = levelsOf(bots);
  return bots.filter((bot) => !levels.includes(bot));
};

/** The levels, what comes between, and the other bots. */
export const BotOptions = ({ bots, children }: { bots: BotInfo[]; children?: preact.ComponentChildren }) => (
  <>
    {levelsOf(bots).map((bot) => (
      <One key={bot.name} {...bot} />
    ))}
    {children}
    {othersOf(bots).length > 0 && (
      <optgroup label={say("lobby.other")}>
        {othersOf(bots).map((bot) => (
          <One key={bot.name} {...bot} />
        ))}
      </optgroup>
    )}
  </>
);
