"""The status of an event, for the header and tabs of each page."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.history import BRACKET, DRAFT, EventHistory
from ...rules.rounds import progress
from ...rules.standings import hidden
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..rounds.clock import ClockFields, clock_of, is_timed, time_text
from ..wording.formats import phase_name

STOP_GAP = 16


@dataclass(frozen=True)
class RoundMarker:
    """A round on the event's progress line: done, now or ahead, and its position."""

    state: str
    x: int


@dataclass(frozen=True)
class AnnouncementText:
    """The organiser's announcement and its local time."""

    text: str
    time: str
    stamp: str


@dataclass(frozen=True)
class EventStatus:
    """The status of an event.

    `phase` and `round` number the newest round, 0 = none. `is_hidden`: points and results are hidden from
    players now.
    """

    state: str
    phase: int
    in_finals: bool
    round: int
    rounds: int
    round_state: str
    round_text: str
    stops: tuple[RoundMarker, ...]
    tube_width: int
    cut_text: str
    players: int
    results_in: int
    results_all: int
    has_prizes: bool
    is_hidden: bool
    is_timed: bool
    clock: ClockFields | None
    announcement: AnnouncementText | None

    @property
    def tab_notes(self) -> dict[str, str]:
        """The notes beside tab labels, by the keys of the tabs."""
        players = str(self.players) if self.players else ""
        # Rounds of finals have names.
        number = self.round if not self.in_finals else 0
        results = gettext("{in_} of {all}").format(in_=self.results_in, all=self.results_all)
        return {
            "pairings": gettext("Round {number}").format(number=number) if number else "",
            "players": players,
            "desk_players": players,
            "results": results if self.results_all else "",
            "round": str(number or ""),
        }

    @property
    def without_results(self) -> "EventStatus":
        """The same status without the counts that change with any result."""
        return replace(self, results_in=0, results_all=0)


def facts_of(event: Event) -> EventStatus:
    """Return the event's public status, without draft rounds."""
    return build_status(without_draft_rounds(load_history(event)))


def get_desk_status(event: Event) -> EventStatus:
    """Return the event's status at the desk, which includes draft rounds."""
    return build_status(load_history(event))


def build_status(history: EventHistory) -> EventStatus:
    number = history.current
    phase = history.phase(number)
    # In finals a later round may have opened early.
    last = progress.open_round(history, number) or (phase.rounds[-1] if phase.rounds else None)
    is_published = last and last.state != DRAFT
    matches = [match for match in last.matches if not match.is_bye] if is_published else []
    rounds = progress.round_count(history, number) if history.players else 0
    latest = max(1, history.rounds_before(number) + len(phase.rounds))
    stops = round_markers(history, number, rounds)
    return EventStatus(
        state=state_of(history),
        phase=number,
        in_finals=phase.kind == BRACKET,
        round=last.number if last else 0,
        rounds=rounds,
        round_state=last.state if last else "",
        round_text=round_name(history, number, last.number, of=rounds) if last else "",
        stops=stops,
        tube_width=stops[-1].x + STOP_GAP if stops else 0,
        cut_text=cut_text(history),
        players=sum(player.plays_in(latest) for player in history.players),
        results_in=sum(match.reported for match in matches),
        results_all=len(matches),
        has_prizes=any(phase.settings.get("prizes") for phase in history.phases),
        is_hidden=any(hidden.is_hidden(history, n) for n in range(1, len(history.phases) + 1)),
        is_timed=is_timed(history),
        clock=clock_of(history),
        announcement=announcement_of(history),
    )


def announcement_of(history: EventHistory) -> AnnouncementText | None:
    announcement = history.announcement
    return (
        AnnouncementText(announcement.text, time_text(history.timezone, announcement.at), announcement.at)
        if announcement
        else None
    )


def state_of(history: EventHistory) -> str:
    if not any(phase.begun for phase in history.phases):
        return "upcoming"
    return "ended" if progress.has_ended(history) else "running"


def round_name(history: EventHistory, phase: int, number: int, of: int = 0) -> str:
    """“Round 5 of 7”, “Semi-finals”; where another phase has a round of this number, “Group: round 5”."""
    if history.phase(phase).kind == BRACKET:
        name = finals.bracket_of(history, phase).table.round_names[number - 1]
        return name.render(gettext)
    words = gettext("Round {number} of {all}") if of else gettext("Round {number}")
    if is_elsewhere(history, phase, number):
        words = gettext("{phase}: round {number} of {all}") if of else gettext("{phase}: round {number}")
    return words.format(phase=phase_name(history, phase), number=number, all=of)


def is_elsewhere(history: EventHistory, phase: int, number: int) -> bool:
    """Whether another phase than the finals also has a round of this number."""
    others = [one for at, one in enumerate(history.phases, 1) if at != phase and one.kind != BRACKET]
    return any(round_.number == number for one in others for round_ in one.rounds)


def round_markers(history: EventHistory, number: int, rounds: int) -> tuple[RoundMarker, ...]:
    """The rounds of the phase as a line; in finals those of the phase before, all of them done."""
    if history.phase(number).kind == BRACKET and number > 1:
        return tuple(
            RoundMarker("done", 8 + STOP_GAP * n) for n in range(len(history.phase(number - 1).rounds))
        )
    played = history.phase(number).rounds
    states = ["done" if round_.finished else "now" for round_ in played]
    states += ["ahead"] * (rounds - len(played))
    return tuple(RoundMarker(state, 8 + STOP_GAP * n) for n, state in enumerate(states))


def cut_text(history: EventHistory) -> str:
    """“top 8” where finals follow or have begun."""
    for number, phase in enumerate(history.phases, 1):
        if phase.kind != BRACKET or number == 1:
            continue
        cut = phase.settings.get("cut") or {}
        size = len(phase.entrants or ()) or ("per" not in cut and cut.get("top"))
        return gettext("top {size}").format(size=size) if size else gettext("finals")
    return ""


def date_text(event: Event) -> str:
    """“Sat 14 Nov”, in the event's own time zone."""
    if event.starts_at is None:
        return ""
    return date_format(timezone.localtime(event.starts_at, ZoneInfo(event.timezone)), "D j M")
