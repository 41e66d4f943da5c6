"""The Australian Football League finals of 2013: Essendon, seventh, were disqualified; Carlton moved up."""

from dataclasses import replace

from tests.support.finals import with_week
from tournaments.rules.finals import bracket_of, next_matches
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.players.departures import move_up_next_player
from tournaments.rules.rounds.progress import next_round

LADDER = (
    "Hawthorn",
    "Geelong",
    "Fremantle",
    "Sydney",
    "Richmond",
    "Collingwood",
    "Essendon",
    "Port Adelaide",
    "Carlton",
    "North Melbourne",
)

# Each week: the better seed, the other, the winner.
WEEKS = (
    {
        "QF1": ("Hawthorn", "Sydney", "Hawthorn"),
        "QF2": ("Geelong", "Fremantle", "Fremantle"),
        "EF1": ("Richmond", "Carlton", "Carlton"),
        "EF2": ("Collingwood", "Port Adelaide", "Port Adelaide"),
    },
    {
        "SF1": ("Sydney", "Carlton", "Sydney"),
        "SF2": ("Geelong", "Port Adelaide", "Geelong"),
    },
    {
        "PF1": ("Hawthorn", "Geelong", "Hawthorn"),
        "PF2": ("Fremantle", "Sydney", "Fremantle"),
    },
    {"GF": ("Hawthorn", "Fremantle", "Hawthorn")},
)


def ladder():
    """Return a season with this final order; each side has the points of its 22 matches in one round."""
    pairs = zip(LADDER, LADDER[::-1], strict=True)
    matches = tuple(
        MatchRecord(
            (
                SeatRecord(a, points=20 - LADDER.index(a), result="win"),
                SeatRecord(b, points=20 - LADDER.index(b)),
            ),
            n,
        )
        for n, (a, b) in enumerate(list(pairs)[:5], 1)
    )
    season = PhaseRecord(
        overrides={"rounds": 1, "tiebreakers": []}, rounds=(RoundRecord(1, matches=matches),)
    )
    finals = PhaseRecord("bracket", "Finals", {"finals": "afl8", "cut": {"top": 8}, "after_cut": "next"})
    return EventHistory(
        "AFL 2013", "magic", tuple(PlayerRecord(one, one) for one in LADDER), (season, finals)
    )


def disqualified(event):
    players = tuple(replace(p, disqualified=p.id == "Essendon") for p in event.players)
    return replace(event, players=players)


def test_finals_of_2013():
    event = next_round(ladder(), "s").event
    assert event.phase(2).entrants == LADDER[:8], "the cut was made with Essendon in it"
    event = move_up_next_player(disqualified(event), "Essendon").history
    assert event.phase(2).entrants == (*LADDER[:6], "Port Adelaide", "Carlton")
    finals = replace(event, phases=(replace(event.phases[1], rounds=()),))
    for week in WEEKS:
        paired = {match.slot: match.players for match in next_matches(finals.phase(1))}
        assert paired == {slot: (higher, lower) for slot, (higher, lower, _winner) in week.items()}
        finals = with_week(finals, week)
    assert bracket_of(finals.phase(1)).champion == "Hawthorn"


def test_disqualification_before_the_cut_gives_the_same_eight():
    event = next_round(disqualified(ladder()), "s").event
    assert event.phase(2).entrants == (*LADDER[:6], "Port Adelaide", "Carlton")
