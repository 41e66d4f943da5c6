"""The Australian Football League finals of 1997, a McIntyre final eight."""

from fractions import Fraction

from tests.support.finals import with_week
from tournaments.rules.finals import bracket_of, next_matches, placings
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord

LADDER = {
    "st_kilda": "St Kilda",
    "geelong": "Geelong",
    "bulldogs": "Western Bulldogs",
    "adelaide": "Adelaide",
    "west_coast": "West Coast",
    "sydney": "Sydney",
    "north": "North Melbourne",
    "brisbane": "Brisbane",
}

# Each week: the pairings as they were, the better seed first, and the winner of each.
WEEKS = (
    {
        "QF1": ("adelaide", "west_coast", "adelaide"),
        "QF2": ("bulldogs", "sydney", "bulldogs"),
        "QF3": ("geelong", "north", "north"),
        "QF4": ("st_kilda", "brisbane", "st_kilda"),
    },
    {
        "SF1": ("west_coast", "north", "north"),
        "SF2": ("geelong", "adelaide", "adelaide"),
    },
    {
        "PF1": ("st_kilda", "north", "st_kilda"),
        "PF2": ("bulldogs", "adelaide", "adelaide"),
    },
    {"GF": ("st_kilda", "adelaide", "adelaide")},
)


def start():
    players = tuple(PlayerRecord(key, name) for key, name in LADDER.items())
    finals = PhaseRecord("bracket", "AFL finals", {"finals": "mcintyre8"}, tuple(LADDER))
    return EventHistory("AFL 1997", "magic", players, (finals,))


def test_every_pairing_of_1997():
    event = start()
    for week in WEEKS:
        paired = {match.slot: tuple(s.player for s in match.seats) for match in next_matches(event.phase(1))}
        assert paired == {slot: (higher, lower) for slot, (higher, lower, _winner) in week.items()}
        event = with_week(event, week)
    assert bracket_of(event.phase(1)).champion == "adelaide"
    assert next_matches(event.phase(1)) == ()


def test_places_after_each_week():
    event, out = start(), []
    for week in WEEKS:
        event = with_week(event, week)
        out.append([player for _rank, player in placings(event.phase(1))])
    assert out[0] == ["sydney", "brisbane"]
    assert out[1] == ["geelong", "west_coast", "sydney", "brisbane"]
    assert out[3] == [
        "adelaide",
        "st_kilda",
        "bulldogs",
        "north",
        "geelong",
        "west_coast",
        "sydney",
        "brisbane",
    ]


def test_the_odds_of_each_week():
    event, adelaide = start(), []
    for week in ({}, *WEEKS):
        event = with_week(event, week) if week else event
        now = bracket_of(event.phase(1))
        adelaide.append(exact_odds(now.table, results=now.results).win[4])
    assert adelaide == [Fraction(1, 8), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), 1]
