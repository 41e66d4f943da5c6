"""The first page of the desk, and the page of its staff."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...events.pages.overview import format_line, get_format_page
from ...history.cache import load_history
from ...lists.pages import count_missing_lists
from ...models import ClubStaff, Event, Invitation, Mail, Registration, Series, Staff
from ...results.pages.built_tables import get_tables
from ...results.pages.cells import ResultEntryTable
from ...results.pages.entry import ResultEntry, build_result_entry
from ...results.pages.reports import (
    DISPUTED,
    IN,
    Alerts,
    DeskMessage,
    build_alerts,
    calls_by_table,
    list_messages,
)
from ...rules.history import BRACKET, DRAFT, PUBLISHED, EventPhase, RoundRecord
from ...rules.rounds import progress
from ...web.status import CLOCK_STEPS, ClockFields, clock_of, is_timed, round_name
from ...web.wording import when_text
from .filters import Choice, FilterLink, list_filters, sort_tables
from .next_step import get_next_step, with_invitations
from .step import Step

# Disputed tables that the next step links to; the rest is counted.
MAX_DISPUTED_LINKS = 3
FIRST_CHOICE = Choice()


@dataclass(frozen=True)
class Dashboard:
    """The desk; without `tables` if no round is published.

    `tables` are those of the current round and of finals opened early, disputed ones first, those with a
    result last; `shown` are the keys of the chosen ones. `calls` are the judge calls by table.
    `entry` is the result entry of the current round. `minutes` is the length of a round; `is_timed`: the
    round is played and has a timer or minutes; `in_finals`: a round of finals, often played without a
    timer. `late_mails` is the number of mails that wait, not for a limit, if one waits for longer than usual,
    `unmailed` the number of players whom no mail could be sent to, `pending` that of registrations that wait
    for approval. `missing_lists` is the number of players who have not sent a required list, before round 1.
    `format_line` is the format until then, `format_page` the name of the page that changes it.
    """

    step: Step
    version: int
    phase: int
    round: int
    round_text: str
    entry: ResultEntry | None
    tables: tuple[ResultEntryTable, ...]
    filters: tuple[FilterLink, ...]
    shown: frozenset[str]
    without_tables: str
    calls: dict[str, DeskMessage]
    has_ended: bool
    clock: ClockFields | None
    minutes: int
    is_timed: bool
    in_finals: bool
    messages: tuple[DeskMessage, ...]
    alerts: Alerts
    pending: int
    late_mails: int
    unmailed: int
    missing_lists: int
    format_line: str
    format_page: str
    clock_steps = CLOCK_STEPS

    @property
    def reported(self):
        return sum(table.state == IN for table in self.tables)

    @property
    def disputed(self):
        return tuple(table for table in self.tables if table.state == DISPUTED)

    @property
    def disputed_links(self):
        return self.disputed[:MAX_DISPUTED_LINKS]

    @property
    def is_walking(self):
        """Return whether a round is played: on a phone, the desk is then for walking between its tables."""
        return bool(self.tables) and not self.has_ended

    @property
    def open_messages(self):
        return tuple(message for message in self.messages if not message.has_ended)

    @property
    def has_free_step(self):
        """Return whether the next step has a button that can be pressed now: the page's one strong button."""
        return bool(self.step.button) and not self.step.blocked

    @property
    def suggests_clock(self):
        """Return whether the timer's button is the next thing to press: start it, or resume it."""
        if self.has_free_step:
            return False
        return self.clock is not None or not (self.reported or self.in_finals)


def get_dashboard(event: Event, choice: Choice = FIRST_CHOICE) -> Dashboard:
    """Return the desk of an event with the chosen tables, with a fixed number of queries."""
    history = load_history(event)
    phase = history.current_phase
    round_ = phase.current_round
    is_published = round_ is not None and round_.state != DRAFT
    entries = entries_of(phase, round_) if is_published else []
    built = [table for entry in entries for table in get_tables(event, entry)]
    tables = sort_tables(event, built, choice)
    messages, with_entries = list_messages(event, history), event.registrations.exists()
    step = get_next_step(history, has_entries=with_entries)
    if with_entries and not phase.begun:
        step = with_invitations(history, step, *find_invitations(event))
    return Dashboard(
        step=step,
        version=history.version,
        phase=phase.number,
        round=round_.number if round_ else 0,
        round_text=round_name(phase, round_.number) if is_published else gettext("No round yet"),
        entry=entries[0] if entries else None,
        tables=tables,
        filters=list_filters(tables, choice),
        shown=frozenset(table.key for table in tables if choice.includes(table)),
        without_tables=choice.without_tables,
        calls=calls_by_table(messages),
        pending=Registration.objects.not_in_event(event, Registration.PENDING).count() if with_entries else 0,
        has_ended=progress.has_ended(history),
        clock=clock_of(history),
        minutes=phase.settings.minutes,
        is_timed=is_timed(history),
        in_finals=phase.kind == BRACKET,
        messages=messages,
        alerts=build_alerts(
            {table.key: table.number for table in tables if table.state == DISPUTED}, messages
        ),
        missing_lists=count_missing_lists(event, history),
        format_line="" if phase.begun else format_line(history),
        format_page=get_format_page(history),
        late_mails=Mail.objects.count_late(event, timezone.now()) if with_entries else 0,
        unmailed=Registration.objects.unmailed(event).count() if with_entries else 0,
    )


def find_invitations(event: Event) -> tuple[int, str]:
    """Return the number of open invitations of a final, and the address of their page."""
    series = Series.objects.filter(final=event).select_related("club").first()
    if series is None:
        return 0, ""
    open_rows = Registration.objects.not_in_event(event, Registration.INVITED)
    return open_rows.count(), reverse("series_final", args=[series.club.slug, series.slug])


def entries_of(phase: EventPhase, round_: RoundRecord) -> list[ResultEntry]:
    """Return the result entry of the round, then of the finals' rounds that opened before their turn."""
    return [build_result_entry(phase, other) for other in (round_, *opened_early(phase, round_))]


def opened_early(phase: EventPhase, round_: RoundRecord) -> list[RoundRecord]:
    return [other for other in phase.rounds if other.number > round_.number and other.state == PUBLISHED]


def is_on_desk(event: Event, phase_number: int, number: int) -> bool:
    """Return whether the desk shows the tables of this round, which is published."""
    phase = load_history(event).current_phase
    round_ = phase.current_round
    if round_ is None or phase.number != phase_number:
        return False
    return number in {other.number for other in (round_, *opened_early(phase, round_))}


# Summaries of the roles; access.POLICY has their permissions.
ROLE_SUMMARIES = {
    Staff.OWNER: _("full control, can transfer ownership"),
    Staff.ORGANISER: _("runs the event"),
    Staff.SCOREKEEPER: _("results, drops, clock, announcements, printing"),
    Staff.JUDGE: _("judge calls, time extensions, disputed results"),
    Staff.VIEWER: _("can see hidden information"),
}


@dataclass(frozen=True)
class PendingInvitation:
    """An unused invitation, valid `until` then; `is_over`: it has expired."""

    pk: int
    role: str
    made_by: str
    until: str
    is_over: bool


def list_staff(event: Event) -> list[Staff]:
    """Return the event's staff by role, then name."""
    order = [role for role, _label in Staff.ROLES]
    rows = Staff.objects.filter(event=event).select_related("user")
    return sorted(rows, key=lambda row: (order.index(row.role), row.user.get_username()))


def names_of_club_staff(event: Event) -> str:
    """Return the names of the staff of the event's club who are not on its own staff; empty without any."""
    rows = ClubStaff.objects.filter(club__events=event).exclude(user__staff_of__event=event)
    return ", ".join(rows.order_by("pk").values_list("user__username", flat=True))


def list_pending_invitations(event: Event) -> list[PendingInvitation]:
    """Return the unused invitations, newest first."""
    now, zone = timezone.now(), ZoneInfo(event.timezone)
    rows = Invitation.objects.filter(event=event, taken_at=None).order_by("-id")
    return [
        PendingInvitation(
            row.pk,
            row.get_role_display(),
            row.made_by,
            when_text(row.expires_at, zone),
            row.expires_at <= now,
        )
        for row in rows
    ]
