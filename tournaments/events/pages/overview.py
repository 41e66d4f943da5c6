"""The event's own pages."""

from contextlib import suppress
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from ...brackets.pages.cut import AvailableCut, find_available_cut, pending_choice_text
from ...drafts.pages import draft_facts
from ...history.cache import load_history
from ...history.load import public_history
from ...lists.pages import are_lists_public
from ...models import Event, Staff
from ...players.pages.entry_list import name_words
from ...results.pages.cells import betting_text
from ...rounds.pages.change_notices import get_change_notices
from ...rounds.pages.pairing_rules import pairing_facts, phase_pairing_text
from ...rounds.pages.pairings import RoundPage, build_round_page
from ...rounds.pages.proofs import next_seed_hash
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import (
    BRACKET,
    DRAFT_PODS,
    DRAWN_KINDS,
    PODS,
    ROUND_KINDS,
    SWISS,
    EventHistory,
    EventPhase,
    PhaseRecord,
)
from ...rules.players.participation import list_participants
from ...rules.rounds import progress
from ...rules.rounds.phases import entrants_of, round_count
from ...rules.settings.fields import NEXT_UP, SHARED
from ...rules.standings.table_builder import counted_phases
from ...standings.pages.standings import ColumnInfo, columns_of
from ...web.status import ENDED, has_prizes, state_of
from ...web.wording import (
    KINDS,
    cut_text,
    list_noun_plural,
    number_text,
    percent_text,
    phase_name,
)
from . import on_site
from .winners import EventResult, Place, get_event_result, leaders_of


@dataclass(frozen=True)
class EventHome:
    """The home page of an event.

    `players` (id, name, club) before the first round; `result` after the end. `phases` (number, name) have
    begun, `phase` is displayed; `has_pods`: a draft with pods; `is_over`: the displayed round is finished and
    the next one unpublished; `choice` announces a pending choice of an opponent. `leaders` are the top of the
    live standings, empty before the first result, in finals, after the end and while points are hidden.
    """

    starts: str
    players: tuple[tuple[str, str, str], ...]
    round: RoundPage | None
    is_over: bool
    result: EventResult | None
    phases: tuple[tuple[int, str], ...]
    phase: int
    in_finals: bool
    choice: str
    has_pods: bool
    leaders: tuple[Place, ...]
    has_prizes: bool


def get_event_home(event: Event, phase: int | None = None) -> EventHome | None:
    """Return the home page of an event or of one of its phases; None for an unknown phase."""
    history = public_history(load_history(event))
    if phase is not None and not 1 <= phase <= len(history.phases):
        return None
    shown = history.phase(phase) if phase else history.current_phase
    has_ended = phase is None and state_of(history) == ENDED
    result = get_event_result(event, history) if has_ended else None
    round_page = build_round_page(shown, notices=get_change_notices(event, history))
    return EventHome(
        starts=starts_text(event),
        players=() if round_page else players_by_name(history),
        round=round_page,
        is_over=bool(round_page) and not round_page.is_open,
        result=result,
        phases=tuple((each.number, phase_name(each)) for each in history.all_phases if each.begun),
        phase=shown.number,
        in_finals=shown.kind == BRACKET,
        choice=pending_choice_text(shown),
        has_pods=bool(shown.pods),
        leaders=() if result else leaders_of(shown),
        has_prizes=has_prizes(history),
    )


def players_by_name(history: EventHistory):
    players = sorted(list_participants(history), key=lambda player: name_words(player.name))
    return tuple((player.id, player.name, player.club) for player in players)


def starts_text(event: Event) -> str:
    """Return “Saturday 14 November, 10:00”, in the event's own time zone."""
    if event.starts_at is None:
        return ""
    at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone))
    return date_format(at, "l j F Y, H:i")


@dataclass(frozen=True)
class PhaseOverview:
    """A phase; `facts` are (label, text) pairs, `columns` the tiebreakers, `notes` on percentages."""

    number: int
    name: str
    facts: tuple[tuple[str, str], ...]
    columns: tuple[ColumnInfo, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class EventOverview:
    rulebook: str
    summary: str
    source: str
    starts: str
    timezone: str
    place: str
    organisers: tuple[str, ...]
    phases: tuple[PhaseOverview, ...]
    next_seed_hash: str
    list_plural: str


def get_event_overview(event: Event) -> EventOverview:
    history = load_history(event)
    rulebook = history.phase(1).settings.rulebook
    staff = event.staff.filter(role__in=[Staff.OWNER, Staff.ORGANISER]).select_related("user").order_by("id")
    return EventOverview(
        rulebook=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        source=f"{rulebook.source} ({rulebook.year})",
        starts=starts_text(event),
        timezone=event.timezone,
        place=event.place,
        organisers=tuple(member.user.get_full_name() or member.user.get_username() for member in staff),
        phases=tuple(map(get_phase_overview, history.all_phases)),
        next_seed_hash=next_seed_hash(event, history),
        list_plural=list_noun_plural(history.rulebook) if are_lists_public(event) else "",
    )


def get_event_facts(event: Event) -> tuple[tuple[str, str], ...]:
    """Return what the event is in a few (label, text) pairs: its rulebook, then each phase."""
    history = load_history(event)
    facts = [(gettext("Rulebook"), gettext(history.phase(1).settings.rulebook.name))]
    if game := " · ".join(filter(None, (history.game, history.game_format))):
        facts.insert(0, (gettext("Game"), game))
    for phase in history.all_phases:
        settings, parts = phase.settings, []
        if phase.number > 1:
            parts.append(qualification_text(phase))
        if phase.kind == BRACKET:
            name = gettext(finals.check_finals(settings.finals or finals.DEFAULT_FINALS).name)
            parts += [name] if name != phase_name(phase) else []
        else:
            parts.append(rounds_fact(phase))
            parts += [best_of_text(settings.best_of)] if phase.kind != PODS else []
        facts.append((phase_name(phase), ", ".join(parts)))
    return tuple(facts)


def get_format_page(history: EventHistory) -> str:
    """Return the URL name of the settings that begin with the rulebook: an event of finals has no format."""
    has_rounds = any(phase.kind in ROUND_KINDS for phase in history.phases)
    return "settings_format" if has_rounds else "settings_finals"


def format_line(history: EventHistory) -> str:
    """Return “Magic, 5 rounds, best of 3, then top 8 single elimination”."""
    parts = [gettext(history.phase(1).settings.rulebook.name)]
    for phase in history.all_phases:
        settings, words = phase.settings, []
        if phase.kind == BRACKET:
            words.append(finals_words(settings))
        else:
            if phase.number > 1 or phase.kind != SWISS:
                words.append(phase_name(phase))
            words.append(rounds_so_far(phase))
            words += [best_of_text(settings.best_of)] if phase.kind != PODS else []
        text = ", ".join(words)
        parts.append(gettext("then {phase}").format(phase=text) if phase.number > 1 else text)
    return ", ".join(parts)


def finals_words(settings) -> str:
    """Return “top 8 single elimination”; a system that says its number is named alone."""
    name = gettext(finals.check_finals(settings.finals or finals.DEFAULT_FINALS).name)
    size = (settings.cut or {}).get("top")
    if not size or str(size) in name:
        return name
    return gettext("top {size} {system}").format(size=size, system=name[:1].lower() + name[1:])


def rounds_so_far(phase: EventPhase) -> str:
    """Return “5 rounds”, for the players so far where their number decides."""
    count = phase.settings.rounds or len(phase.rounds)
    if not count and sum(player.plays_in(1) for player in phase.history.players) > 1:
        with suppress(RuleViolation):
            count = round_count(phase)
    if not count:
        return gettext("rounds by the number of players")
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def rounds_fact(phase: EventPhase) -> str:
    """Return “5 rounds”, or that their number depends on the players."""
    count, _text = rounds_text(phase)
    if count is None:
        return gettext("rounds by the number of players")
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def get_phase_overview(phase: EventPhase) -> PhaseOverview:
    name, settings = phase_name(phase), phase.settings
    if phase.kind == BRACKET:
        return PhaseOverview(phase.number, name, finals_facts(phase), (), ())
    columns = columns_of(column.key for column in settings.columns)
    return PhaseOverview(phase.number, name, swiss_facts(phase), columns, percentage_notes(settings))


def entry_facts(phase):
    """Describe the entrants of a later phase and the points carried over."""
    if phase.number == 1:
        return ()
    if not phase.settings.carry:
        carried = gettext("everyone starts from zero")
    elif phase.settings.meet_again:
        carried = gettext("points and records carry over from {phases}; rematches are allowed")
    else:
        carried = gettext("points, records and opponents carry over from {phases}")
    names = ", ".join(phase_name(counted) for counted in counted_phases(phase)[:-1])
    return (
        (gettext("Who advances"), qualification_text(phase)),
        (gettext("Standings"), carried.format(phases=names)),
    )


def swiss_facts(phase):
    settings = phase.settings
    return (
        *entry_facts(phase),
        (gettext("Rounds"), rounds_text(phase)[1]),
        *([(gettext("Match"), best_of_text(settings.best_of))] if phase.kind != PODS else ()),
        (gettext("Points"), points_rule_text(settings)),
        (gettext("Pairing"), phase_pairing_text(settings, phase.kind)),
        *(draft_facts(settings) if phase.kind == DRAFT_PODS else ()),
        *(pairing_facts(settings, phase.kind) if phase.kind in DRAWN_KINDS else ()),
        *on_site.on_site_facts(settings),
    )


def rounds_text(phase) -> tuple[int | None, str]:
    """Return the number of rounds, None while it depends on the players, and its text."""
    rounds = phase.settings.rounds
    unknown = rounds, str(rounds or gettext("depends on the number of players"))
    players = sum(player.plays_in(1) for player in phase.history.players)
    if players < 2:
        return unknown
    try:
        count = round_count(phase)
    except RuleViolation:  # so far nobody would go on to this phase
        return unknown
    if rounds or phase.rounds:
        return count, str(count)
    text = gettext("depends on the number of players: {count} for the {players} so far")
    return None, text.format(count=count, players=players)


def best_of_text(games: int) -> str:
    if games == 1:
        return gettext("one game")
    if games == 2:
        return gettext("two games")
    return gettext("best of {games}").format(games=games)


def points_rule_text(settings) -> str:
    """Return “win 3, draw 1, loss 0, bye 3”, with the points by games, or the rule of betting."""
    if settings.betting:
        return betting_text(settings.betting)
    points = settings.points
    names = {"win": gettext("win"), "draw": gettext("draw"), "loss": gettext("loss"), "bye": gettext("bye")}
    return ", ".join(f"{names.get(key, key.replace('-', '–'))} {number_text(points[key])}" for key in points)


def percentage_notes(settings) -> tuple[str, ...]:
    """Describe how percentages are calculated, if a column is a percentage."""
    if not any(column.key in ("mw", "gw", "omw", "ogw", "oomw") for column in settings.columns):
        return ()
    floor, bye_games = percent_text(settings.percentages.floor), settings.percentages.bye_games
    notes = [gettext("Percentages count as at least {floor}.").format(floor=floor)]
    if bye_games:
        text = ngettext("A bye counts as {games} game won.", "A bye counts as {games} games won.", bye_games)
        notes.append(text.format(games=bye_games))
    return (*notes, gettext("Byes don’t count as opponents."))


def finals_facts(phase):
    settings = phase.settings
    system = finals.check_finals(settings.finals or finals.DEFAULT_FINALS)
    facts = [
        (gettext("Who advances"), qualification_text(phase)),
        (gettext("Top cut"), gettext(system.name)),
        (gettext("How it works"), gettext(system.summary)),
    ]
    if not is_all_pods(phase):
        facts.append((gettext("Match"), finals_best_of_text(phase)))
    return (*facts, *finals_options(settings), *on_site.on_site_facts(settings))


def is_all_pods(phase) -> bool:
    """Return whether the finals consist of pods, which have one game each."""
    try:
        return all(slot.is_pod for slot in finals.bracket_of(phase).table.matches)
    except RuleViolation:
        return False


def finals_best_of_text(phase) -> str:
    """Return “best of 3; round 4: best of 5”."""
    settings = phase.settings
    parts = [best_of_text(settings.best_of)]
    for round_number, games in sorted(settings.best_of_rounds.items(), key=lambda item: int(item[0])):
        try:
            round_names = finals.bracket_of(phase).table.round_names
            name = round_names[int(round_number) - 1].render(gettext)
        except (RuleViolation, IndexError):
            name = gettext("round {number}").format(number=round_number)
        parts.append(f"{name}: {best_of_text(games)}")
    return "; ".join(parts)


def finals_options(settings):
    """Describe the options for third place, shared places and replacements."""
    if settings.third_place:
        yield gettext("Third place"), gettext("decided by a match")
    if settings.places == SHARED:
        yield gettext("Places"), gettext("shared by players eliminated in the same round")
    if settings.after_cut == NEXT_UP:
        words = gettext(
            "the next player in the standings plays, until the first match of the top cut is played"
        )
        yield gettext("Drops after the cut"), words


def qualification_text(phase) -> str:
    """Describe the players who enter a later phase."""
    entrants, cut = phase.entrants, phase.settings.cut
    if entrants is not None and (cut or {}).get("by_hand"):
        return gettext("{size} players, chosen by hand").format(size=len(entrants))
    if entrants is not None:
        return gettext("the top {size}").format(size=len(entrants))
    if cut is not None:
        return cut_text(cut)
    if phase.kind != BRACKET:
        return gettext("everyone")
    try:
        return gettext("the top {size}").format(size=len(entrants_of(phase)))
    except RuleViolation:
        return gettext("the top of the standings")


DONE, NOW, COMING = "done", "now", "coming"
STAGES = {
    DONE: gettext_noop("finished"),
    NOW: gettext_noop("in progress"),
    COMING: gettext_noop("upcoming"),
}


@dataclass(frozen=True)
class PhaseLine:
    """A phase of the plan; `facts` are the (label, text) pairs that not all phases have.

    `stage` is DONE, NOW or COMING. `is_coming`: it can be edited; `has_rounds`: it is ranked by points.
    """

    number: int
    name: str
    kind: str
    state: str
    stage: str
    facts: tuple[tuple[str, str], ...]
    is_coming: bool
    can_move_up: bool
    can_move_down: bool
    has_rounds: bool


@dataclass(frozen=True)
class PhasePlan:
    """The phases of the event; `shared` are the (label, text) pairs that all of several phases have."""

    version: int
    rulebook: str
    lines: tuple[PhaseLine, ...]
    shared: tuple[tuple[str, str], ...]
    available_cut: AvailableCut | None
    phases: tuple[PhaseRecord, ...]

    @property
    def begun(self):
        return sum(not line.is_coming for line in self.lines)

    @property
    def last_rounds(self):
        """Return the number of the phase after which a new one is added: before finals that are to come."""
        return max([self.begun, *(line.number for line in self.lines if line.has_rounds)])

    @property
    def can_remove(self):
        return len(self.lines) > 1

    @property
    def kinds(self):
        """Return (kind, label) of the kinds of phases."""
        return tuple((kind, gettext(label)) for kind, label in KINDS.items())


def get_phase_plan(event: Event) -> PhasePlan:
    history = load_history(event)
    current = history.current_phase
    begun = current.number if current.begun else 0
    facts = [get_phase_overview(phase).facts for phase in history.all_phases]
    shared = tuple(fact for fact in facts[0] if len(facts) > 1 and all(fact in others for others in facts))
    lines = tuple(
        phase_line(phase, begun, tuple(fact for fact in own if fact not in shared))
        for phase, own in zip(history.all_phases, facts, strict=True)
    )
    return PhasePlan(
        history.version, history.rulebook, lines, shared, find_available_cut(history), history.phases
    )


def phase_line(phase: EventPhase, begun: int, facts: tuple[tuple[str, str], ...]) -> PhaseLine:
    stage = stage_of(phase, begun)
    return PhaseLine(
        number=phase.number,
        name=phase_name(phase),
        kind=gettext(KINDS.get(phase.kind, phase.kind)),
        state=gettext(STAGES[stage]),
        stage=stage,
        facts=facts,
        is_coming=phase.number > begun,
        can_move_up=phase.number > begun + 1,
        can_move_down=phase.number > begun and phase.next is not None,
        has_rounds=phase.kind != BRACKET,
    )


def stage_of(phase: EventPhase, begun: int) -> str:
    if phase.number > begun:
        return COMING
    return DONE if phase.number < begun or progress.is_over(phase) else NOW
