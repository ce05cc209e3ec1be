// The field for one's own name at a table; it is kept in this browser.

import { prefer, settings } from "./settings";
import { say } from "./words/say";

export const OwnName = ({ field = "name" }: { field?: string }) => (
  <input
    type="text"
    name={field}
    maxLength={24}
    autocomplete="nickname"
    placeholder={say("lobby.guest")}
    value={settings.value.name}
    onInput={({ currentTarget }) => prefer({ name: currentTarget.value })}
  />
);
