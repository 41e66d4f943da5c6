"""Registration: entries, tables of entries, settings and check-in."""

import csv
import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import StringIO

from .errors import RuleViolation, _
from .history import EventHistory, PlayerRecord
from .history.players import (
    ASKED_FACTS,
    ASKED_FIELDS,
    NO_CHECK_IN,
    REQUIRED,
    CheckInSettings,
    PlayerFacts,
    RegistrationSettings,
)
from .players.roster import (
    DELIMITERS,
    FORMULA_STARTS,
    HEADERS,
    MAX_COLUMNS,
    MAX_PLAYERS,
    check_name,
    check_text,
)
from .rounds.progress import has_ended

PLAYER_ID = "player_id"
# Entries of one event, withdrawn ones included.
MAX_ENTRIES = 20_000
MAX_EMAIL_LENGTH = 254
EMAIL_SHAPE = re.compile(r"[^@\s]+@[^@\s]+")
# A domain of the internet: at least two parts, and no address of a machine.
DOMAIN = re.compile(r"([^\W_]([\w-]*[^\W_])?\.)+(?![0-9]+$)[^\W_]([\w-]*[^\W_])?")
# Domains that only mean something inside one network.
LOCAL_DOMAINS = ("localhost", "localdomain", "local", "internal")


@dataclass(frozen=True, slots=True)
class RegistrationEntry(PlayerFacts):
    """The fields of the form; `answers` are by key of the field, and PLAYER_ID."""

    email: str = ""
    answers: dict[str, str] = field(default_factory=dict)


def check_entry(settings: RegistrationSettings, entry: RegistrationEntry):
    """Raise RuleViolation unless the entry has all that is required, and nothing that is not asked for."""
    check_name(entry.name)
    for name in (*ASKED_FACTS, EMAIL, PLAYER_ID):
        text = entry.answers.get(PLAYER_ID, "") if name == PLAYER_ID else getattr(entry, name)
        check_text(text)
        if getattr(settings, name) == REQUIRED and not text:
            raise RuleViolation(_("Fill in all required fields."))
    if entry.email and not is_email(entry.email):
        raise RuleViolation(_("Enter a valid email address."))
    known = {field.key for field in settings.fields} | {PLAYER_ID}
    if unknown := entry.answers.keys() - known:
        raise RuleViolation(_("The form has changed: “{field}” isn’t asked any more."), field=min(unknown))
    for asked_field in settings.fields:
        answer = entry.answers.get(asked_field.key, "")
        check_text(answer)
        if asked_field.required and not answer:
            raise RuleViolation(_("Fill in “{field}”."), field=asked_field.label)
        if answer and asked_field.choices and answer not in asked_field.choices:
            raise RuleViolation(_("Choose one of the options for “{field}”."), field=asked_field.label)


def is_email(text: str) -> bool:
    """Return whether it is an email address on the internet, as `name@example.org`."""
    domain = text.rpartition("@")[2].casefold()
    is_public = DOMAIN.fullmatch(domain) and domain.rpartition(".")[2] not in LOCAL_DOMAINS
    return has_email_form(text) and bool(is_public)


def has_email_form(text: str) -> bool:
    """Return whether an event file may have this as an email address: older events have others, too."""
    return len(text) <= MAX_EMAIL_LENGTH and EMAIL_SHAPE.fullmatch(text) is not None


NAME, EMAIL = "name", "email"
# What other programs call these columns, in lower case, beside those of a player list.
EMAIL_HEADERS = ("e-mail", "email", "e-mail address", "email address", "mail")
OTHER_HEADERS = {
    **dict.fromkeys(EMAIL_HEADERS, EMAIL),
    **dict.fromkeys(("player id", "player number", "id", "dci", "konami id", "pop id"), PLAYER_ID),
}
FIELDS = (NAME, *ASKED_FIELDS)
# Text from spreadsheets: an apostrophe keeps a cell from being a formula.
ESCAPED_STARTS = tuple(f"'{sign}" for sign in FORMULA_STARTS)


def read_entries(
    text: str, settings: RegistrationSettings, labels: dict[str, str]
) -> tuple[list[tuple[int, RegistrationEntry]], list[str]]:
    """Return the entries of a table with their line numbers, and the headers that were not read.

    `labels` are further names of the columns in FIELDS, in the user's language. Own fields go by their label.
    Raises RuleViolation without a header with names, or if a column occurs twice.
    """
    rows = read_rows(text)
    own = {field.label.casefold(): field.key for field in settings.fields}
    known = {**HEADERS, **OTHER_HEADERS, **{label.casefold(): key for key, label in labels.items()}, **own}
    columns = [known.get(cell.casefold(), "") for cell in rows[0][1]]
    readable = {*FIELDS, *own.values()}
    columns = [column if column in readable else "" for column in columns]
    if NAME not in columns:
        raise RuleViolation(_("The first line must name the columns; one of them must be “Name”."))
    named = [column for column in columns if column]
    if len(set(named)) < len(named):
        raise RuleViolation(_("Two columns have the same meaning. Leave out one of them."))
    ignored = [cell for cell, column in zip(rows[0][1], columns, strict=True) if cell and not column]
    return [(number, entry_of(columns, cells)) for number, cells in rows[1:]], ignored


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with the numbers of their lines."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((one for one in DELIMITERS if one in first), ",")
    reader = csv.reader(StringIO(text), delimiter=delimiter)
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, [clean_cell(cell) for cell in cells]))
            if len(rows) > MAX_PLAYERS + 1 or len(cells) > MAX_COLUMNS:
                text = _("The table is too large: at most {rows} players and {columns} columns.")
                raise RuleViolation(text, rows=MAX_PLAYERS, columns=MAX_COLUMNS)
    except csv.Error:
        raise RuleViolation(_("Line {number} isn’t CSV."), number=reader.line_num + 1) from None
    if len(rows) < 2:
        raise RuleViolation(_("Enter a line with the names of the columns, then one line for each player."))
    return rows


def clean_cell(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith(ESCAPED_STARTS) else cell


def entry_of(columns: list[str], cells: list[str]) -> RegistrationEntry:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    shared = {key: values.pop(key, "") for key in (NAME, *ASKED_FACTS, EMAIL)}
    return RegistrationEntry(**shared, answers=values)


MAX_CAP, MAX_ADDRESS_LIMIT = 20_000, 10_000
MAX_TEXT_LINES, MAX_LINE_LENGTH = 40, 1000
MAX_FIELDS, MAX_CHOICES, MAX_LABEL_LENGTH = 10, 30, 80
# How long a place is held for a player who has not confirmed the email address yet.
HOLD_MINUTES = 60

EVENT_IS_CANCELLED = _("This event is cancelled.")
EVENT_IS_OVER = _("This event is over.")
HAS_STARTED = _("The event has started. Please ask the organiser if you can still join.")
NOT_OPEN = _("Registration isn’t open.")
NOT_OPEN_YET = _("Registration hasn’t opened yet.")
HAS_CLOSED = _("Registration has closed.")


def has_started(history: EventHistory) -> bool:
    """Return whether round 1, or the pods of a draft, have been drawn."""
    first = history.phase(1)
    return bool(first.rounds or first.pods)


def is_open_now(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    """Return whether it is switched on, and now is between its times."""
    return settings.open and not is_too_early(settings, now) and not is_too_late(settings, now)


def is_too_early(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    return bool(settings.opens_at) and now < datetime.fromisoformat(settings.opens_at)


def is_too_late(settings: RegistrationSettings | CheckInSettings, now: datetime) -> bool:
    return bool(settings.closes_at) and now >= datetime.fromisoformat(settings.closes_at)


def opened_now(settings: RegistrationSettings, now: datetime) -> RegistrationSettings:
    """Return the settings with registration open from now on, without times that keep it closed."""
    opens_at = None if is_too_early(settings, now) else settings.opens_at
    closes_at = None if is_too_late(settings, now) else settings.closes_at
    return replace(settings, open=True, opens_at=opens_at, closes_at=closes_at)


def closed_now(settings: RegistrationSettings) -> RegistrationSettings:
    return replace(settings, open=False)


def refusal(history: EventHistory, now: datetime) -> str:
    """Return why nobody can register now, whatever the number of places; empty if players can."""
    settings = history.registration
    if history.cancelled:
        return EVENT_IS_CANCELLED
    if has_ended(history):
        return EVENT_IS_OVER
    return HAS_STARTED if has_started(history) else refusal_by_settings(settings, now)


def refusal_by_settings(settings: RegistrationSettings, now: datetime) -> str:
    """Return why the settings let nobody register now; empty if they let players."""
    if not settings.open:
        return NOT_OPEN
    if is_too_early(settings, now):
        return NOT_OPEN_YET
    return HAS_CLOSED if is_too_late(settings, now) else ""


def places_left(history: EventHistory, held: int) -> int | None:
    """Return how many places are free, 0 or more; None without a cap.

    `held` is the number of places that are held for players who have to confirm their email address.
    """
    cap = history.registration.cap
    if cap is None:
        return None
    return max(0, cap - sum(not player.has_left for player in history.players) - held)


# What the settings say at one moment.
EARLY, OPEN, CLOSED = "early", "open", "closed"


def opening(settings: CheckInSettings, now: datetime) -> str:
    """Return EARLY before the time at which check-in opens, else OPEN or CLOSED."""
    if settings.open and is_too_early(settings, now):
        return EARLY
    return OPEN if is_open_now(settings, now) else CLOSED


def is_open(history: EventHistory, now: datetime) -> bool:
    """Return whether players can check in themselves; never once the event has started."""
    return opening(history.check_in, now) == OPEN and not has_started(history)


def is_used(history: EventHistory) -> bool:
    """Return whether the event has not started and has check-in: settings, or a player who is checked in."""
    if has_started(history):
        return False
    return history.check_in != NO_CHECK_IN or any(player.checked_in_at for player in history.players)


def expected_players(history: EventHistory) -> list[PlayerRecord]:
    """Return the players who have to be there for round 1, in the event's order.

    A player with a bye in round 1 may come later, and counts only once they are checked in.
    """
    return [
        player
        for player in history.players
        if not player.has_left and (player.checked_in_at or 1 not in player.byes)
    ]


def missing_players(history: EventHistory) -> list[PlayerRecord]:
    """Return the expected players who are not checked in."""
    return [player for player in expected_players(history) if not player.checked_in_at]
