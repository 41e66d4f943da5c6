"""Drafts in event files: kept pods, and refused ones."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import PODS_BY_SIZE, draft_of, event_of, play_draft_round
from tournaments.rules import event_file
from tournaments.rules.drafts import pods_of
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.progress import next_round


@given(st.integers(4, 30), PODS_BY_SIZE)
def test_a_file_keeps_the_pods_and_draws_the_same_rounds(count, inside):
    event = play_draft_round(play_draft_round(draft_of(count, draft_inside=inside)))
    again = event_file.read_text(event_file.text(event))
    assert again.phase(1).pods == event.phase(1).pods
    assert next_round(again, "x").round == next_round(event, "x").round
    assert all(verify_draw(again.phase(1), number).same for number in (1, 2))


def test_the_pods_of_a_file_are_kept():
    pods = (tuple(f"p{n}" for n in (3, 1, 4, 2)), tuple(f"p{n}" for n in (8, 7, 6, 5)))
    event = play_draft_round(draft_of(8).phase(1).replace(pods=pods).history)
    assert event.phase(1).pods == pods
    assert [match.players for match in event.phase(1).rounds[0].matches] == [
        ("p3", "p4"),
        ("p1", "p2"),
        ("p8", "p6"),
        ("p7", "p5"),
    ]


@every(
    ("pods", "path", "words"),
    [
        ([["p1", "p2", "p1"]], "phases[0].pods[0][2]", "twice"),
        ([["p1"], ["p2", "p1"]], "phases[0].pods[1][1]", "twice"),
        ([["p1", "p99"]], "phases[0].pods[0][1]", "no player has the id"),
        ([["p1", "p8"]], "phases[0].pods[0][1]", "isn’t an entrant"),
        ([["p1"], []], "phases[0].pods[1]", "no players"),
        ([["p1", "p2", "p3"]], "phases[0].rounds[0].matches[", "isn’t in a pod"),
        (["p1"], "phases[0].pods[0]", "must be a list"),
    ],
)
def test_invalid_pods_are_refused_with_their_path(pods, path, words):
    event = play_draft_round(draft_of(8))
    event = event.phase(1).replace(entrants=tuple(f"p{n}" for n in range(1, 8)), rounds=()).history
    values = event_file.write(play_draft_round(event.phase(1).replace(pods=()).history))
    values["phases"][0]["pods"] = pods
    with pytest.raises(RuleViolation) as refused:
        event_file.read(values)
    assert str(refused.value).startswith(path) and words in str(refused.value)


def test_a_draw_in_a_pods_bracket_is_refused_in_a_file():
    values = event_file.write(play_draft_round(draft_of(8, draft_inside="bracket")))
    for seat in values["phases"][0]["rounds"][0]["matches"][2]["seats"]:
        seat["games"] = 1
    with pytest.raises(
        RuleViolation, match=r"phases\[0\].rounds\[0\].matches\[2\]: a match in a pod’s bracket"
    ):
        event_file.read(values)


def test_draft_settings_are_refused_in_other_phases():
    values = event_file.write(event_of(8, draft_inside="bracket"))
    with pytest.raises(RuleViolation, match=r"phases\[0\].settings.draft_inside: only a draft has"):
        event_file.read(values)


def test_a_file_without_pods_has_one_pod_if_it_fits():
    event = play_draft_round(draft_of(8)).phase(1).replace(pods=()).history
    assert len(set(chain.from_iterable(pods_of(event.phase(1))))) == 8
    with pytest.raises(RuleViolation, match="seats of this draft are unknown"):
        next_round(play_draft_round(draft_of(16)).phase(1).replace(pods=()).history, "seed")
