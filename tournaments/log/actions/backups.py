"""Backups of events: write them, and restore them on another machine."""

import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from django.contrib.auth import get_user_model
from django.db import DataError, IntegrityError, transaction

from ...changes.parts import set_facts
from ...events.actions.events import RESERVED_SLUGS, create_rows, store_log
from ...history import load
from ...models import (
    DeckCheck,
    Event,
    Invitation,
    ListVersion,
    LogEntry,
    Mail,
    Match,
    NextSeed,
    Player,
    Registration,
    RestorePoint,
)
from ...models.lists import MAX_LIST_LENGTH
from ...models.player import new_token
from ...models.registration import hash_address
from ...registration.actions.places import queue_tasks
from ...results.actions.player_results import queue_imported_results
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import parse
from ...rules.history import EventHistory, LogRecord
from ...rules.lists.decklist import clean_text
from ...rules.log.event_parts import from_json, player_path
from ...rules.log.removed_players import find_removed_players
from .archives import (
    ADDED_LATER,
    COLUMNS_ADDED_LATER,
    CONTENTS,
    EVENT_FILE,
    EXTRAS,
    FORMAT,
    LISTS,
    LISTS_PER_FILE,
    LOG,
    RESTORE_POINTS,
    TABLES,
    Archive,
    BackupTable,
    backup_files,
    match_path,
    open_archive,
)
from .club_backups import club_files, restore_clubs
from .values import IS_INCONSISTENT, column_value, create_account, fits

MAX_ACCOUNTS = 500
# Models with secret tokens.
SECRETS = (Player, Invitation, Registration)
# Databases limit the number of values in a query.
MAX_TOKENS = 10_000
# Errors of a backup that lacks a value or a row that others refer to, or whose rows contradict each other.
INCONSISTENT = (IntegrityError, DataError, KeyError)
# Shapes for `fits` of the values that are used before a column has checked them, and of references.
ROW_SHAPE = {
    **dict.fromkeys(("user", "player"), str | None),
    **dict.fromkeys(("registration", "token", "name"), str),
    "match": (int, int, int),
    "version": int,
}
SHAPE = {
    **{name: [ROW_SHAPE] for name in ("log", *TABLES)},
    "tokens": {str: str},
    "removed_players": [{"player": {"id": str}, "token": str}],
    "removed_links": [{"entry": int, "key": str, "token": str}],
    "reused_ids": {str: [(int, str)]},
}


@dataclass(frozen=True)
class RestoredEvent:
    """The address of a restored event, and the accounts created for its staff, without passwords."""

    slug: str
    accounts: tuple[str, ...]


class ByteQueue:
    """A file to write to, whose bytes are taken out again; it cannot seek, so zipfile writes it in order."""

    def __init__(self):
        self.chunks = []

    def write(self, data: bytes) -> int:
        self.chunks.append(bytes(data))
        return len(data)

    def flush(self):
        """Do nothing: the bytes stay in memory."""

    def take(self) -> bytes:
        taken, self.chunks = b"".join(self.chunks), []
        return taken


def stream_backup(slugs: Iterable[str], for_organiser=False, of_site=False) -> Iterator[bytes]:
    """Yield a backup of these events, each as of one moment and read when its turn comes.

    One `of_site` has the clubs without events, too.
    Events that are deleted meanwhile are left out. A backup `for_organiser` has no clubs, no people and no
    hashes of invitations, and does not reveal the seed of the next draw; restoring it commits another.
    """
    queue, written = ByteQueue(), []
    with zipfile.ZipFile(queue, "w", zipfile.ZIP_DEFLATED) as archive:
        for slug in slugs:
            files = read_event_files(slug, for_organiser)
            for name, text in files:
                archive.writestr(f"{slug}/{name}", text)
                yield queue.take()
            written += [slug] if files else []
        for name, content in () if for_organiser else club_files(written, of_site):
            archive.writestr(name, content)
            yield queue.take()
        archive.writestr(CONTENTS, json.dumps({"format": FORMAT, "events": written}))
    yield queue.take()


def read_event_files(slug: str, for_organiser: bool) -> list[tuple[str, str]]:
    """Return the event's files, read while its row is locked; empty if it is deleted."""
    with transaction.atomic():
        event = Event.objects.select_for_update().filter(slug=slug).first()
        return backup_files(event, for_organiser) if event else []


def restore(file, only: str = "", as_: str = "") -> list[RestoredEvent]:
    """Restore all events of a backup, or none; `only` selects one by address, `as_` gives it another.

    Raises RuleViolation for an invalid backup, and if an event has the address already.
    """
    with open_archive(file) as archive:
        folders = archive.folders()
        if only and only not in folders:
            raise RuleViolation(_("The backup doesn’t contain the event “{slug}”."), slug=only)
        folders = [only] if only else folders
        if as_ and len(folders) != 1:
            raise RuleViolation(_("Only one event at a time can get a new address. Choose the event."))
        try:
            with transaction.atomic():
                restored = [restore_event(archive, folder, as_) for folder in folders]
                slugs = {folder: event.slug for folder, event in zip(folders, restored, strict=True)}
                accounts = sorted(restore_clubs(archive, slugs, with_empty=not only))
                return [replace(restored[0], accounts=(*restored[0].accounts, *accounts)), *restored[1:]]
        except INCONSISTENT as error:
            raise RuleViolation(IS_INCONSISTENT, wrong=type(error).__name__) from None


def restore_event(archive: Archive, folder: str, as_: str) -> RestoredEvent:
    rows = archive.values(f"{folder}/{EXTRAS}")
    if not fits(rows, SHAPE):
        raise RuleViolation(IS_INCONSISTENT, wrong=EXTRAS)
    slug = column_value(Event._meta.get_field("slug"), as_ or rows["slug"])
    if slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
        text = _(
            "An event with the address “{slug}” already exists. Delete it first, or choose another address."
        )
        raise RuleViolation(text, slug=slug)
    history = event_file.read_text(archive.text(f"{folder}/{EVENT_FILE}"))
    event = create_rows(history, None, slug)
    if len(history.log) != len(rows["log"]):
        raise RuleViolation(IS_INCONSISTENT, wrong="log")
    store_log(event, history.log)
    rows = upgrade_values(rows, history.log)
    new_tokens = choose_new_tokens(event, rows)
    restore_players(event, rows, new_tokens)
    if rows["seal"]:
        seed = column_value(NextSeed._meta.get_field("seed"), rows["seal"])
        NextSeed.objects.filter(event=event).update(seed=seed)
    created_accounts = restore_rows(event, archive, folder, rows, new_tokens)
    check_registrations(event, history)
    queue_tasks(event)
    queue_imported_results(event, history)
    facts = {
        name: column_value(Event._meta.get_field(name), rows[name]) for name in ("version", "created_at")
    }
    Event.objects.filter(pk=event.pk).update(**facts)
    return RestoredEvent(slug, created_accounts)


def upgrade_values(values: dict, log: tuple[LogRecord, ...]) -> dict:
    """Return the values of a backup of any release as this one writes them.

    Older releases stored no removed players, but links that an undo would restore; and entries, lists and
    checks belonged to a player by the link.
    """
    values = {name: [] for name in ADDED_LATER} | values
    if "removed_players" in values:
        return values
    lines = [
        (number, row["version"], line.at, line.action, line.changes)
        for number, (line, row) in enumerate(zip(log, values["log"], strict=True), 1)
    ]
    links = {(row["entry"], row["key"]): row["token"] for row in values["removed_links"]}
    names = {row["token"]: row["name"] for row in values["registrations"]}
    removed, reused_ids = find_removed_players(lines, links, values["tokens"])
    rows = [
        {
            "player": {"name": names.get(player.token, player.id), **player.fields, "id": player.id},
            "removed_at": player.at or values["created_at"],
            "token": player.token or new_token(),
        }
        for player in removed
    ]
    ids = {token: key for key, token in values["tokens"].items()}
    ids |= {player.token: player.id for player in removed}
    by_player = {
        name: [row | {"player": ids.get(row["token"])} for row in values[name]]
        for name in ("registrations", "list_versions", "deck_checks")
    }
    return values | by_player | {"removed_players": rows, "reused_ids": reused_ids}


def choose_new_tokens(event: Event, values: dict) -> dict[str, str]:
    """Return old → new token for the links of players and entries that another event here uses."""
    rows = (*values["removed_players"], *values["registrations"])
    tokens = {*values["tokens"].values(), *(row["token"] for row in rows)}
    return {token: new_token() for token in tokens_of_other_events(event, tokens)}


def tokens_of_other_events(event: Event, tokens: Iterable[str]) -> set[str]:
    """Return those of the tokens that another event here uses."""
    tokens, taken = list(tokens), set()
    for model in SECRETS:
        for start in range(0, len(tokens), MAX_TOKENS):
            others = model._base_manager.filter(token__in=tokens[start : start + MAX_TOKENS]).exclude(
                event=event
            )
            taken.update(others.values_list("token", flat=True))
    return taken


def restore_players(event: Event, values: dict, new_tokens: dict[str, str]):
    """Restore the players' links, some of them replaced by new ones, and the removed players."""
    players, removed = list(event.players.all()), []
    for row in values["removed_players"]:
        part = from_json("player", row["player"], player_path(row["player"]["id"]))
        player = Player(event=event, public_id=part.id)
        set_facts(player, part)
        player.removed_at = column_value(Player._meta.get_field("removed_at"), row["removed_at"])
        removed.append(player)
    tokens = [*(values["tokens"][player.public_id] for player in players)]
    tokens += [row["token"] for row in values["removed_players"]]
    for player, token in zip((*players, *removed), tokens, strict=True):
        token = column_value(Player._meta.get_field("token"), token)
        player.token = new_tokens.get(token, token)
    Player.objects.bulk_update(players, ["token"], 500)
    Player.objects.bulk_create(removed, 500)
    event.reused_ids = values["reused_ids"]
    event.save(update_fields=["reused_ids"])


def restore_rows(
    event: Event, archive: Archive, folder: str, values: dict, new_tokens: dict[str, str]
) -> tuple[str, ...]:
    """Restore the rows outside the event file from their values; return the accounts created for them."""
    entries = list(event.log.order_by("pk"))
    users, created = accounts_for(values)
    players = {row.public_id: row for row in Player.with_removed.filter(event=event)}

    @cache
    def registrations() -> dict[str, Registration]:
        return {row.token: row for row in event.registrations.all()}

    known = {
        "user": users.get,
        "player": lambda key: key and players[key],
        "match": matches_of(event).__getitem__,
        # Stored before the mails that refer to them.
        "registration": lambda token: registrations()[new_tokens.get(token, token)],
    }
    set_columns(LOG, entries, values["log"], known)
    LogEntry.objects.bulk_update(entries, [*(field.name for field in LOG.fields), *LOG.references], 500)
    for name, table in TABLES.items():
        rows = [table.model() for _row in values[name]]
        set_columns(table, rows, values[name], known)
        for number, row in enumerate(rows, 1):
            if table.event == "event":
                row.event = event
            if table.model is RestorePoint:
                row.file = archive.text(f"{folder}/{RESTORE_POINTS}/{number}.json")
        if table.model is ListVersion:
            for row, text in zip(rows, list_texts(archive, folder, len(rows)), strict=True):
                row.text = text
        if table.model is Registration:
            for row in rows:
                row.token = new_tokens.get(row.token, row.token)
        if table.model in (ListVersion, DeckCheck):
            # Of nobody: older releases could not show it either.
            rows = [row for row in rows if row.player_id]
        if table.model is Invitation:
            taken = tokens_of_other_events(event, [row.token for row in rows])
            rows = [row for row in rows if row.token not in taken]
        if table.model is Mail and new_tokens:
            # The original event sends them.
            rows = [row for row in rows if row.sent_at]
        if table.model is Mail:
            # Each site has its own secret for the hash.
            for row in rows:
                row.address_hash = hash_address(row.registration.address_for(row.kind))
        table.model.objects.bulk_create(rows, 500)
    Player.give_up_own_secrets(event)
    return created


def list_texts(archive: Archive, folder: str, count: int) -> list[str]:
    """Return so many players' lists. RuleViolation for another number of them, or if one is too long."""
    files = range(1, -(-count // LISTS_PER_FILE) + 1)
    chunks = [parse(archive.text(f"{folder}/{LISTS}/{number}.json")) for number in files]
    texts = list(chain.from_iterable(chunks)) if fits(chunks, [[str]]) else []
    if len(texts) != count or max(map(len, texts), default=0) > MAX_LIST_LENGTH:
        raise RuleViolation(_("The backup contains an invalid list."))
    return [clean_text(text) for text in texts]


def check_registrations(event: Event, history: EventHistory):
    """Raise RuleViolation unless a restore point can hold the restored registrations."""
    event_file.read(event_file.write(load.add_registrations(event, history)))


def accounts_for(values: dict) -> tuple[dict, tuple[str, ...]]:
    """Return (accounts by name, names of created ones, which have no password yet).

    Accounts are created for staff only; other names stay text in the log.
    """
    accounts = get_user_model().objects
    named = {row["user"] for part in ("staff", "log", "reports") for row in values[part]} - {None}
    # Databases limit the number of values in a query.
    users = {user.get_username(): user for user in accounts.filter(username__in=list(named)[:MAX_ACCOUNTS])}
    missing = sorted({row["user"] or "" for row in values["staff"]} - users.keys())
    for name in missing:
        users[name] = create_account(name)
    return users, tuple(missing)


def matches_of(event: Event) -> dict[tuple[int, int, int], Match]:
    rows = Match.objects.filter(round__phase__event=event).select_related("round__phase")
    return {tuple(match_path(row)): row for row in rows}


def set_columns(table: BackupTable, rows: list, rows_values: list[dict], known: dict):
    """Set the columns of rows from their values. RuleViolation for an invalid value."""
    for row, values in zip(rows, rows_values, strict=True):
        for field in table.fields:
            if field.name in values or field.name not in COLUMNS_ADDED_LATER:
                setattr(row, field.name, column_value(field, values[field.name]))
        for name in table.references:
            key = values[name]
            setattr(row, name, known[name](tuple(key) if isinstance(key, list) else key))
