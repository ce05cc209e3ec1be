"""What a message must come to at a table: its answer, and what is kept for it (see ``model``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from upcard.errors import IllegalAction

if TYPE_CHECKING:
    from tests.web.model import Link, Model

PHRASES = {"hello", "oops"}
Kept = dict[str, Any]
"""An entry of the journal as it is kept."""


class No(Exception):
    """A refusal with this code: nothing changes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def hear(model: Model, link: Link, message: Mapping[str, Any]) -> tuple[str, list[Kept]]:
    """Return the answer to a message and what is kept for it; No, and nothing has changed."""
    held, kind = model.held(link), message["t"]
    if kind == "hello":
        link.acked, link.look, link.greeted = message["acked"], message["look"], True
    elif kind == "ack":
        link.acked = max(link.acked, message["event"])
    elif kind == "ping":
        return "pong", []
    elif kind == "act":
        link.acked = max(link.acked, message["acked"])
        return _hear_act(model, model.eyes(link), message)
    elif kind in ("continue", "leave") and not held:
        raise No("room/watching")
    elif kind == "continue":
        seen = message["round"] == model.ended
        return "", [_continued(message["round"], seat) for seat in held if seen and seat in model.waiting]
    elif kind == "word":
        return "", _hear_word(model, held, message)
    elif kind == "say":
        _hear_say(model, link, held, message)
    elif kind == "leave":
        return "", _hear_leave(model, held)
    else:
        return "", _hear_of_table(model, kind, held, message)
    return "", []


def _hear_act(model: Model, seat: int | None, message: Mapping[str, Any]) -> tuple[str, list[Kept]]:
    if seat is None:
        raise No("room/watching")
    if message["id"] in model.ids[seat][-16:]:
        return "already-done", []
    table = model.table
    if table is None:
        raise No("room/gathering")
    if table.outcome is not None:
        raise No("rules/match-over")
    if message["version"] != model.version:
        raise No("room/stale")
    if model.waiting - {seat}:
        raise No("room/waiting")
    if table.turn != seat:
        raise No("rules/not-your-turn")
    refused = table.why_not(message["action"])
    if isinstance(refused, IllegalAction):
        raise No("rules/illegal")
    first = [_continued(model.ended, seat)] if seat in model.waiting else []
    return "done", [*first, _acted(seat, message["action"], message["id"], "")]


def _hear_word(model: Model, held: list[int], message: Mapping[str, Any]) -> list[Kept]:
    seat = message["seat"]
    if seat not in held:
        raise No("room/watching")
    if model.stage != "gathering" or model.places[seat].word:
        return []
    return [{"kind": "worded", "seat": seat, "word": message["word"]}]


def _hear_say(model: Model, link: Link, held: list[int], message: Mapping[str, Any]) -> None:
    if not held:
        raise No("room/watching")
    if message["phrase"] and message["text"] not in PHRASES:
        raise No("room/no-phrase")
    if not message["phrase"] and not model.created["manners"]["chat"]:
        raise No("room/no-chat")
    eyes = model.eyes(link)
    line = {"n": len(model.said) + 1, "seat": held[0] if eyes is None else eyes}
    model.said.append(line | {"text": message["text"], "phrase": message["phrase"]})


def _hear_leave(model: Model, held: list[int]) -> list[Kept]:
    model.votes -= set(held)
    if model.stage == "gathering":
        return [{"kind": "freed", "seat": seat} for seat in held]
    model.presence.leave(set(held))
    model.look()
    return []


def _hear_of_table(model: Model, kind: str, held: list[int], message: Mapping[str, Any]) -> list[Kept]:
    if not held:
        raise No("room/watching")
    if kind in ("deal", "give", "stand-in") and model.host not in held:
        raise No("room/not-host")
    if kind in ("deal", "give") and model.stage != "gathering":
        raise No("room/dealt")
    if kind in ("stand-in", "more-time", "stop") and model.stage != "playing":
        raise No("room/not-playing")
    if kind == "deal":
        if any(not model.places[seat].word for seat in model.presence.here):
            raise No("room/no-word")
        return [{"kind": "dealt"}]
    if kind == "give":
        return _give(model, message["seat"], message["bot"])
    if kind == "stop":
        model.votes = model.votes | set(held) if message["agree"] else set()
        model.presence.come(set(held))
    elif not model.presence.ask(kind, message["seat"], model.now):
        raise No("room/here")
    model.look()
    return []


def _give(model: Model, seat: int, bot: str | None) -> list[Kept]:
    if seat >= model.seats or model.places[seat].kind == "person":
        raise No("room/seat-taken")
    if bot is None:
        return [{"kind": "given", "seat": seat, "name": "", "bot": None}]
    if bot != "greedy":
        raise No("bots/unknown")
    others = [place.name for at, place in enumerate(model.places) if at != seat]
    return [{"kind": "given", "seat": seat, "name": unlike("Greedy", others), "bot": bot}]


def sit(model: Model, name: str, wanted: int | None) -> Kept | None:
    """Return what somebody's coming by the invitation comes to, without their token; None: they watch."""
    free = [at for at, place in enumerate(model.places) if place.kind == "open"]
    if not free or model.stage == "over":
        return None
    if wanted is not None and wanted not in free:
        raise No("room/seat-taken")
    seat = free[0] if wanted is None else wanted
    others = [place.name for place in model.places]
    return {"kind": "seated", "seat": seat, "name": unlike(name or f"Guest {seat + 1}", others)}


def unlike(wanted: str, taken: Iterable[str]) -> str:
    """A name that nobody has: a second Ann is called Ann 2."""
    names = [wanted, *(f"{wanted} {number}" for number in range(2, 20))]
    return next(name for name in names if name.casefold() not in {other.casefold() for other in taken})


def _continued(round_: int, seat: int) -> Kept:
    return {"kind": "continued", "round": round_, "seat": seat}


def _acted(seat: int, action: str, action_id: str, by: str) -> Kept:
    return {"kind": "acted", "seat": seat, "action": action, "id": action_id, "by": by}
