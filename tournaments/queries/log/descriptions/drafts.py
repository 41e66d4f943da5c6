"""Descriptions of a draft's pods: drawn, and changed by hand."""

from django.utils.translation import gettext

from .changes import parts


def pods_drawn(row, names):
    (after,) = (after for _, _, _, after in parts(row, "phase") if after and after.get("pods"))
    sizes = " + ".join(str(len(pod)) for pod in after["pods"])
    seed = gettext("seed {seed}").format(seed=after.get("pods_seed", ""))
    return gettext("Pods drawn: {sizes}").format(sizes=sizes), seed


def pods_adjusted(row, names):
    """“Pods: Ada and Bo change seats”, “Pods: Ada sits in pod 2”, “Pods: Ada gets up”."""
    (_, _, before, after) = next(parts(row, "phase"))
    was, now = (
        {
            player: (pod, seat)
            for pod, seats in enumerate(phase["pods"], 1)
            for seat, player in enumerate(seats)
        }
        for phase in (before, after)
    )
    for player in now.keys() - was.keys():
        words = gettext("Pods: {name} sits in pod {pod}")
        return words.format(name=names[player], pod=now[player][0]), ""
    for player in was.keys() - now.keys():
        return gettext("Pods: {name} gets up").format(name=names[player]), ""
    a, b = (player for player in now if now[player] != was[player])
    return gettext("Pods: {a} and {b} change seats").format(a=names[a], b=names[b]), ""
