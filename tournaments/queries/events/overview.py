"""What is played at an event: its rulebook with its numbers, pairing, cut, and who runs it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event, Staff
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS, EventHistory
from ...rules.rounds import progress
from ...rules.settings.finals import NEXT_UP, SHARED
from ...rules.standings.carry_over import counted
from ..history.cache import history_of
from ..rounds.draw_proof import next_seal
from ..standings.columns import ColumnShown, columns_of
from ..wording import drafts, hall
from ..wording.betting import betting_text
from ..wording.cuts import cut_words
from ..wording.formats import number_text, percent_text, phase_name
from ..wording.pairing import paired_text, pairing_facts
from .front_page import starts_text


@dataclass(frozen=True)
class PhaseTold:
    """`facts` are (label, words) pairs; `columns` the tiebreakers in order, with `notes` on percentages."""

    number: int
    name: str
    facts: tuple[tuple[str, str], ...]
    columns: tuple[ColumnShown, ...]
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
    phases: tuple[PhaseTold, ...]
    sealed: str


def about(event: Event) -> About:
    """All that somebody asks before they play, from the event's own settings."""
    history = history_of(event)
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
        phases=tuple(phase_told(history, number) for number in range(1, len(history.phases) + 1)),
        sealed=next_seal(event, history),
    )


def phase_told(history: EventHistory, number: int) -> PhaseTold:
    phase, settings = history.phase(number), progress.settings_for(history, number)
    if phase.kind == BRACKET:
        facts, columns, notes = finals_facts(history, number, settings), (), ()
    else:
        facts, columns = swiss_facts(history, number, settings), columns_of(c.key for c in settings.columns)
        notes = percentage_notes(settings)
    return PhaseTold(number, phase_name(history, number), facts, columns, notes)


def entry_facts(told, number, settings):
    """Who enters a later phase, and what they bring."""
    if number == 1:
        return ()
    brings = gettext("begin at nothing")
    if settings.carry:
        brings = gettext("points, records and opponents of {phases} count on")
    if settings.carry and settings.meet_again:
        brings = gettext("points and records of {phases} count on; opponents may meet again")
    names = ", ".join(phase_name(told, n) for n in counted(told, number)[:-1])
    return (
        (gettext("Who goes on"), cut_text(told, number, settings.cut)),
        (gettext("Standings"), brings.format(phases=names)),
    )


def swiss_facts(told, number, settings):
    kind = told.phase(number).kind
    return (
        *entry_facts(told, number, settings),
        (gettext("Rounds"), rounds_text(told, number, settings)),
        *([(gettext("Match"), best_of_text(settings.best_of))] if kind != PODS else ()),
        (gettext("Points"), points_text(settings)),
        (gettext("Pairing"), paired_text(settings, kind)),
        *(drafts.facts(settings) if kind == DRAFT_PODS else ()),
        *(pairing_facts(settings, kind) if kind in DRAWN_KINDS else ()),
        *hall.facts(settings),
    )


def rounds_text(told, number, settings) -> str:
    unknown = str(settings.rounds) if settings.rounds else gettext("by the number of players")
    if not told.players:
        return unknown
    try:
        count = progress.round_count(told, number)
    except RuleViolation:  # so far nobody would go on to this phase
        return unknown
    if settings.rounds or told.phase(number).rounds:
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
    """How percentages are taken, where one of the columns is one."""
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


def finals_facts(told, number, settings):
    system = finals.check_finals(settings.finals or finals.DEFAULT_FINALS)
    return (
        (gettext("Who goes on"), cut_text(told, number, settings.cut)),
        (gettext("Finals"), gettext(system.name)),
        (gettext("How"), gettext(system.summary)),
        *(
            []
            if is_all_pods(told, number)
            else [(gettext("Match"), finals_best_of_text(told, number, settings))]
        ),
        *finals_options(settings),
        *hall.facts(settings),
    )


def is_all_pods(told, number) -> bool:
    """Whether the finals hold pods alone, of one game each."""
    try:
        return all(slot.is_pod for slot in finals.bracket_of(told, number).table.matches)
    except RuleViolation:
        return False


def finals_best_of_text(told, number, settings) -> str:
    """“best of 3; round 4: best of 5”."""
    parts = [best_of_text(settings.best_of)]
    for round_, games in sorted(settings.best_of_rounds.items(), key=lambda item: int(item[0])):
        try:
            name = finals.bracket_of(told, number).table.round_names[int(round_) - 1].said(gettext)
        except (RuleViolation, IndexError):
            name = gettext("round {number}").format(number=round_)
        parts.append(f"{name}: {best_of_text(games)}")
    return "; ".join(parts)


def finals_options(settings):
    """What the organiser chose of third place, shared places and who plays for who leaves."""
    if settings.third_place:
        yield gettext("Third place"), gettext("is played for")
    if settings.places == SHARED:
        yield gettext("Places"), gettext("shared by those who go out in one round")
    if settings.after_cut == NEXT_UP:
        words = gettext("the next in the standings plays, as long as no match of the finals has been played")
        yield gettext("Who leaves after the cut"), words


def cut_text(told, number, cut) -> str:
    entrants = told.phase(number).entrants
    if entrants is not None and (cut or {}).get("by_hand"):
        return gettext("{size} players, chosen by hand").format(size=len(entrants))
    if entrants is not None:
        return gettext("the best {size}").format(size=len(entrants))
    if cut is not None:
        return cut_words(cut)
    if told.phase(number).kind != BRACKET:
        return gettext("everybody")
    try:
        return gettext("the best {size}").format(size=len(progress.entrants_of(told, number)))
    except RuleViolation:
        return gettext("the best of the standings")
