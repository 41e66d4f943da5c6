"""What the first page of an event answers: what comes next, who sits where, or who won."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event
from ...rules import history
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
    told = as_shown(history_of(event))
    if phase is not None and not 1 <= phase <= len(told.phases):
        return None
    number = phase or told.current
    state = state_of(told)
    shown = round_in(told, number, notices=notices_of(event, told))
    return Front(
        state=state,
        starts=starts_text(event),
        players=() if shown else listed(told),
        round=shown,
        is_over=bool(shown) and not shown.is_open,
        places=places_of(told) if state == "ended" and phase is None else (),
        phases=tuple((n, phase_name(told, n)) for n in range(1, len(told.phases) + 1) if told.phase(n).begun),
        phase=number,
        in_finals=told.phase(number).kind == history.BRACKET,
        call=call_words(told, number),
        has_pods=bool(told.phase(number).pods),
        waits=not told.phase(number).rounds,
    )


def listed(told: history.Event):
    players = sorted(told.players, key=lambda player: words_of(player.name))
    return tuple((player.id, player.name, player.club) for player in players)


def places_of(told: history.Event) -> tuple[Place, ...]:
    """The first places: of the finals where there were some, else of the standings."""
    in_finals = told.phase(told.current).kind == history.BRACKET
    rows = standings(told, told.current).rows[:PLACES]
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
