// What a viewer may set for this browser, and the way to the keys.

import { Dialog } from "../Dialog";
import { current } from "../people/current";
import { TableMenu } from "../people/TablePanels";
import { OwnName } from "../OwnName";
import { prefer, settings, type Moment, type Speed, type Theme } from "../settings";
import { panel } from "../shell";
import { say } from "../words/say";
import type { Key } from "../words/en";

type Choice<Value> = { value: Value; label: string };

function Choices<Value extends string | number>({
  name,
  title,
  help,
  choices,
  value,
  choose,
}: {
  name: string;
  title: string;
  help?: string;
  choices: Choice<Value>[];
  value: Value;
  choose(value: Value): void;
}) {
  return (
    <fieldset class="setting" aria-describedby={help === undefined ? undefined : `${name}-help`}>
      <legend>{title}</legend>
      <div class="segments">
        {choices.map((choice) => (
          <label key={choice.value} class="segment">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => choose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {help !== undefined && (
        <small id={`${name}-help`} class="quiet">
          {help}
        </small>
      )}
    </fieldset>
  );
}

function Switch({
  name,
  title,
  help,
  on,
  turn,
}: {
  name: string;
  title: string;
  help: string;
  on: boolean;
  turn(on: boolean): void;
}) {
  return (
    <label class="setting switch">
      <span>
        <b>{title}</b>
        <small>{help}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </label>
  );
}

export function Menu() {
  const { theme, speed, moment, memory, fourColour } = settings.value;
  const match = current.value;
  return (
    <Dialog title={say("menu.title")} kind="menu">
      <div class="settings">
        {match && match.room.value && <TableMenu match={match} room={match.room.value} />}
        <Choices<Theme>
          name="theme"
          title={say("menu.theme")}
          value={theme}
          choices={(["system", "light", "dark"] as const).map((value) => ({
            value,
            label: say(`menu.theme.${value}`),
          }))}
          choose={(value) => prefer({ theme: value })}
        />
        <Choices<Speed>
          name="speed"
          title={say("menu.speed")}
          value={speed}
          choices={([0.5, 1, 2, "off"] as const).map((value) => ({
            value,
            label: say(`menu.speed.${value}` as Key),
          }))}
          choose={(value) => prefer({ speed: value })}
        />
        <Choices<Moment>
          name="moment"
          title={say("menu.moment")}
          help={say("menu.moment.help")}
          value={moment}
          choices={(["long", "usual", "short", "none"] as const).map((value) => ({
            value,
            label: say(`menu.moment.${value}`),
          }))}
          choose={(value) => {
            prefer({ moment: value });
            match?.greet();
          }}
        />
        <Switch
          name="memory"
          title={say("menu.memory")}
          help={say("menu.memory.help")}
          on={memory}
          turn={(on) => prefer({ memory: on })}
        />
        <Switch
          name="four-colour"
          title={say("menu.fourColour")}
          help={say("menu.fourColour.help")}
          on={fourColour}
          turn={(on) => prefer({ fourColour: on })}
        />
        <label class="setting field">
          <span>{say("menu.name")}</span>
          <OwnName />
        </label>
        <button
          type="button"
          class="button quiet"
          data-action="keys"
          onClick={() => {
            panel.value = { kind: "keys" };
          }}
        >
          {say("menu.keys")} <kbd aria-hidden="true">?</kbd>
        </button>
      </div>
    </Dialog>
  );
}
