"""The home page of an event: players, pairings or winners."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.players.participation import list_participants
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..brackets.early_matches import pending_choice_text
from ..history.cache import load_history
from ..history.load import public_history
from ..players.search import name_words
from ..rounds.change_notices import get_change_notices
from ..rounds.round_page import RoundPage, build_round_page, points_text
from ..wording.formats import phase_name, record_text
from .status import state_of

MAX_PLACES = 8


@dataclass(frozen=True)
class Place:
    rank: int
    player: str
    name: str
    note: str


@dataclass(frozen=True)
class EventHome:
    """The home page of an event.

    `players` (id, name, club) before the first round; `places` after the end. `phases` (number, name) have
    begun, `phase` is displayed; `has_pods`: a draft with pods; `is_over`: the displayed round is finished and
    the next one unpublished; `choice` announces a pending choice of an opponent. `leaders` are the top of the
    live standings, empty before the first result, in finals and while points are hidden.
    """

    starts: str
    players: tuple[tuple[str, str, str], ...]
    round: RoundPage | None
    is_over: bool
    places: tuple[Place, ...]
    phases: tuple[tuple[int, str], ...]
    phase: int
    in_finals: bool
    choice: str
    has_pods: bool
    leaders: tuple[Place, ...]

    @property
    def winners(self):
        return tuple(place for place in self.places if place.rank == 1)


def get_event_home(event: Event, phase: int | None = None) -> EventHome | None:
    """Return the home page of an event or of one of its phases; None for an unknown phase."""
    history = public_history(load_history(event))
    if phase is not None and not 1 <= phase <= len(history.phases):
        return None
    shown = history.phase(phase) if phase else history.current_phase
    round_page = build_round_page(shown, notices=get_change_notices(event, history))
    return EventHome(
        starts=starts_text(event),
        players=() if round_page else players_by_name(history),
        round=round_page,
        is_over=bool(round_page) and not round_page.is_open,
        places=places_of(history) if phase is None and state_of(history) == "ended" else (),
        phases=tuple((each.number, phase_name(each)) for each in history.all_phases if each.begun),
        phase=shown.number,
        in_finals=shown.kind == BRACKET,
        choice=pending_choice_text(shown),
        has_pods=bool(shown.pods),
        leaders=leaders_of(shown),
    )


def players_by_name(history: EventHistory):
    players = sorted(list_participants(history), key=lambda player: name_words(player.name))
    return tuple((player.id, player.name, player.club) for player in players)


def leaders_of(phase: EventPhase) -> tuple[Place, ...]:
    """Return the first places of the live standings of Swiss rounds."""
    matches = (match for round_ in phase.rounds for match in round_.matches)
    has_results = any(match.reported and not match.is_bye for match in matches)
    if phase.kind == BRACKET or not has_results or is_hidden(phase):
        return ()
    rows = standings(phase, live=True).rows[:MAX_PLACES]
    return tuple(Place(row.place or row.rank, row.player, row.name, result_of(row)) for row in rows)


def places_of(history: EventHistory) -> tuple[Place, ...]:
    """Return the first places of the finals, or else of the standings."""
    in_finals = history.current_phase.kind == BRACKET
    rows = standings(history.current_phase).rows[:MAX_PLACES]
    return tuple(Place(row.rank, row.player, row.name, "" if in_finals else result_of(row)) for row in rows)


def result_of(row) -> str:
    """Return “3–0, 9 points”."""
    return gettext("{record}, {points}").format(record=record_text(row), points=points_text(row.points))


def starts_text(event: Event) -> str:
    """Return “Saturday 14 November, 10:00”, in the event's own time zone."""
    if event.starts_at is None:
        return ""
    at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone))
    return date_format(at, "l j F Y, H:i")
