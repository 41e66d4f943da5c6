"""Historical finals of the Australian leagues, each by the system of its time."""

from tests.support.case_tables import every
from tests.support.finals import with_week
from tournaments.rules.finals import bracket_of, next_matches
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord

# (system, the ladder, the weeks: match → better seed, other, winner). Drawn finals have the replay's result.
SERIES = {
    "VFL 1970": (
        "mcintyre4",
        ("Collingwood", "Carlton", "St Kilda", "South Melbourne"),
        (
            {
                "SF1": ("St Kilda", "South Melbourne", "St Kilda"),
                "SF2": ("Collingwood", "Carlton", "Collingwood"),
            },
            {"PF": ("Carlton", "St Kilda", "Carlton")},
            {"GF": ("Collingwood", "Carlton", "Carlton")},
        ),
    ),
    "VFL 1972": (
        "mcintyre5",
        ("Carlton", "Richmond", "Collingwood", "St Kilda", "Essendon"),
        (
            {
                "EF": ("St Kilda", "Essendon", "St Kilda"),
                "QF": ("Richmond", "Collingwood", "Richmond"),
            },
            {
                "SF1": ("Collingwood", "St Kilda", "St Kilda"),
                "SF2": ("Carlton", "Richmond", "Richmond"),
            },
            {"PF": ("Carlton", "St Kilda", "Carlton")},
            {"GF": ("Carlton", "Richmond", "Carlton")},
        ),
    ),
    "AFL 1991": (
        "mcintyre6-1991",
        ("West Coast", "Hawthorn", "Geelong", "St Kilda", "Melbourne", "Essendon"),
        (
            {
                "QF": ("West Coast", "Hawthorn", "Hawthorn"),
                "EF1": ("Geelong", "St Kilda", "Geelong"),
                "EF2": ("Melbourne", "Essendon", "Melbourne"),
            },
            {
                "SF1": ("West Coast", "Melbourne", "West Coast"),
                "SF2": ("Hawthorn", "Geelong", "Hawthorn"),
            },
            {"PF": ("West Coast", "Geelong", "West Coast")},
            {"GF": ("West Coast", "Hawthorn", "Hawthorn")},
        ),
    ),
    "AFL 1994": (
        "mcintyre8",
        (
            "West Coast",
            "Carlton",
            "North Melbourne",
            "Geelong",
            "Footscray",
            "Hawthorn",
            "Melbourne",
            "Collingwood",
        ),
        (
            {
                "QF1": ("Geelong", "Footscray", "Geelong"),
                "QF2": ("North Melbourne", "Hawthorn", "North Melbourne"),
                "QF3": ("Carlton", "Melbourne", "Melbourne"),
                "QF4": ("West Coast", "Collingwood", "West Coast"),
            },
            {
                "SF1": ("Footscray", "Melbourne", "Melbourne"),
                "SF2": ("Carlton", "Geelong", "Geelong"),
            },
            {
                "PF1": ("West Coast", "Melbourne", "West Coast"),
                "PF2": ("North Melbourne", "Geelong", "Geelong"),
            },
            {"GF": ("West Coast", "Geelong", "West Coast")},
        ),
    ),
    "AFL 2019": (
        "afl8",
        (
            "Geelong",
            "Brisbane",
            "Richmond",
            "Collingwood",
            "West Coast",
            "Greater Western Sydney",
            "Western Bulldogs",
            "Essendon",
        ),
        (
            {
                "QF1": ("Geelong", "Collingwood", "Collingwood"),
                "QF2": ("Brisbane", "Richmond", "Richmond"),
                "EF1": ("West Coast", "Essendon", "West Coast"),
                "EF2": ("Greater Western Sydney", "Western Bulldogs", "Greater Western Sydney"),
            },
            {
                "SF1": ("Geelong", "West Coast", "Geelong"),
                "SF2": ("Brisbane", "Greater Western Sydney", "Greater Western Sydney"),
            },
            {
                "PF1": ("Collingwood", "Greater Western Sydney", "Greater Western Sydney"),
                "PF2": ("Geelong", "Richmond", "Richmond"),
            },
            {"GF": ("Richmond", "Greater Western Sydney", "Richmond")},
        ),
    ),
    "AFL 2023": (
        "afl8",
        (
            "Collingwood",
            "Brisbane",
            "Port Adelaide",
            "Melbourne",
            "Carlton",
            "St Kilda",
            "Greater Western Sydney",
            "Sydney",
        ),
        (
            {
                "QF1": ("Collingwood", "Melbourne", "Collingwood"),
                "QF2": ("Brisbane", "Port Adelaide", "Brisbane"),
                "EF1": ("Carlton", "Sydney", "Carlton"),
                "EF2": ("St Kilda", "Greater Western Sydney", "Greater Western Sydney"),
            },
            {
                "SF1": ("Melbourne", "Carlton", "Carlton"),
                "SF2": ("Port Adelaide", "Greater Western Sydney", "Greater Western Sydney"),
            },
            {
                "PF1": ("Collingwood", "Greater Western Sydney", "Collingwood"),
                "PF2": ("Brisbane", "Carlton", "Brisbane"),
            },
            {"GF": ("Collingwood", "Brisbane", "Collingwood")},
        ),
    ),
}


@every("season", SERIES)
def test_every_historical_final(season):
    key, ladder, weeks = SERIES[season]
    phase = PhaseRecord("bracket", "Finals", {"finals": key}, ladder)
    event = EventHistory(season, "magic", tuple(PlayerRecord(one, one) for one in ladder), (phase,))
    for week in weeks:
        paired = {match.slot: match.players for match in next_matches(event.phase(1))}
        assert paired == {slot: (higher, lower) for slot, (higher, lower, _winner) in week.items()}
        event = with_week(event, week)
    assert next_matches(event.phase(1)) == ()
    assert bracket_of(event.phase(1)).champion == weeks[-1]["GF"][2]
