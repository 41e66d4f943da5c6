"""Descriptions of changes to players."""

from django.utils.translation import gettext, ngettext

from .changes import changed_keys, parts, plainly, shorten


def added(row, names):
    players = [part.after["name"] for part in parts(row, "player") if part.before is None]
    if len(players) == 1:
        return gettext("{name} added").format(name=players[0]), ""
    text = ngettext("{count} player added", "{count} players added", len(players))
    return text.format(count=len(players)), shorten(players, ", ")


def of_player(message):
    def describe(row, names):
        part = next(parts(row, "player"))
        return gettext(message).format(name=(part.before or part.after)["name"]), ""

    return describe


def changed_player(row, names):
    (_, _, before, after) = next(parts(row, "player"))
    if before["name"] != after["name"]:
        return gettext("{old} renamed to {name}").format(old=before["name"], name=after["name"]), ""
    detail = (f"{plainly(key).lower()}: {fact(after.get(key))}" for key in changed_keys(before, after))
    return gettext("{name} edited").format(name=after["name"]), ", ".join(detail)


def fact(value) -> str:
    """Format a fact of a player: byes by round, a number, a text; none."""
    if isinstance(value, dict):
        text = gettext("{worth} in round {number}")
        byes = (text.format(worth=worth, number=number) for number, worth in value.items())
        return ", ".join(byes) or gettext("none")
    return gettext("none") if value in (None, "") else str(value)


def of_pair(message):
    """Describe a pair that was added to or removed from the event's lists."""

    def describe(row, names):
        part = next(parts(row, "event"))
        before, after = ([*e.get("forbidden", []), *e.get("wished", [])] for e in (part.before, part.after))
        (pair,) = [pair for pair in before + after if (pair in before) != (pair in after)]
        a, b = (names[player] for player in pair)
        return gettext(message).format(a=a, b=b), ""

    return describe


def dropped(row, names):
    """“Ada dropped”, “after round 3”, as the player list says; no round once the player is back."""
    part = next(parts(row, "player"))
    last, detail = names.drops.get((part.name[0], part.after["dropped_after"])), ""
    if last is not None:
        detail = gettext("after round {round}").format(round=last) if last else gettext("before round 1")
    return gettext("{name} dropped").format(name=part.after["name"]), detail


def merged(row, names):
    removed = next(part.before["name"] for part in parts(row, "player") if part.after is None)
    keeper = next((part.after["name"] for part in parts(row, "player") if part.after), None)
    if keeper is None:
        return gettext("{removed} merged into another player").format(removed=removed), ""
    return gettext("{removed} merged into {keeper}").format(removed=removed, keeper=keeper), ""
