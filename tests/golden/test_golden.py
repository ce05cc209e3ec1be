"""Golden playthroughs: every seat's view, the legal actions and the events after every action."""

from collections.abc import Callable

import pytest

from tests.golden.playthrough import SCENARIOS, Scenario, Teller, missing


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_playthrough_is_as_it_was_read(scenario: Scenario, golden: Callable[[str, str], None]) -> None:
    golden(f"{scenario.name}.txt", Teller(scenario.table()).told(scenario))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_playthrough_shows_what_it_is_for(scenario: Scenario) -> None:
    table, actions = scenario.play()
    assert missing(scenario, table, actions) == []
    assert len(table.results) == scenario.rounds
