"""What is said: phrases always, words where the table allows them, and nothing that cannot be seen."""

import pytest

from upcard.errors import RoomError
from upcard.web.messages import PHRASES, Say
from upcard.web.talk import MOST_LINES, Talk


def test_phrases_are_said_everywhere() -> None:
    talk = Talk(chat=False)
    for phrase in PHRASES:
        talk.say(1, Say(phrase, phrase=True))
    assert [line.text for line in talk.since(0)] == list(PHRASES)
    assert [line.n for line in talk.since(len(PHRASES) - 1)] == [len(PHRASES)]
    assert talk.since(len(PHRASES)) == ()


def test_words_are_said_where_the_table_allows_them() -> None:
    with pytest.raises(RoomError, match="phrases only"):
        Talk(chat=False).say(0, Say("hi", phrase=False))
    talk = Talk(chat=True)
    talk.say(0, Say("  well\n\nplayed\u202e\x00 <b>Ben</b> ", phrase=False))
    (line,) = talk.since(0)
    assert (line.seat, line.text, line.phrase) == (0, "well played <b>Ben</b>", False)
    for empty in ("\u200d", " \n", "\u202e"):
        with pytest.raises(RoomError, match="nothing to say"):
            talk.say(0, Say(empty, phrase=False))
    with pytest.raises(RoomError, match="no such phrase"):
        talk.say(0, Say("well played", phrase=True))


def test_who_comes_late_hears_the_last_lines() -> None:
    talk = Talk(chat=True)
    for number in range(MOST_LINES + 5):
        talk.say(0, Say(str(number), phrase=False))
    assert [line.n for line in talk.since(0)] == list(range(6, MOST_LINES + 6))
