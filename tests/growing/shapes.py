"""Events of any size that differ in nothing else."""

from dataclasses import replace

from tests.actions.conftest import again, make, pair, play_round, report
from tests.benchmarks.hall_event import played
from tests.journeys.everyone.hall import made_busy
from tests.views.desk_events import by, draft_night
from tournaments.actions.drafts import drafts as draft
from tournaments.actions.events import events
from tournaments.rules.history import PODS


def swiss(user, count):
    """In the middle of round 2, with all that happens in a hall."""
    event = make(count, finals=("single", 8))
    event.staff.create(user=user, role="organiser")
    play_round(event)
    pair(event)
    report(event, 1, "2-0")
    return made_busy(again(event))


def finals(user, count):
    """Everybody in a knock-out, its first match reported."""
    told = played("Finals", count, 2, 2)
    bracket = replace(told.phases[1], settings={"finals": "single", "cut": {"top": count}})
    event = events.import_event(replace(told, phases=(told.phases[0], bracket)), by(user))
    pair(event)
    report(event, 1, "2-0")
    return again(event)


def pods(user, count):
    """In round 2 of pods of four."""
    event = make(count, kind=PODS)
    play_round(event, said="2")
    pair(event)
    report(event, 1, "places 2-1-3-4")
    return again(event)


def drafts(user, count):
    """Booster pods drawn, round 1 not."""
    event = draft_night(user, tuple(f"Player {number:03}" for number in range(1, count + 1)))
    draft.draw_pods(event, by(user), seed="pods")
    return again(event)


SHAPES = (swiss, finals, pods, drafts)
