"""Descriptions of changed round timers, time extensions and announcements."""

from datetime import datetime

from django.utils.translation import gettext, ngettext

from .changes import parts


def clock_changed(row, names):
    """“Round 2: 5 minutes added”; “Round 2: timer changed” if the timer moved by no whole minutes."""
    part = next(parts(row, "round"))
    minutes = minutes_between(part.before["clock"], part.after["clock"])
    if minutes > 0:
        text = ngettext("{round}: {n} minute added", "{round}: {n} minutes added", minutes)
    elif minutes:
        text = ngettext("{round}: {n} minute removed", "{round}: {n} minutes removed", -minutes)
    else:
        text = gettext("{round}: timer changed")
    return text.format(round=names.round(*part.name), n=abs(minutes)), ""


def minutes_between(before: dict, after: dict) -> int:
    """Return the whole minutes by which a timer was moved."""
    if "left" in before:
        return round((after["left"] - before["left"]) / 60)
    old_end, new_end = (datetime.fromisoformat(clock["ends_at"]) for clock in (before, after))
    return round((new_end - old_end).total_seconds() / 60)


def table_extended(row, names):
    """“Table 4: time extension of 3 minutes”, “Table 4: time extension reduced by 3 minutes”."""
    (_, (phase, round_, table), before, after) = next(parts(row, "match"))
    minutes = after.get("extra_minutes", 0) - before.get("extra_minutes", 0)
    if minutes < 0:
        text = ngettext(
            "Table {table}: time extension reduced by {n} minute",
            "Table {table}: time extension reduced by {n} minutes",
            -minutes,
        )
    else:
        text = ngettext(
            "Table {table}: time extension of {n} minute",
            "Table {table}: time extension of {n} minutes",
            minutes,
        )
    detail = names.round(phase, round_)
    return text.format(table=table, n=abs(minutes)), detail


def announced(row, names):
    announcement = next(parts(row, "event")).after.get("announcement")
    if not announcement:
        return gettext("Announcement removed"), ""
    return gettext("Announcement: {text}").format(text=announcement["text"]), ""
