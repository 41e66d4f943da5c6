"""The clubs in the backup of a site: their events, staff, people and log."""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from django.core.files.base import ContentFile
from django.db.models import Field, Model, Q
from django.utils import timezone

from ...changes.change import program_actor
from ...changes.club_change import LOGGED_MODELS
from ...clubs.actions import draw_logo, set_logo
from ...models import Club, ClubLogEntry, ClubStaff, Event, Person, Player, RatingList, Series
from ...people.actions.linking import link_players
from ...people.pages.matching import chunks
from ...rules.errors import RuleViolation
from .archives import LINKS, Archive
from .people_backups import (
    PEOPLE_SHAPE,
    NewKeys,
    existing_accounts,
    new_key_tables,
    restore_keys,
    restore_links,
    restore_people,
    write_keys,
    write_people,
)
from .series_backups import (
    RATINGS_SHAPE,
    SERIES_SHAPE,
    rejoin_series,
    restore_rating_lists,
    restore_series,
    write_rating_lists,
    write_series,
)
from .values import IS_INCONSISTENT, column_value, create_account, fits

# The clubs of the events, beside their folders; each has a folder of its own for people and log.
CLUBS, KEYS, FOLDER, LOGO = "clubs.json", "keys.json", "clubs", "logo.png"
ROWS_PER_FILE = 5000
# The columns of a club, of a row of its staff, and of its log that the backup holds.
CLUB = (
    "slug",
    "name",
    "is_published",
    "place",
    "timezone",
    "about",
    "contact",
    "keep_months",
    "defaults",
    "version",
)
STAFF = ("role",)
LOG = ("version", "at", "who", "source", "action", "key", "changes", "values")
# The values of a sentence of the log that are primary keys.
KEYS_OF = {
    "people": Person,
    "player": Player,
    "event": Event,
    "events": Event,
    "series": Series,
    "rating_list": RatingList,
}
MAX_KEY = 2**63
SHAPE = [
    {
        **dict.fromkeys(("slug", "name", "place", "timezone", "about", "contact"), str),
        "is_published": bool,
        "version": int,
        "keep_months": int,
        "defaults": dict,
        "events": [str],
        "staff": [{"user": str, "role": str}],
    }
]
LOG_SHAPE = [
    {
        "user": str | None,
        "action": str,
        "changes": {str: (dict | None, dict | None)},
        "values": {
            "people": [int],
            "events": [int],
            "event": int,
            "player": int,
            "series": int,
            "rating_list": int,
            "role": str,
            "undone": str,
            "evening": str,
        },
        "undoes": int | None,
    }
]


def club_files(slugs: list[str], with_empty: bool) -> Iterator[tuple[str, str | bytes]]:
    """Yield (name, content) of the files of the clubs of these events, and of the site's keys.

    `with_empty` adds the clubs without events.
    """
    wanted = Q(events__slug__in=slugs) | Q(events=None) if with_empty else Q(events__slug__in=slugs)
    clubs = Club.objects.defer(None).filter(wanted).distinct().order_by("pk")
    facts = []
    for number, club in enumerate(clubs, 1):
        facts.append(write_club(club, slugs))
        if club.logo:
            yield f"{FOLDER}/{number}/{LOGO}", bytes(club.logo)
        yield from row_files(f"{FOLDER}/{number}/people", write_people(club))
        yield from row_files(f"{FOLDER}/{number}/series", write_series(club))
        yield from row_files(f"{FOLDER}/{number}/ratings", write_rating_lists(club))
        yield from row_files(f"{FOLDER}/{number}/log", write_log(club))
    if facts:
        yield CLUBS, as_text(facts)
        yield KEYS, as_text(write_keys())


def as_text(values: dict | list) -> str:
    return json.dumps(values, ensure_ascii=False, default=datetime.isoformat)


def row_files(folder: str, rows: Iterator[dict]) -> Iterator[tuple[str, str]]:
    """Yield (name, content) of numbered files of so many rows."""
    number = 0
    while chunk := list(islice(rows, ROWS_PER_FILE)):
        number += 1
        yield f"{folder}/{number}.json", as_text(chunk)


def write_club(club: Club, slugs: list[str]) -> dict:
    return values_of(club, CLUB) | {
        "events": list(club.events.filter(slug__in=slugs).order_by("pk").values_list("slug", flat=True)),
        "staff": [
            values_of(row, STAFF) | {"user": row.user.get_username()}
            for row in club.staff.select_related("user").order_by("pk")
        ],
    }


def write_log(club: Club) -> Iterator[dict]:
    """Yield the entries of a club's log; `undoes` is the position of another one, from 1."""
    positions = {}
    entries = club.log.select_related("user").order_by("pk")
    for position, row in enumerate(entries.iterator(chunk_size=1000), 1):
        positions[row.pk] = position
        yield values_of(row, LOG) | {
            "user": row.user and row.user.get_username(),
            "undoes": positions.get(row.undoes_id),
        }


def values_of(row, names) -> dict:
    return {name: getattr(row, name) for name in names}


def restore_clubs(archive: Archive, slugs: dict[str, str], with_empty: bool) -> set[str]:
    """Put restored events into their clubs; `slugs` are their folders in the backup → addresses here.

    `with_empty` restores the clubs without events, too. A club that exists here takes the events as it is;
    others are made, with their staff, people and log. Players count for the people whom the backup names, if
    the club has them, and the rules decide about the others. Returns the names of the accounts made. Raises
    RuleViolation for values that no backup holds.
    """
    if CLUBS not in archive.entries:
        return set()
    values = archive.values(CLUBS)
    if not fits(values, SHAPE):
        raise RuleViolation(IS_INCONSISTENT, wrong=CLUBS)
    has_same_key = restore_keys(archive.values(KEYS))
    created = set()
    for number, facts in enumerate(values, 1):
        events = {folder: slugs[folder] for folder in facts["events"] if folder in slugs}
        if events or (with_empty and not facts["events"]):
            created |= restore_club(archive, f"{FOLDER}/{number}", facts, events, has_same_key)
    return created


def restore_club(
    archive: Archive, folder: str, facts: dict, events: dict[str, str], has_same_key: bool
) -> set[str]:
    """Put events into their club, made if it does not exist; return the names of the accounts made."""
    people = read_rows(archive, f"{folder}/people", PEOPLE_SHAPE)
    club, new_keys, created = find_club(facts, people), new_key_tables(), set()
    is_new = club is None
    if is_new:
        club, created = create_club(facts, read_logo(archive, f"{folder}/{LOGO}"))
        restore_people(club, people, has_same_key, new_keys)
    restored = [Event.objects.get(slug=slug) for slug in events.values()]
    for event_folder, event in zip(events, restored, strict=True):
        event.club = club
        event.save(update_fields=["club"])
        if (name := f"{event_folder}/{LINKS}") in archive.entries:
            restore_links(event, archive.values(name), new_keys)
    series = read_rows(archive, f"{folder}/series", SERIES_SHAPE)
    by_address = dict(zip(events, restored, strict=True))
    if is_new:
        restore_series(club, series, by_address, new_keys)
        restore_rating_lists(club, read_rows(archive, f"{folder}/ratings", RATINGS_SHAPE), new_keys)
        create_log(club, read_rows(archive, f"{folder}/log", LOG_SHAPE), new_keys)
    else:
        rejoin_series(club, series, by_address)
    for event in restored:
        link_players(event, timezone.now(), program_actor().who)
    return created


def read_rows(archive: Archive, folder: str, shape: list) -> list[dict]:
    """Return the rows of numbered files. RuleViolation if they have another shape."""
    rows, number = [], 1
    while (name := f"{folder}/{number}.json") in archive.entries:
        values = archive.values(name)
        if not fits(values, shape):
            raise RuleViolation(IS_INCONSISTENT, wrong=name)
        rows, number = rows + values, number + 1
    return rows


def find_club(facts: dict, people: list[dict]) -> Club | None:
    """Return the club with this address or, if that has changed, the one that has these people."""
    if club := Club.objects.filter(slug=facts["slug"]).first():
        return club
    for ids in chunks([person["public_id"] for person in people]):
        if club := Club.objects.filter(people__public_id__in=ids).first():
            return club
    return None


def read_logo(archive: Archive, name: str) -> bytes | None:
    """Return the logo of a club, drawn anew. RuleViolation for a file that is no picture."""
    return draw_logo(ContentFile(archive.data(name))) if name in archive.entries else None


def create_club(values: dict, logo: bytes | None) -> tuple[Club, set[str]]:
    """Create a club with its staff; return it, and the names of the accounts made."""
    club = Club(**columns_of(Club, values, CLUB))
    set_logo(club, logo)
    club.save()
    names = {row["user"] for row in values["staff"]}
    users = existing_accounts(names)
    created = names - users.keys()
    users |= {name: create_account(name) for name in sorted(created)}
    ClubStaff.objects.bulk_create(
        ClubStaff(club=club, user=users[row["user"]], **columns_of(ClubStaff, row, STAFF))
        for row in values["staff"]
    )
    return club, created


def create_log(club: Club, values: list[dict], new_keys: NewKeys):
    """Store the log of a new club, whose rows have other primary keys here."""
    users = existing_accounts(row["user"] for row in values)
    entries = [
        ClubLogEntry(club=club, user=users.get(row["user"]), **columns_of(ClubLogEntry, row, LOG))
        for row in values
    ]
    for entry in entries:
        entry.changes = with_new_keys(entry.changes, club, new_keys)
        entry.values = dict(translated_values(entry.values, new_keys))
    ClubLogEntry.objects.bulk_create(entries, 500)
    undos = [(entry, row["undoes"]) for entry, row in zip(entries, values, strict=True) if row["undoes"]]
    for entry, position in undos:
        if not 0 < position <= len(entries):
            raise RuleViolation(IS_INCONSISTENT, wrong="undoes")
        entry.undoes = entries[position - 1]
    ClubLogEntry.objects.bulk_update([entry for entry, _position in undos], ["undoes"], 500)


def new_key(table: dict[int, int], key: int) -> int:
    """Return the new primary key of a row, or a number that no row has."""
    return table.get(key, -key)


def with_new_keys(changes: dict, club: Club, new_keys: NewKeys) -> dict:
    """Return the changes of an entry with the primary keys of here.

    A row that is in no backup, because it is gone, stays gone: undoing the entry says so.
    """
    translated = {}
    for path, (before, after) in changes.items():
        name, _colon, key = path.partition(":")
        model = LOGGED_MODELS.get(name)
        if model is None or not key.isdecimal():
            translated[path] = [before, after]
            continue
        pk = new_key(new_keys[model], int(key))
        after = before if after is None and pk < 0 else after
        sides = (side and with_new_references(model, side, club, new_keys) for side in (before, after))
        translated[f"{name}:{pk}"] = list(sides)
    return translated


def with_new_references(model: type[Model], columns: dict, club: Club, new_keys: NewKeys) -> dict:
    references = {field.attname: field.related_model for field in model._meta.fields if field.is_relation}
    return {
        name: club.pk
        if references.get(name) is Club
        else new_keys[references[name]].get(value)
        if name in references
        else value
        for name, value in columns.items()
    }


def translated_values(values: dict, new_keys: NewKeys) -> Iterator[tuple]:
    """Yield the values of a sentence of the log, in which people and events have the primary keys of here."""
    for name, value in values.items():
        if name in KEYS_OF:
            table = new_keys[KEYS_OF[name]]
            keys = value if isinstance(value, list) else [value]
            if not all(0 < key < MAX_KEY for key in keys):
                raise RuleViolation(IS_INCONSISTENT, wrong=name)
            keys = [new_key(table, key) for key in keys]
            value = keys if isinstance(value, list) else keys[0]
        yield name, value


def columns_of(model, values: dict, names) -> dict:
    fields: list[Field] = [model._meta.get_field(name) for name in names]
    return {field.name: column_value(field, values[field.name]) for field in fields}
