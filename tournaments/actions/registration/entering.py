"""Players whom the staff enter with contact data: one by hand, or a table of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...models import Mail, Player, Registration
from ...queries.registration.states import OPEN_STATES, find_player
from ...rules.errors import RuleViolation, _
from ...rules.history.registration import RegistrationSettings
from ...rules.log import part_paths
from ...rules.registration.entries import RegistrationEntry, check_entry
from ..change import Change, action
from .acceptance import check_entry_count, create_entries, enter_registered, next_order
from .desk import check_places
from .entries import check_unique, new_registration
from .mails import queue_mail, queue_mails

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
    check_unique(change, entry)
    check_places(change, 1, exceed)
    check_entry_count(change.event)
    columns = {"state": Registration.REGISTERED, "site_url": site_url, "language": language}
    row = new_registration(change, entry, next_order(change.event), **columns)
    (key,) = enter_registered(change, [row])
    change.log(name=key)
    row.save()
    queue_mail(change, row, Mail.REGISTERED)
    return row


def without_required(settings: RegistrationSettings) -> RegistrationSettings:
    """Return the registration settings with no required field: the staff may not know them."""
    no_fields = dict.fromkeys(("email", "club", "player_id", "division"), "")
    fields = tuple(replace(field, required=False) for field in settings.fields)
    return replace(settings, **no_fields, fields=fields)


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
    first = next_order(change.event)
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
    for order, player in enumerate(without_entry, next_order(change.event)):
        row = Registration(event=change.event, player=player, order=order, at=change.now)
        row.state = Registration.REGISTERED
        rows.append(row)
    known = {}
    for row in rows:
        player = find_player(change.history, row)
        if player:
            row.name, row.club, row.division = player.name, player.club, player.division
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
    create_entries(change.event, [row for row in rows if row.pk is None])
    columns = ["name", "club", "division", "email", "answers", "site_url", "language"]
    Registration.objects.bulk_update([row for row in rows if row.pk is not None], columns, 500)
    return len(rows)


def complete_entry(change: Change, row: Registration, entry: RegistrationEntry) -> bool:
    """Fill in what an entry and its player lack; return whether something was missing."""
    missing = {
        name: value
        for name in ("club", "division", "email")
        if (value := getattr(entry, name)) and not getattr(row, name)
    }
    answers = {field: value for field, value in entry.answers.items() if value and not row.answers.get(field)}
    if not (missing or answers):
        return False
    for name, value in missing.items():
        setattr(row, name, value)
    row.answers = row.answers | answers
    if player := find_player(change.history, row):
        facts = {name: missing[name] for name in ("club", "division") if name in missing}
        change.set_part(part_paths.player(player.id), replace(player, **facts))
    return True
