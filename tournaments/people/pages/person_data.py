"""What is stored about a person, for the person: everything at the club, event by event."""

from collections.abc import Iterator

from django.db.models import Q

from ...changes.club_change import as_json, path_of, people_of
from ...history.cache import load_history
from ...history.load import format_utc
from ...models import Club, Person, Player, Registration
from ...players.pages.personal_data import export_person, registration_values, replace_names
from ...rules.history import PUBLIC
from ...rules.log.event_parts import player_path, seated_players
from ...rules.people.linking import BY_NAME
from .club_people import with_merged
from .own_entry import own_entries

# Columns of a person that are not data about them.
LEFT_OUT = ("id", "club", "key", "token", "calendar_token", "merged_into")


def export_club_data(club: Club, person: Person) -> dict:
    """Return what the club itself stores about a person, as JSON values."""
    people = with_merged(person)
    paths = {path_of(one) for one in people}
    return {
        "club": {"name": club.name, "address": club.slug},
        "people": [person_values(one) for one in people],
        "log": [
            {
                "at": format_utc(entry.at),
                # Not those of the staff.
                "who": own_name(entry.who, [one.public_id for one in people]),
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
    values = {field.name: as_json(getattr(person, field.attname)) for field in fields}
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
        "series": [
            {
                "series": row.series.name,
                "is_guest": row.is_guest,
                "division": row.division,
                "adjustments": row.adjustments,
                "prize_given_at": format_utc(row.prize_given_at),
            }
            for row in person.series_members.select_related("series")
        ],
        "results_from_elsewhere": [
            {
                "series": row.entry.series.name,
                "evening": row.entry.name,
                "date": row.entry.date.isoformat(),
                **{name: getattr(row, name) for name in ("place", "wins")},
                "points": None if row.points is None else str(row.points),
            }
            for row in person.elsewhere_results.select_related("entry__series")
        ],
        "ratings": [
            {
                "game": row.rated_event.rating_list.game,
                "event": row.rated_event.event.slug,
                **{name: getattr(row, name) for name in ("before", "after", "matches", "k")},
            }
            for row in person.ratings.select_related("rated_event__rating_list", "rated_event__event")
        ],
    }


def export_events(person: Person) -> Iterator[dict]:
    """Yield what each event of the person stores about them, as JSON values; proposals are left out.

    Of a player who is the person by name alone, and may be a namesake, what everybody can see anyway.
    """
    players = Player.with_removed.filter(person=person, is_proposed=False).select_related("event")
    certain = ~Q(person_reason=BY_NAME)
    for player in players.filter(certain | Q(event__visibility=PUBLIC)).order_by("event_id").iterator(50):
        values = leave_out_others(person, player, export_person(player.event, player.public_id))
        yield leave_out_private(values) if player.person_reason == BY_NAME else values


# What public pages show of a player.
SHOWN_TO_ALL = ("event", "matches", "published_standings")


def leave_out_private(values: dict) -> dict:
    """Return what an event stores about a player without what only the player, or the staff, may see."""
    return {part: values[part] for part in SHOWN_TO_ALL}


def leave_out_others(person: Person, player: Player, values: dict) -> dict:
    """Return what an event stores about a player, as the player may see it.

    Others have their public names; who of them made a change, and how they were entered, is left out.
    """
    names = values["names"]
    shown = replace_names(load_history(player.event), values)
    for part in ("reports", "lists", "deck_checks"):
        shown[part] = [row | {"who": own_name(row["who"], names)} for row in values[part]]
    log = [
        entry | {"who": own_name(entry["who"], names), "changes": own_changes(entry["changes"], player)}
        for entry in values["log"]
    ]
    entries = Registration.objects.filter(own_entries(person), event=player.event_id)
    return shown | {
        "player": values["player"],
        "names": names,
        "registrations": [registration_values(row) for row in entries],
        "log": [entry for entry in log if entry["who"] or entry["changes"]],
    }


def own_name(who: str, names: list[str]) -> str:
    return who if who in names else ""


def own_changes(changes: dict, player: Player) -> dict:
    """Return the changes of the player and of the player's tables, which name others by their ids."""
    return {
        path: sides
        for path, sides in changes.items()
        if path == player_path(player.public_id)
        or (isinstance(sides, list) and any(player.public_id in seated_players(side) for side in sides))
    }
