"""The Australian Football League finals of 1997, a McIntyre final eight."""

from fractions import Fraction

from tournaments.rules.finals import bracket_of, next_matches, placings
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord, RoundRecord, SeatRecord

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


def with_week(event, week):
    """Return the event with the next week as the program pairs it, and its real winners."""
    number = len(event.phase(1).rounds) + 1
    matches = []
    for match in next_matches(event.phase(1)):
        winner = week[match.slot][2]
        seats = tuple(
            SeatRecord(s.player, result="win" if s.player == winner else "loss") for s in match.seats
        )
        matches.append(type(match)(seats, match.table, slot=match.slot))
    rounds = (*event.phase(1).rounds, RoundRecord(number, matches=tuple(matches)))
    return event.phase(1).replace(rounds=rounds).history


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
