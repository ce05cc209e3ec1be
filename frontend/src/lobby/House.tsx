// The house rules: a form made from the game's options, each with its clause, its range and a sentence of help.

import { useRef, useState } from "preact/hooks";
import { Dialog } from "../Dialog";
import type { GameInfo, OptionField } from "../protocol";
import { openRules, panel } from "../shell";
import { say } from "../words/say";
import { fits } from "./fits";
import { choose, presetOf, type Options, type Setup } from "./setup";

type Changed = (name: string, value: number | string | null) => void;

function Field({
  option,
  value,
  change,
}: {
  option: OptionField;
  value: number | string | undefined;
  change: Changed;
}) {
  const id = `option-${option.name}`;
  const about = `${id}-help`;
  const plain = option.default === null ? "" : String(option.default);
  const kept = value === undefined ? plain : String(value);
  // What is typed stays in sight until the field is left, but only a number that fits is kept.
  const [typed, type] = useState<string | null>(null);
  const before = useRef<number | string | null>(null);
  return (
    <>
      {option.kind === "choice" ? (
        <select
          id={id}
          name={option.name}
          aria-describedby={about}
          value={kept}
          onChange={({ currentTarget }) =>
            change(option.name, currentTarget.value === plain ? null : currentTarget.value)
          }
        >
          {option.default === null && <option value="">{say("house.depends")}</option>}
          {option.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={option.name}
          type="number"
          inputMode="numeric"
          step={1}
          min={option.low}
          max={option.high}
          aria-describedby={about}
          placeholder={option.default === null ? say("house.depends") : plain}
          value={typed ?? kept}
          onFocus={() => {
            if (typed === null) before.current = value ?? null;
          }}
          onInput={({ currentTarget: field }) => {
            const text = field.value.trim();
            type(field.value);
            const gap = text !== "" && option.gaps.includes(Number(text));
            field.setCustomValidity(gap ? say("house.gap", { n: text }) : "");
            if (text === "" && field.validity.valid) change(option.name, null);
            else if (!fits(option, Number(text)) || !field.validity.valid) change(option.name, before.current);
            else change(option.name, text === plain ? null : Number(text));
          }}
          onBlur={({ currentTarget: field }) => {
            if (field.validity.valid) type(null);
          }}
        />
      )}
    </>
  );
}

export function House({ game, chosen, problem }: { game: GameInfo; chosen: Setup; problem: string | null }) {
  const { options } = chosen;
  const preset = presetOf(game, options);
  const set = (next: Options) => choose({ options: next });
  const [fresh, renew] = useState(0);
  const setAll = (next: Options) => {
    set(next);
    renew(fresh + 1);
  };
  const change: Changed = (name, value) => {
    const next = { ...options };
    if (value === null) delete next[name];
    else next[name] = value;
    set(next);
  };
  return (
    <Dialog title={say("house.title", { game: game.title })} kind="house">
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="house-scroll" tabIndex={0} role="region" aria-label={say("lobby.house")}>
        {game.presets.length > 0 && (
          <fieldset class="setting">
            <legend>{say("house.presets")}</legend>
            <div class="presets">
              {game.presets.map((each) => (
                <label key={each.name} class="bot">
                  <input
                    type="radio"
                    name="preset"
                    class="sr-only"
                    checked={preset?.name === each.name}
                    onChange={() => setAll(each.options)}
                  />
                  <b>{each.title}</b>
                  <span>{each.line}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <div class="options">
          {game.options.map((option) => (
            <div key={option.name} class="option">
              <label for={`option-${option.name}`}>{option.title}</label>
              <button
                type="button"
                class="clause-id"
                aria-label={say("slip.clause", { clause: option.clause })}
                onClick={() => openRules(game.name, option.clause, panel.value)}
              >
                {option.clause}
              </button>
              <Field
                key={fresh}
                option={option}
                value={options[option.name]}
                change={change}
              />
              <small id={`option-${option.name}-help`}>
                {option.help}
                {option.kind === "int" && ` (${say("house.range", { low: option.low, high: option.high })})`}
              </small>
            </div>
          ))}
        </div>
      </div>
      <div class="acts">
        <button
          type="button"
          class="button"
          data-action="house-done"
          onClick={({ currentTarget }) => {
            const wrong = currentTarget.closest("dialog")?.querySelector<HTMLInputElement>("input:invalid");
            if (wrong) wrong.reportValidity();
            else panel.value = null;
          }}
        >
          {say("house.done")}
        </button>
        <button type="button" class="button quiet" data-action="house-reset" onClick={() => setAll({})}>
          {say("house.reset")}
        </button>
      </div>
    </Dialog>
  );
}
