"""Descriptions of check-in, the start of the event and no-shows."""

from django.utils.translation import gettext, gettext_noop, ngettext

from .changes import parts, shorten
from .players import of_player


def opened_or_closed(row, names):
    """“Check-in opened”, “Check-in closed”, or that its times changed."""
    part = next(parts(row, "event"))
    before, after = ((fragment or {}).get("check_in", {}) for fragment in (part.before, part.after))
    if before.get("open", False) != after.get("open", False):
        return gettext("Check-in opened") if after.get("open") else gettext("Check-in closed"), ""
    return gettext("Times of check-in changed"), ""


def players_left_out(row) -> list[str]:
    """Return the names of the players whom the action dropped."""
    return [
        part.after["name"]
        for part in parts(row, "player")
        if part.after and part.after.get("dropped_after") is not None
    ]


def started(row, names):
    left_out = players_left_out(row)
    has_round = any(part.after for part in parts(row, "round"))
    text = gettext("Round 1 paired") if has_round else gettext("Pods drawn")
    if not left_out:
        return text, ""
    detail = ngettext(
        "{count} player not in the event: {names}", "{count} players not in the event: {names}", len(left_out)
    )
    return text, detail.format(count=len(left_out), names=shorten(left_out, ", "))


def seated_instead(row, names):
    [absent] = players_left_out(row)
    substitute = next(
        part.after["name"] for part in parts(row, "player") if part.after.get("dropped_after") is None
    )
    text = gettext("{name} seated instead of {absent}")
    return text.format(name=substitute, absent=absent), gettext("From the waitlist")


def no_shows_dropped(row, names):
    dropped = players_left_out(row)
    text = ngettext("{count} no-show dropped", "{count} no-shows dropped", len(dropped))
    return text.format(count=len(dropped)), shorten(dropped, ", ")


DESCRIPTIONS = {
    "set_check_in": opened_or_closed,
    "check_in_myself": of_player(gettext_noop("{name} checked in on a phone")),
    "check_in_player": of_player(gettext_noop("{name} checked in")),
    "check_in_waiting": of_player(gettext_noop("{name}, on the waitlist, checked in")),
    "seat_instead": seated_instead,
    "undo_check_in": of_player(gettext_noop("{name} not checked in any more")),
    "start_event": started,
    "drop_no_shows": no_shows_dropped,
}
