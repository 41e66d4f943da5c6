"""Logged results update a history; other changes do not."""

from tests.support.case_tables import every
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.log.event_parts import apply_match_changes, as_json, match_path, player_path

OPEN = MatchRecord((SeatRecord("p1"), SeatRecord("p2")), 1)
WON = MatchRecord((SeatRecord("p1", games=2), SeatRecord("p2", games=0)), 1)
ELSEWHERE = MatchRecord((SeatRecord("p1", games=2), SeatRecord("p2", games=0)), 7)
EVENT = EventHistory(
    "Night",
    "magic",
    (PlayerRecord("p1", "Ann"), PlayerRecord("p2", "Ben")),
    (PhaseRecord(rounds=(RoundRecord(1, matches=(OPEN,)),)),),
)


def changed(match, number=1):
    return {match_path(1, number, match): [None, as_json("match", match)]}


def test_a_logged_result_replaces_the_match_at_its_table():
    assert apply_match_changes(EVENT, [changed(OPEN), changed(WON)]).phase(1).rounds[0].matches == (WON,)


@every(
    "changes",
    [
        changed(ELSEWHERE),
        changed(WON, number=2),
        {match_path(1, 1, WON): [as_json("match", OPEN), None]},
        {player_path("p1"): [None, {"name": "Anna"}]},
    ],
)
def test_other_changes_are_not_applied(changes):
    assert apply_match_changes(EVENT, [changes, changed(WON)]) is None
