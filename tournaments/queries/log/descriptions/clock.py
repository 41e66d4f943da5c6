"""Descriptions of changed round timers, time extensions and announcements."""

from datetime import datetime

from django.utils.translation import gettext, ngettext

from .changes import parts


def clock_changed(row, names):
    """“Round 2: 5 minutes more”; “Round 2: time changed” where a change from its end is no whole minutes."""
    (_, (phase, round_), before, after) = next(parts(row, "round"))
    minutes = minutes_between(before["clock"], after["clock"])
    words = ngettext("Round {round}: {minutes} minute more", "Round {round}: {minutes} minutes more", minutes)
    if minutes < 0:
        words = ngettext(
            "Round {round}: {minutes} minute less", "Round {round}: {minutes} minutes less", -minutes
        )
    if not minutes:
        words = gettext("Round {round}: time changed")
    return words.format(round=names.round(phase, round_), minutes=abs(minutes)), ""


def minutes_between(before: dict, after: dict) -> int:
    """Return the whole minutes by which a timer was moved."""
    if "left" in before:
        return round((after["left"] - before["left"]) / 60)
    was, now = (datetime.fromisoformat(clock["ends_at"]) for clock in (before, after))
    return round((now - was).total_seconds() / 60)


def table_extended(row, names):
    """“Table 4: 3 minutes more”, “Table 4: 3 minutes less”."""
    (_, (phase, round_, table), before, after) = next(parts(row, "match"))
    minutes = after.get("extra_minutes", 0) - before.get("extra_minutes", 0)
    words = ngettext("Table {table}: {minutes} minute more", "Table {table}: {minutes} minutes more", minutes)
    if minutes < 0:
        words = ngettext(
            "Table {table}: {minutes} minute less", "Table {table}: {minutes} minutes less", -minutes
        )
    detail = gettext("round {round}").format(round=names.round(phase, round_))
    return words.format(table=table, minutes=abs(minutes)), detail


def announced(row, names):
    (_, _, _, after) = next(parts(row, "event"))
    announcement = after.get("announcement")
    if not announcement:
        return gettext("Announcement taken back"), ""
    return gettext("Announced: {text}").format(text=announcement["text"]), ""
