"""Sentences of the log: filled in with names, and safe with whatever an imported log holds."""

from itertools import product
from string import Formatter

import pytest

from tests.support.played_events import STATES, reload_event, reload_history
from tournaments.changes.registry import ACTIONS, SENTENCES, register
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.log.pages.sentences import PLACES, describe_entry, names_of
from tournaments.models import LogEntry
from tournaments.rules import event_file
from tournaments.rules.event_file.log import MAX_SENTENCE_LENGTH

# Places that are numbers.
NUMBERS = {"count", "size", "table", "pod", "first", "second"}
# Places of sentences of a club's log: see clubs.pages.sentence_of.
CLUB_PLACES = {
    "evening",
    "events",
    "event",
    "known",
    "months",
    "new",
    "other",
    "people",
    "person",
    "player",
    "rating_list",
    "series",
    "undone",
}


def entry(sentence, changes=None, **values):
    return LogEntry(action="pair_next_round", sentence=sentence, values=values, changes=changes or {})


@pytest.fixture
def running(db):
    return reload_event(STATES["running"]())


@pytest.fixture
def names(running):
    return names_of(reload_history(running))


def test_a_sentence_names_players_and_rounds_by_their_ids(names):
    assert describe_entry(entry("forbid_pair", a="p1", b="p2"), names) == (
        "Player 01 and Player 02 will be kept apart",
        "",
    )
    paired = entry("round_paired", round=[1, 2], count=1)
    assert describe_entry(paired, names) == ("Round 2 paired", "1 table")


def test_an_unknown_sentence_shows_the_name_of_the_action(names):
    for sentence in ("", "never_heard_of"):
        assert describe_entry(entry(sentence, name="p1"), names) == ("Pair next round", "")


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"a": "p1"},
        {"a": ["p1"], "b": "p2"},
        {"a": "p1", "b": {}},
        {"a": 1, "b": "p2"},
    ],
)
def test_values_that_do_not_fit_show_the_name_of_the_action(names, values):
    assert describe_entry(entry("forbid_pair", **values), names) == ("Pair next round", "")


WRONG = (None, 7, "x", {}, ["p1"], [1, 2, 3])
# Parts as an event file may hold them, with as little as it needs; older releases took any values.
PARTS = {
    "event": {"name": "Cup", "rulebook": "magic"},
    "player:p1": {"id": "p1", "name": "Ada"},
    "phase:1": {"kind": "swiss", "settings": {"prizes": 7, "cut": [{"key": 1}]}},
    "match:1:1:1": {"table": 1, "seats": [{"player": "p1"}, {"player": "p2"}]},
    "match:1:1:2": {"bye": "p3"},
}


def test_no_imported_entry_breaks_a_sentence(names):
    before = {path: [part, None] for path, part in PARTS.items()}
    after = {path: [None, part] for path, part in PARTS.items()}
    both = {path: [part, part] for path, part in PARTS.items()}
    odd = {path: ["x", {"seats": 7, "name": []}] for path in PARTS} | {"odd": 1, "match:x": [3]}
    event_file.read_parts(both, event_file.BEFORE)
    places = ["count", "dropped_after", *NUMBERS, *PLACES]
    known = ({}, {"name": "p1", "round": [1, 1], "table": 1, "phase": 1})
    for sentence, changes, wrong, right in product(SENTENCES, ({}, before, after, both, odd), WRONG, known):
        describe_entry(entry(sentence, changes, **(dict.fromkeys(places, wrong) | right)), names)


def test_a_fault_of_the_program_is_not_taken_for_values_that_do_not_fit(names, monkeypatch):
    monkeypatch.setitem(PLACES, "a", lambda row, names: None + row)
    with pytest.raises(TypeError):
        describe_entry(entry("forbid_pair", a="p1", b="p2"), names)


def test_a_detail_whose_values_are_missing_is_left_out(names):
    assert describe_entry(entry("round_paired", round=[1, 2]), names) == ("Round 2 paired", "")


@pytest.mark.parametrize("text", ["{name.__class__}", "{name[0]}", "{name.names}", "{}", "{0}", "{row}"])
def test_a_sentence_follows_no_attributes_and_no_indexes(names, monkeypatch, text):
    monkeypatch.setitem(SENTENCES, "odd", (text, ""))
    assert describe_entry(entry("odd", name="p1"), names) == ("Pair next round", "")
    monkeypatch.setitem(SENTENCES, "odd", ("{name}", text))
    assert describe_entry(entry("odd", name="p1"), names) == ("Player 01", "")


def test_every_place_of_every_sentence_is_known():
    for identifier, texts in SENTENCES.items():
        assert len(identifier) <= MAX_SENTENCE_LENGTH
        for text in texts:
            template = text if isinstance(text, str) else text % {"count": 2}
            places = {place for _text, place, _spec, _conversion in Formatter().parse(template) if place}
            assert places <= PLACES.keys() | NUMBERS | CLUB_PLACES, identifier


def test_two_sentences_cannot_have_the_same_identifier():
    with pytest.raises(ValueError, match="new"):
        register(name="new", log={"announce": "Announced"})
    assert "new" not in ACTIONS


def test_the_log_loses_a_name_with_the_player(running):
    before = [line.text for line in get_log_lines(running)]
    assert any("Player 01" in text for text in before)
    running.players.filter(name="Player 01").update(name="Nobody")
    running.version += 1
    running.save()
    after = get_log_lines(reload_event(running))
    assert [line.text.replace("Nobody", "Player 01") for line in after] == before
    assert not any("Player 01" in line.text for line in after)
