"""Events that differ only in size."""

from dataclasses import replace

from tests.benchmarks.sample_event import played
from tests.journeys.accessibility.event_states import make_busy
from tests.support.desk_events import actor_of, draft_night
from tests.support.played_events import make, pair, play_round, reload_event, report
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions.events import import_event
from tournaments.lists.actions import set_lists
from tournaments.models import ListVersion, Message
from tournaments.rules.history import PODS
from tournaments.rules.history.players import AT_ONCE, REQUIRED, ListSettings


def swiss(user, count):
    """Return a Swiss event in the middle of round 2, with reports, messages, lists and other activity."""
    event = make(count, finals=("single", 8))
    event.staff.create(user=user, role="organiser")
    send_lists(event)
    play_round(event)
    pair(event)
    report(event, 1, "2-0")
    event = make_busy(reload_event(event))
    send_messages(event)
    return event


def send_messages(event):
    """Let every player send a late report: own pages of players who have sent nothing ask one query less."""
    Message.objects.bulk_create(
        Message(
            event=event,
            player=player,
            at=event.created_at,
            kind=Message.LATE_REPORT,
            who="a player",
            phase=1,
            round=1,
        )
        for player in event.players.all()
    )


def send_lists(event):
    """Let all players but one send lists that everyone sees."""
    set_lists(event, actor_of(event.staff.get().user), ListSettings(ask=REQUIRED, visible=AT_ONCE))
    at, players = event.created_at, list(event.players.all())[1:]
    versions = [ListVersion(event=event, player=player, at=at, text="60 Mountain") for player in players]
    ListVersion.objects.bulk_create(versions)


def finals(user, count):
    """Return a knock-out of all players, with its first match reported."""
    history = played("Finals", count, 2, 2)
    bracket = replace(history.phases[1], overrides={"finals": "single", "cut": {"top": count}})
    event = import_event(replace(history, phases=(history.phases[0], bracket)), actor_of(user))
    pair(event)
    report(event, 1, "2-0")
    return reload_event(event)


def pods(user, count):
    """Return an event in round 2 of pods of four."""
    event = make(count, kind=PODS)
    play_round(event, result_text="2")
    pair(event)
    report(event, 1, "places 2-1-3-4")
    return reload_event(event)


def drafts(user, count):
    """Return a draft event with pods drawn but no round."""
    event = draft_night(user, tuple(f"Player {number:03}" for number in range(1, count + 1)))
    draw_pods(event, actor_of(user), seed="pods")
    return reload_event(event)


SHAPES = (swiss, finals, pods, drafts)
