"""The sentences of docs/format-lab.md that state results.

Each names its measure and its interval, and is checked against the stored results when it is written: a
sentence that they don't support raises FalseSentenceError.
"""

import math

from .results import read_result

SIZES = ("64", "88", "128")
SWISS, SINGLE, DOUBLE = "Swiss alone", "Single elimination", "Double elimination"
BYES, STEPLADDER, MCINTYRE = "Top 6 with byes", "Stepladder eight (Magic)", "McIntyre final eight"
AFL, SUPER_LEAGUE = "AFL final eight", "Super League eight"
HCT = "Single elimination, HCT tiebreakers"
WINS, UNBEATEN, SEED = "best_wins", "unbeaten_out", "first_seed_misses_top4"
STAKES, CUT, MISSED, ROUNDS = "live_matches", "cut_accuracy", "missed_on_tiebreaks", "rounds"
NEAR = "88-championship"


class FalseSentenceError(Exception):
    """A sentence that the stored results don't support."""


def difference(source: str, one: str, other: str, key: str) -> tuple[float, float]:
    """Return the mean of one format minus that of the other in a measure, and the error of that."""
    for pair in read_result(source)["result"]["differences"]:
        if {pair["a"], pair["b"]} == {one, other}:
            estimate = pair["measures"][key]
            return estimate["mean"] * (1 if pair["a"] == one else -1), estimate["error"]
    raise KeyError((source, one, other))


def estimate(source: str, name: str, key: str) -> dict:
    """Return the mean and the error of a format in a measure."""
    formats = read_result(source)["result"]["formats"]
    return next(entry["measures"][key] for entry in formats if entry["name"] == name)


def more(source: str, one: str, other: str, key: str) -> str:
    """Return “2.1 points (± 1.0)”, by which the first format has more; false if the interval contains 0."""
    mean, error = difference(source, one, other, key)
    if mean <= error:
        raise FalseSentenceError(f"{source}: {one} has no more {key} than {other}: {mean} ± {error}")
    return amount(key, mean, error)


def compare(source: str, one: str, other: str, key: str) -> str:
    """Return “more often by 2.1 points (± 1.0)”, “less often by …” or “about as often (…)”."""
    mean, error = difference(source, one, other, key)
    text = amount(key, abs(mean), error)
    if abs(mean) <= error:
        return f"about as often ({text.replace('(', '').replace(')', '')}, too close to tell)"
    return f"{'more' if mean > 0 else 'less'} often by {text}"


def level(source: str, one: str, other: str, key: str) -> str:
    """Return “0.2 points (± 0.7)”, too close to tell; false if the interval doesn't contain 0."""
    mean, error = difference(source, one, other, key)
    if abs(mean) > error:
        raise FalseSentenceError(f"{source}: {one} and {other} differ in {key}: {mean} ± {error}")
    return amount(key, abs(mean), error)


def more_than_all(source: str, name: str, key: str, sign: int = 1) -> str:
    """Return by how much a format has more than each other one, or less with `sign` −1: the least of it."""
    others = [entry["name"] for entry in read_result(source)["result"]["formats"] if entry["name"] != name]
    leads = {}
    for other in others:
        pair = (name, other) if sign == 1 else (other, name)
        more(source, *pair, key)
        leads[difference(source, *pair, key)] = other
    return amount(key, *min(leads))


LENGTHS = {-1: "one round shorter (± 0)", 0: "as long (± 0)", 1: "one round longer (± 0)"}


def length(source: str, one: str, other: str) -> str:
    """Return “one round longer (± 0)”; false if the difference in rounds isn't the same in all events."""
    mean, error = difference(source, one, other, ROUNDS)
    if error or mean not in LENGTHS:
        raise FalseSentenceError(f"{source}: {one} and {other} differ by {mean} ± {error} rounds")
    return LENGTHS[mean]


def least(source: str, name: str, key: str) -> str:
    """Return by how much a format has less than each other one."""
    return more_than_all(source, name, key, -1)


def value(source: str, name: str, key: str) -> str:
    """Return “53.1 % (± 1.0)”, or “11.95 (± 0.01)” for a measure that is no share."""
    of = estimate(source, name, key)
    mean, error = of["mean"], of["error"]
    if key in (MISSED, ROUNDS):
        return f"{mean:.2f} (± {error:.2f})"
    return f"{mean * 100:.1f} % (± {error_text(error)})"


def amount(key: str, mean: float, error: float) -> str:
    if key in (MISSED, ROUNDS):
        return f"{mean:.2f} (± {error:.2f})"
    return f"{mean * 100:.{1 if error >= 0.001 else 2}f} points (± {error_text(error)})"


def error_text(error: float) -> str:
    return f"{error * 100:.{1 if error >= 0.001 else 2}f}"


def for_sizes(words, *names, sizes=SIZES, suffix="") -> str:
    """Return “… with 64 players, … with 88 and … with 128”, each by `words` of that size's results."""
    texts = [f"{words(size + suffix, *names)} with {size}" for size in sizes]
    texts[0] += " players"
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def ranking_lead(one: str, other: str) -> str:
    """Return by how much more pairs one system has in the right order than another."""
    systems = read_result("rankings")
    mean = systems[one]["mean"] - systems[other]["mean"]
    error = math.hypot(systems[one]["error"], systems[other]["error"])
    if mean <= error:
        raise FalseSentenceError(f"{one} ranks no better than {other}: {mean} ± {error}")
    return f"{mean * 100:.1f} points (± {error * 100:.1f})"


def summary():
    yield (
        "- **McIntyre final eight against single elimination**: the strongest player wins more often, by "
        f"{for_sizes(more, MCINTYRE, SINGLE, WINS)}, and the first seed finishes below fourth place less "
        f"often, by {for_sizes(more, SINGLE, MCINTYRE, SEED)}. It is {length('88', MCINTYRE, SINGLE)}."
    )
    yield (
        "- **Byes for the first two** (a top 6) against single elimination of eight: the only unbeaten "
        f"player fails to win less often, by {for_sizes(more, SINGLE, BYES, UNBEATEN)}. The strongest "
        f"player wins {for_sizes(compare, BYES, SINGLE, WINS)}. Fewer matches have something at stake, by "
        f"{for_sizes(more, SINGLE, BYES, STAKES)}. It is {length('88', BYES, SINGLE)}."
    )
    yield (
        "- **Swiss alone**: the strongest player wins less often than with any of these finals, by at "
        f"least {for_sizes(least, SWISS, WINS)}, and the share of matches with something at stake is "
        f"smaller, by at least {for_sizes(least, SWISS, STAKES)}. By another measure it is the fairest: "
        f"the only unbeaten player fails to win {for_sizes(value, SWISS, UNBEATEN)}."
    )
    yield (
        "- **Double elimination**: the strongest player wins more often than with any other format here, "
        f"by at least {for_sizes(more_than_all, DOUBLE, WINS)}. It is the longest: the rounds more than "
        f"with single elimination are {for_sizes(more, DOUBLE, SINGLE, ROUNDS)}. It isn’t the fairest by "
        "every measure (see below)."
    )
    yield (
        "- **Which tiebreakers** are used makes no difference that can be told in how often the strongest "
        f"player wins: {for_sizes(level, HCT, SINGLE, WINS, suffix='-tour')}."
    )


def finals():
    yield (
        "- **With finals the strongest player wins more often than with Swiss alone**: with single "
        f"elimination by {for_sizes(more, SINGLE, SWISS, WINS)}. With Swiss alone tiebreakers decide among "
        "players with equal records, and a single loss is often final."
    )
    yield (
        "- **The only unbeaten player often fails to win.** Of the events in which exactly one player has "
        f"won every Swiss round, somebody else wins {for_sizes(value, SINGLE, UNBEATEN)} after single "
        "elimination. After a McIntyre final eight it is less, by "
        f"{for_sizes(more, SINGLE, MCINTYRE, UNBEATEN)}."
    )
    yield (
        "- **McIntyre against single elimination**: the strongest player wins more often, by "
        f"{for_sizes(more, MCINTYRE, SINGLE, WINS)}. The first seed finishes below fourth place in "
        f"{for_sizes(value, MCINTYRE, SEED)}, after single elimination in "
        f"{for_sizes(value, SINGLE, SEED)}. The share of matches with something at stake is smaller by "
        f"{more('64', SINGLE, MCINTYRE, STAKES)} with 64 players and "
        f"{more('88', SINGLE, MCINTYRE, STAKES)} with 88, and too close to tell with 128: "
        f"{level('128', SINGLE, MCINTYRE, STAKES)}."
    )
    yield (
        "- **The finals of the AFL and the Super League against McIntyre**: with 64 and 88 players, how "
        f"often the strongest player wins is too close to tell, {level('64', AFL, MCINTYRE, WINS)} and "
        f"{level('88', AFL, MCINTYRE, WINS)} for the AFL, {level('64', SUPER_LEAGUE, MCINTYRE, WINS)} and "
        f"{level('88', SUPER_LEAGUE, MCINTYRE, WINS)} for the Super League; with 128 players they win less "
        f"often, by {more('128', MCINTYRE, AFL, WINS)} and {more('128', MCINTYRE, SUPER_LEAGUE, WINS)}. "
        "The only unbeaten player fails to win more often than with McIntyre: with the AFL by "
        f"{for_sizes(more, AFL, MCINTYRE, UNBEATEN)}, with the Super League by "
        f"{for_sizes(more, SUPER_LEAGUE, MCINTYRE, UNBEATEN)}. More matches have something at stake: with "
        f"the AFL by {for_sizes(more, AFL, MCINTYRE, STAKES)}, with the Super League by "
        f"{for_sizes(more, SUPER_LEAGUE, MCINTYRE, STAKES)}."
    )
    yield (
        "- **Double elimination**: the strongest player wins more often than with single elimination, by "
        f"{for_sizes(more, DOUBLE, SINGLE, WINS)}. By two other measures it is no fairer than McIntyre: "
        "how often the only unbeaten player fails to win is too close to tell, "
        f"{for_sizes(level, MCINTYRE, DOUBLE, UNBEATEN)}, and with McIntyre the first seed finishes below "
        f"fourth place less often, by {for_sizes(more, DOUBLE, MCINTYRE, SEED)}."
    )
    yield (
        "- **Tiebreakers** make no difference that can be told in how often the strongest player wins: "
        "between the tour’s own and the percentages of the article it is "
        f"{for_sizes(level, HCT, SINGLE, WINS, suffix='-tour')}. How many players miss the cut on "
        "tiebreakers depends on the number of players: on average it is "
        f"{for_sizes(value, SINGLE, MISSED)}."
    )


def byes():
    yield (
        "- **Top 6 with byes against single elimination of eight**: the strongest player wins "
        f"{for_sizes(compare, BYES, SINGLE, WINS)}. The only unbeaten player fails to win less often, by "
        f"{for_sizes(more, SINGLE, BYES, UNBEATEN)}. Fewer matches have something at stake, by "
        f"{for_sizes(more, SINGLE, BYES, STAKES)}. It is {length('88', BYES, SINGLE)}."
    )
    yield (
        "- **Top 6 with byes against McIntyre**: the strongest player wins "
        f"{for_sizes(compare, BYES, MCINTYRE, WINS)}. The only unbeaten player fails to win less often, by "
        f"{for_sizes(more, MCINTYRE, BYES, UNBEATEN)}. Fewer matches have something at stake, by "
        f"{for_sizes(more, MCINTYRE, BYES, STAKES)}. It is {length('88', BYES, MCINTYRE)}."
    )
    yield (
        "- **Magic’s stepladder against single elimination**: the strongest player wins "
        f"{for_sizes(compare, STEPLADDER, SINGLE, WINS)}. The only unbeaten player fails to win less "
        f"often, by {for_sizes(more, SINGLE, STEPLADDER, UNBEATEN)}. The share of matches with something "
        f"at stake doesn’t differ: {for_sizes(level, STEPLADDER, SINGLE, STAKES)}. It is "
        f"{length('88', STEPLADDER, SINGLE)}."
    )
    yield (
        "- **Magic’s stepladder against McIntyre**: the strongest player wins "
        f"{for_sizes(compare, STEPLADDER, MCINTYRE, WINS)}. The only unbeaten player fails to win "
        f"{for_sizes(compare, STEPLADDER, MCINTYRE, UNBEATEN)}. It is {length('88', STEPLADDER, MCINTYRE)}."
    )
    yield (
        "- **The first seed** never finishes below fourth place with either: in "
        f"{for_sizes(value, BYES, SEED)} with byes, and in {for_sizes(value, STEPLADDER, SEED)} with the "
        "stepladder. It is in the semi-finals without playing a match."
    )


def championship():
    yield (
        f"- The strongest player wins {value(NEAR, SINGLE, WINS)} of events after single elimination, and "
        f"more often after a McIntyre final eight, by {more(NEAR, MCINTYRE, SINGLE, WINS)}."
    )
    yield (
        "- The only unbeaten player and the first seed are mostly lucky here. After single elimination "
        f"the former fails to win {value(NEAR, SINGLE, UNBEATEN)} of events, and the first seed finishes "
        f"below fourth place in {value(NEAR, SINGLE, SEED)}; after McIntyre less often, by "
        f"{more(NEAR, SINGLE, MCINTYRE, UNBEATEN)} and {more(NEAR, SINGLE, MCINTYRE, SEED)}."
    )
    yield (
        "- With a top 6 with byes, against single elimination of eight, the strongest player wins "
        f"{compare(NEAR, BYES, SINGLE, WINS)}, and the only unbeaten player fails to win "
        f"{compare(NEAR, BYES, SINGLE, UNBEATEN)}."
    )
    yield (
        "- The order of the formats is not the same as with a spread of 200. The only unbeaten player "
        "fails to win more often after double elimination than after McIntyre, by "
        f"{more(NEAR, DOUBLE, MCINTYRE, UNBEATEN)}; with a spread of 200 that was too close to tell, "
        f"{level('88', DOUBLE, MCINTYRE, UNBEATEN)}. Against single elimination double elimination is too "
        f"close to tell in this, {level(NEAR, SINGLE, DOUBLE, UNBEATEN)}; with a spread of 200 it was "
        f"better, by {more('88', SINGLE, DOUBLE, UNBEATEN)}."
    )


def rounds():
    six, seven, eight = ((f"{n} rounds, single elimination", f"{n} rounds, McIntyre") for n in (6, 7, 8))
    yield (
        "- **In the same playing time, better finals help the strongest player more than one more "
        "round**: with seven rounds and McIntyre the strongest player wins more often than with eight "
        f"rounds and single elimination, by {more('rounds', seven[1], eight[0], WINS)}, and with six "
        "rounds and McIntyre more often than with seven and single elimination, by "
        f"{more('rounds', six[1], seven[0], WINS)}. In the first case fewer matches have something at "
        f"stake, by {more('rounds', eight[0], seven[1], STAKES)}, in the second more, by "
        f"{more('rounds', six[1], seven[0], STAKES)}."
    )
    yield (
        "- **The only unbeaten player fares worse with it in the first case**: with seven rounds and "
        "McIntyre this player fails to win more often than with eight rounds and single elimination, by "
        f"{more('rounds', seven[1], eight[0], UNBEATEN)}. In the second case it is too close to tell: "
        f"{level('rounds', six[1], seven[0], UNBEATEN)}."
    )
    yield (
        "- **One more round of Swiss** makes no difference that can be told in how often the strongest "
        f"player wins: from six to seven {level('rounds', six[0], seven[0], WINS)}, from seven to eight "
        f"{level('rounds', seven[0], eight[0], WINS)}. But the share of the eight strongest in the cut "
        f"grows, by {more('rounds', seven[0], six[0], CUT)} and {more('rounds', eight[0], seven[0], CUT)}."
    )
    yield (
        "- **How many players miss the cut on tiebreakers is a matter of the numbers, not of more "
        f"rounds**: with 88 players {value('rounds', six[0], MISSED)} after six rounds, "
        f"{value('rounds', seven[0], MISSED)} after seven and {value('rounds', eight[0], MISSED)} after "
        "eight."
    )


def claims():
    yield "| claim | result |"
    yield "| --- | --- |"
    yield (
        "| With 88 players and 7 rounds, x–1 is safe and the last places of a top 8 go to x–2 on "
        f"tiebreakers | holds: on average {value('88', SINGLE, MISSED)} players have the record of the "
        "eighth and miss the cut |"
    )
    yield (
        "| Important matches near the end are why Swiss rounds are followed by finals | holds: of the "
        f"last two Swiss rounds and the finals, {for_sizes(value, SINGLE, STAKES)} of the matches have "
        f"something at stake; with Swiss alone only {for_sizes(value, SWISS, STAKES)} |"
    )
    yield (
        "| Losing at 7–0 in the first round of finals is the unfair side of single elimination | holds: "
        f"the first seed finishes below fourth in {for_sizes(value, SINGLE, SEED)}, and the only unbeaten "
        f"player fails to win {for_sizes(value, SINGLE, UNBEATEN)} |"
    )
    yield (
        "| The McIntyre final eight makes it easier for higher seeds and does not give anybody a place in "
        "the last four | holds: the first seed finishes below fourth in "
        f"{for_sizes(value, MCINTYRE, SEED)} |"
    )
    yield (
        "| Two byes, as Magic gives them, favour the first seeds more | holds for the first seed: it "
        f"finishes below fourth in {for_sizes(value, STEPLADDER, SEED)}, with McIntyre in "
        f"{for_sizes(value, MCINTYRE, SEED)}. For the strongest player it does not: against McIntyre they "
        f"win {for_sizes(compare, STEPLADDER, MCINTYRE, WINS)} |"
    )
    yield (
        "| Percentages make better tiebreakers than the tour’s sums | can’t be told from how often the "
        f"strongest player wins: the difference is {for_sizes(level, HCT, SINGLE, WINS, suffix='-tour')} |"
    )


def rankings():
    yield (
        "- **Reproduced:** without seeds, Swiss rounds have more pairs in the right order than a "
        f"knockout, by {ranking_lead('Swiss, 2 rounds', 'Knockout, drawn at random')}, and than groups and "
        f"a knockout, by {ranking_lead('Swiss, 4 rounds', 'Groups and knockout, drawn at random')}."
    )
    rough, random, true = "seeded by a rough estimate", "drawn at random", "seeded by the true strength"
    yield (
        "- **Not reproduced in this model:** that seeding changes little. In pairs in the right order, a "
        f"rough estimate adds {ranking_lead(f'Knockout, {rough}', f'Knockout, {random}')} to a knockout, "
        f"which then passes two Swiss rounds by {ranking_lead(f'Knockout, {rough}', 'Swiss, 2 rounds')}, "
        f"and {ranking_lead(f'Groups and knockout, {rough}', f'Groups and knockout, {random}')} to groups "
        "and a knockout, which stay behind four Swiss rounds by "
        f"{ranking_lead('Swiss, 4 rounds', f'Groups and knockout, {rough}')}. Both then rank by what was "
        "known before as much as by what was played; seeded by the true strength, both pass the Swiss "
        f"rounds, by {ranking_lead(f'Knockout, {true}', 'Swiss, 2 rounds')} and "
        f"{ranking_lead(f'Groups and knockout, {true}', 'Swiss, 4 rounds')}."
    )


# By the name of their markers in the page.
SENTENCES = {
    "summary": summary,
    "finals-sentences": finals,
    "byes-sentences": byes,
    "championship-sentences": championship,
    "rounds-sentences": rounds,
    "claims": claims,
    "rankings-sentences": rankings,
}
