"""The measures of simulations in words: names, definitions, and numbers as text."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.simulation.measures import COST, EXCITING, FAIR
from ..wording.formats import number_text

# Groups of measures: a title, and what the measures are.
GROUPS = (
    (gettext_noop("Fair"), FAIR),
    (gettext_noop("Exciting"), EXCITING),
    (gettext_noop("Cost"), COST),
)
PERCENT, NUMBER = "percent", "number"


@dataclass(frozen=True)
class MeasureText:
    """A measure in words; `unit` is PERCENT for shares and chances, else NUMBER."""

    name: str
    unit: str
    definition: str


TEXTS = {
    "best_wins": MeasureText(
        gettext_noop("The strongest player wins"),
        PERCENT,
        gettext_noop(
            "How often the player with the highest rating is champion. Players who share the first rank "
            "share the title."
        ),
    ),
    "champion_rank": MeasureText(
        gettext_noop("Strength rank of the champion"),
        NUMBER,
        gettext_noop("1 is the strongest player. Players of equal strength share the mean of their ranks."),
    ),
    "cut_accuracy": MeasureText(
        gettext_noop("Strongest players in the cut"),
        PERCENT,
        gettext_noop(
            "Of a top 8, the share that belongs to the eight strongest players. Don’t compare cuts of "
            "different sizes by it: a larger cut is easier to fill with strong players."
        ),
    ),
    "rank_correlation": MeasureText(
        gettext_noop("Swiss standings match the strength"),
        NUMBER,
        gettext_noop(
            "Kendall’s tau-b of strength and Swiss rank. 1: every two players finish in the order of their "
            "strength. 0: the order is chance. −1: it is reversed."
        ),
    ),
    "missed_on_tiebreaks": MeasureText(
        gettext_noop("Players who miss the cut on tiebreakers"),
        NUMBER,
        gettext_noop(
            "How many players outside the cut have as many points as the last player inside. Only "
            "tiebreakers separate them."
        ),
    ),
    "unbeaten_out": MeasureText(
        gettext_noop("The only unbeaten player doesn’t win"),
        PERCENT,
        gettext_noop(
            "Counts events in which exactly one player won every Swiss round: how often somebody else is "
            "champion. A bye counts as a win."
        ),
    ),
    "first_seed_misses_top4": MeasureText(
        gettext_noop("The first seed misses the top 4"),
        PERCENT,
        gettext_noop(
            "How often the first seed of the finals finishes below fourth place. Of players who lose in the "
            "same round, the better seed finishes higher. Only for finals of more than four players."
        ),
    ),
    "live_matches": MeasureText(
        gettext_noop("Matches with something at stake"),
        PERCENT,
        gettext_noop(
            "Of the matches of the last two Swiss rounds and the finals. A Swiss match counts unless both "
            "players are certain by points to be in the cut or out of it; without a cut, the first place is "
            "at stake. A finals match counts unless it changes nobody’s chances."
        ),
    ),
    "decided_early": MeasureText(
        gettext_noop("The champion is certain before the last round"),
        PERCENT,
        gettext_noop("Certain by points. Never with finals: their last round decides."),
    ),
    "safe_draws": MeasureText(
        gettext_noop("Safe draws"),
        NUMBER,
        gettext_noop(
            "Tables of the last Swiss round where a draw puts both players in the cut for certain, so that "
            "they need not play. 0 where the rulebook has no draws."
        ),
    ),
    "upsets": MeasureText(
        gettext_noop("Upsets"),
        PERCENT,
        gettext_noop("The share of all matches that the weaker player wins."),
    ),
    "comebacks": MeasureText(
        gettext_noop("The champion had lost a match"),
        PERCENT,
        gettext_noop("In the Swiss rounds or the finals."),
    ),
    "rounds": MeasureText(
        gettext_noop("Rounds"),
        NUMBER,
        gettext_noop("Of Swiss and finals. A deciding match that isn’t needed is no round."),
    ),
    "matches": MeasureText(
        gettext_noop("Matches"), NUMBER, gettext_noop("Of Swiss and finals. A bye is no match.")
    ),
    "hours": MeasureText(
        gettext_noop("Hours"),
        NUMBER,
        gettext_noop("All rounds at their full length, without breaks. Needs the minutes of a round."),
    ),
}


def estimate_text(key: str, estimate: dict | None) -> str:
    """“46.1 % ± 0.9”, “7 ± 0.02”, or “–” for a measure that does not apply."""
    if estimate is None:
        return "–"
    mean, error = estimate["mean"], estimate["error"]
    if TEXTS[key].unit == PERCENT:
        text = gettext("{percent} %").format(percent=f"{mean * 100:z.1f}".replace("-", "−"))
        return f"{text} ± {error * 100:.1f}" if error else text
    return f"{number_text(mean)} ± {error:.2f}" if error and error >= 0.005 else number_text(mean)


def short_text(key: str, mean: float) -> str:
    """“46 %”, “46.2 %” or “7.25”: a number without its error."""
    if TEXTS[key].unit == PERCENT:
        percent = f"{mean * 100:z.1f}".removesuffix(".0")
        return gettext("{percent} %").format(percent=percent.replace("-", "−"))
    return number_text(mean)


def help_groups() -> list[tuple[str, list[tuple[str, MeasureText]]]]:
    """Return (title, [(key, text)]) of each group of measures."""
    return [(title, [(measure.key, TEXTS[measure.key]) for measure in group]) for title, group in GROUPS]
