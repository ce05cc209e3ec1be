// What the turn needs, in words and buttons. The buttons are all there is to press besides the cards.

import type { Room, View } from "../protocol";
import { aCard, cardWord, placeWord, say, sayIfAny, seatName } from "../words/say";
import type { Asking } from "./match";
import type { Tap } from "./tap";
import { walkRows } from "./tap";

export type PromptButton = {
  action: string;
  label: string;
  key: string;
  strong: boolean;
  go?: boolean;
  does: { tap: Tap } | { lay: true } | { declare: boolean };
};

/** `aside` is left out where there is little room. */
export type Prompt = { title: string; more: string; aside?: string; mine: boolean; buttons: PromptButton[] };

const button = (
  action: string,
  label: string,
  key: string,
  does: PromptButton["does"],
  strong = true,
  go = false,
): PromptButton => ({ action, label, key, does, strong, go });

function waiting(view: View, room: Room, recent: string): Prompt {
  const name = seatName(room, view, view.turn);
  const told = { title: "", more: room.thinks ? say("say.wait.long") : recent, mine: false, buttons: [] };
  // One's own turn has begun, but not on this picture.
  if (view.turn === view.seat) return { ...told, title: recent, more: "" };
  if (view.phase === "over" || view.turn === null) return { ...told, title: say("say.over"), more: "" };
  if (view.hand?.source === "discard")
    return { ...told, title: say("say.wait.took", { name, card: aCard(view.game, view.hand.card) }) };
  if (view.hand) return { ...told, title: say("say.wait.drew", { name }) };
  if (view.phase === "reveal") return { ...told, title: say("say.wait.reveal", { name }) };
  if (view.phase === "flip") return { ...told, title: say("say.wait.flip", { name }) };
  return { ...told, title: say("say.wait", { name }) };
}

function lastTurn(view: View, room: Room): Pick<Prompt, "more" | "aside"> {
  if (view.finisher === null || view.finisher === view.seat) return { more: "" };
  const name = seatName(room, view, view.finisher);
  const key = view.game === "rat-race" ? "say.last.rat-race" : "say.last";
  const layout = view.layouts[view.seat ?? 0];
  const down = layout?.cells.some(({ up }) => !up) ?? false;
  return { more: say(key, { name }), aside: down ? say("say.last.down") : "" };
}

/** "On row 2, column 3: Walkout." for the places where a move sets something off. */
function tagsOf(view: View): string {
  const layout = view.layouts[view.seat ?? 0];
  if (layout === undefined) return "";
  return view.legal
    .filter(({ tag, action }) => tag !== "" && /^place \d+$/.test(action))
    .slice(0, 2)
    .map(({ tag, action }) => {
      const place = placeWord(layout, Number(action.split(" ")[1]));
      return ` ${say("say.place.tag", { place, tag: sayIfAny(`tag.${tag}`) ?? tag })}`;
    })
    .join("");
}

const isRack = (view: View) => view.layouts[0]?.kind === "rack";

function placing(view: View, drawn: boolean): Prompt {
  const card = aCard(view.game, view.hand?.card ?? null);
  const tagged = tagsOf(view);
  const rack = isRack(view);
  if (!drawn) {
    const more = say(rack ? "say.took.more.rack" : "say.took.more");
    return { title: say("say.took", { card }), more: more + tagged, mine: true, buttons: [] };
  }
  const rat = view.game === "rat-race";
  const more = say(rack ? "say.drew.more.rack" : rat ? "say.drew.more" : "say.drew.more.discard");
  const mayReject = view.legal.some(({ action }) => action === "reject");
  return {
    title: say("say.drew", { card }),
    more: more + tagged,
    mine: true,
    buttons: mayReject
      ? [button("reject", say(rat ? "do.reject" : "do.discard"), "R", { tap: { on: "reject" } }, false)]
      : [],
  };
}

function choosing(view: View, room: Room, lifted: boolean): Prompt {
  const upcard = view.discard[view.discard.length - 1] ?? null;
  const card = upcard === null ? "" : cardWord(view.game, upcard);
  if (lifted) {
    return {
      title: say("say.lifted", { card }),
      more: say(isRack(view) ? "say.lifted.more.rack" : "say.lifted.more"),
      mine: true,
      buttons: [button("lay-back", say("do.lift.back"), "Esc", { lay: true }, false)],
    };
  }
  const may = (action: string) => view.legal.some((choice) => choice.action === action);
  const buttons = [];
  if (may("take")) buttons.push(button("take", say("do.take", { card }), "T", { tap: { on: "discard" } }));
  if (may("draw")) buttons.push(button("draw", say("do.draw"), "D", { tap: { on: "pile" } }));
  return {
    title: say(may("draw") ? "say.choose" : "say.choose.only", { card }),
    ...lastTurn(view, room),
    mine: true,
    buttons,
  };
}

function turning(view: View): Prompt {
  const told = { mine: true, buttons: [] };
  if (view.phase === "reveal") {
    const second = view.layouts[view.seat ?? 0]?.cells.some(({ up }) => up) ?? false;
    return { ...told, title: say(second ? "say.reveal.second" : "say.reveal"), more: say("say.reveal.more") };
  }
  const pass = view.legal.some(({ action }) => action === "pass")
    ? [button("pass", say("do.pass"), "P", { tap: { on: "pass" } }, false)]
    : [];
  if (pass.length > 0)
    return { mine: true, title: say("say.ask.flip"), more: say("say.flip.more"), buttons: pass };
  if (view.phase === "turn-up") return { ...told, title: say("say.turn-up"), more: say("say.turn-up.more") };
  return { ...told, title: say("say.flip"), more: say("say.flip.more") };
}

export function promptOf(
  view: View,
  room: Room,
  lifted: boolean,
  asking: Asking | null,
  recent: string,
): Prompt {
  const mine = view.seat !== null && view.turn === view.seat && view.legal.length > 0;
  if (!mine) return waiting(view, room, recent);
  if (asking) {
    return {
      title: say("say.declare"),
      more: say("say.declare.more"),
      mine: true,
      buttons: [
        button(asking.declare, say("do.declare"), "Y", { declare: true }, true, true),
        button(asking.plain, say("do.wait"), "N", { declare: false }, false),
      ],
    };
  }
  const rows = walkRows(view);
  if (rows.length > 0) {
    return {
      title: say("say.ask.walk"),
      more: say("say.ask.walk.more"),
      mine: true,
      buttons: [
        ...rows.map((row) =>
          button(`walk-out ${row}`, say("do.walk", { row }), "W", { tap: { on: "walk", row } }),
        ),
        button("pass", say("do.pass"), "P", { tap: { on: "pass" } }, false),
      ],
    };
  }
  if (view.phase === "place-taken") return placing(view, false);
  if (view.phase === "place-drawn") return placing(view, true);
  if (view.phase === "choose") return choosing(view, room, lifted);
  return turning(view);
}
