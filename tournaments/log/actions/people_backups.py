"""The people of a club in the backup of a site, and beside each event who its players are."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.contrib.auth import get_user_model
from django.db.models import Model, Prefetch

from ...changes.club_change import as_json
from ...models import (
    Club,
    Event,
    Person,
    PersonAnswer,
    PersonIdentifier,
    PersonName,
    PersonRequest,
    Player,
    Registration,
    SiteKey,
)
from ...people.pages.matching import chunks, find_people_by_id
from ...rules.errors import RuleViolation
from ...rules.people.names import name_key
from .values import IS_INCONSISTENT, column_value, fits

# Rows of a person, by the name of their list.
ROWS = {"names": PersonName, "identifiers": PersonIdentifier, "requests": PersonRequest}
PEOPLE_SHAPE = [
    {
        "row": int,
        "public_id": str,
        "name": str,
        "account": str | None,
        "merged_into": str | None,
        **{name: [{"row": int}] for name in ROWS},
    }
]
LINKS_SHAPE = {
    "row": int,
    "players": [{"row": int, "player": str, "person": str, "reason": str, "is_proposed": bool}],
    "answers": [{"player": str, "person": str}],
    "entries": [{"entry": int, "person": str}],
}
KEYS_SHAPE = {str: str}
PUBLIC_ID = re.compile("[a-z0-9]{1,16}")

# Primary keys in the database of the backup → here, by model.
NewKeys = dict[type[Model], dict[int, int]]


def write_keys() -> dict[str, str]:
    """Return the keys of the site, without which a hash of an address means nothing."""
    return dict(SiteKey.objects.order_by("name").values_list("name", "value"))


def restore_keys(values: dict) -> bool:
    """Store the keys that the site lacks; return whether the hashes of people's addresses count here."""
    if not fits(values, KEYS_SHAPE):
        raise RuleViolation(IS_INCONSISTENT, wrong="keys.json")
    stored = dict(SiteKey.objects.values_list("name", "value"))
    for name in values.keys() - stored.keys():
        columns = {"name": name, "value": values[name]}
        SiteKey.objects.create(**{key: column_value(field_of(SiteKey, key), columns[key]) for key in columns})
    return stored.get(SiteKey.PEOPLE, values.get(SiteKey.PEOPLE)) == values.get(SiteKey.PEOPLE)


def field_of(model: type[Model], name: str):
    return model._meta.get_field(name)


def own_fields(model: type[Model]) -> list:
    """Return the columns that the backup has as they are: without keys, and what follows from the name."""
    fields = model._meta.concrete_fields
    return [field for field in fields if not (field.primary_key or field.is_relation or field.name == "key")]


def values_of(row: Model) -> dict:
    """Return the columns of a row as JSON, and its primary key, which the club's log refers to."""
    values = {field.name: as_json(getattr(row, field.name)) for field in own_fields(type(row))}
    return values | {"row": row.pk}


def row_of(model: type[Model], values: dict, **others) -> Model:
    """Return a row that is not stored yet. RuleViolation for a value that its column cannot have."""
    columns = {field.name: column_value(field, values[field.name]) for field in own_fields(model)}
    row = model(**columns, **others)
    if hasattr(row, "key"):
        row.key = name_key(row.name)
    return row


def write_people(club: Club) -> Iterator[dict]:
    """Yield each person of a club as JSON values. They contain secrets."""
    people = Person.with_merged.filter(club=club).select_related("account", "merged_into").order_by("pk")
    names = Prefetch("names", PersonName.with_forgotten.all())
    others = [name for name in ROWS if name != "names"]
    for person in people.prefetch_related(names, *others).iterator(chunk_size=1000):
        yield values_of(person) | {
            "account": person.account and person.account.get_username(),
            "merged_into": person.merged_into and person.merged_into.public_id,
            **{name: [values_of(row) for row in getattr(person, name).all()] for name in ROWS},
        }


def restore_people(club: Club, values: list[dict], has_same_key: bool, new_keys: NewKeys):
    """Store the people of a new club. Hashes of another key are left out; accounts must exist here.

    Raises RuleViolation for invalid values.
    """
    accounts = existing_accounts(one["account"] for one in values)
    people = []
    for one in values:
        if not PUBLIC_ID.fullmatch(one["public_id"]):
            raise RuleViolation(IS_INCONSISTENT, wrong="public_id")
        person = row_of(Person, one, club=club, account=accounts.get(one["account"]))
        person.address_hash = person.address_hash if has_same_key else ""
        people.append(person)
    created = [person.created_at for person in people]
    Person.with_merged.bulk_create(people, 500)
    by_id = {person.public_id: person for person in people}
    for person, at, one in zip(people, created, values, strict=True):
        # Storing a new row sets the time anew.
        person.created_at, person.merged_into = at, by_id[one["merged_into"]] if one["merged_into"] else None
    for person in people:
        check_merges(person, len(people))
    Person.with_merged.bulk_update(people, ["created_at", "merged_into"], 500)
    new_keys[Person] |= {one["row"]: person.pk for one, person in zip(values, people, strict=True)}
    for name, model in ROWS.items():
        lists = zip(people, (one[name] for one in values), strict=True)
        pairs = [(row["row"], row_of(model, row, person=person)) for person, rows in lists for row in rows]
        model.objects.bulk_create([row for _key, row in pairs], 500)
        new_keys[model] |= {key: row.pk for key, row in pairs}


def check_merges(person: Person, most: int):
    """Raise RuleViolation if people are merged into each other in a circle."""
    for _step in range(most):
        if person.merged_into is None:
            return
        person = person.merged_into
    raise RuleViolation(IS_INCONSISTENT, wrong="merged_into")


def existing_accounts(names: Iterable[str | None]) -> dict:
    accounts, names = get_user_model().objects, sorted({*names} - {None})
    return {
        user.get_username(): user for chunk in chunks(names) for user in accounts.filter(username__in=chunk)
    }


def write_links(event: Event) -> dict | None:
    """Return who the players of an event, removed ones too, are and are not; None without a club.

    The log of the club refers to events in which nobody knows it, too.
    """
    if event.club_id is None:
        return None
    rows = Player.with_removed.filter(event=event).exclude(person=None).select_related("person")
    players = [
        {
            "row": player.pk,
            "player": player.public_id,
            "person": player.person.public_id,
            "reason": player.person_reason,
            "is_proposed": player.is_proposed,
        }
        for player in rows.order_by("pk")
    ]
    answers = PersonAnswer.objects.filter(player__event=event).order_by("pk")
    names = answers.values("player__public_id", "person__public_id")
    denied = [{"player": row["player__public_id"], "person": row["person__public_id"]} for row in names]
    entries = event.registrations.order_by("pk").values_list("person__public_id", flat=True)
    # Those who registered on their own page of the club.
    own = [{"entry": number, "person": person} for number, person in enumerate(entries) if person]
    return {"row": event.pk, "players": players, "answers": denied, "entries": own}


def restore_links(event: Event, values: dict, new_keys: NewKeys):
    """Link the players of a restored event with the people of its club whom the backup names.

    A person who is not in the club any more is nobody: the rules decide about the player.
    """
    reasons = dict(Player.person_reason.field.choices)
    if not fits(values, LINKS_SHAPE) or any(row["reason"] not in reasons for row in values["players"]):
        raise RuleViolation(IS_INCONSISTENT, wrong="people.json")
    new_keys[Event][values["row"]] = event.pk
    named = (row["person"] for name in ("players", "answers", "entries") for row in values[name])
    people = find_people_by_id(event.club, named)
    players = {player.public_id: player for player in Player.with_removed.filter(event=event)}
    linked, taken = [], set()
    # Of two players who were two people, and are one now, the one who was not removed is this person.
    for row in sorted(values["players"], key=lambda row: players[row["player"]].removed_at is not None):
        player, person = players[row["player"]], people.get(row["person"])
        new_keys[Player][row["row"]] = player.pk
        if person and person.pk not in taken:
            taken.add(person.pk)
            player.person = person
            player.person_reason = row["reason"]
            player.is_proposed = row["is_proposed"]
            linked.append(player)
    Player.with_removed.bulk_update(linked, ["person", "person_reason", "is_proposed"], 500)
    answers = [
        PersonAnswer(player=players[row["player"]], person=people[row["person"]])
        for row in values["answers"]
        if row["person"] in people
    ]
    PersonAnswer.objects.bulk_create(answers, 500, ignore_conflicts=True)
    restore_entries(event, values["entries"], people)


def restore_entries(event: Event, values: list[dict], people: dict[str, Person]):
    """Say whose own page of the club the entries came from; they are numbered in the order of arrival."""
    entries, changed = list(event.registrations.order_by("pk")), []
    for row in values:
        if not 0 <= row["entry"] < len(entries):
            raise RuleViolation(IS_INCONSISTENT, wrong="entries")
        if person := people.get(row["person"]):
            entries[row["entry"]].person = person
            changed.append(entries[row["entry"]])
    Registration.objects.bulk_update(changed, ["person"], 500)


def new_key_tables() -> NewKeys:
    return defaultdict(dict)
