"""The clubs in the backup of a site: which event belongs to which, their staff and their log."""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.db.models import Field

from ...clubs.actions import draw_logo, set_logo
from ...models import Club, ClubLogEntry, ClubStaff, Event
from ...rules.errors import RuleViolation
from .values import IS_INCONSISTENT, column_value, create_account, fits

# The columns of a club, of a row of its staff, and of its log that the backup holds.
CLUB = (
    "slug",
    "name",
    "is_published",
    "place",
    "timezone",
    "about",
    "contact",
    "defaults",
    "version",
)
STAFF = ("role",)
LOG = ("version", "at", "who", "source", "action", "key", "changes", "values")
SHAPE = [
    {
        **dict.fromkeys(("slug", "name", "place", "timezone", "about", "contact", "logo"), str),
        "is_published": bool,
        "version": int,
        "defaults": dict,
        "events": [str],
        "staff": [{"user": str, "role": str}],
        "log": [{"user": str | None, "action": str, "changes": dict, "values": dict}],
    }
]


def write_clubs(slugs: list[str]) -> list[dict]:
    """Return the clubs of these events as JSON values."""
    clubs = Club.objects.defer(None).filter(events__slug__in=slugs).distinct().order_by("pk")
    return [
        values_of(club, CLUB)
        | {
            "logo": b64encode(club.logo).decode() if club.logo else "",
            "events": list(club.events.filter(slug__in=slugs).order_by("pk").values_list("slug", flat=True)),
            "staff": [
                values_of(row, STAFF) | {"user": row.user.get_username()}
                for row in club.staff.select_related("user").order_by("pk")
            ],
            "log": [
                values_of(row, LOG) | {"user": row.user and row.user.get_username()}
                for row in club.log.select_related("user").order_by("pk")
            ],
        }
        for club in clubs
    ]


def values_of(row, names) -> dict:
    return {name: getattr(row, name) for name in names}


def restore_clubs(values: list, slugs: dict[str, str]) -> set[str]:
    """Put restored events into their clubs; `slugs` are the addresses of the events in the backup → here.

    A club whose address exists here takes the events as it is; others are made, with their staff and log.
    Returns the names of the accounts made for them. Raises RuleViolation for values that no backup holds.
    """
    if not fits(values, SHAPE):
        raise RuleViolation(IS_INCONSISTENT, wrong="clubs.json")
    created = set()
    for club_values in values:
        events = [slugs[slug] for slug in club_values["events"] if slug in slugs]
        if not events:
            continue
        club = Club.objects.filter(slug=club_values["slug"]).first()
        if club is None:
            club, accounts = create_club(club_values)
            created |= accounts
        Event.objects.filter(slug__in=events).update(club=club)
    return created


def create_club(values: dict) -> tuple[Club, set[str]]:
    """Create a club with its staff and log; return it, and the names of the accounts made."""
    club = Club(**columns_of(Club, values, CLUB))
    if values["logo"]:
        try:
            picture = b64decode(values["logo"], validate=True)
        except Base64Error:
            raise RuleViolation(IS_INCONSISTENT, wrong="logo") from None
        set_logo(club, draw_logo(ContentFile(picture)))
    club.save()
    accounts, created = get_user_model().objects, set()
    names = {row["user"] for row in (*values["staff"], *values["log"])} - {None}
    users = {user.get_username(): user for user in accounts.filter(username__in=names)}
    for name in sorted({row["user"] for row in values["staff"]} - users.keys()):
        users[name] = create_account(name)
        created.add(name)
    ClubStaff.objects.bulk_create(
        ClubStaff(club=club, user=users[row["user"]], **columns_of(ClubStaff, row, STAFF))
        for row in values["staff"]
    )
    ClubLogEntry.objects.bulk_create(
        ClubLogEntry(club=club, user=users.get(row["user"]), **columns_of(ClubLogEntry, row, LOG))
        for row in values["log"]
    )
    return club, created


def columns_of(model, values: dict, names) -> dict:
    fields: list[Field] = [model._meta.get_field(name) for name in names]
    return {field.name: column_value(field, values[field.name]) for field in fields}
