"""What the lobby offers and what the rules say, as messages made from the games' own data."""

from __future__ import annotations

from functools import cache

import upcard
from upcard.books import rule_book
from upcard.bots import bots_for
from upcard.game import Game
from upcard.games import GAMES
from upcard.options import AnyOptions, OptionField, described
from upcard.web import messages
from upcard.web.seating import OPPONENT, STAND_IN, usual_bot


@cache
def catalog() -> messages.Catalog:
    """Return every game with its options, presets and bots."""
    return messages.Catalog(tuple(_game(game) for game in GAMES.values()), upcard.__version__)


def _game(game: Game) -> messages.GameInfo:
    options: type[AnyOptions] = game.options
    return messages.GameInfo(
        name=game.name,
        title=game.title,
        line=game.line,
        minutes=game.minutes,
        seats=messages.SeatSpan(game.least_seats, game.most_seats),
        options=tuple(_option(entry) for entry in described(options)),
        presets=tuple(
            messages.Preset(preset.name, preset.title, preset.line, preset.values) for preset in game.presets
        ),
        bots=tuple(messages.BotInfo(bot.name, bot.title, bot.line, bot.level) for bot in bots_for(game.name)),
        usual=messages.UsualBots(usual_bot(game.name, OPPONENT), usual_bot(game.name, STAND_IN)),
    )


def _option(entry: OptionField) -> messages.OptionField:
    return messages.OptionField(
        name=entry.name,
        title=entry.title,
        help=entry.help,
        clause=entry.clause,
        kind="choice" if entry.choices else "int",
        low=entry.low,
        high=entry.high,
        gaps=entry.gaps,
        choices=tuple(messages.OptionChoice(word, _title(word)) for word in entry.choices),
        default=entry.default,
    )


def _title(word: str) -> str:
    """Return a choice's word as it reads in a form."""
    return word.replace("-", " ").capitalize()


def rules(name: str) -> messages.RuleBook:
    """Return the rule book of a game; UnknownGame if there is none."""
    book = rule_book(name)
    return messages.RuleBook(
        book.title,
        tuple(messages.Clause(clause.id, clause.heading or None, clause.text) for clause in book.clauses),
    )
