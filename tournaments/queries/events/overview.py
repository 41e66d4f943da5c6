"""The format of an event: rulebook and its numbers, pairing, cut, staff."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event, Staff
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS, EventHistory
from ...rules.rounds import progress
from ...rules.settings.finals import NEXT_UP, SHARED
from ...rules.standings.carry_over import counted_phases
from ..history.cache import load_history
from ..rounds.draw_proof import next_seal
from ..standings.columns import ColumnInfo, columns_of
from ..wording import drafts, hall
from ..wording.betting import betting_text
from ..wording.cuts import cut_words
from ..wording.formats import number_text, percent_text, phase_name
from ..wording.pairing import paired_text, pairing_facts
from .front_page import starts_text


@dataclass(frozen=True)
class PhaseOverview:
    """`facts` are (label, words) pairs; `columns` the tiebreakers in order, with `notes` on percentages."""

    number: int
    name: str
    facts: tuple[tuple[str, str], ...]
    columns: tuple[ColumnInfo, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class About:
    rulebook: str
    summary: str
    source: str
    starts: str
    timezone: str
    place: str
    organisers: tuple[str, ...]
    phases: tuple[PhaseOverview, ...]
    sealed: str


def about(event: Event) -> About:
    """All that somebody asks before they play, from the event's own settings."""
    history = load_history(event)
    rulebook = progress.settings_for(history, 1).rulebook
    staff = event.staff.filter(role__in=[Staff.OWNER, Staff.ORGANISER]).select_related("user").order_by("id")
    return About(
        rulebook=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        source=f"{rulebook.source} ({rulebook.year})",
        starts=starts_text(event),
        timezone=event.timezone,
        place=event.place,
        organisers=tuple(one.user.get_full_name() or one.user.get_username() for one in staff),
        phases=tuple(get_phase_overview(history, number) for number in range(1, len(history.phases) + 1)),
        sealed=next_seal(event, history),
    )


def get_phase_overview(history: EventHistory, number: int) -> PhaseOverview:
    phase, settings = history.phase(number), progress.settings_for(history, number)
    if phase.kind == BRACKET:
        facts, columns, notes = finals_facts(history, number, settings), (), ()
    else:
        facts, columns = swiss_facts(history, number, settings), columns_of(c.key for c in settings.columns)
        notes = percentage_notes(settings)
    return PhaseOverview(number, phase_name(history, number), facts, columns, notes)


def entry_facts(history, number, settings):
    """Describe the entrants of a later phase and the points carried over."""
    if number == 1:
        return ()
    brings = gettext("begin at nothing")
    if settings.carry:
        brings = gettext("points, records and opponents of {phases} count on")
    if settings.carry and settings.meet_again:
        brings = gettext("points and records of {phases} count on; opponents may meet again")
    names = ", ".join(phase_name(history, n) for n in counted_phases(history, number)[:-1])
    return (
        (gettext("Who goes on"), cut_text(history, number, settings.cut)),
        (gettext("Standings"), brings.format(phases=names)),
    )


def swiss_facts(history, number, settings):
    kind = history.phase(number).kind
    return (
        *entry_facts(history, number, settings),
        (gettext("Rounds"), rounds_text(history, number, settings)),
        *([(gettext("Match"), best_of_text(settings.best_of))] if kind != PODS else ()),
        (gettext("Points"), points_text(settings)),
        (gettext("Pairing"), paired_text(settings, kind)),
        *(drafts.facts(settings) if kind == DRAFT_PODS else ()),
        *(pairing_facts(settings, kind) if kind in DRAWN_KINDS else ()),
        *hall.facts(settings),
    )


def rounds_text(history, number, settings) -> str:
    unknown = str(settings.rounds) if settings.rounds else gettext("by the number of players")
    if not history.players:
        return unknown
    try:
        count = progress.round_count(history, number)
    except RuleViolation:  # so far nobody would go on to this phase
        return unknown
    if settings.rounds or history.phase(number).rounds:
        return str(count)
    return gettext("{count}, for the players entered so far").format(count=count)


def best_of_text(games: int) -> str:
    if games == 1:
        return gettext("one game")
    if games == 2:
        return gettext("two games")
    return gettext("best of {games}").format(games=games)


def points_text(settings) -> str:
    return betting_text(settings.betting) if settings.betting else worth_text(settings.points)


def worth_text(points) -> str:
    """“win 3, draw 1, loss 0, bye 3”, and what scores by games are worth."""
    names = {
        "win": gettext("win"),
        "draw": gettext("draw"),
        "loss": gettext("loss"),
        "bye": gettext("bye"),
    }
    return ", ".join(f"{names.get(key, key.replace('-', '–'))} {number_text(points[key])}" for key in points)


def percentage_notes(settings) -> tuple[str, ...]:
    """Describe how percentages are computed, if a column is a percentage."""
    if not any(column.key in ("mw", "gw", "omw", "ogw", "oomw") for column in settings.columns):
        return ()
    switches = settings.percentages
    notes = [gettext("No percentage counts less than {floor}.").format(floor=percent_text(switches.floor))]
    if switches.bye_games:
        words = ngettext(
            "A bye counts as {games} game won.", "A bye counts as {games} games won.", switches.bye_games
        )
        notes.append(words.format(games=switches.bye_games))
    notes.append(gettext("A bye is no opponent."))
    return tuple(notes)


def finals_facts(history, number, settings):
    system = finals.check_finals(settings.finals or finals.DEFAULT_FINALS)
    return (
        (gettext("Who goes on"), cut_text(history, number, settings.cut)),
        (gettext("Finals"), gettext(system.name)),
        (gettext("How"), gettext(system.summary)),
        *(
            []
            if is_all_pods(history, number)
            else [(gettext("Match"), finals_best_of_text(history, number, settings))]
        ),
        *finals_options(settings),
        *hall.facts(settings),
    )


def is_all_pods(history, number) -> bool:
    """Whether the finals hold pods alone, of one game each."""
    try:
        return all(slot.is_pod for slot in finals.bracket_of(history, number).table.matches)
    except RuleViolation:
        return False


def finals_best_of_text(history, number, settings) -> str:
    """“best of 3; round 4: best of 5”."""
    parts = [best_of_text(settings.best_of)]
    for round_, games in sorted(settings.best_of_rounds.items(), key=lambda item: int(item[0])):
        try:
            name = finals.bracket_of(history, number).table.round_names[int(round_) - 1].render(gettext)
        except (RuleViolation, IndexError):
            name = gettext("round {number}").format(number=round_)
        parts.append(f"{name}: {best_of_text(games)}")
    return "; ".join(parts)


def finals_options(settings):
    """Describe the options for third place, shared places and replacements."""
    if settings.third_place:
        yield gettext("Third place"), gettext("is played for")
    if settings.places == SHARED:
        yield gettext("Places"), gettext("shared by those who go out in one round")
    if settings.after_cut == NEXT_UP:
        words = gettext("the next in the standings plays, as long as no match of the finals has been played")
        yield gettext("Who leaves after the cut"), words


def cut_text(history, number, cut) -> str:
    entrants = history.phase(number).entrants
    if entrants is not None and (cut or {}).get("by_hand"):
        return gettext("{size} players, chosen by hand").format(size=len(entrants))
    if entrants is not None:
        return gettext("the best {size}").format(size=len(entrants))
    if cut is not None:
        return cut_words(cut)
    if history.phase(number).kind != BRACKET:
        return gettext("everybody")
    try:
        return gettext("the best {size}").format(size=len(progress.entrants_of(history, number)))
    except RuleViolation:
        return gettext("the best of the standings")
