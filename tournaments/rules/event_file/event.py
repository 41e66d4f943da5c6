"""The event's own fields in an event file, such as name, rulebook, time and place."""

from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PUBLIC, VISIBILITIES, Announcement, EventHistory
from tournaments.rules.prizes.pot import pot_of

from .fields import choice, moment, record, text, whole, zone
from .pairs import read_pairs
from .registration import read_check_in, read_lists, read_registration

EVENT_KEYS = (
    *("name", "rulebook", "starts_at", "timezone", "place"),
    *("forbidden", "wished", "pot", "announcement", "visibility"),
    *("registration", "check_in", "lists"),
)
ANNOUNCEMENT_KEYS = ("text", "at", "ends_at", "phase", "round")


def read_event(data, path="event"):
    """Return an EventHistory with the event's own fields, without players, phases and log."""
    record(data, path, EVENT_KEYS, required=("name", "rulebook"))
    pot = data.get("pot", {})
    pot_of(pot, f"{path}.pot")
    return EventHistory(
        name=text(data, "name", path, least=1),
        rulebook=_rulebook(data, path),
        starts_at=moment(data, "starts_at", path),
        timezone=zone(data, "timezone", path),
        place=text(data, "place", path),
        **read_pairs(data, path),
        pot=pot,
        announcement=_announcement(data, path),
        visibility=choice(data, "visibility", path, VISIBILITIES, PUBLIC),
        registration=read_registration(data.get("registration", {}), f"{path}.registration"),
        check_in=read_check_in(data.get("check_in", {}), f"{path}.check_in"),
        lists=read_lists(data.get("lists", {}), f"{path}.lists"),
    )


def _rulebook(data, path):
    key = text(data, "rulebook", path, least=1)
    try:
        rulebooks.rulebook(key)
    except RuleViolation as error:
        raise RuleViolation("{path}: {wrong}", path=f"{path}.rulebook", wrong=str(error)) from None
    return key


def _announcement(data, path):
    if "announcement" not in data:
        return None
    value, path = data["announcement"], f"{path}.announcement"
    # Both or neither: together they name a round.
    place = [key for key in ("phase", "round") if isinstance(value, dict) and key in value]
    record(value, path, ANNOUNCEMENT_KEYS, ("text", "at", *(("phase", "round") if place else ())))
    return Announcement(
        text(value, "text", path, least=1),
        moment(value, "at", path, null=False),
        moment(value, "ends_at", path, null=False) if "ends_at" in value else None,
        whole(value, "phase", path, low=1),
        whole(value, "round", path, low=1),
    )
