"""Manual adjustments of draft rounds stay inside each pod."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import draft_of, play_draft_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.adjustments import apply_adjustment
from tournaments.rules.rounds.progress import next_round


def second_round(count, **settings):
    """Return a draft with round 1 played and round 2 paired."""
    event = play_draft_round(draft_of(count, **settings))
    return next_round(event, "second").event


def sits(round_):
    return {match.table: match.players for match in round_.matches if not match.is_bye}


def pod_of(event, player):
    return next(pod for pod in event.phase(1).pods if player in pod)


def adjust(event, kind, **values):
    return apply_adjustment(event.phase(1), 2, kind, **values)


THIRTEEN = second_round(13)


def test_players_of_different_pods_cannot_be_swapped():
    a, b = THIRTEEN.phase(1).pods[0][0], sits(THIRTEEN.phase(1).rounds[1])
    other = next(players[0] for players in b.values() if players[0] in THIRTEEN.phase(1).pods[1])
    with pytest.raises(RuleViolation, match="are in different pods"):
        adjust(THIRTEEN, "swap", a=a, b=other)


@every("kind", ["draw", "fewest"])
def test_redraw_stays_inside_each_pod(kind):
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


def test_opponent_of_a_removed_player_gets_a_bye_in_the_same_pod():
    byes = [match.players[0] for match in THIRTEEN.phase(1).rounds[1].matches if match.is_bye]
    assert len(byes) == 1
    other = next(pod for pod in THIRTEEN.phase(1).pods if byes[0] not in pod)
    dropped = next(
        players[0] for players in sits(THIRTEEN.phase(1).rounds[1]).values() if players[0] in other
    )
    after = adjust(THIRTEEN, "out", a=dropped)
    assert sum(match.is_bye for match in after.matches) == 2


def test_pairings_by_seats_cannot_be_redrawn():
    first = next_round(draft_of(8), "first").event
    for event, number in ((first, 1), (second_round(8, draft_inside="bracket"), 2)):
        with pytest.raises(RuleViolation, match="The draft seats decide these pairings"):
            apply_adjustment(event.phase(1), number, "draw", seed="x")
