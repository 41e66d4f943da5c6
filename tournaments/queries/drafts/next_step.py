"""The next thing to do at an event whose next phase is a draft."""

from django.utils.translation import gettext, ngettext

from ...rules.drafts import seat_changes
from ...rules.history import EventHistory
from ...rules.pairing.booster_pods import MIN_POD_SIZE, pod_sizes
from ...rules.rounds import phases
from .pods_page import sizes_text


def before_pods(history: EventHistory) -> dict:
    """The Step's words where the draft that comes first has no pods yet."""
    count = len(set(phases.entrants_of(history, 1)) & phases.playing_in(history, 1))
    if count < MIN_POD_SIZE:
        return {
            "label": gettext("Next step: add players"),
            "headline": gettext("{count} of at least {least} players").format(
                count=count, least=MIN_POD_SIZE
            ),
            "button": gettext("Add players"),
            "action": "desk_players",
            "posts": False,
            "hint": gettext("one by one, or a pasted list"),
        }
    headline = ngettext("{count} players, one pod", "{count} players, pods of {sizes}", len(pod_sizes(count)))
    return {
        "label": gettext("Next step: draw the pods"),
        "headline": headline.format(count=count, sizes=sizes_text(pod_sizes(count))),
        "button": gettext("Draw the pods"),
        "action": "draw_pods",
        "hint": gettext("everybody sees their seat, drafts and builds"),
        "aside": (gettext("Add more players"), "desk_players"),
    }


def with_pods(history: EventHistory) -> dict:
    """The Step's words while the players draft and build."""
    number = history.current
    aside = (gettext("Pods, timer and clock"), "desk_draft")
    if unseated := seat_changes.unseated_players(history, number):
        return {
            "label": gettext("Next step: give everybody a seat"),
            "headline": gettext("{name} sits in no pod").format(name=history.names[unseated[0]]),
            "button": gettext("Pods"),
            "action": "desk_draft",
            "posts": False,
        }
    label, headline = gettext("Next step: draft and build, then pair round 1"), gettext("The pods are drawn")
    if history.phase(number).build_until:
        label, headline = gettext("Next step: pair round 1"), gettext("Decks are being built")
    return {
        "label": label,
        "headline": headline,
        "button": gettext("Pair round 1"),
        "action": "pair",
        "hint": gettext("when the decks are built"),
        "aside": aside,
    }
