"""The format of an event: rulebook and its numbers, pairing, cut, staff."""

from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event, Staff
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS, ROUND_KINDS, SWISS, EventHistory
from ...rules.rounds import progress
from ...rules.settings.finals import NEXT_UP, SHARED
from ...rules.standings.carry_over import counted_phases
from ..history.cache import load_history
from ..lists.public_lists import are_lists_public
from ..rounds.draw_proof import next_seed_hash
from ..standings.columns import ColumnInfo, columns_of
from ..wording import drafts, on_site
from ..wording.betting import betting_text
from ..wording.cuts import cut_text
from ..wording.formats import number_text, percent_text, phase_name
from ..wording.lists import list_noun_plural
from ..wording.pairing import pairing_facts, phase_pairing_text
from .front_page import starts_text


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
        phases=tuple(get_phase_overview(history, number) for number in range(1, len(history.phases) + 1)),
        next_seed_hash=next_seed_hash(event, history),
        list_plural=list_noun_plural(history.rulebook) if are_lists_public(event) else "",
    )


def get_event_facts(event: Event) -> tuple[tuple[str, str], ...]:
    """Return what the event is in a few (label, text) pairs: its rulebook, then each phase."""
    history = load_history(event)
    facts = [(gettext("Rulebook"), gettext(history.phase(1).settings.rulebook.name))]
    for number, phase in enumerate(history.phases, 1):
        settings, parts = history.phase(number).settings, []
        if number > 1:
            parts.append(qualification_text(history, number, settings.cut))
        if phase.kind == BRACKET:
            name = gettext(finals.check_finals(settings.finals or finals.DEFAULT_FINALS).name)
            parts += [name] if name != phase_name(history, number) else []
        else:
            parts.append(rounds_fact(history, number, settings))
            parts += [best_of_text(settings.best_of)] if phase.kind != PODS else []
        facts.append((phase_name(history, number), ", ".join(parts)))
    return tuple(facts)


def get_format_page(history: EventHistory) -> str:
    """Return the URL name of the settings that begin with the rulebook: an event of finals has no format."""
    has_rounds = any(phase.kind in ROUND_KINDS for phase in history.phases)
    return "settings_format" if has_rounds else "settings_finals"


def format_line(history: EventHistory) -> str:
    """Return “Magic, 5 rounds, best of 3, then top 8 single elimination”."""
    parts = [gettext(history.phase(1).settings.rulebook.name)]
    for number, phase in enumerate(history.phases, 1):
        settings, words = history.phase(number).settings, []
        if phase.kind == BRACKET:
            words.append(finals_words(settings))
        else:
            if number > 1 or phase.kind != SWISS:
                words.append(phase_name(history, number))
            words.append(rounds_so_far(history, number, settings))
            words += [best_of_text(settings.best_of)] if phase.kind != PODS else []
        text = ", ".join(words)
        parts.append(gettext("then {phase}").format(phase=text) if number > 1 else text)
    return ", ".join(parts)


def finals_words(settings) -> str:
    """Return “top 8 single elimination”; a system that says its number is named alone."""
    name = gettext(finals.check_finals(settings.finals or finals.DEFAULT_FINALS).name)
    size = (settings.cut or {}).get("top")
    if not size or str(size) in name:
        return name
    return gettext("top {size} {system}").format(size=size, system=name[:1].lower() + name[1:])


def rounds_so_far(history: EventHistory, number: int, settings) -> str:
    """Return “5 rounds”, for the players so far where their number decides."""
    count = settings.rounds or len(history.phase(number).rounds)
    if not count and sum(player.plays_in(1) for player in history.players) > 1:
        with suppress(RuleViolation):
            count = progress.round_count(history.phase(number))
    if not count:
        return gettext("rounds by the number of players")
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def rounds_fact(history: EventHistory, number: int, settings) -> str:
    """Return “5 rounds”, or that their number depends on the players."""
    count, _text = rounds_text(history, number, settings)
    if count is None:
        return gettext("rounds by the number of players")
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def get_phase_overview(history: EventHistory, number: int) -> PhaseOverview:
    name, settings = phase_name(history, number), history.phase(number).settings
    if history.phase(number).kind == BRACKET:
        return PhaseOverview(number, name, finals_facts(history, number, settings), (), ())
    columns = columns_of(column.key for column in settings.columns)
    return PhaseOverview(
        number, name, swiss_facts(history, number, settings), columns, percentage_notes(settings)
    )


def entry_facts(history, number, settings):
    """Describe the entrants of a later phase and the points carried over."""
    if number == 1:
        return ()
    if not settings.carry:
        carried = gettext("everyone starts from zero")
    elif settings.meet_again:
        carried = gettext("points and records carry over from {phases}; rematches are allowed")
    else:
        carried = gettext("points, records and opponents carry over from {phases}")
    names = ", ".join(phase_name(history, n) for n in counted_phases(history.phase(number))[:-1])
    return (
        (gettext("Who advances"), qualification_text(history, number, settings.cut)),
        (gettext("Standings"), carried.format(phases=names)),
    )


def swiss_facts(history, number, settings):
    kind = history.phase(number).kind
    return (
        *entry_facts(history, number, settings),
        (gettext("Rounds"), rounds_text(history, number, settings)[1]),
        *([(gettext("Match"), best_of_text(settings.best_of))] if kind != PODS else ()),
        (gettext("Points"), points_text(settings)),
        (gettext("Pairing"), phase_pairing_text(settings, kind)),
        *(drafts.draft_facts(settings) if kind == DRAFT_PODS else ()),
        *(pairing_facts(settings, kind) if kind in DRAWN_KINDS else ()),
        *on_site.on_site_facts(settings),
    )


def rounds_text(history, number, settings) -> tuple[int | None, str]:
    """Return the number of rounds, None while it depends on the players, and its text."""
    unknown = settings.rounds, str(settings.rounds or gettext("depends on the number of players"))
    players = sum(player.plays_in(1) for player in history.players)
    if players < 2:
        return unknown
    try:
        count = progress.round_count(history.phase(number))
    except RuleViolation:  # so far nobody would go on to this phase
        return unknown
    if settings.rounds or history.phase(number).rounds:
        return count, str(count)
    text = gettext("depends on the number of players: {count} for the {players} so far")
    return None, text.format(count=count, players=players)


def best_of_text(games: int) -> str:
    if games == 1:
        return gettext("one game")
    if games == 2:
        return gettext("two games")
    return gettext("best of {games}").format(games=games)


def points_text(settings) -> str:
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


def finals_facts(history, number, settings):
    system = finals.check_finals(settings.finals or finals.DEFAULT_FINALS)
    facts = [
        (gettext("Who advances"), qualification_text(history, number, settings.cut)),
        (gettext("Top cut"), gettext(system.name)),
        (gettext("How it works"), gettext(system.summary)),
    ]
    if not is_all_pods(history, number):
        facts.append((gettext("Match"), finals_best_of_text(history, number, settings)))
    return (*facts, *finals_options(settings), *on_site.on_site_facts(settings))


def is_all_pods(history, number) -> bool:
    """Return whether the finals consist of pods, which have one game each."""
    try:
        return all(slot.is_pod for slot in finals.bracket_of(history.phase(number)).table.matches)
    except RuleViolation:
        return False


def finals_best_of_text(history, number, settings) -> str:
    """Return “best of 3; round 4: best of 5”."""
    parts = [best_of_text(settings.best_of)]
    for round_number, games in sorted(settings.best_of_rounds.items(), key=lambda item: int(item[0])):
        try:
            round_names = finals.bracket_of(history.phase(number)).table.round_names
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


def qualification_text(history, number, cut) -> str:
    """Describe the players who enter a later phase."""
    entrants = history.phase(number).entrants
    if entrants is not None and (cut or {}).get("by_hand"):
        return gettext("{size} players, chosen by hand").format(size=len(entrants))
    if entrants is not None:
        return gettext("the top {size}").format(size=len(entrants))
    if cut is not None:
        return cut_text(cut)
    if history.phase(number).kind != BRACKET:
        return gettext("everyone")
    try:
        return gettext("the top {size}").format(size=len(progress.entrants_of(history.phase(number))))
    except RuleViolation:
        return gettext("the top of the standings")
