"""Who sits where at one match, as its journal tells it: people, bots, free seats, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from upcard.bots import ALWAYS, bots_for, find_bot
from upcard.errors import UnknownBot
from upcard.web.journal import Freed, Given, Keyed, Seated, SeatEntry, Worded, token_hash
from upcard.web.messages import BotChoice, FriendChoice, SeatChoice

JOINERS = "\u200c\u200d"
"""Signs without a width that hold letters and pictures together, or apart: names need them."""
OPPONENT, STAND_IN = 2, 3
"""The levels of those to play against, and of those that play for people who are away."""
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like a blank: a name of nothing else would be none."""


@dataclass(slots=True)
class Seat:
    """One seat: a bot's, a person's (whoever holds one of its tokens), or free."""

    name: str
    bot: str | None = None
    tokens: set[str] = field(default_factory=set)
    word: str | None = None

    @property
    def person(self) -> bool:
        """Whether a person has taken it."""
        return bool(self.tokens)

    @property
    def free(self) -> bool:
        """Whether somebody may still take it."""
        return self.bot is None and not self.tokens

    def entry(self) -> SeatEntry:
        """Return the seat as a new match begins with it."""
        tokens = sorted(self.tokens)
        return SeatEntry(self.name, self.bot, tokens[0] if tokens else None, tuple(tokens[1:]))


class Seating:
    """The seats of one match; ``apply`` makes an entry of the journal true."""

    def __init__(self, entries: Iterable[SeatEntry]) -> None:
        self.seats = [
            Seat(entry.name, entry.bot, {*entry.devices, *filter(None, [entry.token_hash])})
            for entry in entries
        ]

    @property
    def persons(self) -> frozenset[int]:
        """The seats that people have taken."""
        return frozenset(at for at, seat in enumerate(self.seats) if seat.person)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that somebody may still take."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.free)

    @property
    def complete(self) -> bool:
        """Whether every seat is taken and every person's browser has given its word."""
        return all(not seat.free and (seat.bot or seat.word) for seat in self.seats)

    @property
    def words(self) -> tuple[bytes, ...]:
        """The words that were given, in seat order."""
        return tuple(bytes.fromhex(seat.word) for seat in self.seats if seat.word)

    @property
    def names(self) -> list[str]:
        """The names by seat; a free seat has none."""
        return [seat.name for seat in self.seats]

    def held_by(self, hashes: Iterable[str]) -> tuple[int, ...]:
        """Return the seats that these tokens open, by their hashes."""
        known = set(hashes)
        return tuple(at for at, seat in enumerate(self.seats) if not known.isdisjoint(seat.tokens))

    def apply(self, entry: Seated | Freed | Given | Worded | Keyed) -> None:
        """Make true what is kept."""
        match entry:
            case Seated(seat, name, token):
                self.seats[seat] = Seat(name, tokens={token})
            case Freed(seat):
                self.seats[seat] = Seat("")
            case Given(seat, name, bot):
                self.seats[seat] = Seat(name, bot)
            case Worded(seat, word):
                self.seats[seat].word = word
            case Keyed(seats, token):
                for seat in seats:
                    self.seats[seat].tokens.add(token)


def plain_name(text: str) -> str:
    """Return a name without what cannot be seen."""
    kept = (each for each in text if (each.isprintable() and each not in FILLERS) or each in JOINERS)
    return "".join(kept).strip(JOINERS + " ")


def own_name(wanted: str, taken: Iterable[str], instead: str) -> str:
    """Return a name that nobody at the table has: a second Ann is called Ann 2."""
    name = plain_name(wanted) or instead
    others = {other.casefold() for other in taken}
    number, unique = 1, name
    while unique.casefold() in others:
        number += 1
        unique = f"{name} {number}"
    return unique


def bot_of(name: str, game: str) -> str:
    """Return the name of a kind of bot that plays the game; UnknownBot if there is none."""
    kind = find_bot(name)
    if not kind.plays(game):
        raise UnknownBot(f"{kind.title} does not play this game")
    return kind.name


def usual_bot(game: str, level: int) -> str:
    """Return the name of the bot of a level, or of the nearest there is; without levels of a plain one."""
    levels = [kind for kind in bots_for(game) if kind.level]
    nearest = min(levels, key=lambda kind: abs(kind.level - level), default=None)
    return nearest.name if nearest else [kind for kind in bots_for(game) if kind in ALWAYS][-1].name


def first_seats(choices: Iterable[SeatChoice], hashed: str, game: str) -> tuple[SeatEntry, ...]:
    """Return the seats of a new table; everybody at this device holds the token with this hash."""
    entries: list[SeatEntry] = []
    for choice in choices:
        taken = [entry.name for entry in entries]
        match choice:
            case BotChoice(bot, name):
                kind = bot_of(bot, game)
                entries.append(SeatEntry(own_name(name, taken, find_bot(kind).title), bot=kind))
            case FriendChoice():
                entries.append(SeatEntry(""))
            case _:
                entries.append(SeatEntry(own_name(choice.name, taken, "You"), token_hash=hashed))
    return tuple(entries)


def hashes_of(tokens: Mapping[str, str]) -> frozenset[str]:
    """Return what is kept of the tokens that a browser holds (match → token)."""
    return frozenset(token_hash(token) for token in tokens.values())
