"""Descriptions of changes to players."""

from django.utils.translation import gettext, ngettext

from .changes import parts, plainly


def added(row, names):
    players = [after["name"] for _, _, before, after in parts(row, "player") if before is None]
    if len(players) == 1:
        return gettext("{name} added").format(name=players[0]), ""
    listed = ", ".join(players[:8]) + (" …" if len(players) > 8 else "")
    return ngettext("{count} player added", "{count} players added", len(players)).format(
        count=len(players)
    ), listed


def of_player(words):
    def describe(row, names):
        (_, _, before, after) = next(parts(row, "player"))
        return gettext(words).format(name=(before or after)["name"]), ""

    return describe


def changed_player(row, names):
    (_, _, before, after) = next(parts(row, "player"))
    if before["name"] != after["name"]:
        return gettext("{old} is now {name}").format(old=before["name"], name=after["name"]), ""
    fields = [key for key in before | after if after.get(key) != before.get(key)]
    detail = ", ".join(f"{plainly(key).lower()}: {fact(after.get(key))}" for key in fields)
    return gettext("{name} changed").format(name=after["name"]), detail


def fact(value) -> str:
    """A fact of a player: byes by round, a number, a text; none."""
    if isinstance(value, dict):
        words = gettext("{worth} in round {number}")
        byes = (words.format(worth=worth, number=number) for number, worth in value.items())
        return ", ".join(byes) or gettext("none")
    return gettext("none") if value in (None, "") else str(value)


def of_pair(words):
    """Describe a pair that was added to or removed from the event's lists."""

    def describe(row, names):
        (_, _, before, after) = next(parts(row, "event"))
        was, now = ([*one.get("forbidden", []), *one.get("wished", [])] for one in (before, after))
        (pair,) = [pair for pair in was + now if (pair in was) != (pair in now)]
        a, b = (names[player] for player in pair)
        return gettext(words).format(a=a, b=b), ""

    return describe


def dropped(row, names):
    (_, _, _, after) = next(parts(row, "player"))
    if not after["dropped_after"]:
        return gettext("{name} drops before round 1 is over").format(name=after["name"]), ""
    return gettext("{name} drops").format(name=after["name"]), gettext("after round {round}").format(
        round=after["dropped_after"]
    )


def merged(row, names):
    removed = next(before["name"] for _, _, before, after in parts(row, "player") if after is None)
    keepers = [after["name"] for _, _, _, after in parts(row, "player") if after]
    if not keepers:
        return gettext("{gone} merged into another player").format(gone=removed), ""
    return gettext("{gone} merged into {kept}").format(gone=removed, kept=keepers[0]), ""
