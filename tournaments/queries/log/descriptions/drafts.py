"""Descriptions of a draft's pods: drawn, and changed by hand."""

from django.utils.translation import gettext

from .changes import parts


def pods_drawn(row, names):
    (phase,) = (part.after for part in parts(row, "phase") if part.after and part.after.get("pods"))
    sizes = " + ".join(str(len(pod)) for pod in phase["pods"])
    return gettext("Pods drawn: {sizes}").format(sizes=sizes), ""


def pods_adjusted(row, names):
    """“Pods: Ada and Bo swapped seats”, “Pods: Ada added to pod 2”, “Pods: Ada removed”, or a split pod."""
    part = next(parts(row, "phase"))
    before, after = seats_by_player(part.before), seats_by_player(part.after)
    for player in after.keys() - before.keys():
        text = gettext("Pods: {name} added to pod {pod}")
        return text.format(name=names[player], pod=after[player][0]), ""
    for player in before.keys() - after.keys():
        return gettext("Pods: {name} removed").format(name=names[player]), ""
    if len(part.after["pods"]) > len(part.before["pods"]):
        return split_text(part.before["pods"], part.after["pods"]), ""
    a, b = (player for player in after if after[player] != before[player])
    return gettext("Pods: {a} and {b} swapped seats").format(a=names[a], b=names[b]), ""


def split_text(before: list, after: list) -> str:
    """“Pods: pod 1 split by hand into 6 + 5”."""
    index = next(index for index, seats in enumerate(before) if seats != after[index])
    text = gettext("Pods: pod {pod} split by hand into {first} + {second}")
    return text.format(pod=index + 1, first=len(after[index]), second=len(after[index + 1]))


def seats_by_player(phase: dict) -> dict[str, tuple[int, int]]:
    """Return {player: (pod, seat)} of a phase as stored in the log."""
    return {
        player: (number, seat)
        for number, pod in enumerate(phase["pods"], 1)
        for seat, player in enumerate(pod)
    }
