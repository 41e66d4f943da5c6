"""What is stored about a person, for the person: everything at the club, event by event."""

from collections.abc import Iterator

from ...changes.club_change import path_of, people_of
from ...history.load import format_utc
from ...models import Club, Person, Player
from ...players.pages.personal_data import export_person

# Columns of a person that are not data about them.
LEFT_OUT = ("id", "club", "key", "token", "calendar_token", "merged_into")


def export_club_data(club: Club, person: Person) -> dict:
    """Return what the club itself stores about a person, as JSON values."""
    people = [person, *Person.with_merged.filter(merged_into=person)]
    paths = {path_of(one) for one in people}
    return {
        "club": {"name": club.name, "address": club.slug},
        "people": [person_values(one) for one in people],
        "log": [
            {
                "at": format_utc(entry.at),
                "who": entry.who,
                "action": entry.action,
                # Not those of others: of a person who was split off, say.
                "changes": {path: sides for path, sides in entry.changes.items() if path in paths},
            }
            for entry in club.log.order_by("pk").iterator(500)
            if not paths.isdisjoint(people_of(entry))
        ],
    }


def person_values(person: Person) -> dict:
    """Return the columns of a person, and the rows that refer to it."""
    fields = [field for field in Person._meta.concrete_fields if field.name not in LEFT_OUT]
    values = {field.name: field.value_to_string(person) for field in fields}
    values["account"] = person.account.get_username() if person.account else ""
    return values | {
        "other_names": [{"name": row.name, "kind": row.kind} for row in person.names.all()],
        "identifiers": [
            {"publisher": row.publisher, "identifier": row.value} for row in person.identifiers.all()
        ],
        "requests": [
            {"kind": row.kind, "at": format_utc(row.at), "done_at": format_utc(row.done_at)}
            for row in person.requests.all()
        ],
    }


def export_events(person: Person) -> Iterator[dict]:
    """Yield what each event of the person stores about them, as JSON values; proposals are left out."""
    players = Player.with_removed.filter(person=person, is_proposed=False).select_related("event")
    for player in players.order_by("event_id").iterator(50):
        yield export_person(player.event, player.public_id)
