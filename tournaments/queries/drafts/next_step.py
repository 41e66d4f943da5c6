"""The next step of an event whose next phase is a draft."""

from django.utils.translation import gettext, ngettext

from ...rules.drafts import seat_changes
from ...rules.history import EventHistory
from ...rules.pairing.booster_pods import MIN_POD_SIZE, pod_sizes
from ...rules.rounds import phases
from ..desk.step import Step
from .pods_page import sizes_text


def step_before_pods(history: EventHistory) -> Step:
    """Return the step before the pods of the event's first phase, a draft, are drawn."""
    count = len(set(phases.entrants_of(history.phase(1))) & phases.playing_in(history.phase(1)))
    if count < MIN_POD_SIZE:
        headline = gettext("{count} of at least {least} players")
        return Step(
            gettext("Next step: add players"),
            headline.format(count=count, least=MIN_POD_SIZE),
            gettext("Add players"),
            "desk_players",
            posts=False,
            hint=gettext("One by one, or paste a list."),
        )
    sizes = pod_sizes(count)
    headline = ngettext("{count} players, one pod", "{count} players, pods of {sizes}", len(sizes))
    return Step(
        gettext("Next step: draw pods"),
        headline.format(count=count, sizes=sizes_text(sizes)),
        gettext("Draw pods"),
        "draw_pods",
        hint=gettext("Players will see their seats, then draft and build."),
        alternative=(gettext("Add more players"), "desk_players"),
    )


def step_with_pods(history: EventHistory) -> Step:
    """Return the step while the players draft and build."""
    phase = history.current_phase
    if unseated := seat_changes.unseated_players(phase):
        return Step(
            gettext("Next step: give everyone a seat"),
            gettext("{name} has no pod").format(name=history.names[unseated[0]]),
            gettext("Pods"),
            "desk_draft",
            posts=False,
        )
    label, headline = gettext("Next step: draft and build, then pair round 1"), gettext("The pods are drawn")
    if phase.build_until:
        label, headline = gettext("Next step: pair round 1"), gettext("Deck building in progress")
    return Step(
        label,
        headline,
        gettext("Pair round 1"),
        "pair",
        hint=gettext("Wait until the decks are built."),
        alternative=(gettext("Pods, timer and clock"), "desk_draft"),
    )
