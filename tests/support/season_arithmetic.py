"""The table of a season in plain arithmetic, from the results of each table and the words of the rules.

Nothing is shared with the program. Swiss places follow the Magic Tournament Rules, 3.1 and appendix C.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

LEAST_PERCENTAGE = Fraction(33, 100)


@dataclass
class Evening:
    """An evening: (name, other name, games won, games lost) of each round by table.

    A bye is at table 0, without another name. `disqualified` are names. An evening from elsewhere has
    `pasted` numbers by name instead of rounds.
    """

    title: str
    rounds: list[dict[int, tuple[str, str | None, int, int]]] = field(default_factory=list)
    disqualified: set[str] = field(default_factory=set)
    pasted: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class League:
    """Rules of a series: points of places, or of matches won, drawn and lost; `best` results count.

    `pasted` says what the numbers from elsewhere are: “points”, “place” or “wins”.
    """

    name: str
    pasted: str
    places: tuple[int, ...] = ()
    record: tuple[int, int, int] = (0, 0, 0)
    participation: int = 0
    best: int | None = None
    has_countback: bool = False


@dataclass(frozen=True)
class Row:
    """A row of the table: `scores` by the evening's title, and the titles whose results do not count."""

    rank: int
    name: str
    total: Fraction
    scores: dict[str, Fraction]
    struck: frozenset[str]


def season_table(evenings, league, people, guests=frozenset()):
    """Return the rows of the table. `people` says who each name is, None of somebody who was erased."""
    scores, places = defaultdict(dict), defaultdict(dict)
    for evening in evenings:
        for name, (score, place) in scores_of(evening, league, people, guests).items():
            scores[name][evening.title], places[name][evening.title] = score, place
    totals = {name: total_of(own, league.best) for name, own in scores.items()}

    def better(name):
        counted = [place for title, place in places[name].items() if title not in totals[name][1]]
        countback = tuple(counted.count(place) for place in range(1, 100)) if league.has_countback else ()
        return totals[name][0], countback

    ordered = sorted(scores, key=str.casefold)
    ordered.sort(key=better, reverse=True)
    return [
        Row(
            1 + sum(better(other) > better(name) for other in scores),
            name,
            totals[name][0],
            scores[name],
            frozenset(totals[name][1]),
        )
        for name in ordered
    ]


def total_of(scores, best):
    """Return the sum of the best scores, the earlier of equal ones, and the titles of the others."""
    counted = sorted(scores, key=lambda title: -scores[title])[:best]
    return sum((scores[title] for title in counted), Fraction(0)), set(scores) - set(counted)


def scores_of(evening, league, people, guests):
    """Return {person: (score, place)} of an evening, without guests and erased people."""
    facts = pasted_facts(evening, league) if evening.pasted else played_facts(evening)
    playing = {name: fact for name, fact in facts.items() if people.get(name, name) not in guests}
    result = {}
    for name, fact in playing.items():
        if people.get(name, name) is None:
            continue
        if "given" in fact:
            result[people.get(name, name)] = (Fraction(fact["given"]), None)
            continue
        # Guests have no place: those behind them move up.
        place = 1 + sum(other["standing"] < fact["standing"] for other in playing.values())
        sharing = sum(other["standing"] == fact["standing"] for other in playing.values())
        worth = [
            league.places[n] if n < len(league.places) else 0 for n in range(place - 1, place - 1 + sharing)
        ]
        score = Fraction(sum(worth), sharing)
        score += sum(count * each for count, each in zip(fact["record"], league.record, strict=True))
        score += league.participation if fact["played"] else 0
        result[people.get(name, name)] = (score, place)
    return result


def pasted_facts(evening, league):
    if league.pasted == "points":
        return {name: {"given": number} for name, number in evening.pasted.items()}
    if league.pasted == "place":
        return {
            name: {"standing": number, "record": (0, 0, 0), "played": True}
            for name, number in evening.pasted.items()
        }
    return {
        name: {"standing": -number, "record": (number, 0, 0), "played": True}
        for name, number in evening.pasted.items()
    }


def played_facts(evening):
    """Return {name: standing, record, whether a match was played} of those who were not disqualified."""
    matches = defaultdict(list)
    for round_ in evening.rounds:
        for first, second, won, lost in round_.values():
            matches[first].append((second, won, lost))
            if second is not None:
                matches[second].append((first, lost, won))

    def points(name):
        return sum(3 if won > lost else won == lost for _other, won, lost in matches[name])

    def match_wins(name):
        return max(Fraction(points(name), 3 * len(matches[name])), LEAST_PERCENTAGE)

    def game_wins(name):
        won, lost = (sum(match[n] for match in matches[name]) for n in (1, 2))
        return max(Fraction(won, won + lost), LEAST_PERCENTAGE)

    def mean_of(name, percentage):
        met = [other for other, _won, _lost in matches[name] if other is not None]
        return sum(map(percentage, met), Fraction(0)) / len(met)

    standings = {
        name: tuple(
            -value
            for value in (points(name), mean_of(name, match_wins), game_wins(name), mean_of(name, game_wins))
        )
        for name in matches
        if name not in evening.disqualified
    }
    return {
        name: {
            "standing": standing,
            "record": tuple(
                sum(
                    other is not None and (won > lost) - (won < lost) == sign
                    for other, won, lost in matches[name]
                )
                for sign in (1, 0, -1)
            ),
            "played": any(other is not None for other, _won, _lost in matches[name]),
        }
        for name, standing in standings.items()
    }
