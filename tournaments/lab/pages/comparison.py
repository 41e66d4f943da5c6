"""Whether two formats differ by a measure, and by how much, in words.

All formats have the same players and the same luck in each event. Intervals are therefore calculated from
the differences within each event: they are much shorter than those of two numbers of independent events.
"""

import math
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.simulation.measures import MEASURES, Z
from ...web.wording import number_text
from .measures import PERCENT, TEXTS, TIME, duration_text, minutes_of, short_text

# Fewer events that differ, all in one direction, come up by luck in more than one of twenty cases.
MIN_EVENTS = 6


@dataclass(frozen=True)
class Difference:
    """A format's number minus another's with its 95 % interval; without one if too few events tell it."""

    mean: float
    interval: tuple[float, float] | None

    @property
    def is_clear(self) -> bool:
        """Return whether the interval does not contain 0."""
        return self.interval is not None and (self.interval[0] > 0 or self.interval[1] < 0)

    @property
    def is_exact(self) -> bool:
        """Return whether the formats differ by the same number in every event."""
        return self.interval is not None and self.interval[0] == self.interval[1]


def get_difference(result: dict, key: str, first: int, other: int) -> Difference | None:
    """Return the difference of two formats, by their places; None if the measure doesn't apply to both."""
    names = [result["formats"][place]["name"] for place in (first, other)]
    pair = next(one for one in result["differences"] if {one["a"], one["b"]} == set(names))
    stored = pair["measures"][key]
    if stored is None:
        return None
    # It is stored as a minus b.
    mean = stored["mean"] if pair["a"] == names[0] else -stored["mean"]
    if stored["error"] is None:
        return Difference(mean, None)
    if stored["mean"] == stored["error"] == 0:
        return Difference(mean, (0, 0))
    if MEASURES[key].is_share:
        shares = [result["formats"][place]["measures"][key] for place in (first, other)]
        return Difference(mean, interval_of_shares(mean, stored["error"], result["events"], shares))
    return Difference(mean, interval_of(mean, stored["error"], result["events"]))


def interval_of(mean: float, error: float, telling: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a mean difference from its 1.96 standard errors; None if nothing tells it.

    `telling` is the number of events that tell something about it.
    """
    if telling < MIN_EVENTS:
        return None
    half = error * student_factor(telling - 1)
    return mean - half, mean + half


def interval_of_shares(mean: float, error: float, events: int, shares: list[dict]):
    """Return the interval of the difference of two shares, given as {"mean", "error"}.

    In an event a share is 0 or 1: it is judged by the events in which the formats differ, so that a few of
    them in one direction, among thousands without a difference, are no proof. A measure that applies to a
    part of the events is judged by those; if all of them are alike, their share can still differ from that.
    """
    telling = round(min(events, (error / Z) ** 2 * events**2 + mean**2 * events))
    fewest = min(count_events(share["mean"], share["error"], events) for share in shares)
    if fewest < events:
        telling = min(telling, fewest)
        alike = [2 * share["error"] for share in shares if share["mean"] in (0, 1)]
        error = math.hypot(error, *alike)
    interval = interval_of(mean, error, telling)
    return interval and (max(-1, interval[0]), min(1, interval[1]))


def count_events(share: float, error: float, events: int) -> int:
    """Return to how many of the events a share applies, by the half-width of its Wilson interval."""
    # The square of the half-width's formula, solved for 1 / count.
    a = Z**4 * (0.25 - error**2)
    b = Z**2 * (share * (1 - share) - 2 * error**2)
    inverse = (math.sqrt(b**2 + 4 * a * error**2) - b) / (2 * a)
    # The half-width is rounded.
    return events if inverse * events < 1.05 else round(1 / inverse)


def student_factor(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution divided by that of the normal one.

    By the expansion of Cornish and Fisher, which is exact to 1 % from 5 degrees of freedom on.
    """
    z = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return (z + sum(term / freedom**n for n, term in enumerate(terms, 1))) / z


def difference_text(key: str, difference: float) -> str:
    """“3.1 more of 100 events”, “50 min longer”, “0.45 lower”."""
    more, less = TEXTS[key].differences
    words = gettext(more if difference > 0 else less)
    return words.format(n=amount_text(key, abs(difference)))


def amount_text(key: str, amount: float) -> str:
    """“3.1” of 100, “50 min” or “0.45”; a very small one is “less than 0.01”."""
    unit = TEXTS[key].unit
    if unit == TIME:
        return duration_text(amount) if minutes_of(amount) else gettext("less than 1 min")
    if unit == PERCENT:
        amount *= 100
    if amount < 0.005:
        return gettext("less than 0.01")
    # Shares have a decimal, and two if the first is 0.
    return f"{amount:.1f}".removesuffix(".0") if unit == PERCENT and amount >= 0.05 else number_text(amount)


def interval_text(key: str, interval: tuple[float, float]) -> str:
    """“1.1 to 3.1”, “−0.3 to 1.2”: with as many decimals as it takes to tell the ends apart."""
    unit = TEXTS[key].unit
    if unit == TIME:
        low, high = (signed_text(duration_text(abs(end)), end) for end in interval)
    else:
        factor, fewest = (100, 1) if unit == PERCENT else (1, 2)
        for decimals in range(fewest, fewest + 3):
            low, high = (signed_text(f"{abs(end) * factor:.{decimals}f}", end) for end in interval)
            if low != high:
                break
    return gettext("{low} to {high}").format(low=low, high=high)


def signed_text(text: str, value: float) -> str:
    """Return the text of an absolute number with a true minus before a negative one, none before 0."""
    return f"−{text}" if value < 0 and any(digit in text for digit in "123456789") else text


def quoted(name: str) -> str:
    """Return a name as part of a sentence: one with commas in quotation marks."""
    return gettext("“{name}”").format(name=name) if "," in name else name


def heading_text(result: dict, key: str, names: list[str], first: int, other: int) -> str:
    """Return what the simulation says of two formats: their numbers of a measure, and what it costs."""
    difference, names = get_difference(result, key, first, other), [quoted(name) for name in names]
    if not difference.is_clear:
        words = gettext("{measure}: no clear difference between {name} ({number}) and {other} ({same}).")
        numbers = [short_text(key, result["formats"][n]["measures"][key]["mean"]) for n in (first, other)]
        values = {"name": names[first], "number": numbers[0], "other": names[other], "same": numbers[1]}
        sentence = words.format(measure=gettext(TEXTS[key].name), **values)
    else:
        if difference.mean < 0:
            first, other = other, first
        sentence = compare_words(result, key, names, first, other)
    cost = cost_text(result, key, names, first, other, difference.is_clear)
    return f"{sentence} {cost}".rstrip()


def compare_words(result: dict, key: str, names: list[str], first: int, other: int) -> str:
    """Return the sentence about two formats of which the first one has more of a measure."""
    means = [result["formats"][place]["measures"][key]["mean"] for place in (first, other)]
    numbers = [f"{mean * 100:.0f}" for mean in means]
    if numbers[0] == numbers[1]:
        numbers = [f"{mean * 100:.1f}" for mean in means]
    if key == "best_wins":
        words = gettext("With {name} the strongest player wins {number} of 100 events, with {other} {less}.")
    elif key == "live_matches":
        words = gettext("With {name} {number} of 100 matches have something at stake, with {other} {less}.")
    else:
        words = gettext("{measure}: {number} with {name}, {less} with {other}.")
        numbers = [short_text(key, mean) for mean in means]
    return words.format(
        measure=gettext(TEXTS[key].name),
        name=names[first],
        number=numbers[0],
        other=names[other],
        less=numbers[1],
    )


def cost_text(result: dict, key: str, names: list[str], first: int, other: int, follows_first: bool) -> str:
    """“It takes 50 min longer.”, “It costs 1 more round.”; empty for a measure that is the cost.

    `follows_first`: the sentence before it begins with the first format, which “it” stands for here.
    """
    cost = next((one for one in ("hours", "rounds") if get_difference(result, one, first, other)), None)
    if cost is None or key in ("hours", "rounds", "matches"):
        return ""
    difference = get_difference(result, cost, first, other)
    if not difference.is_clear:
        both = {"hours": gettext("Both take as long."), "rounds": gettext("Both have as many rounds.")}
        return both[cost] if difference.is_exact else ""
    subject = gettext("It") if follows_first else names[first]
    amount = abs(difference.mean)
    if cost == "hours":
        longer, shorter = gettext("{name} takes {time} longer."), gettext("{name} takes {time} less.")
        return (longer if difference.mean > 0 else shorter).format(name=subject, time=duration_text(amount))
    count = int(amount) if amount == int(amount) else number_text(amount)
    more = ngettext("{name} costs {n} more round.", "{name} costs {n} more rounds.", amount)
    fewer = ngettext("{name} saves {n} round.", "{name} saves {n} rounds.", amount)
    return (more if difference.mean > 0 else fewer).format(name=subject, n=count)


def distinct_names(names: list[str]) -> list[str]:
    """Return the names without the parts, between commas, that all of them share, if they still differ."""
    parts = [name.split(", ") for name in names]
    shared = set.intersection(*map(set, parts)) if len(parts) > 1 else set()
    short = [", ".join(part for part in one if part not in shared) for one in parts]
    return short if all(short) and len(set(short)) == len(short) else names
