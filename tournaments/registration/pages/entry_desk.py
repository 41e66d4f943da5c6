"""What the desk shows of registration: the entries, a table of them, and mails that wait."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import Event, Mail, Registration
from ...players.pages.entry_list import name_words, search_names
from ...rules import registration
from ...rules.event_file.fields import format_utc_seconds
from ...rules.history import EventHistory, PlayerRecord
from ...rules.history.players import ASKED_FACTS, TEXT_FACTS, PlayerFacts, RegistrationSettings, facts_of
from ...rules.players.participation import list_participants
from ...rules.registration import PLAYER_ID
from ...web.status import moment_text
from ...web.wording import escape_formula

ALL, CHECKED_IN = "all", "checked_in"
PENDING, REGISTERED, WAITING = Registration.PENDING, Registration.REGISTERED, Registration.WAITING
WITHDRAWN, DECLINED, UNCONFIRMED = Registration.WITHDRAWN, Registration.DECLINED, Registration.UNCONFIRMED
INVITED = Registration.INVITED
# Filter → (label, states of its entries); filters without entries are hidden, except ALWAYS_SHOWN.
FILTERS = {
    ALL: (gettext_noop("All"), ()),
    PENDING: (gettext_noop("To approve"), (PENDING,)),
    INVITED: (gettext_noop("Invited"), (INVITED,)),
    REGISTERED: (gettext_noop("Registered"), (REGISTERED,)),
    WAITING: (gettext_noop("Waitlist"), (WAITING,)),
    CHECKED_IN: (gettext_noop("Checked in"), ()),
    WITHDRAWN: (gettext_noop("Withdrawn"), (WITHDRAWN, DECLINED)),
    UNCONFIRMED: (gettext_noop("Unconfirmed"), (UNCONFIRMED,)),
}
ALWAYS_SHOWN = (ALL, REGISTERED)
ORDER = (PENDING, INVITED, UNCONFIRMED, REGISTERED, WAITING, WITHDRAWN, DECLINED)


@dataclass(frozen=True, kw_only=True)
class DeskEntry(PlayerFacts):
    """An entry, or a player without one.

    `value` names it in forms: “r” and the entry's row id, or “p” and the player's id. `key` is the player's
    id, empty without a player. `place` is the place on the waitlist, 0 for none. `answers` are
    (key, label, text), `time` and `registered_at` the time of the entry, for people and in ISO form.
    `new_email` is not confirmed yet.
    """

    value: str
    key: str
    state: str
    state_text: str
    checked_in_at: str | None
    email: str = ""
    is_confirmed: bool = False
    new_email: str = ""
    answers: tuple[tuple[str, str, str], ...] = ()
    time: str = ""
    place: int = 0
    registered_at: str = ""

    @property
    def search_text(self) -> str:
        return f"{self.name} {self.club} {self.email}"


@dataclass(frozen=True)
class FilterLink:
    """A filter with the number of its entries."""

    key: str
    label: str
    count: int


@dataclass(frozen=True)
class EntryList:
    """The entries of a filter and search, with the state of registration.

    `refusal` says why nobody can register, empty if players can. `left` is the number of free places, None
    without a cap.
    """

    version: int
    entries: tuple[DeskEntry, ...]
    filters: tuple[FilterLink, ...]
    show: str
    search: str
    settings: RegistrationSettings
    is_open: bool
    has_started: bool
    refusal: str
    registered: int
    left: int | None


def get_entry_list(event: Event, show: str = ALL, search: str = "") -> EntryList:
    """Return the list with a fixed number of queries."""
    history, now = load_history(event), timezone.now()
    entries = desk_entries(event, history, now)
    counts = Counter(entry.state for entry in entries)
    show = show if show in FILTERS else ALL
    matching = tuple(entry for entry in entries if is_in_filter(entry, show))
    if search.strip():
        matching = search_names(search, matching, lambda entry: entry.search_text)
    refusal = registration.refusal(history, now)
    return EntryList(
        version=history.version,
        entries=matching,
        filters=tuple(filter_links(entries, show)),
        show=show,
        search=search,
        settings=history.registration,
        is_open=not refusal,
        has_started=registration.has_started(history),
        refusal=refusal,
        registered=counts[REGISTERED],
        left=Registration.objects.count_places_left(history, event, now),
    )


def is_in_filter(entry: DeskEntry, show: str) -> bool:
    if show == CHECKED_IN:
        return entry.state == REGISTERED and bool(entry.checked_in_at)
    return show == ALL or entry.state in FILTERS[show][1]


def filter_links(entries: list[DeskEntry], show: str) -> Iterable[FilterLink]:
    """Yield the filters that have entries, the current one, and ALWAYS_SHOWN."""
    for key, (label, _states) in FILTERS.items():
        count = sum(is_in_filter(entry, key) for entry in entries)
        if count or key == show or key in ALWAYS_SHOWN:
            yield FilterLink(key, gettext(label), count)


def desk_entries(event: Event, history: EventHistory, now: datetime) -> list[DeskEntry]:
    """Return everybody: pending entries first, the waitlist in its order, others by name.

    Players who took part are registered, also after they have dropped.
    """
    players = {player.id: player for player in history.players}
    rows = Registration.objects.filter(event=event).select_related("player").order_by("order", "id")
    labels = {field.key: field.label for field in history.registration.fields}
    labels[PLAYER_ID] = gettext("Player ID")
    zone, place = ZoneInfo(event.timezone), 0
    participants = {player.id for player in list_participants(history)}
    texts = {player.id: player_text(player, player.id in participants) for player in history.players}
    entries = []
    for row in rows:
        player = players.pop(row.player.public_id, None) if row.player else None
        state = REGISTERED if player and player.id in participants else row.state_with(player)
        place += state == WAITING
        text = state_text(row, texts[player.id] if player else "", state, place, zone, now)
        entries.append(entry_of_row(row, player, state, text, place if state == WAITING else 0, labels, zone))
    # The staff added the others without contact data.
    for player in players.values():
        entry = DeskEntry(
            **facts_of(player),
            value=f"p{player.id}",
            key=player.id,
            state=REGISTERED if player.id in participants else WITHDRAWN,
            state_text=texts[player.id],
            checked_in_at=player.checked_in_at,
        )
        entries.append(entry)
    entries.sort(key=lambda entry: (ORDER.index(entry.state), entry.place, name_words(entry.name)))
    return entries


def entry_of_row(row, player, state, text, place, labels, zone) -> DeskEntry:
    answers = ((key, label, row.answers[key]) for key, label in labels.items() if row.answers.get(key))
    return DeskEntry(
        **facts_of(player or row),
        value=f"r{row.pk}",
        key=player.id if player else "",
        email=row.email,
        is_confirmed=row.email_confirmed_at is not None,
        new_email=row.new_email,
        answers=tuple(answers),
        state=state,
        state_text=text,
        time=date_format(row.at.astimezone(zone), "j M, H:i"),
        place=place,
        checked_in_at=player.checked_in_at if player else None,
        registered_at=format_utc_seconds(row.at),
    )


def player_text(player: PlayerRecord, took_part: bool) -> str:
    if player.disqualified:
        return gettext("disqualified")
    if player.has_left:
        return gettext("dropped") if took_part else gettext("not in the event")
    return gettext("checked in") if player.checked_in_at else gettext("registered")


def state_text(row: Registration, in_event: str, state: str, place: int, zone, now) -> str:
    """Return the state of an entry; `in_event` is the state of its player, empty without one."""
    if state == WAITING:
        return gettext("number {place} on the waitlist").format(place=place)
    if state == UNCONFIRMED and row.held_until and row.held_until > now:
        until = date_format(row.held_until.astimezone(zone), "H:i")
        return gettext("email address not confirmed, place held until {time}").format(time=until)
    if state == UNCONFIRMED:
        return gettext("email address not confirmed, no place held")
    # An entry that was withdrawn says so itself.
    if in_event and (state == REGISTERED or (state == WITHDRAWN and row.state != WITHDRAWN)):
        return in_event
    return str(dict(Registration.STATES)[state])


# The columns before and after those of the organiser's own fields.
FIRST_TITLES = (
    gettext_noop("Name"),
    *(TEXT_FACTS[name].label for name in ASKED_FACTS),
    gettext_noop("Email address"),
    gettext_noop("Player ID"),
)
LAST_TITLES = (
    gettext_noop("State"),
    gettext_noop("Place on the waitlist"),
    gettext_noop("Checked in"),
    gettext_noop("Registered at"),
)


def csv_rows(entry_list: EntryList) -> list[list[str]]:
    """Return the header and a row for each entry; no cell is a formula."""
    rows = [header(entry_list.settings)]
    rows += [row_of(entry, entry_list.settings) for entry in entry_list.entries]
    return [[escape_formula(cell) for cell in row] for row in rows]


def header(settings: RegistrationSettings) -> list[str]:
    return [
        *map(gettext, FIRST_TITLES),
        *(field.label for field in settings.fields),
        *map(gettext, LAST_TITLES),
    ]


def row_of(entry: DeskEntry, settings: RegistrationSettings) -> list[str]:
    answers = {key: text for key, _label, text in entry.answers}
    return [
        *facts_of(entry).values(),
        entry.email,
        answers.get(PLAYER_ID, ""),
        *(answers.get(field.key, "") for field in settings.fields),
        str(dict(Registration.STATES)[entry.state]),
        str(entry.place or ""),
        entry.checked_in_at or "",
        entry.registered_at,
    ]


MAX_NAMES = 20


@dataclass(frozen=True)
class MailQueue:
    """Mails that are not sent: how many wait, the last error among them, and whose address was refused.

    `misaddressed` are players with a mail that was not sent because it was for another address.
    `is_late`: one waits for longer than usual, not for a limit. `limited` of them wait until there is room
    under the limits, the first until `next_time`. `unmailed` are players for whom no mail could be queued.
    """

    waiting: int
    is_late: bool
    limited: int
    next_time: str
    error: str
    refused: list[str]
    misaddressed: list[str]
    unmailed: list[str]


def get_mail_queue(event: Event, now: datetime) -> MailQueue:
    """Return the mails of the event that are not sent."""
    rows = list(Mail.objects.waiting(event).order_by("at").values_list("at", "error", "waits_until"))
    refused = Mail.objects.filter(event=event, sent_at=None, refused=True).order_by("-id")
    unmailed = Registration.objects.unmailed(event).order_by("-id").values_list("name", flat=True)
    limited = [until for _at, _error, until in rows if until and until > now]
    return MailQueue(
        waiting=len(rows),
        is_late=Mail.objects.count_late(event, now) > 0,
        limited=len(limited),
        next_time=moment_text(min(limited).isoformat(), event.timezone) if limited else "",
        error=next((error for _at, error, _until in reversed(rows) if error), ""),
        refused=names_of(event, refused.exclude(error=Mail.OTHER_ADDRESS)),
        misaddressed=names_of(event, refused.filter(error=Mail.OTHER_ADDRESS)),
        unmailed=public_names(event, unmailed[:MAX_NAMES]),
    )


def names_of(event: Event, mails: QuerySet) -> list[str]:
    """Return the names of the players of these mails, each once."""
    names = mails.values_list("registration__name", flat=True)[:MAX_NAMES]
    return list(dict.fromkeys(public_names(event, names)))


def public_names(event: Event, names: Iterable[str]) -> list[str]:
    history = load_history(event)
    return [history.with_public_names_in(name) for name in names]
