"""Luck: 0 on average by any measure, all of it by an exact one, and counted wherever chance has a say."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.lab.accounts import ANY, AT_ONCE, EXACT, ZERO, luck_by_hand, played
from upcard.bots import BOTS
from upcard.bots.appraisals import AT_A_GLANCE, appraiser_for
from upcard.chance import PairedChance, SeededChance, Xoshiro
from upcard.fast.accounts import ACCOUNTS, MOST_PLACES
from upcard.fast.appraiser import Appraiser, is_between
from upcard.fast.luck import LIVE, RESUME, ROWS, accounting, classes_of, shares_of
from upcard.game import answer_one, legal_codes
from upcard.games import GAMES, find_game
from upcard.games.rack_o.scoring import front_run
from upcard.lab import INTERPRETED, luck_of, play_pairs
from upcard.lab.luck import as_it_stands, twin
from upcard.options import build
from upcard.state import Phase, copy_state
from upcard.table import Table

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
SHORT: dict[str, dict[str, int | str]] = {
    "nines": {"rounds": 2, "turn_limit": 100},
    "rat-race": {"rounds": 2, "turn_limit": 100},
    "rack-o": {"target": 75, "turn_limit": 60},
}
LONG_TURNS: dict[str, dict[str, int | str]] = {
    "nines": {"rounds": 1, "turn_limit": 60, "reject_flips": "may"},
    "rat-race": {"rounds": 1, "turn_limit": 60, "walkout": "optional"},
    "rack-o": {"target": 75, "turn_limit": 60, "refill": "shuffle", "first_dealer": "random"},
}
DIGITS = 1e-9


# --- every card that comes to light --------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("appraiser", [ANY, AT_ONCE], ids=lambda appraiser: appraiser.name)
def test_the_luck_of_every_action_is_that_of_the_cards_it_showed(
    name: str, seed: int, appraiser: Appraiser
) -> None:
    """Against expectations over single faces, made from views and events alone."""
    game, kinds = find_game(name), Counter[str]()
    seats = game.seat_numbers[min(seed, len(game.seat_numbers) - 1)]
    options = {**SHORT[name], "rounds": 1} if seed else LONG_TURNS[name]
    if name == "rack-o":
        options = {**SHORT[name], **({} if seed else LONG_TURNS[name])}
    shares = shares_of(seats, seed % 2)
    wanted: dict[int, float] = {}
    step, last = 0, None
    for table, known, code, events in played(game, options, seats, seed):
        last = table
        keys = Counter(event.kind.key for event in events)
        if not (keys["walked-out"] and keys["uncovered"]):  # then events name cells of a grid closed up
            wanted[step] = luck_by_hand(game, known, code, events, appraiser, shares)
            kinds += keys
        step += 1
    assert last
    found = actions_only(last, list(luck_of(last, appraiser, shares)))
    lengths = lengths_of(last)
    assert len(found) == step
    for step, luck in wanted.items():
        assert found[step] * lengths[step] == pytest.approx(luck, abs=DIGITS), f"action {step}"
    assert sum(luck != 0 for luck in wanted.values()) > step / 10
    shown = {"nines": {"flipped", "drew", "left", "uncovered"}, "rack-o": {"drew"}}
    assert shown.get(name, {"revealed", "drew", "left", "turned-up", "uncovered"}) <= set(kinds)


def actions_only(table: Table, lucks: list[float]) -> list[float]:
    """Return the luck of the actions, from that of actions and answers: the match is played again to see."""
    found = []
    again = Table(table.game, table.options, table.seats, table.chance)
    for step, move in enumerate(table.moves):
        found.append(lucks[step + len(again.answers)])
        again.act(move.seat, move.action)
    return found


def lengths_of(table: Table) -> list[float]:
    """Return by how many rounds the luck of each action was divided."""
    length = ACCOUNTS[table.game.name].length
    again = Table(table.game, table.options, table.seats, table.chance)
    found = []
    for move in table.moves:
        found.append(length(again.view(None).table_state))
        again.act(move.seat, move.action)
    return found


# --- every answer of chance ----------------------------------------------------------------------------

Waiting = Callable[[Any], bool]
REQUESTS: list[tuple[str, str, dict[str, int | str], Waiting]] = [
    ("nines", "dealer", {}, lambda state: state.phase == Phase.PICK),
    ("nines", "deal", {}, lambda state: state.phase == Phase.SHUFFLE and not state.discard_size),
    ("nines", "a second deal", {}, lambda state: state.phase == Phase.SHUFFLE and state.round == 2),
    ("nines", "reshuffle", {}, lambda state: state.phase == Phase.SHUFFLE and state.discard_size > 0),
    ("rat-race", "deal", {}, lambda state: state.phase == Phase.SHUFFLE and not state.discard_size),
    ("rat-race", "starter", {}, lambda state: state.phase == Phase.PICK),
    ("rat-race", "reshuffle", {}, lambda state: state.phase == Phase.SHUFFLE and state.discard_size > 0),
    ("rack-o", "dealer's cards", {}, lambda state: state.phase == Phase.SHUFFLE and state.pending == 0),
    ("rack-o", "dealer", {"first_dealer": "random"}, lambda state: state.phase == Phase.PICK),
    ("rack-o", "deal", {}, lambda state: state.phase == Phase.SHUFFLE and state.pending == 2),
    ("rack-o", "refill", {"refill": "shuffle"}, lambda state: state.pending == 3),
]
ANSWERS = 400


@pytest.mark.parametrize(
    ("name", "what", "options", "waits"), REQUESTS, ids=[f"{name} {what}" for name, what, _, _ in REQUESTS]
)
def test_what_chance_answers_has_luck_and_none_on_average(
    name: str, what: str, options: dict[str, int | str], waits: Waiting
) -> None:
    """The same request answered many times, by a measure that moves with everything that can be known."""
    game = find_game(name)
    options = {**SHORT[name], **options}
    state = waiting(game, options, waits)
    _, go_on = accounting(game, ANY, twin, as_it_stands)
    classes = len(classes_of(game)[1])
    desk = ((0,), shares_of(2, 0), [0.0] * (2 + classes), [0] * classes, [0] * MOST_PLACES)
    lucks = []
    for number in range(ANSWERS):
        states = [copy_state(state)] * ROWS
        live, chance = states[LIVE], SeededChance(number)
        if live.phase == Phase.PICK:
            live.picked = number % live.pick_of
        else:
            size = live.pile_size
            answer_one(replace(game, resume=lambda state: None), live, chance)
            assert sorted(live.pile[:size]) == state.pile[:size]
        lucks.append(go_on(states, *desk))
    assert stdev(lucks) > 0.5
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / math.sqrt(ANSWERS)


def waiting(game: Any, options: dict[str, int | str], waits: Waiting) -> Any:
    """Return a state in which chance is asked for what is wanted, found by playing at random."""
    for match in range(300):
        state = game.start(build(game.options, options), 2)
        stream = Xoshiro(match)
        for _ in range(600):
            if waits(state) and (state.phase in (Phase.SHUFFLE, Phase.PICK)):
                return state
            if state.phase in (Phase.SHUFFLE, Phase.PICK):
                answer_one(game, state, SeededChance(match))
            elif codes := legal_codes(game, state):
                # draws whenever it may and turns up one card only, so that the piles run out
                quiet = [code for code in codes if str(game.actions[code]) in ("draw", "place 1")]
                game.apply(state, (quiet or codes)[stream.below(len(quiet or codes))])
            else:
                break
    raise AssertionError("chance was never asked that")


# --- whole matches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_an_appraiser_that_says_nothing_changes_nothing(name: str) -> None:
    report = play_pairs(find_game(name), GREEDY, RANDOM, 2, SHORT[name], 2, 1, path=INTERPRETED, adjust=ZERO)
    assert report.adjusted
    assert report.adjusted.difference.mean == pytest.approx(report.difference.mean, abs=DIGITS)
    assert report.adjusted.fewer == pytest.approx(1)


@pytest.mark.parametrize(
    "options",
    [{"rounds": 2, "turn_limit": 3}, {"rounds": 1, "turn_limit": 55}, {"rounds": 1, "opening_flips": 3}],
    ids=["short", "reshuffled", "flipped"],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_by_an_exact_measure_nothing_but_luck_is_left_where_nobody_does_anything(
    options: dict[str, int | str], seats: int
) -> None:
    """Everybody draws and discards what was drawn: the difference is luck, all of it, in every match."""
    game = find_game("nines")
    results = []
    for seed in range(3):
        table = Table(game, {"turn_limit": 4, **options}, seats, PairedChance(seed, 0, game.deck(seats)))
        while (seat := table.turn) is not None:
            table.act(seat, table.default_action())
        assert table.outcome
        shares = shares_of(seats, 0)
        finals = zip(shares, table.outcome.finals, strict=True)
        result = sum(share * final for share, final in finals) / len(table.results)
        luck = sum(luck_of(table, EXACT, shares))
        assert result == pytest.approx(luck, abs=DIGITS)
        results.append(result)
        if options.get("turn_limit") == 55 and seats == 2:
            assert any(event.kind.key == "reshuffled" for event in table.events)
    assert len(set(results)) == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_racks_that_nobody_touches_are_luck_alone(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At one round of a match, as it were: how many there will have been is an estimate in Rack-O."""

    def write(state: Any, table: Any, points: Any) -> None:
        for seat in range(state.seats):
            now = 0 if is_between(state) else 5 * front_run(state, seat)
            points[seat] = state.totals[seat] + now

    monkeypatch.setitem(ACCOUNTS, "rack-o", replace(ACCOUNTS["rack-o"], length=lambda state: 1.0))
    game, measure = find_game("rack-o"), Appraiser("front-run", write, frozenset({"rack-o"}))
    for seed in range(4):
        table = Table(game, {"turn_limit": 1, "target": 75}, seats, SeededChance(seed))
        while (seat := table.turn) is not None:
            table.act(seat, "reject" if "reject" in map(str, table.legal(seat)) else "draw")
        assert table.outcome
        shares = shares_of(seats, 0)
        result = sum(share * final for share, final in zip(shares, table.outcome.finals, strict=True))
        assert sum(luck_of(table, measure, shares)) == pytest.approx(result, abs=DIGITS)


@pytest.mark.parametrize("name", GAMES)
def test_both_bots_have_the_same_luck_with_its_sign_turned(name: str) -> None:
    for table, *_ in played(find_game(name), SHORT[name], 2, 5):
        last = table
    measure = appraiser_for(name)
    assert measure
    mine, theirs = (list(luck_of(last, measure, shares_of(2, swapped))) for swapped in (0, 1))
    assert mine == pytest.approx([-luck for luck in theirs], abs=DIGITS)
    assert any(mine)


def test_the_luck_of_a_match_that_is_still_running_is_that_so_far() -> None:
    matches = played(find_game("nines"), SHORT["nines"], 2, 2)
    table = [next(matches)[0] for _ in range(9)][-1]
    assert table.outcome is None
    lucks = list(luck_of(table, AT_A_GLANCE[0], shares_of(2, 0)))
    assert len(lucks) == len(table.answers) + len(table.moves)


def test_shares_weigh_the_seats_of_either_bot() -> None:
    assert shares_of(2, 0) == [1, -1]
    assert shares_of(2, 1) == [-1, 1]
    assert shares_of(3, 0) == [0.5, -1, 0.5]
    assert shares_of(3, 1) == [-0.5, 1, -0.5]
    assert sum(shares_of(5, 1)) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_one_class_differ_in_suit_only(name: str) -> None:
    game = find_game(name)
    classes, faces = classes_of(game)
    assert len(classes) == len(game.faces.texts)
    for kind, face in enumerate(faces):
        same = {game.faces.texts[card].rstrip("cdhs") for card in game.deck(2) if classes[card] == kind}
        assert same <= {game.faces.texts[face].rstrip("cdhs")}
    assert RESUME not in range(len(game.actions))


def test_a_measure_for_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="the luck of Nines is not measured by glance"):
        play_pairs(find_game("nines"), GREEDY, RANDOM, adjust=appraiser_for("rack-o"))
    assert appraiser_for("chess") is None
