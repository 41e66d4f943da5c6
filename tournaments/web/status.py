"""The status of an event, on all its pages, and the clock of its round."""

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext

from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..models import Event, Match, Round
from ..rules import finals
from ..rules.errors import RuleViolation, _
from ..rules.history import (
    BRACKET,
    DRAFT,
    FINISHED,
    PUBLISHED,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundClock,
    RoundRecord,
)
from ..rules.players.participation import list_participants
from ..rules.rounds import picks, progress
from ..rules.rounds.clock import current_announcement, table_ends_at
from ..rules.rounds.phases import cut_rule
from ..rules.standings import final
from ..rules.standings.standings import standings
from .wording import phase_name, results_text

# Buttons that change the round's time: minutes, label.
CLOCK_STEPS = (("-5", "−5"), ("-1", "−1"), ("1", "+1"), ("5", "+5"))


@dataclass(frozen=True)
class ClockFields:
    """A clock that runs until `ends_at` (ISO; `until` is the local time) or is paused with `left` (“12:34”).

    `after` is the rulebook's end-of-round procedure.
    """

    label: str
    ends_at: str = ""
    until: str = ""
    left: str = ""
    after: str = ""
    is_building: bool = False

    @property
    def stamp(self):
        """Return a key that changes with the clock."""
        return f"{self.label} {self.ends_at or self.left}"


def clock_of(history: EventHistory) -> ClockFields | None:
    """Return the clock of the running round, or of deck building before a draft's first round."""
    phase = history.current_phase
    round_, ends_at = phase.open_round, phase.build_until
    if phase.pods and not phase.rounds and ends_at:
        until = time_text(history.timezone, ends_at)
        return ClockFields(gettext("Deck building"), ends_at, until, is_building=True)
    if round_ is None or round_.state != PUBLISHED or round_.clock is None:
        return None
    after = history.current_phase.settings.rulebook.after_time
    return clock_fields(round_.clock, history.timezone, gettext(after))


def is_timed(history: EventHistory) -> bool:
    """Return whether the running round has a clock or a time limit."""
    round_ = history.current_phase.open_round
    if round_ is None or round_.state != PUBLISHED:
        return False
    return round_.clock is not None or history.current_phase.settings.minutes > 0


def clock_fields(clock: RoundClock, zone: str, after: str = "") -> ClockFields:
    label = gettext("Time left")
    if clock.ends_at is None:
        # Formatted as “49:30”, like the script does.
        return ClockFields(label, left=f"{clock.left // 60}:{clock.left % 60:02}", after=after)
    return ClockFields(label, clock.ends_at, time_text(zone, clock.ends_at), after=after)


def time_text(zone: str, iso_time: str | None) -> str:
    """Format an ISO time as “18:30” in this time zone; empty for None."""
    return time_at(zone, datetime.fromisoformat(iso_time)) if iso_time else ""


def time_at(zone: str, at: datetime) -> str:
    """Format a datetime as “18:30” in this time zone."""
    return at.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def moment_text(iso_time: str | None, zone: str) -> str:
    """Return “Saturday 14 November, 10:00” in this time zone; empty without a time."""
    if not iso_time:
        return ""
    return date_format(datetime.fromisoformat(iso_time).astimezone(ZoneInfo(zone)), "l j F, H:i")


def extension_text(history: EventHistory, round_: RoundRecord, match: MatchRecord) -> str:
    """Return “3-minute time extension, until 14:58” for an unreported table with one, else empty."""
    if not match.extra_minutes or match.reported or round_.state != PUBLISHED:
        return ""
    extension = ngettext(
        "{minutes}-minute time extension", "{minutes}-minute time extension", match.extra_minutes
    )
    extension = extension.format(minutes=match.extra_minutes)
    ends = table_ends_at(round_.clock, match) if round_.clock else None
    if ends is None:
        return extension
    return gettext("{more}, until {time}").format(more=extension, time=time_text(history.timezone, ends))


# The progress line: where its first marker is, and how far apart they are.
FIRST_MARKER_X, MARKER_GAP = 8, 16
# A state of the event.
ENDED = "ended"


@dataclass(frozen=True)
class RoundMarker:
    """A round on the event's progress line: done, now or ahead, and its position."""

    state: str
    x: int


@dataclass(frozen=True)
class AnnouncementText:
    """The organiser's announcement and its local time.

    `ends_at` is when it ends (ISO, None for another end), `ends_text` says how it ends; empty: by hand.
    """

    text: str
    time: str
    stamp: str
    ends_at: str | None = None
    ends_text: str = ""


@dataclass(frozen=True)
class EventStatus:
    """The status of an event, whose attributes PageLayout also has.

    `phase` and `round` are the numbers of the newest round, 0 = none. `is_hidden`: points and results are
    hidden from players now; `picks_open`: phones can pick a name to report for. `has_forecast`: players can
    clinch a cut, or miss it, in the phase that is played. `winner` is empty until the event has ended.
    """

    state: str
    phase: int
    in_finals: bool
    round: int
    rounds: int
    round_state: str
    round_text: str
    round_markers: tuple[RoundMarker, ...]
    progress_width: int
    progress_done: int
    cut_text: str
    players: int
    results_in: int
    results_all: int
    has_prizes: bool
    is_hidden: bool
    is_timed: bool
    picks_open: bool
    has_forecast: bool
    clock: ClockFields | None
    announcement: AnnouncementText | None
    cancelled: str
    winner: str

    @property
    def tab_notes(self) -> dict[str, str]:
        """Return the notes beside tab labels, by the keys of the tabs."""
        players = str(self.players) if self.players else ""
        # Rounds of finals have names.
        has_ended = self.state == ENDED
        number = self.round if not self.in_finals and not has_ended else 0
        results = gettext("{in_} of {all}").format(in_=self.results_in, all=self.results_all)
        return {
            "pairings": gettext("Round {number}").format(number=number) if number else "",
            "players": players,
            "desk_players": players,
            "desk": results if self.results_all and not has_ended else "",
            "round": str(number or ""),
        }

    @property
    def results_text(self) -> str:
        return results_text(self.results_in, self.results_all)

    @property
    def without_results(self) -> "EventStatus":
        """Return the status without the counts that change with any result."""
        return replace(self, results_in=0, results_all=0)


def get_event_status(event: Event) -> EventStatus:
    """Return the event's public status, without draft rounds."""
    return build_status(without_draft_rounds(load_history(event)))


def get_desk_status(event: Event) -> EventStatus:
    """Return the event's status at the desk, which includes draft rounds."""
    return build_status(load_history(event))


def get_end_text(event: Event) -> str:
    """Return “Event ended: Anna wins”; empty while the event runs."""
    history = load_history(event)
    if state_of(history) != ENDED:
        return ""
    leaders = leaders_text(history)
    return gettext("Event ended: {leaders}").format(leaders=leaders) if leaders else gettext("Event ended")


def build_status(history: EventHistory) -> EventStatus:
    """Return the status, of which the history keeps everything but the announcement, which ends by itself."""
    kept = history.calculated.setdefault(build_status, {})
    language = get_language()
    if language not in kept:
        kept[language] = calculate_status(history)
    return replace(kept[language], announcement=announcement_of(history))


def calculate_status(history: EventHistory) -> EventStatus:
    """Return the status without an announcement."""
    phase = history.current_phase
    # In finals a later round may have opened early.
    last = phase.current_round
    is_published = last and last.state != DRAFT
    matches = [match for match in last.matches if not match.is_bye] if is_published else []
    rounds = progress.round_count(phase) if history.players else 0
    markers = round_markers(phase, rounds)
    state = state_of(history)
    progress_width = markers[-1].x + MARKER_GAP if markers else 0
    begun = [marker.x for marker in markers if marker.state != "ahead"]
    return EventStatus(
        state=state,
        phase=phase.number,
        in_finals=phase.kind == BRACKET,
        round=last.number if last else 0,
        rounds=rounds,
        round_state=last.state if last else "",
        round_text=round_name(phase, last.number, of=rounds) if last else "",
        round_markers=markers,
        progress_width=progress_width,
        progress_done=progress_width if state == ENDED else max(begun, default=FIRST_MARKER_X),
        cut_text=cut_text(history),
        players=len(list_participants(history)),
        results_in=sum(match.reported for match in matches),
        results_all=len(matches),
        has_prizes=has_prizes(history),
        is_hidden=any(map(final.is_hidden, history.all_phases)),
        is_timed=is_timed(history),
        picks_open=picks.are_picks_open(history),
        has_forecast=has_forecast(phase),
        clock=clock_of(history),
        announcement=None,
        cancelled=history.cancelled,
        winner=find_winner(history) if state == ENDED else "",
    )


def has_prizes(history: EventHistory) -> bool:
    return any(record.overrides.get("prizes") for record in history.phases)


def has_forecast(phase: EventPhase) -> bool:
    """Return whether a cut by rule follows the phase, whose first round is published."""
    if phase.next is None or all(round_.state == DRAFT for round_ in phase.rounds):
        return False
    if phase.kind == BRACKET or phase.settings.betting or final.is_hidden(phase):
        return False
    rule = cut_rule(phase.next) if phase.next.entrants is None else None
    return bool(rule) and not rule.get("by_hand")


def announcement_of(history: EventHistory) -> AnnouncementText | None:
    announcement = current_announcement(history, timezone.now())
    if announcement is None:
        return None
    ends_text = ""
    if announcement.ends_at:
        ends_text = gettext("ends at {time}").format(time=time_text(history.timezone, announcement.ends_at))
    elif announcement.round:
        name = round_name(history.phase(announcement.phase), announcement.round)
        ends_text = gettext("ends with {round}").format(round=name)
    local_time = time_text(history.timezone, announcement.at)
    return AnnouncementText(announcement.text, local_time, announcement.at, announcement.ends_at, ends_text)


def state_of(history: EventHistory) -> str:
    if not any(phase.begun for phase in history.phases):
        return "upcoming"
    return ENDED if progress.has_ended(history) else "running"


def find_winner(history: EventHistory) -> str:
    """Return the champion's name, or the sole leader's; empty without one."""
    leaders = find_leaders(history)
    return leaders[0] if len(leaders) == 1 else ""


def find_leaders(history: EventHistory) -> list[str]:
    """Return the names of the players in first place with all results so far: several for a tie.

    In finals only the champion is one, or the next in place if the champion was disqualified; empty without
    results.
    """
    try:
        return [row.name for row in standings(history.current_phase, live=True).rows if row.rank == 1]
    except RuleViolation:
        return []


def leaders_text(history: EventHistory) -> str:
    """Return “Anna wins”, or who ties for first; empty without results."""
    leaders = find_leaders(history)
    if not leaders:
        return ""
    if len(leaders) == 1:
        return gettext("{name} wins").format(name=leaders[0])
    if len(leaders) == 2:
        return gettext("{name} and {other} tie for first").format(name=leaders[0], other=leaders[1])
    return gettext("{count} players tie for first").format(count=len(leaders))


def round_name(phase: EventPhase, number: int, of: int = 0) -> str:
    """Return “Round 5 of 7” or “Semi-finals”; “Group: round 5” if another phase has a round 5."""
    if phase.kind == BRACKET:
        name = finals.bracket_of(phase).table.round_names[number - 1]
        return name.render(gettext)
    if has_other_round(phase, number):
        template = gettext("{phase}: round {number} of {all}") if of else gettext("{phase}: round {number}")
    else:
        template = gettext("Round {number} of {all}") if of else gettext("Round {number}")
    return template.format(phase=phase_name(phase), number=number, all=of)


def has_other_round(phase: EventPhase, number: int) -> bool:
    """Return whether another phase, finals excluded, also has a round of this number."""
    return any(
        round_.number == number
        for other in phase.history.all_phases
        if other.number != phase.number and other.kind != BRACKET
        for round_ in other.rounds
    )


def round_markers(phase: EventPhase, rounds: int) -> tuple[RoundMarker, ...]:
    """Return the progress line of the phase; in finals, the finished line of the phase before."""
    if phase.kind == BRACKET and phase.previous:
        states = ["done"] * len(phase.previous.rounds)
    else:
        played = phase.rounds
        states = ["done" if round_.finished else "now" for round_ in played]
        states += ["ahead"] * (rounds - len(played))
    return tuple(RoundMarker(state, FIRST_MARKER_X + MARKER_GAP * n) for n, state in enumerate(states))


def cut_text(history: EventHistory) -> str:
    """Return “top 8” if finals follow or have begun."""
    for phase in history.phases[1:]:
        if phase.kind == BRACKET:
            cut = phase.overrides.get("cut") or {}
            size = len(phase.entrants or ()) or ("per" not in cut and cut.get("top"))
            return gettext("top {size}").format(size=size) if size else gettext("finals")
    return ""


def date_text(event: Event) -> str:
    """Return “Sat 14 Nov”, in the event's own time zone."""
    if event.starts_at is None:
        return ""
    return date_format(timezone.localtime(event.starts_at, ZoneInfo(event.timezone)), "D j M")


def current_round(event: Event) -> tuple[int, int]:
    """Return (phase, round) of the first round of the current phase that is not finished.

    Raises RuleViolation if no round is open.
    """
    newest = Round.objects.filter(phase__event=event).order_by("-phase__number", "-number").first()
    unfinished = Round.objects.filter(phase=newest.phase).exclude(state=FINISHED) if newest else None
    current = unfinished.order_by("number").first() if newest else None
    if current is None:
        raise RuleViolation(_("No round in progress. Pair the next round first."))
    return current.phase.number, current.number


def round_of_table(event: Event, phase: int, number: int, table: int) -> int:
    """Return the round that has this table: the given round, or a later one of finals that opened early."""
    matches = Match.objects.filter(round__phase__event=event, round__phase__number=phase, table=table)
    if matches.filter(round__number=number).exists():
        return number
    early = matches.filter(round__number__gt=number, round__in_bracket=True, round__state=PUBLISHED)
    early_round = early.order_by("round__number").values_list("round__number", flat=True).first()
    return early_round or number
