"""The pages of settings."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop, ngettext

from ...drafts.pages import DRAFT_SETTINGS
from ...help.pages.rulebooks import by_games, by_outcome, switch_text
from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...results.pages.cells import betting_text
from ...results.pages.entry import FIELD_LABELS
from ...rounds.pages.pairing_rules import PAIRING_SETTINGS
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals_systems.custom import OWN, format_rows
from ...rules.history import BRACKET, DRAFT_PODS, ROUND_KINDS, ROUND_ROBIN, EventHistory, EventPhase
from ...rules.pairing.round_robin import round_count
from ...rules.players.participation import list_participants
from ...rules.results.betting import changed_betting
from ...rules.rounds.phases import cut_rule
from ...rules.settings import locking
from ...rules.settings.fields import (
    ANYONE,
    FINALS_CHECKS,
    ON_SITE_CHECKS,
    ORGANISERS,
    PLAYERS,
    ROUNDS,
    SLIPS,
    shared,
)
from ...rules.settings.settings import Settings
from ...rules.standings.standings import standings
from ...standings.pages.standings import columns_of, find_qualifiers
from ...web.layout import phase_names
from ...web.wording import briefly, cut_text, message_text
from .on_site import ON_SITE_SETTINGS
from .overview import get_phase_overview

HAS_BEGUN = gettext_noop("The top cut has started. Its format and the cut can’t be changed.")
# Settings of finals that the form of the settings page has.
IN_FORM = {"cut", "finals", "best_of", "prizes", *FINALS_CHECKS, *ON_SITE_CHECKS}


@dataclass(frozen=True)
class FinalsSettings:
    """The finals, planned or not yet; `initial` are the first values of the form.

    `locked` says why the form cannot change the system and the cut, whose texts are `system` and `cut`;
    `needs_phase_form` whether the form of their phase can. `rounds` are (number, name) of those with games.
    """

    number: int
    settings: Settings
    initial: dict
    rounds: tuple[tuple[int, str], ...] = ()
    locked: str = ""
    needs_phase_form: bool = False
    system: str = ""
    cut: str = ""
    third_place_lock: str = ""
    is_pods: bool = False


def get_finals_settings(history: EventHistory) -> FinalsSettings:
    phase = history.all_phases[-1]
    if phase.kind != BRACKET:
        settings = rulebooks.settings_of(history.rulebook, shared(history.phases))
        return FinalsSettings(phase.number + 1, settings, initial={})
    cut = phase.settings.cut or {}
    locked, needs_phase_form = find_lock(phase)
    rounds = finals_rounds(phase)
    is_size_known = rounds is not None
    return FinalsSettings(
        phase.number,
        phase.settings,
        initial={} if locked else finals_initial(phase.settings),
        rounds=rounds if is_size_known else (),
        locked=locked,
        needs_phase_form=needs_phase_form,
        system=system_name(phase),
        cut=cut_text(cut) if cut else "",
        third_place_lock=find_third_place_lock(phase),
        is_pods=is_size_known and not rounds,
    )


def find_lock(phase: EventPhase) -> tuple[str, bool]:
    """Return (why the short form cannot change the finals, whether the form of their phase can)."""
    if phase.rounds:
        return gettext(HAS_BEGUN), False
    if phase.previous is None:
        return gettext("This event is a bracket without earlier rounds."), True
    if (phase.settings.cut or {}).keys() - {"top"} or phase.overrides.keys() - IN_FORM:
        return gettext("This cut has conditions of its own."), True
    return "", False


def find_third_place_lock(phase: EventPhase) -> str:
    """Return why the match for third place cannot be added or removed any more; empty if it can."""
    changed = {**phase.overrides, "third_place": not phase.settings.third_place}
    try:
        locking.refuse_third_place(phase, phase.replace(overrides=changed))
    except RuleViolation as violation:
        return message_text(violation)
    return ""


def system_name(phase: EventPhase) -> str:
    system = phase.settings.finals or finals.DEFAULT_FINALS
    if isinstance(system, dict):
        return system.get("name") or gettext("Custom bracket")
    return gettext(finals.FINALS[system].name)


def finals_rounds(phase: EventPhase) -> tuple[tuple[int, str], ...] | None:
    """Return (number, name) of the finals' rounds that count games; None while their size is unknown."""
    try:
        bracket = finals.bracket_of(phase)
    except RuleViolation:
        return None
    return tuple(
        (number, name.render(gettext))
        for number, name in enumerate(bracket.table.round_names, 1)
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def finals_initial(settings: Settings) -> dict:
    """Return the first values of the form's finals system."""
    system, top = settings.finals or finals.DEFAULT_FINALS, (settings.cut or {}).get("top")
    if not isinstance(system, dict):
        return {"finals": system, "top": top}
    table = {"own_name": system.get("name", ""), "own_table": format_rows(system)}
    return {"finals": OWN, "top": top, **table}


REPORTERS = {
    PLAYERS: gettext_noop("results reported by players on their own pages"),
    ANYONE: gettext_noop("results reported by players who scan the QR code and tap their name"),
    SLIPS: gettext_noop("results reported on slips"),
    ORGANISERS: gettext_noop("results reported by staff only"),
}
# (label, function that makes a text of the value) of the settings described as “label: text”.
LABELLED_SETTINGS = {
    "best_of": (gettext_noop("best of"), briefly),
    "points": (gettext_noop("points"), briefly),
    "pairing": (gettext_noop("pairing"), briefly),
    "first_round_pairing": (gettext_noop("first round"), briefly),
    "last_round_pairing": (gettext_noop("last round"), briefly),
    "cut": (gettext_noop("cut"), cut_text),
    "finals": (gettext_noop("top cut"), briefly),
    "third_place": (gettext_noop("third-place match"), briefly),
    "best_of_rounds": (gettext_noop("match length by round"), briefly),
    "places": (gettext_noop("players eliminated in the same round"), briefly),
    "after_cut": (gettext_noop("if a player drops after the cut"), briefly),
    **PAIRING_SETTINGS,
    **DRAFT_SETTINGS,
    **ON_SITE_SETTINGS,
}


def find_differences(rulebook: str, overrides: dict) -> tuple[str, ...]:
    """Describe how a phase differs from the rulebook (“points: win 2”), except for its prizes."""
    usual = rulebooks.settings_of(rulebook, {})
    parts = []
    for key, value in overrides.items():
        if key == "percentages":
            parts += [(key, {name: switch}) for name, switch in value.items()]
        elif key != "prizes":
            parts.append((key, value))
    return tuple(
        difference_text(key, value)
        for key, value in parts
        if rulebooks.settings_of(rulebook, {key: value}) != usual
    )


def difference_text(key: str, value) -> str:
    if key == "rounds":
        return ngettext("{rounds} round", "{rounds} rounds", value).format(rounds=value)
    if key == "rounds_by_size":
        return gettext("rounds: {table}").format(table=rounds_text(value))
    if key == "percentages":
        ((name, switch),) = value.items()
        return switch_text(name, switch)
    if key == "tiebreakers":
        keys = [column["key"] if isinstance(column, dict) else column for column in value]
        names = ", ".join(column.label for column in columns_of(keys)) or gettext("none")
        return gettext("tiebreakers: {names}").format(names=names)
    if key == "betting":
        return bets_text(value)
    if key == "reporting":
        return gettext(REPORTERS[value])
    if key not in LABELLED_SETTINGS:
        return switch_text(key, value)
    label, to_text = LABELLED_SETTINGS[key]
    return f"{gettext(label)}: {to_text(value)}"


def rounds_text(rows) -> str:
    """“3 up to 8 players, 4 up to 16 players, then 5”."""
    *bounded, (_more, last) = rows
    parts = [
        ngettext("{rounds} up to {n} player", "{rounds} up to {n} players", n).format(rounds=rounds, n=n)
        for n, rounds in bounded
    ]
    return ", ".join([*parts, gettext("then {rounds}").format(rounds=last)]) if parts else str(last)


def bets_text(value) -> str:
    if value is None:
        return gettext("no betting")
    return gettext("betting: {words}").format(words=betting_text(changed_betting(None, value, "")))


@dataclass(frozen=True)
class SettingsPage:
    """The settings of a phase, and of the event.

    `phases` (number, name) are those to choose from; `overrides` replace the rulebook's values, `differences`
    describe them; `rounds_paired` are those of the phase.
    """

    version: int
    phase: int
    phases: tuple[tuple[int, str], ...]
    kind: str
    settings: Settings
    overrides: dict
    rulebook_name: str
    rulebook_summary: str
    rulebook_points: str
    differences: tuple[str, ...]
    is_paired: bool
    rounds_paired: int
    suggested_rounds: int
    finals: FinalsSettings

    @property
    def name(self):
        return dict(self.phases).get(self.phase, "")


def get_settings_page(event: Event, number: int | None = None, kinds=ROUND_KINDS) -> SettingsPage:
    """Return the settings of a phase of these kinds, by default the first, and of the finals."""
    history = load_history(event)
    phases = phase_names(history, kinds)
    number = number if number in phases else next(iter(phases), 1)
    phase = history.phase(number)
    settings = phase.settings
    players = sum(player.joined_round <= 1 for player in list_participants(history))
    return SettingsPage(
        version=history.version,
        phase=number,
        phases=tuple(phases.items()),
        kind=phase.kind,
        settings=settings,
        overrides=phase.overrides,
        rulebook_name=gettext(settings.rulebook.name),
        rulebook_summary=gettext(settings.rulebook.summary),
        rulebook_points=points_text(settings.rulebook.points),
        differences=find_differences(settings.rulebook.key, phase.overrides),
        is_paired=any(other.rounds for other in history.phases),
        rounds_paired=len(phase.rounds),
        suggested_rounds=suggested_rounds(phase, players) if players > 1 else 0,
        finals=get_finals_settings(history),
    )


def suggested_rounds(phase: EventPhase, players: int) -> int:
    if phase.kind == ROUND_ROBIN:
        return round_count(players, replace(phase.settings, rounds=None))
    if phase.kind == DRAFT_PODS:
        return ROUNDS
    return rulebooks.suggested_rounds(phase.settings.rounds_by_size, players)


def points_text(points) -> str:
    """Return “Win 3, Draw 1, Loss 0, Bye 3”."""
    return ", ".join(f"{result} {worth}" for result, worth in (*by_games(points), *by_outcome(points)))


def get_deletion_summary(event: Event) -> dict[str, int]:
    """Count what deleting the event removes; `lists` counts players with a list."""
    history = load_history(event)
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    return {
        "players": len(list_participants(history)),
        "rounds": len(rounds),
        "results": sum(match.played for round_ in rounds for match in round_.matches),
        "actions": event.log.count(),
        "registrations": event.registrations.count(),
        "lists": event.list_versions.values("player").distinct().count(),
    }


@dataclass(frozen=True)
class RulebookChange:
    """Another rulebook: `facts` are (label, now, new) of what differs.

    `kept_settings` are those that this event has of its own; `error` says why it can't be used.
    """

    key: str
    name: str
    summary: str
    facts: tuple[tuple[str, str, str], ...]
    kept_settings: tuple[str, ...]
    error: str


def get_rulebook_change(event: Event, key: str) -> RulebookChange | None:
    """Compare the event with itself under another rulebook; None for its own or an unknown one."""
    history, rulebook = load_history(event), rulebooks.RULEBOOKS.get(key)
    if rulebook is None or key == history.rulebook:
        return None
    changed, facts, error = replace(history, rulebook=key), (), ""
    try:
        locking.check_rulebook(history, changed)
        facts = compare_facts(list_facts(history), list_facts(changed))
    except RuleViolation as violation:
        error = message_text(violation)
    own = [text for phase in history.phases for text in find_differences(key, phase.overrides)]
    return RulebookChange(
        key=key,
        name=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        facts=facts,
        kept_settings=tuple(dict.fromkeys(own)),
        error=error,
    )


def list_facts(history: EventHistory) -> dict[str, str]:
    """Return {label: text} of everything that depends on the rulebook, over all phases."""
    facts = {}
    for phase in history.all_phases:
        settings, overview = phase.settings, get_phase_overview(phase)
        own = dict(overview.facts)
        own[gettext("Draws")] = gettext("allowed") if settings.rulebook.draws else gettext("not allowed")
        own[gettext("Results are entered as")] = gettext(FIELD_LABELS[settings.rulebook.report][0]).lower()
        if phase.kind != BRACKET:
            own[gettext("Tiebreakers")] = ", ".join(column.label for column in overview.columns)
            own[gettext("Percentages")] = " ".join(overview.notes)
        for label, text in own.items():
            name = f"{overview.name}: {label}" if len(history.phases) > 1 else label
            facts[name] = text
    return facts


def compare_facts(now: dict[str, str], new: dict[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Return (label, now, new) of the facts that differ; “–” where one side has none."""
    labels = dict.fromkeys([*now, *new])
    pairs = ((label, now.get(label) or "–", new.get(label) or "–") for label in labels)
    return tuple(fact for fact in pairs if fact[1] != fact[2])


# More changes and names are only counted.
MAX_CHANGES, MAX_NAMES = 12, 4


@dataclass(frozen=True)
class RankChange:
    """A player's rank now and under the new settings; `by` counts ranks, upwards positive."""

    name: str
    old: int
    new: int

    @property
    def by(self):
        return self.old - self.new

    @property
    def ranks(self):
        return abs(self.by)


@dataclass(frozen=True)
class SettingsPreview:
    """The effect of other settings on the ranks and the cut.

    `changes` are the first ones, best new rank first, `more` counts the others; `warning` is about the cut.
    """

    summary: str
    changes: tuple[RankChange, ...]
    more: int
    warning: str


def preview_settings(event: Event, phase: int, **settings) -> SettingsPreview:
    """Compare the current standings with those under other settings; None means the rulebook's value."""
    history = without_draft_rounds(load_history(event))
    shown = history.phase(phase)
    merged = shown.overrides | settings
    new_settings = {name: value for name, value in merged.items() if value is not None}
    old = standings(shown, live=True).rows
    new = standings(shown.replace(overrides=new_settings), live=True).rows
    ranks = {row.player: row.rank for row in old}
    changes = [
        RankChange(row.name, ranks[row.player], row.rank) for row in new if row.rank != ranks[row.player]
    ]
    return SettingsPreview(
        summary_text(changes, len(old)),
        tuple(changes[:MAX_CHANGES]),
        max(0, len(changes) - MAX_CHANGES),
        cut_warning(shown, old, new),
    )


def summary_text(changes, players: int) -> str:
    """Return “5 of 32 would move, by up to 3 ranks.”"""
    if not changes:
        return gettext("No one would move in the current standings.")
    most = max(change.ranks for change in changes)
    text = ngettext(
        "{moved} of {all} would move, by 1 rank.", "{moved} of {all} would move, by up to {most} ranks.", most
    )
    return text.format(moved=len(changes), all=players, most=most)


def cut_warning(phase: EventPhase, old, new) -> str:
    """Return “This would change the cut: Bo_Ek would be in, Lotte out.”"""
    if phase.next is None or not old:
        return ""
    rule = cut_rule(phase.next)
    old_qualifiers, new_qualifiers = (find_qualifiers(phase, rows, rule) for rows in (old, new))
    entering = join_names([row.name for row in new if row.player in new_qualifiers - old_qualifiers])
    leaving = join_names([row.name for row in old if row.player in old_qualifiers - new_qualifiers])
    if entering and leaving:
        text = gettext("This would change the cut: {comes} would be in, {goes} out.")
    elif entering:
        text = gettext("This would change the cut: {comes} would be in.")
    else:
        text = gettext("This would change the cut: {goes} would be out.") if leaving else ""
    return text.format(comes=entering, goes=leaving)


def join_names(names: list[str]) -> str:
    """Return “Ada, Bo and Chidi” or “Ada, Bo, Chidi, Dan and 3 others”."""
    if len(names) < 2:
        return "".join(names)
    if len(names) > MAX_NAMES + 1:
        first, rest = ", ".join(names[:MAX_NAMES]), len(names) - MAX_NAMES
        text = ngettext("{some} and {count} other", "{some} and {count} others", rest)
        return text.format(some=first, count=rest)
    return gettext("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
