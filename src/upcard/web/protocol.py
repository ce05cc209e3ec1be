"""JSON, and the only module that knows it: values become messages, messages become bytes and back."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

from upcard import values
from upcard.cards import Faces
from upcard.errors import RoomError
from upcard.web import messages
from upcard.web.messages import ClientMessage, Move, Phase, Reply, Said

LONGEST_MESSAGE = 1024
"""Bytes of one message over a socket."""


def show_view(view: values.View, faces: Faces) -> messages.View:
    """Return the view as it is sent: all that the viewer knows and nothing else."""
    if view.sheet is None:
        raise ValueError("a view that is sent has a score sheet; ask the Table for it")
    hand = None
    if view.hand_seat is not None and view.hand_source != "":
        hand = messages.Hand(view.hand_seat, _card(view.hand, faces), view.hand_source)
    return messages.View(
        game=view.game,
        seat=view.seat,
        seats=view.seats,
        options=view.options,
        round=view.round,
        rounds=view.rounds,
        target=view.target,
        step=view.step,
        phase=cast("Phase", view.phase),
        turn=view.turn,
        dealer=view.dealer,
        starter=view.starter,
        layouts=tuple(_layout(layout, faces) for layout in view.layouts),
        hand=hand,
        pile=view.pile,
        pile_top=tuple(faces.text(card) for card in view.pile_top),
        discard=tuple(faces.text(card) for card in view.discard),
        burn=tuple(faces.text(card) for card in view.burn),
        finisher=view.finisher,
        owed=view.owed,
        partners=view.teams,
        legal=tuple(messages.Choice(str(choice.action), choice.tag) for choice in view.legal),
        sheet=_sheet(view.sheet),
        last_round=None if view.last_round is None else _round(view.last_round, faces),
        outcome=None if view.outcome is None else _outcome(view.outcome),
    )


def show_event(event: values.Event, faces: Faces) -> messages.Event:
    """Return the event as it is sent; it was filtered for its viewer before (``game.seen_by``)."""
    return messages.Event(
        n=event.number + 1,
        kind=event.key,
        clause=event.clause,
        seat=event.seat,
        cell=event.cell,
        card=_card(event.card, faces),
        value=event.value,
        round=event.round,
        move=cast("Move", event.kind.move),
    )


def _card(card: int | None, faces: Faces) -> str | None:
    return faces.text(card) if card else None


def _layout(view: values.LayoutView, faces: Faces) -> messages.Layout:
    texts = faces.texts
    return messages.Layout(
        seat=view.seat,
        kind=view.layout.shape,
        rows=view.layout.rows,
        columns=view.layout.columns,
        cells=tuple(
            [
                messages.Cell(None if cell.card is None else texts[cell.card], cell.up, cell.public)
                for cell in view.cells
            ]
        ),
        parts=tuple([_part(part, faces) for part in view.parts]),
        sight=None if view.sight is None else tuple(_part(part, faces) for part in view.sight),
        score=view.score,
        unknown=view.unknown,
    )


def _part(part: values.Part, faces: Faces) -> messages.Part:
    return messages.Part(
        where=part.where,
        cells=part.cells,
        score=part.score,
        why=part.why,
        clause=part.clause,
        unknown=part.unknown,
        match=part.match,
        mark=part.mark,
        needs=tuple(faces.text(card) for card in part.needs),
        at_most=part.at_most,
    )


def _sheet(sheet: values.Sheet) -> messages.Sheet:
    return messages.Sheet(sheet.rounds, sheet.bonuses, sheet.bonus_worth, sheet.totals, sheet.winners)


def _round(result: values.RoundResult, faces: Faces) -> messages.RoundResult:
    return messages.RoundResult(
        round=result.round,
        layouts=tuple(_layout(layout, faces) for layout in result.layouts),
        points=result.points,
        totals=result.totals,
        ended_by=result.ended_by,
        how=result.how,
        notes=tuple(_part(part, faces) for part in result.notes),
    )


def _outcome(outcome: values.Outcome) -> messages.Outcome:
    return messages.Outcome(
        how=outcome.how,
        finals=outcome.finals,
        ranking=outcome.ranking,
        winners=outcome.winners,
        tie=outcome.tie,
        why=outcome.why,
    )


MessageT = TypeVar("MessageT")

_encoder = msgspec.json.Encoder()
_client = msgspec.json.Decoder(ClientMessage)


def to_json(message: Any) -> bytes:
    """Return a message, or anything that is kept, as JSON."""
    return _encoder.encode(message)


def from_json(data: bytes, kind: type[MessageT]) -> MessageT:
    """Return what ``to_json`` was given; RoomError if it is not of that kind."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise RoomError("room/broken", f"what was kept cannot be read: {error}") from None


def now_json(
    version: int,
    view: bytes,
    events: list[bytes],
    room: bytes,
    reply: Reply | None,
    seats: tuple[int, ...],
    talk: tuple[Said, ...],
) -> bytes:
    """Return a ``Now`` whose parts are JSON already: they are the same for every page of a seat."""
    return b'{"t":"now","version":%d,"view":%b,"events":[%b],"room":%b,"reply":%b,"seats":%b,"talk":%b}' % (
        version,
        view,
        b",".join(events),
        room,
        to_json(reply),
        to_json(seats),
        to_json(talk),
    )


def read_message(text: str | None) -> ClientMessage:
    """Return what a page said, None for what was not text; RoomError if it is too long or no message."""
    if text is None:
        raise RoomError("room/bad-message", "messages are text")
    if len(text) > LONGEST_MESSAGE or len(data := text.encode()) > LONGEST_MESSAGE:
        raise RoomError("room/too-long", f"a message is at most {LONGEST_MESSAGE} bytes")
    return _read(_client, data)


def read_body(kind: type[MessageT], body: bytes) -> MessageT:
    """Return what is asked for over HTTP; RoomError if the body is not of that kind."""
    return _read(msgspec.json.Decoder(kind), body)


def _read(decoder: msgspec.json.Decoder[MessageT], data: bytes) -> MessageT:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise RoomError("room/bad-message", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RoomError("room/bad-json", "that is not JSON") from None
