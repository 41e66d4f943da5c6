"""Rounds of a draft changed by hand: everything stays inside its pod."""

from dataclasses import replace

import pytest

from tests.case_tables import every
from tests.rules.drafts.test_booster import draft_of, play_on
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import adjustments, progress


def second_round(count, **settings):
    """A draft of so many, round 1 played and round 2 drawn."""
    event = play_on(draft_of(count, **settings))
    return progress.next_round(event, "second").event


def sits(round_):
    return {match.table: match.players for match in round_.matches if not match.is_bye}


def pod_of(event, player):
    return next(pod for pod in event.phase(1).pods if player in pod)


def adjust(event, kind, **said):
    return adjustments.apply_adjustment(event, 1, 2, kind, **said)


THIRTEEN = second_round(13)


def test_two_of_different_pods_are_not_put_at_one_table():
    a, b = THIRTEEN.phase(1).pods[0][0], sits(THIRTEEN.phase(1).rounds[1])
    other = next(players[0] for players in b.values() if players[0] in THIRTEEN.phase(1).pods[1])
    with pytest.raises(RuleViolation, match="sit in different pods, and each pod plays by itself"):
        adjust(THIRTEEN, "swap", a=a, b=other)


@every("kind", ["draw", "fewest"])
def test_the_rest_is_made_again_inside_each_pod(kind):
    dropped = next(iter(sits(THIRTEEN.phase(1).rounds[1]).values()))[0]
    event = replace(
        THIRTEEN,
        players=tuple(replace(p, dropped_after=1) if p.id == dropped else p for p in THIRTEEN.players),
    )
    after = adjust(event, kind, **({"seed": "other"} if kind == "draw" else {}))
    seated = [player for match in after.matches for player in match.players]
    assert sorted(seated) == sorted(p.id for p in event.players if p.id != dropped)
    for match in after.matches:
        assert set(match.players) <= set(pod_of(event, match.players[0]))


def test_who_leaves_gives_the_opponent_to_the_bye_of_their_own_pod():
    byes = [match.players[0] for match in THIRTEEN.phase(1).rounds[1].matches if match.is_bye]
    assert len(byes) == 1
    other = next(pod for pod in THIRTEEN.phase(1).pods if byes[0] not in pod)
    dropped = next(
        players[0] for players in sits(THIRTEEN.phase(1).rounds[1]).values() if players[0] in other
    )
    after = adjust(THIRTEEN, "out", a=dropped)
    assert sum(match.is_bye for match in after.matches) == 2


def test_where_the_seats_say_who_meets_the_rest_is_not_drawn():
    first = progress.next_round(draft_of(8), "first").event
    for event, number in ((first, 1), (second_round(8, draft_inside="bracket"), 2)):
        with pytest.raises(RuleViolation, match="The seats of this draft say who meets"):
            adjustments.apply_adjustment(event, 1, number, "draw", seed="x")
