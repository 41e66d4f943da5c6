"""Backups of events: written, and restored on a machine that does not have them."""

import json
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field, JSONField

from ...models import Event, Invitation, LogEntry, Match, Player, RemovedLink, Seal, Snapshot
from ...queries.log import backup
from ...queries.log.backup import KEPT, LOG, Kept
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ..events import events
from .archive import Archive, opened

# What may stand in an address as a secret.
SECRET = re.compile(r"[A-Za-z0-9_-]{8,64}")
MOST_ACCOUNTS, LONGEST_NAME = 500, 150
# Where the secrets stand that open something, and the way from there to its event.
SECRETS = {Player: "event", Invitation: "event", RemovedLink: "entry__event"}
# What parts that do not belong together come to.
UNFIT = (IntegrityError, DataError, KeyError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True)
class Restored:
    """Where an event is now, and which accounts were made for those who run it, without a password."""

    slug: str
    accounts: tuple[str, ...]


def back_up(slugs: Iterable[str], to, with_seal=True):
    """Write a backup of these events into the open file `to`, one event after the other.

    One that is deleted meanwhile is left out. Each is as it was at one moment. Without the seal nobody learns
    the next draw from it; where it is restored, another seed is sealed.
    """
    kept = []
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        for slug in slugs:
            files = files_at_once(slug, with_seal)
            for name, text in files:
                packed.writestr(f"{slug}/{name}", text)
            kept += [slug] if files else []
        packed.writestr(backup.CONTENTS, json.dumps({"format": backup.FORMAT, "events": kept}))


def files_at_once(slug: str, with_seal: bool) -> list[tuple[str, str]]:
    """The event's files, all of one moment: who changes it waits so long. None where it is gone."""
    with transaction.atomic():
        event = Event.objects.select_for_update().filter(slug=slug).first()
        return backup.files_of(event, with_seal) if event else []


def restore(file, only: str = "", as_: str = "") -> list[Restored]:
    """Make the events of a backup again, all of them or none; `only` takes the one of this address, `as_`
    gives it another.

    Raises RuleViolation for what is no whole backup, and where an event has the address already.
    """
    with opened(file) as archive:
        folders = archive.folders()
        if only and only not in folders:
            raise RuleViolation(_("The backup holds no event “{slug}”."), slug=only)
        folders = [only] if only else folders
        if as_ and len(folders) != 1:
            raise RuleViolation(_("Only one event at a time can have another address: choose it."))
        try:
            with transaction.atomic():
                return [restore_event(archive, folder, as_) for folder in folders]
        except UNFIT as wrong:
            words = _("The backup does not fit together: {wrong}.")
            raise RuleViolation(words, wrong=type(wrong).__name__) from None


def restore_event(archive: Archive, folder: str, as_: str) -> Restored:
    beside = archive.values(f"{folder}/{backup.BESIDE}")
    slug = fitting(Event._meta.get_field("slug"), as_ or beside["slug"])
    if slug in events.TAKEN or Event.objects.filter(slug=slug).exists():
        words = _(
            "An event with the address “{slug}” is here already: delete it first, or give another address."
        )
        raise RuleViolation(words, slug=slug)
    history = event_file.read_text(archive.text(f"{folder}/{backup.EVENT_FILE}"))
    event = events.store(history, None, slug)
    events.store_log(event, history.log)
    put_tokens(event, beside["tokens"])
    if beside["seal"]:
        Seal.objects.filter(event=event).update(seed=fitting(Seal._meta.get_field("seed"), beside["seal"]))
    made = put_beside(event, archive, folder, beside)
    facts = {name: fitting(Event._meta.get_field(name), beside[name]) for name in ("version", "created_at")}
    Event.objects.filter(pk=event.pk).update(**facts)
    return Restored(slug, made)


def put_tokens(event: Event, tokens: dict[str, str]):
    """The links that players had, so that printed codes lead to them; but where the event they came from is
    here, too, its players keep theirs."""
    field, rows = Player._meta.get_field("token"), list(event.players.all())
    wanted = {row.key: fitting(field, tokens[row.key]) for row in rows}
    taken = leading_elsewhere(event, wanted.values())
    kept = [row for row in rows if wanted[row.key] not in taken]
    for row in kept:
        row.token = wanted[row.key]
    Player.objects.bulk_update(kept, ["token"], 500)


def leading_elsewhere(event: Event, tokens: Iterable[str]) -> set[str]:
    """Those of these secrets that open something of another event that is here: each opens one alone."""
    tokens = list(tokens)
    found = (
        model.objects.filter(token__in=tokens).exclude(**{way: event}).values_list("token", flat=True)
        for model, way in SECRETS.items()
    )
    return set().union(*found)


def put_beside(event: Event, archive: Archive, folder: str, beside: dict) -> tuple[str, ...]:
    """The rows beside the event file; which accounts had to be made for them."""
    entries = list(event.log.order_by("pk"))
    users, made = accounts_for(beside)
    known = {
        "user": users.get,
        "player": {row.key: row for row in event.players.all()}.get,
        "match": matches_of(event).__getitem__,
        "entry": dict(enumerate(entries, 1)).__getitem__,
    }
    fill(LOG, entries, beside["log"], known)
    LogEntry.objects.bulk_update(entries, [*(field.name for field in LOG.fields), *LOG.refers], 500)
    for name, kept in KEPT.items():
        rows = [kept.model() for _told in beside[name]]
        fill(kept, rows, beside[name], known)
        for number, row in enumerate(rows, 1):
            if kept.event == "event":
                row.event = event
            if kept.model is Snapshot:
                row.file = archive.text(f"{folder}/{backup.BEFORE}/{number}.json")
        if kept.model in SECRETS:
            taken = leading_elsewhere(event, [row.token for row in rows])
            rows = [row for row in rows if row.token not in taken]
        kept.model.objects.bulk_create(rows, 500)
    return made


def accounts_for(beside: dict) -> tuple[dict, tuple[str, ...]]:
    """(accounts by name, names of those that were made, who can sign in once they have a password). Who runs
    the event needs one; of others who once did something, the log keeps the name alone."""
    accounts = get_user_model().objects
    named = {told["user"] for part in ("staff", "log", "reports") for told in beside[part]} - {None}
    # As many as have run one event; a database takes so many names at once.
    users = {user.get_username(): user for user in accounts.filter(username__in=list(named)[:MOST_ACCOUNTS])}
    lacking = sorted({told["user"] for told in beside["staff"]} - users.keys())
    for name in lacking:
        if not isinstance(name, str) or not 0 < len(name.strip()) <= len(name) <= LONGEST_NAME:
            raise RuleViolation(_("The backup names an account that cannot be one."))
        users[name] = accounts.create_user(name)
    return users, tuple(lacking)


def matches_of(event: Event) -> dict[tuple[int, int, int], Match]:
    rows = Match.objects.filter(round__phase__event=event).select_related("round__phase")
    return {tuple(backup.match_path(row)): row for row in rows}


def fill(kept: Kept, rows: list, told: list[dict], known: dict):
    """Put what is told of each row into its columns. RuleViolation for what does not fit in one."""
    for row, said in zip(rows, told, strict=True):
        for field in kept.fields:
            setattr(row, field.name, fitting(field, said[field.name]))
        for name in kept.refers:
            key = said[name]
            setattr(row, name, known[name](tuple(key) if isinstance(key, list) else key))


def fitting(field: Field, value):
    """The value as its column keeps it, checked as a form would. RuleViolation where it does not fit."""
    empty = isinstance(field, JSONField) and value in field.empty_values
    try:
        value = value if empty else field.clean(value, None)
    except ValidationError as wrong:
        words = _("{name} in the backup: {wrong}")
        raise RuleViolation(words, name=field.name, wrong=" ".join(wrong.messages)) from None
    if field.name == "token" and not SECRET.fullmatch(value):
        raise RuleViolation(_("The backup holds a link that cannot be one."))
    return value
