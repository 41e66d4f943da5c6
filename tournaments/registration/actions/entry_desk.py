"""Registration at the desk: its settings, and what the staff do with entries."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...models import Mail, Player, Registration
from ...models.registration import CLOSED_STATES, OPEN_STATES, WAITING_STATES
from ...rules.errors import RuleViolation, _
from ...rules.event_file import REGISTRATION
from ...rules.history import PlayerRecord
from ...rules.history.players import ASKED_FACTS, ASKED_FIELDS, RegistrationSettings, facts_of
from ...rules.log.event_parts import player_path
from ...rules.registration import RegistrationEntry, check_entry, has_started
from ...web.wording import changed_keys
from .entries import (
    check_not_started,
    check_unique,
    check_unique_address,
    check_unique_name,
    has_new_name,
    new_registration,
    replace_entry,
)
from .mails import queue_mail, queue_mails
from .places import (
    check_entry_count,
    enter_registered,
    is_active,
    leave_before_start,
    put_on_waitlist,
)


@action(
    access.MANAGE,
    log={
        "set_registration": (_("Registration settings changed"), "{keys}"),
        "registration_opened": _("Registration opened"),
        "registration_closed": _("Registration closed"),
        "registration_saved": _("Registration settings saved"),
    },
)
def set_registration(change: Change, settings: RegistrationSettings):
    """Change how players register. Raises RuleViolation for invalid settings."""
    change.set_event(registration=settings)
    keys = changed_keys(*map(REGISTRATION.write, (change.history.registration, settings)))
    others = [key for key in keys if key not in ("open", "opens_at", "closes_at")]
    if "open" in keys and not others:
        change.log("registration_opened" if settings.open else "registration_closed")
    elif keys:
        change.log(keys=others)
    else:
        change.log("registration_saved")


FIRST, UP, DOWN = "first", "up", "down"
DISQUALIFIED = _("A disqualified player is among them. Bring them back on the page Players.")


ALL_TAKEN = _("All {cap} places are taken.")


class TooFewPlacesError(RuleViolation):
    """There are fewer places than players to enter; the staff may exceed the cap knowingly."""


@action(
    access.MANAGE,
    log=(
        ngettext_lazy("{count} registration approved", "{count} registrations approved", "count"),
        "{names}",
    ),
)
def accept_registrations(
    change: Change, pks: Iterable[int], keys: Iterable[str] = (), *, exceed: bool = False
) -> int:
    """Enter the players of these entries, after round 1 as late entries; return how many.

    `keys` are ids of players without an entry, who return if they have left. Raises TooFewPlacesError if
    there are not enough places, unless `exceed`.
    """
    return accept_rows(change, [*find_rows(change, pks), *rows_of_players(change, keys)], exceed)


def accept_rows(change: Change, rows: list[Registration], exceed: bool) -> int:
    """Enter the players of these entries in the action of this change."""
    players = players_of(change, rows)
    rows = [row for row in rows if not is_active(players.get(row))]
    if not rows:
        raise DuplicateRequest
    if any(row in players and players[row].disqualified for row in rows):
        raise RuleViolation(DISQUALIFIED)
    held = sum(row.holds_place(change.history, change.now) for row in rows)
    check_places(change, len(rows) - held, exceed)
    if not exceed:
        check_cap(change, len(rows))
    check_names(change, rows)
    enter_registered(change, rows)
    for row in rows:
        # The undo of this action puts entries that waited back where they were.
        if row.state not in WAITING_STATES:
            row.state, row.held_until = Registration.REGISTERED, None
            row.save(update_fields=["state", "held_until"])
    queue_mails(change, rows, Mail.REGISTERED)
    change.log_players()
    return len(rows)


def check_places(change: Change, count: int, exceed: bool):
    """Raise TooFewPlacesError unless there are places for so many players, or the staff exceed the cap."""
    free = Registration.objects.count_places_left(change.history, change.event, change.now)
    if exceed or free is None or count <= free:
        return
    if free == 0:
        raise TooFewPlacesError(ALL_TAKEN, cap=change.history.registration.cap)
    text = _("There are not enough places: {free} left for {count} players.")
    raise TooFewPlacesError(text, free=free, count=count)


def check_cap(change: Change, count: int):
    """Raise TooFewPlacesError if so many more players would be more than the cap: more places may be held."""
    cap = change.history.registration.cap
    if cap is not None and sum(map(is_active, change.history.players)) + count > cap:
        raise TooFewPlacesError(ALL_TAKEN, cap=cap)


def check_names(change: Change, rows: list[Registration]):
    """Raise RuleViolation if a player of the event, or another of the entries, has the same name.

    In public: somebody may play under another one. Who comes from their own page may have a namesake.
    """
    own_ids = {row.player.public_id for row in rows if row.player}
    players = change.history.with_public_names.players
    names = {player.name.casefold() for player in players if player.id not in own_ids}
    for row in rows:
        if row.person_id is None and row.name.casefold() in names:
            text = _("Another player is called “{name}”. Change one of the names first.")
            raise RuleViolation(text, name=row.name)
        names.add(row.name.casefold())


def find_rows(change: Change, pks: Iterable[int]) -> list[Registration]:
    """Return the entries with these row ids in order of arrival."""
    rows = Registration.objects.filter(event=change.event, pk__in=list(pks)).select_related("player")
    return list(rows.order_by("order", "id"))


def rows_of_players(change: Change, keys: Iterable[str]) -> list[Registration]:
    """Return the entries of these players; those without one get one."""
    players = Player.objects.filter(event=change.event, public_id__in=list(keys))
    rows, new = [], []
    for player in players.select_related("registration").order_by("id"):
        if player.entry:
            rows.append(player.entry)
        else:
            new.append(Registration(event=change.event, player=player, at=change.now))
    for order, row in enumerate(new, Registration.objects.next_order(change.event)):
        row.order, row.state = order, Registration.REGISTERED
        copy_facts(row.player, row)
    Registration.objects.create_entries(change.event, new)
    return rows + new


def copy_facts(player: Player | PlayerRecord, row: Registration):
    for name, value in facts_of(player).items():
        setattr(row, name, value)


def players_of(change: Change, rows: list[Registration]) -> dict[Registration, PlayerRecord]:
    """Return the players of these entries, including players who have left."""
    players = {row: row.player_in(change.history) for row in rows}
    return {row: player for row, player in players.items() if player}


@action(access.MANAGE, log=_("Registrations declined"))
def decline_registrations(change: Change, pks: Iterable[int]) -> int:
    """Decline entries that are not in the event; return how many."""
    return decline_rows(change, find_rows(change, pks))


def decline_rows(change: Change, rows: list[Registration]) -> int:
    """Decline these entries in the action of this change."""
    players = players_of(change, rows)
    rows = [row for row in rows if not is_active(players.get(row))]
    rows = [row for row in rows if row.state != Registration.DECLINED]
    if not rows:
        raise DuplicateRequest
    for row in rows:
        row.state, row.held_until = Registration.DECLINED, None
        row.save(update_fields=["state", "held_until"])
    queue_mails(change, rows, Mail.DECLINED)
    return len(rows)


@action(
    access.MANAGE,
    log={
        "move_to_waitlist": (
            ngettext_lazy(
                "{count} player put on the waitlist", "{count} players put on the waitlist", "count"
            ),
            "{names}",
        ),
        "registrations_put_on_waitlist": _("Registrations put on the waitlist"),
    },
)
def move_to_waitlist(change: Change, pks: Iterable[int], keys: Iterable[str] = ()) -> int:
    """Put entries at the end of the waitlist; players among them leave the event. Return how many.

    `keys` are ids of players without an entry. Raises RuleViolation once the event has started, or if there
    are places for them.
    """
    check_not_started(change.history)
    rows = [*find_rows(change, pks), *rows_of_players(change, keys)]
    players = players_of(change, rows)
    rows = [row for row in rows if row.state != Registration.WAITING or is_active(players.get(row))]
    if not rows:
        raise DuplicateRequest
    if any(player.disqualified for player in players.values()):
        raise RuleViolation(DISQUALIFIED)
    leaving = sum(map(is_active, players.values()))
    free = Registration.objects.count_unclaimed_places(change.history, change.event, change.now)
    if free is None or free + leaving > Registration.objects.waitlist(change.event).count():
        text = _(
            "There are free places, so they would move up at once. Lower the number of places first, or "
            "withdraw or decline them."
        )
        raise RuleViolation(text)
    leave_before_start(change, players.values())
    for row in rows:
        put_on_waitlist(change, row)
    change.log_players(without="registrations_put_on_waitlist")
    return len(rows)


@action(
    access.MANAGE,
    log={
        "withdraw_registrations": (
            ngettext_lazy("{count} player withdrawn", "{count} players withdrawn", "count"),
            "{names}",
        ),
        "registrations_withdrawn": _("Registrations withdrawn"),
    },
)
def withdraw_registrations(change: Change, pks: Iterable[int], keys: Iterable[str] = ()) -> int:
    """Withdraw entries; players among them, also those of `keys` without an entry, leave. Return how many.

    Raises RuleViolation once the event has started, if a player is among them.
    """
    rows = find_rows(change, pks)
    players = players_of(change, rows)
    active = [*players.values(), *(change.history.player(key) for key in keys)]
    active = {player.id: player for player in active if is_active(player)}
    if active and has_started(change.history):
        raise RuleViolation(_("The event has started. Drop the players on the page Players instead."))
    others = [row for row in rows if row.state not in CLOSED_STATES and not is_active(players.get(row))]
    if not (active or others):
        raise DuplicateRequest
    leave_before_start(change, active.values())
    Registration.objects.filter(pk__in=[row.pk for row in rows]).exclude(state__in=CLOSED_STATES).update(
        state=Registration.WITHDRAWN, held_until=None
    )
    leaving = [row for row in rows if is_active(players.get(row))]
    queue_mails(change, leaving + others, Mail.WITHDRAWN)
    change.log_players(without="registrations_withdrawn")
    return len(active) + len(others)


@action(access.MANAGE, log=_("Order of the waitlist changed"))
def move_in_waitlist(change: Change, pk: int, to: str):
    """Move an entry of the waitlist: to FIRST, or one place UP or DOWN."""
    rows = list(Registration.objects.waitlist(change.event))
    at = next((n for n, row in enumerate(rows) if row.pk == pk), None)
    if at is None:
        raise RuleViolation(_("This entry isn’t on the waitlist any more."))
    orders = sorted(row.order for row in rows)
    moved = rows.pop(at)
    rows.insert({FIRST: 0, UP: max(at - 1, 0), DOWN: at + 1}[to], moved)
    for row, order in zip(rows, orders, strict=True):
        row.order = order
    Registration.objects.bulk_update(rows, ["order"], 500)


MAX_LINE_ERRORS = 5


@dataclass(frozen=True)
class ImportResult:
    """How many players a table added, how many entries it completed, and how many had everything."""

    added: int
    completed: int
    unchanged: int


@action(access.MANAGE, log=_("{name} registered by hand"))
def enter_registration(
    change: Change,
    entry: RegistrationEntry,
    *,
    exceed: bool = False,
    site_url: str = "",
    language: str = "",
) -> Registration:
    """Enter a player with contact data. Raises TooFewPlacesError if all places are taken, unless `exceed`."""
    check_entry(without_required(change.history.registration), entry)
    check_unique(change, entry, by_staff=True)
    check_places(change, 1, exceed)
    check_entry_count(change.event)
    columns = {"state": Registration.REGISTERED, "site_url": site_url, "language": language}
    row = new_registration(change, entry, Registration.objects.next_order(change.event), **columns)
    (key,) = enter_registered(change, [row])
    change.log(name=key)
    row.save()
    queue_mail(change, row, Mail.REGISTERED)
    return row


def without_required(settings: RegistrationSettings) -> RegistrationSettings:
    """Return the registration settings with no required field: the staff may not know them."""
    fields = tuple(replace(field, required=False) for field in settings.fields)
    return replace(settings, **dict.fromkeys(ASKED_FIELDS, ""), fields=fields)


@action(
    access.MANAGE,
    log={
        "import_registrations": (
            ngettext_lazy(
                "{count} player added or completed from a table",
                "{count} players added or completed from a table",
                "count",
            ),
            "{names}",
        ),
        "contact_data_added": _("Contact data added from a table"),
    },
)
def import_registrations(
    change: Change,
    lines: Iterable[tuple[int, RegistrationEntry]],
    *,
    exceed: bool = False,
    site_url: str = "",
    language: str = "",
) -> ImportResult:
    """Enter the players of a table, given as (line number, entry), and complete the entries of known names.

    A known name only gets what it lacks. All or nothing: raises RuleViolation with the lines that are
    wrong, and TooFewPlacesError if there are not enough places, unless `exceed`.
    """
    lines = list(lines)
    check_lines(change, lines)
    known = known_entries(change)
    new = [entry for _line, entry in lines if entry.name.casefold() not in known]
    check_places(change, len(new), exceed)
    check_entry_count(change.event, len(new))
    without_address = [row for row in known.values() if not row.email]
    for row in without_address:
        row.site_url, row.language = site_url, language
    completed = complete_entries(change, known, (entry for _line, entry in lines))
    first = Registration.objects.next_order(change.event)
    columns = {"state": Registration.REGISTERED, "site_url": site_url, "language": language}
    rows = [new_registration(change, entry, order, **columns) for order, entry in enumerate(new, first)]
    enter_registered(change, rows)
    Registration.objects.bulk_create(rows, 500)
    queue_mails(change, rows, Mail.REGISTERED)
    queue_mails(change, without_address, Mail.LINK)
    change.log_players(without="contact_data_added")
    return ImportResult(len(new), completed, len(lines) - len(new) - completed)


def check_lines(change: Change, lines: list[tuple[int, RegistrationEntry]]):
    """Raise RuleViolation with the first lines that are wrong, each with its number."""
    settings = without_required(change.history.registration)
    open_rows = Registration.objects.filter(event=change.event, state__in=OPEN_STATES).exclude(email="")
    owners = {email.casefold(): name.casefold() for email, name in open_rows.values_list("email", "name")}
    errors, names = [], set()
    for number, entry in lines:
        name, email = entry.name.casefold(), entry.email.casefold()
        try:
            check_entry(settings, entry)
            if name in names:
                raise RuleViolation(_("“{name}” is listed twice."), name=entry.name)
            if email and owners.setdefault(email, name) != name:
                raise RuleViolation(_("another player has the address {email}."), email=entry.email)
        except RuleViolation as violation:
            errors.append((number, str(violation)))
        names.add(name)
    if not errors:
        return
    text = " ".join(f"{number}: {error}" for number, error in errors[:MAX_LINE_ERRORS])
    raise RuleViolation(_("Nothing was stored. Please correct line {lines}"), lines=text)


def known_entries(change: Change) -> dict[str, Registration]:
    """Return the open entries by lower-case name; those of players without one are new."""
    rows = list(Registration.objects.filter(event=change.event).select_related("player"))
    without_entry = Player.objects.filter(event=change.event, registration=None)
    for order, player in enumerate(without_entry, Registration.objects.next_order(change.event)):
        row = Registration(event=change.event, player=player, order=order, at=change.now)
        row.state = Registration.REGISTERED
        rows.append(row)
    known = {}
    for row in rows:
        player = row.player_in(change.history)
        if player:
            copy_facts(player, row)
        if player or row.state in OPEN_STATES:
            known[row.name.casefold()] = row
    return known


def complete_entries(
    change: Change, known: dict[str, Registration], entries: Iterable[RegistrationEntry]
) -> int:
    """Fill in what the known ones among these entries, and their players, lack; return how many did."""
    rows = []
    for entry in entries:
        row = known.get(entry.name.casefold())
        if row and complete_entry(change, row, entry):
            rows.append(row)
    Registration.objects.create_entries(change.event, [row for row in rows if row.pk is None])
    columns = ["name", *ASKED_FACTS, "email", "answers", "site_url", "language"]
    Registration.objects.bulk_update([row for row in rows if row.pk is not None], columns, 500)
    return len(rows)


def complete_entry(change: Change, row: Registration, entry: RegistrationEntry) -> bool:
    """Fill in what an entry and its player lack; return whether something was missing."""
    missing = {
        name: value
        for name in (*ASKED_FACTS, "email")
        if (value := getattr(entry, name)) and not getattr(row, name)
    }
    answers = {field: value for field, value in entry.answers.items() if value and not row.answers.get(field)}
    if not (missing or answers):
        return False
    for name, value in missing.items():
        setattr(row, name, value)
    row.answers = row.answers | answers
    if player := row.player_in(change.history):
        facts = {name: missing[name] for name in ASKED_FACTS if name in missing}
        change.set_part(player_path(player.id), replace(player, **facts))
    return True


@action(access.MANAGE, log=_("Registration of {text} changed"))
def change_registration(change: Change, pk: int, entry: RegistrationEntry):
    """Change the entry with this row id, and its player. A new email address is not confirmed."""
    change.reason = entry.name
    row = Registration.objects.filter(event=change.event, pk=pk).first()
    if row is None:
        raise RuleViolation(_("This registration doesn’t exist any more."))
    check_entry(without_required(change.history.registration), entry)
    if has_new_name(row, entry):
        check_unique_name(change, entry.name, row, by_staff=True)
    if entry.email:
        check_unique_address(change, entry.email, row)
    replace_entry(change, row, entry)
