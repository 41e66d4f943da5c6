"""What a simulation has measured, in words and numbers."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.simulation.measures import COST, EXCITING, FAIR
from ...web.wording import number_text

# Groups of measures: a title, and what the measures are.
GROUPS = (
    (gettext_noop("Fair"), FAIR),
    (gettext_noop("Exciting"), EXCITING),
    (gettext_noop("Cost"), COST),
)
PERCENT, NUMBER, TIME = "percent", "number", "time"
# What the differences of measures are called: more and less of them, with {n}.
OF_EVENTS = (gettext_noop("{n} more of 100 events"), gettext_noop("{n} fewer of 100 events"))
OF_MATCHES = (gettext_noop("{n} more of 100 matches"), gettext_noop("{n} fewer of 100 matches"))
OF_PLACES = (gettext_noop("{n} more of 100 places"), gettext_noop("{n} fewer of 100 places"))
COUNT = (gettext_noop("{n} more"), gettext_noop("{n} fewer"))
HEIGHT = (gettext_noop("{n} higher"), gettext_noop("{n} lower"))
DURATION = (gettext_noop("{n} longer"), gettext_noop("{n} shorter"))


@dataclass(frozen=True)
class MeasureText:
    """A measure in words.

    `unit` is PERCENT for shares and chances, TIME for hours, else NUMBER. `differences` are the words for
    more and less, `hint` says what is better, if anything.
    """

    name: str
    unit: str
    definition: str
    differences: tuple[str, str] = COUNT
    hint: str = ""


TEXTS = {
    "best_wins": MeasureText(
        gettext_noop("The strongest player wins"),
        PERCENT,
        gettext_noop(
            "How often the player with the highest rating is champion. Players who share the first rank "
            "share the title."
        ),
        OF_EVENTS,
        gettext_noop("more is fairer"),
    ),
    "champion_rank": MeasureText(
        gettext_noop("Strength rank of the champion"),
        NUMBER,
        gettext_noop("1 is the strongest player. Players of equal strength share the mean of their ranks."),
        HEIGHT,
        gettext_noop("lower is fairer"),
    ),
    "cut_accuracy": MeasureText(
        gettext_noop("Strongest players in the cut"),
        PERCENT,
        gettext_noop(
            "Of a top 8, the share that belongs to the eight strongest players. Don’t compare cuts of "
            "different sizes by it: a larger cut is easier to fill with strong players."
        ),
        OF_PLACES,
        gettext_noop("more is fairer"),
    ),
    "rank_correlation": MeasureText(
        gettext_noop("Swiss standings match the strength"),
        NUMBER,
        gettext_noop(
            "Kendall’s tau-b of strength and Swiss rank. 1: every two players finish in the order of their "
            "strength. 0: the order is chance. −1: it is reversed."
        ),
        HEIGHT,
        gettext_noop("higher is fairer"),
    ),
    "missed_on_tiebreaks": MeasureText(
        gettext_noop("Players who miss the cut on tiebreakers"),
        NUMBER,
        gettext_noop(
            "How many players outside the cut have as many points as the last player inside. Only "
            "tiebreakers separate them."
        ),
        COUNT,
        gettext_noop("fewer is fairer"),
    ),
    "unbeaten_out": MeasureText(
        gettext_noop("The only unbeaten player doesn’t win"),
        PERCENT,
        gettext_noop(
            "Counts events in which exactly one player won every Swiss round: how often somebody else is "
            "champion. A bye counts as a win."
        ),
        OF_EVENTS,
        gettext_noop("fewer is fairer"),
    ),
    "first_seed_misses_top4": MeasureText(
        gettext_noop("The first seed misses the top 4"),
        PERCENT,
        gettext_noop(
            "How often the first seed of the finals finishes below fourth place. Of players who lose in the "
            "same round, the better seed finishes higher. Only for finals of more than four players."
        ),
        OF_EVENTS,
        gettext_noop("fewer is fairer"),
    ),
    "live_matches": MeasureText(
        gettext_noop("Matches with something at stake"),
        PERCENT,
        gettext_noop(
            "Of the matches of the last two Swiss rounds and the finals. A Swiss match counts unless both "
            "players are certain by points to be in the cut or out of it; without a cut, the first place is "
            "at stake. A finals match counts unless it changes nobody’s chances."
        ),
        OF_MATCHES,
        gettext_noop("more is more exciting"),
    ),
    "decided_early": MeasureText(
        gettext_noop("The champion is certain before the last round"),
        PERCENT,
        gettext_noop("Certain by points. Never with finals: their last round decides."),
        OF_EVENTS,
        gettext_noop("fewer is more exciting"),
    ),
    "safe_draws": MeasureText(
        gettext_noop("Safe draws"),
        NUMBER,
        gettext_noop(
            "Tables of the last Swiss round where a draw puts both players in the cut for certain, so that "
            "they need not play. 0 where the rulebook has no draws."
        ),
        COUNT,
        gettext_noop("fewer is more exciting"),
    ),
    "upsets": MeasureText(
        gettext_noop("Upsets"),
        PERCENT,
        gettext_noop("The share of all matches that the weaker player wins."),
        OF_MATCHES,
    ),
    "comebacks": MeasureText(
        gettext_noop("The champion had lost a match"),
        PERCENT,
        gettext_noop("In the Swiss rounds or the finals."),
        OF_EVENTS,
    ),
    "rounds": MeasureText(
        gettext_noop("Rounds"),
        NUMBER,
        gettext_noop("Of Swiss and finals. A deciding match that isn’t needed is no round."),
        COUNT,
        gettext_noop("fewer cost less"),
    ),
    "matches": MeasureText(
        gettext_noop("Matches"),
        NUMBER,
        gettext_noop("Of Swiss and finals. A bye is no match."),
        COUNT,
        gettext_noop("fewer cost less"),
    ),
    "hours": MeasureText(
        gettext_noop("Hours"),
        TIME,
        gettext_noop("All rounds at their full length, without breaks. Needs the minutes of a round."),
        DURATION,
        gettext_noop("fewer cost less"),
    ),
}


def estimate_text(key: str, estimate: dict | None) -> str:
    """“46.1 % ± 0.9”, “7 ± 0.02”, “13 h 24 ± 1 min”, or “–” for a measure that does not apply."""
    if estimate is None:
        return "–"
    mean, error, unit = estimate["mean"], estimate["error"], TEXTS[key].unit
    if unit == PERCENT:
        text = gettext("{percent} %").format(percent=f"{mean * 100:z.1f}".replace("-", "−"))
        return f"{text} ± {error * 100:.1f}" if error else text
    if unit == TIME:
        return f"{duration_text(mean)} ± {duration_text(error)}" if minutes_of(error) else duration_text(mean)
    return f"{number_text(mean)} ± {error:.2f}" if error and error >= 0.005 else number_text(mean)


def short_text(key: str, mean: float) -> str:
    """“46 %”, “46.2 %”, “5 h 50” or “7.25”: a number without its error."""
    unit = TEXTS[key].unit
    if unit == TIME:
        return duration_text(mean)
    if unit == PERCENT:
        percent = f"{mean * 100:z.1f}".removesuffix(".0")
        return gettext("{percent} %").format(percent=percent.replace("-", "−"))
    return number_text(mean)


def minutes_of(hours: float | None) -> int:
    return round((hours or 0) * 60)


def duration_text(hours: float) -> str:
    """“5 h 50”, “5 h” or “50 min”."""
    whole, minutes = divmod(minutes_of(hours), 60)
    if not whole:
        return gettext("{minutes} min").format(minutes=minutes)
    if not minutes:
        return gettext("{hours} h").format(hours=whole)
    return gettext("{hours} h {minutes}").format(hours=whole, minutes=f"{minutes:02}")


def help_groups() -> list[tuple[str, list[tuple[str, MeasureText]]]]:
    """Return (title, [(key, text)]) of each group of measures."""
    return [(title, [(measure.key, TEXTS[measure.key]) for measure in group]) for title, group in GROUPS]
