// Every key of the table.

import { Dialog } from "../Dialog";
import { say } from "../words/say";

const rows = (): [string, string][] => [
  [say("keys.cells"), say("keys.cells.do")],
  ["D", say("keys.draw")],
  ["T", say("keys.take")],
  ["R", say("keys.reject")],
  ["P", say("keys.pass")],
  ["W", say("keys.walk")],
  ["Y / N", say("keys.yes")],
  [say("keys.arrows"), say("keys.arrows.do")],
  ["?", say("keys.help")],
];

export const Keys = () => (
  <Dialog title={say("keys.title")} kind="keys">
    <dl class="keys">
      {rows().map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
