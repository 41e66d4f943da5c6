"""Random seasons as plain data, and the same seasons as values of the program."""

from hypothesis import strategies as st

from tests.rules.series.oracle import exact
from tournaments.rules.series.events import SeriesEvent, SeriesResult
from tournaments.rules.series.series_rules import (
    AttendanceBonus,
    PlaceBonus,
    PlaceStep,
    RecordPoints,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
)

NAMES = ("Ann", "bob", "Cat", "Dan", "Eve", "Fay", "Gus")
KINDS = ("", "cup", "draft")
BYES = ("byes", "half_byes", "lost_byes")
TIES = ("best_result", "countback", "wins", "events", "head_to_head", "latest")
few = st.integers(0, 4)
worth = st.sampled_from([0, 1, 2, 3, 0.5, 0.1, 1.25])


@st.composite
def places(draw, count):
    """A place for each of so many people; some share one, and the next is left out."""
    found = []
    while len(found) < count:
        found += [len(found) + 1] * min(draw(st.integers(1, 3)), count - len(found))
    return draw(st.permutations(found))


@st.composite
def events(draw):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    final, swiss = draw(places(len(names))), draw(places(len(names)))
    people = {
        name: {
            "final": final[n],
            "swiss": swiss[n],
            "won": draw(few),
            "drawn": draw(few),
            "lost": draw(few),
            **{kind: draw(st.integers(0, 1)) for kind in BYES},
            "points": draw(st.sampled_from([0, 3, 4.5, 0.1, 12])),
            "against": draw(
                st.lists(
                    st.tuples(st.sampled_from(NAMES), st.sampled_from(["win", "draw", "loss", ""])),
                    max_size=3,
                )
            ),
        }
        for n, name in enumerate(names)
    }
    for name, fact in people.items():
        fact["against"] = [one for one in fact["against"] if one[0] != name]
    return {
        "people": people,
        "weight": draw(st.sampled_from([1, 1, 2, 1.5, 0.1])),
        "kind": draw(st.sampled_from(KINDS)),
    }


ranges = st.tuples(st.integers(1, 5), st.integers(0, 4)).map(
    lambda both: {"from": both[0], "to": sum(both), "players": 0}
)


@st.composite
def scorings(draw):
    by = draw(st.sampled_from(["place", "record", "points"]))
    scoring = {"by": by, "participation": draw(worth), "least_players": draw(st.integers(0, 3))}
    if by == "record":
        scoring |= {key: draw(worth) for key in ("win", "draw", "loss", "bye", "round")}
    if by == "place":
        scoring["places"] = sorted(draw(st.lists(worth, max_size=6)), reverse=True)
        scoring["steps"] = [
            one | {"players": draw(st.integers(1, 7))} for one in draw(st.lists(ranges, max_size=2))
        ]
    scoring["tied"] = draw(st.sampled_from(["average", "higher", "lower"]))
    scoring["of"] = draw(st.sampled_from(["final", "swiss"]))
    scoring["bonus"] = [
        one | {"players": draw(st.integers(1, 7)), "points": draw(worth)}
        for one in draw(st.lists(ranges, max_size=2))
    ]
    if draw(st.booleans()):
        scoring["attendance"] = {
            "rule": draw(st.sampled_from(["every", "in_a_row", "all"])),
            "every": draw(st.integers(1, 3)),
            "points": draw(worth),
        }
    return scoring


@st.composite
def seasons(draw):
    count = {"at_least": draw(st.integers(0, 2))}
    if draw(st.booleans()):
        count["best"] = draw(st.integers(1, 4))
    if draw(st.booleans()):
        count["best_of_kind"] = draw(st.dictionaries(st.sampled_from(KINDS), st.integers(1, 2)))
    return {
        "events": draw(st.lists(events(), max_size=6)),
        "scoring": draw(scorings()),
        "count": count,
        "ties": draw(st.lists(st.sampled_from(TIES), unique=True)),
    }


def events_of(season):
    """Return the SeriesEvents of a season; the key of an event is its number."""
    made = []
    for number, event in enumerate(season["events"]):
        people = event["people"]
        results = tuple(
            SeriesResult(
                name.casefold(),
                name,
                fact["final"],
                sum(other["final"] == fact["final"] for other in people.values()),
                fact["swiss"],
                sum(other["swiss"] == fact["swiss"] for other in people.values()),
                has_played=fact["won"] + fact["drawn"] + fact["lost"] > 0,
                **{key: fact[key] for key in ("won", "drawn", "lost", *BYES)},
                points=exact(fact["points"]),
                opponents=tuple((other.casefold(), result) for other, result in fact["against"]),
            )
            for name, fact in people.items()
        )
        weight = exact(event["weight"])
        made.append(SeriesEvent(str(number), results, len(people), kind=event["kind"], weight=weight))
    return made


def rules_of(season):
    """Return the SeriesRules of a season."""
    scoring, count = season["scoring"], season["count"]
    record = {key: exact(scoring[key]) for key in ("win", "draw", "loss", "bye", "round") if key in scoring}
    attendance = scoring.get("attendance")
    return SeriesRules(
        SeriesScoring(
            scoring["by"],
            tuple(map(exact, scoring.get("places", []))),
            scoring["tied"],
            scoring["of"],
            tuple(PlaceStep(one["from"], one["to"], one["players"]) for one in scoring.get("steps", [])),
            tuple(
                PlaceBonus(one["from"], one["to"], one["players"], exact(one["points"]))
                for one in scoring["bonus"]
            ),
            RecordPoints(**record),
            exact(scoring["participation"]),
            scoring["least_players"],
        ),
        attendance and AttendanceBonus(attendance["rule"], exact(attendance["points"]), attendance["every"]),
        counting=SeriesCounting(count.get("best"), count.get("best_of_kind", {}), count["at_least"]),
        ties=tuple(season["ties"]),
    )
