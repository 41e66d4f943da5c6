"""What the first page of an event answers: what comes next, who sits where, or who won."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory
from ...rules.standings.standings import standings
from ..brackets.early_matches import call_words
from ..history.cache import history_of
from ..history.load import as_shown
from ..players.search import words_of
from ..rounds.change_notices import notices_of
from ..rounds.round_page import RoundShown, points_text, round_in
from ..wording.formats import phase_name, record_text
from .status import state_of

PLACES = 8


@dataclass(frozen=True)
class Place:
    rank: int
    player: str
    name: str
    note: str


@dataclass(frozen=True)
class Front:
    """`players` (id, name, club) before the first round; `places` the best ones once it has ended.

    `phases` (number, name) are those that have begun, `phase` the one shown, `has_pods` whether it is a
    draft whose pods are drawn, `waits` whether its round 1 is not; `is_over` says that the round shown is
    finished and the next one not published yet.
    """

    state: str
    starts: str
    players: tuple[tuple[str, str, str], ...]
    round: RoundShown | None
    is_over: bool
    places: tuple[Place, ...]
    phases: tuple[tuple[int, str], ...]
    phase: int
    in_finals: bool
    call: str
    has_pods: bool
    waits: bool

    @property
    def winners(self):
        return tuple(place for place in self.places if place.rank == 1)


def front_of(event: Event, phase: int | None = None) -> Front | None:
    """The front of an event, or of one of its phases; None where it has no such phase."""
    history = as_shown(history_of(event))
    if phase is not None and not 1 <= phase <= len(history.phases):
        return None
    number = phase or history.current
    state = state_of(history)
    shown = round_in(history, number, notices=notices_of(event, history))
    return Front(
        state=state,
        starts=starts_text(event),
        players=() if shown else listed(history),
        round=shown,
        is_over=bool(shown) and not shown.is_open,
        places=places_of(history) if state == "ended" and phase is None else (),
        phases=tuple(
            (n, phase_name(history, n)) for n in range(1, len(history.phases) + 1) if history.phase(n).begun
        ),
        phase=number,
        in_finals=history.phase(number).kind == BRACKET,
        call=call_words(history, number),
        has_pods=bool(history.phase(number).pods),
        waits=not history.phase(number).rounds,
    )


def listed(history: EventHistory):
    players = sorted(history.players, key=lambda player: words_of(player.name))
    return tuple((player.id, player.name, player.club) for player in players)


def places_of(history: EventHistory) -> tuple[Place, ...]:
    """The first places: of the finals where there were some, else of the standings."""
    in_finals = history.phase(history.current).kind == BRACKET
    rows = standings(history, history.current).rows[:PLACES]
    return tuple(
        Place(
            row.rank,
            row.player,
            row.name,
            ""
            if in_finals
            else gettext("{record}, {points}").format(
                record=record_text(row), points=points_text(row.points)
            ),
        )
        for row in rows
    )


def starts_text(event: Event) -> str:
    """“Saturday 14 November, 10:00”, in the event's own time zone."""
    if event.starts_at is None:
        return ""
    at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone))
    return date_format(at, "l j F Y, H:i")
