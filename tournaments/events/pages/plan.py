"""The plan of a new event: its format, rounds, time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from ...help.pages.calculator import RoundsOutlook, get_rounds_outlook
from ...help.pages.rulebooks import with_lower_bounds
from ...models import Club, Event
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, PODS, PRIVATE, ROUND_ROBIN, SWISS, UNLISTED, PhaseRecord
from ...rules.pairing.round_robin import round_count
from ...rules.rulebooks import Rulebook
from ...rules.settings.fields import ROUNDS
from ...rules.settings.settings import rounds_by_size
from ...web.forms import ChoiceOption
from ...web.wording import message_text
from .presets import DEFAULT_RULEBOOK, GAME_CHOICES, NO_CUT, PRESETS

SECOND_DAY = {"carry": True, "cut": {"losses": 2}}
# The phases of each format, before the finals.
FORMATS = {
    SWISS: (PhaseRecord(SWISS, gettext_noop("Swiss")),),
    "two_days": (
        PhaseRecord(SWISS, gettext_noop("Day 1")),
        PhaseRecord(SWISS, gettext_noop("Day 2"), SECOND_DAY),
    ),
    "swiss_and_robin": (
        PhaseRecord(SWISS, gettext_noop("Swiss")),
        PhaseRecord(ROUND_ROBIN, gettext_noop("Final group"), {"cut": {"top": 4}}),
    ),
    DRAFT_PODS: (PhaseRecord(DRAFT_PODS, gettext_noop("Booster draft")),),
    PODS: (PhaseRecord(PODS, gettext_noop("Pods")),),
    "pools": (PhaseRecord(ROUND_ROBIN, gettext_noop("Pools"), {"pools": 4}),),
    "round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin")),),
    "double_round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin"), {"double": True}),),
}
ROBINS = {key: phases[0].overrides for key, phases in FORMATS.items() if phases[0].kind == ROUND_ROBIN}
# Of each format: with a known number of rounds, and without one.
FORMAT_TEXTS = {
    SWISS: (gettext_noop("{rounds} rounds of Swiss"), gettext_noop("Swiss rounds by number of players")),
    "two_days": (
        gettext_noop("{rounds} rounds of Swiss, then a second day"),
        gettext_noop("Two days of Swiss"),
    ),
    "swiss_and_robin": (
        gettext_noop("{rounds} rounds of Swiss, then a round robin of the top 4"),
        gettext_noop("Swiss, then a round robin of the top 4"),
    ),
    DRAFT_PODS: (
        gettext_noop("a booster draft with {rounds} rounds in each pod"),
        gettext_noop("a booster draft"),
    ),
    PODS: (gettext_noop("{rounds} rounds in pods"), gettext_noop("rounds in pods by number of players")),
    "pools": (
        gettext_noop("round robins in four pools, {rounds} rounds"),
        gettext_noop("round robins in four pools"),
    ),
    "round_robin": (gettext_noop("a round robin of {rounds} rounds"), gettext_noop("a round robin")),
    "double_round_robin": (
        gettext_noop("a double round robin of {rounds} rounds"),
        gettext_noop("a double round robin"),
    ),
}

DEFAULT_FINALS, DEFAULT_CUT = "single", 8
VISIBILITY_TEXTS = {
    UNLISTED: gettext_noop("Unlisted: only people with the link find it."),
    PRIVATE: gettext_noop("Private: only staff and players see it."),
}
# The largest field in the summary of suggested rounds begins here at the latest.
MAX_SIZE = 512


@dataclass(frozen=True)
class EventPlan:
    """The choices for a new event, with those of the preset where none was made.

    `rounds`, `rounds_by_size`, `best_of` and `minutes` are None where the rulebook decides; `finals` is
    empty without a cut.
    """

    rulebook: rulebooks.Rulebook
    format: str
    rounds: int | None
    rounds_by_size: tuple[tuple[int | None, int], ...] | None
    best_of: int | None
    minutes: int | None
    finals: str
    top: int | None
    reporting: str

    @property
    def suggestions(self) -> tuple[tuple[float, int], ...]:
        """The suggested rounds, in rows of (up to so many players, rounds)."""
        if self.rounds_by_size is None:
            return self.rulebook.rounds
        return rounds_by_size(self.rounds_by_size, "rounds_by_size")

    def phases(self) -> tuple[PhaseRecord, ...]:
        """Return the phases with their settings. RuleViolation if the finals do not take so many players."""
        settings = {"best_of": self.best_of, "minutes": self.minutes, "reporting": self.reporting}
        own = rulebooks.settings_of(self.rulebook.key, {})
        changed = {key: n for key, n in settings.items() if n is not None and n != getattr(own, key)}
        phases = [
            replace(phase, name=gettext(phase.name), overrides=phase.overrides | changed)
            for phase in FORMATS[self.format]
        ]
        if self.rounds:
            phases[0].overrides["rounds"] = self.rounds
        elif self.rounds_by_size:
            phases[0].overrides["rounds_by_size"] = [list(row) for row in self.rounds_by_size]
        if self.finals:
            name = finals.build_table(self.finals, self.top).name
            cut = {"cut": {"top": self.top}, "finals": self.finals}
            phases.append(PhaseRecord(BRACKET, gettext(name), cut | changed))
        return tuple(phases)


def with_game(choices: Mapping) -> Mapping:
    """Return the choices with the chosen game's rulebook, and its first preset instead of another game's."""
    game = GAME_CHOICES.get(choices.get("for_game"))
    if game is None:
        return choices
    key = choices.get("preset")
    key = key if key in game.presets else game.presets[0]
    rulebook = choices.get("rulebook") or PRESETS[key].rulebook or game.rulebook
    return {**choices, "preset": key, "rulebook": rulebook}


def plan_of(choices: Mapping) -> EventPlan:
    """Return the plan of the form's values by field name; missing, empty and unknown ones are the preset's.

    The rulebook of pods is always played in pods; numbers of another rulebook than the preset's are its own.
    """
    choices = with_game(choices)
    preset = PRESETS.get(choices.get("preset") or "custom", PRESETS["custom"])
    own = preset.rulebook or DEFAULT_RULEBOOK
    rulebook = rulebooks.RULEBOOKS.get(choices.get("rulebook") or own) or rulebooks.RULEBOOKS[own]
    is_own = rulebook.key == preset.rulebook or (not preset.rulebook and rulebook.kind == SWISS)
    usual = preset.format if is_own else rulebook.kind
    format = choices.get("kind") if choices.get("kind") in FORMATS else usual
    has_own_numbers = is_own and format == preset.format
    minutes = choices.get("minutes")
    if minutes is None and has_own_numbers:
        minutes = preset.minutes
    top = choices.get("top") or None
    wanted = choices.get("finals") or (DEFAULT_FINALS if top and preset.finals == NO_CUT else preset.finals)
    system = finals.FINALS.get(wanted)
    if system and len(system.sizes) == 1:
        top = top or system.sizes[0]
    return EventPlan(
        rulebook,
        format,
        choices.get("rounds") or (preset.rounds if has_own_numbers else None),
        preset.rounds_by_size if has_own_numbers else None,
        choices.get("best_of") or None,
        minutes,
        wanted if system else "",
        (top or preset.top or DEFAULT_CUT) if system else None,
        preset.reporting,
    )


def is_pod_system(key: str) -> bool:
    """Return whether finals are played in pods."""
    sizes = finals.FINALS[key].sizes
    return any(slot.is_pod for slot in finals.build_table(key, sizes[0]).matches)


@dataclass(frozen=True)
class PlanSummary:
    """A summary of the choices for a new event; `outlook` forecasts the cut of Swiss rounds.

    `rounds` is None if it depends on the players. `sizes` are (“9–32”, suggested rounds, whether it is the
    expected size), none if the rounds are fixed; `error` says why it cannot be.
    """

    sentence: str
    rounds: int | None
    rulebook: str
    scoring: str
    sizes: tuple[tuple[str, int, bool], ...]
    finals: str
    visibility: str
    outlook: RoundsOutlook | None
    error: str


def summary_of(choices: Mapping) -> PlanSummary:
    """Return the summary of the form's values by field name.

    `players` is the expected number; without one `listed`, the number of pasted names, counts.
    """
    plan, visibility = plan_of(choices), choices.get("visibility")
    listed = None if choices.get("players") else choices.get("listed")
    players = choices.get("players") or listed
    rounds, suggested = round_counts(plan, players)
    has_sizes = plan.format not in ROBINS and plan.format != DRAFT_PODS and not plan.rounds
    return PlanSummary(
        sentence_of(plan, rounds or suggested, listed),
        rounds or suggested,
        gettext(plan.rulebook.name),
        gettext(plan.rulebook.summary),
        sizes_of(plan.suggestions, suggested) if has_sizes else (),
        gettext(finals.FINALS[plan.finals].summary) if plan.finals else "",
        gettext(VISIBILITY_TEXTS[visibility]) if visibility in VISIBILITY_TEXTS else "",
        # The forecast is for tables of two.
        get_rounds_outlook(players, rounds or suggested, plan.top)
        if suggested and plan.format != PODS
        else None,
        next(iter(contradictions(plan).values()), ""),
    )


def round_counts(plan: EventPlan, players: int | None) -> tuple[int | None, int | None]:
    """Return (rounds that are certain, rounds suggested for the expected players); None if unknown."""
    if players and plan.format in ROBINS:
        robin = rulebooks.settings_of(plan.rulebook.key, ROBINS[plan.format])
        return round_count(players, replace(robin, rounds=plan.rounds)), None
    if plan.format == DRAFT_PODS:
        return plan.rounds or ROUNDS, None
    suggested = rulebooks.suggested_rounds(plan.suggestions, players) if players and players > 1 else None
    return plan.rounds, None if plan.format in ROBINS else suggested


def sentence_of(plan: EventPlan, rounds: int | None, listed: int | None = None) -> str:
    """Return “5 rounds of Swiss, best of 3, 50 minutes, then the top 8: McIntyre final eight”.

    With the number of `listed` players: “5 rounds of Swiss for 23 players”.
    """
    with_rounds, without = FORMAT_TEXTS[plan.format]
    parts = [gettext(with_rounds).format(rounds=rounds) if rounds else gettext(without)]
    if listed:
        text = ngettext("{format} for {count} player", "{format} for {count} players", listed)
        parts = [text.format(format=parts[0], count=listed)]
    best_of = plan.best_of or plan.rulebook.best_of
    if best_of > 1:
        parts.append(gettext("best of {games}").format(games=best_of))
    minutes = plan.rulebook.minutes if plan.minutes is None else plan.minutes
    if minutes:
        parts.append(gettext("{minutes} minutes").format(minutes=minutes))
    if plan.finals:
        name = gettext(finals.FINALS[plan.finals].name)
        parts.append(gettext("then the top {top}: {finals}").format(top=plan.top, finals=name))
    else:
        parts.append(gettext("no top cut"))
    sentence = ", ".join(parts)
    return sentence[:1].upper() + sentence[1:]


def contradictions(plan: EventPlan) -> dict[str, str]:
    """Return {form field: error} of choices that contradict each other."""
    name = gettext(plan.rulebook.name)
    if plan.rulebook.kind == PODS and plan.format != PODS:
        return {"kind": gettext("{rulebook} is played in pods: choose Pods here.").format(rulebook=name)}
    if plan.finals and plan.rulebook.kind == PODS and not is_pod_system(plan.finals):
        error = gettext("{rulebook} is played in pods: choose a top cut in pods, or none.")
        return {"finals": error.format(rulebook=name)}
    try:
        plan.phases()
    except RuleViolation as violation:
        return {"top": message_text(violation)}
    return {}


def sizes_of(rounds_by_size, suggested) -> tuple[tuple[str, int, bool], ...]:
    """Return (“9–32”, rounds, whether it is the expected size) for sizes up to 512."""
    rows = []
    for least, most, rounds in with_lower_bounds(rounds_by_size, 2):
        if least > MAX_SIZE:
            break
        size = f"{least}–{most}" if most != inf else gettext("{low} or more").format(low=least)
        rows.append((size if least != most else str(least), rounds, rounds == suggested))
    return tuple(rows)


def kind_choices():
    words = {
        SWISS: (_("Swiss"), _("Players with the same record are paired each round.")),
        "two_days": (
            _("Two-day Swiss"),
            _("Players with two losses or fewer return on day 2; points and tiebreakers carry over."),
        ),
        "swiss_and_robin": (
            _("Swiss, then a round robin"),
            _("The top four after the Swiss rounds all play each other."),
        ),
        DRAFT_PODS: (
            _("Booster draft"),
            _("Players draft in pods of about eight, then play three rounds within their pod."),
        ),
        PODS: (
            _("Pods"),
            _("Multiplayer tables of three to five, one winner each (Commander, Hareruya)."),
        ),
        "pools": (_("Round robin in pools"), _("Four seeded pools; the best of each go to the finals.")),
        "round_robin": (_("Round robin"), _("Everyone plays everyone once.")),
        "double_round_robin": (_("Double round robin"), _("Everyone plays everyone twice.")),
    }
    return [(key, ChoiceOption(*words[key])) for key in FORMATS]


CHOICE_NUMBERS = ("players", "rounds", "best_of", "minutes", "top")


# Fields that replace what the preset says.
FORMAT_CHOICES = ("rulebook", "kind", "finals", *CHOICE_NUMBERS)


# Rulebooks of no one game.
GENERAL_GAMES = ("card games",)
# Suggested games and formats of a club: as many as a list on a phone shows.
MAX_SUGGESTIONS = 20


@dataclass(frozen=True)
class GameSuggestions:
    """Names of games, and of their formats, for the lists of two fields."""

    games: list[str]
    formats: list[str]


def suggested_game(rulebook: Rulebook) -> str:
    """Return the game of a rulebook in the visitor's language; empty for one of many games."""
    return "" if rulebook.game in GENERAL_GAMES else gettext(rulebook.game)


def suggest_games(club: Club | None) -> GameSuggestions:
    """Return the games and formats of the club's events, newest first, then the games of all rulebooks."""
    events = Event.objects.filter(club=club).order_by("-id") if club else Event.objects.none()
    played = list(events.values_list("game", "game_format")[: MAX_SUGGESTIONS * 5])
    games = [game for game, _format in played] + [
        suggested_game(rulebook) for rulebook in rulebooks.RULEBOOKS.values()
    ]
    return GameSuggestions(unique(games), unique(format_ for _game, format_ in played)[:MAX_SUGGESTIONS])


def unique(names: Iterable[str]) -> list[str]:
    """Return the names that are not empty, each once, in their order."""
    return list(dict.fromkeys(filter(None, names)))
