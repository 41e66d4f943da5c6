"""Gives the players of coming events the ratings of the club's list, from which round 1 is seeded."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import ngettext_lazy
from django_tasks import TaskResultStatus, task
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from ...changes.change import Change, DuplicateRequest, action, program_actor
from ...changes.registry import listens_to_changes
from ...changes.tasks import CHANCES
from ...models import Event, Player, RatingList, Round
from ...rules.errors import RuleViolation
from ...rules.log.event_parts import player_path, split
from ..pages.lists import newest_ratings

# Changes of this time are answered together.
DELAY = timedelta(seconds=10)
# Coming events that one list seeds.
MAX_EVENTS = 50
# An event that nobody has started so long after its date is not to come any more.
STILL_TO_COME = timedelta(hours=24)


@action(
    None,
    self_service=True,
    log=ngettext_lazy(
        "{count} player has the rating of the club’s list",
        "{count} players have the ratings of the club’s list",
        "count",
    ),
)
def take_ratings(change: Change, ratings: Mapping[str, int]):
    """Give players, by their ids, these ratings, unless somebody has typed another one.

    DuplicateRequest if the event has begun, or nothing differs.
    """
    if any(phase.rounds for phase in change.history.phases):
        raise DuplicateRequest
    taken = ratings_taken(change.event)
    count = 0
    for player in change.history.players:
        rating = ratings.get(player.id)
        is_own = player.rating is not None and player.rating != taken.get(player.id)
        if rating is None or is_own or player.rating == rating:
            continue
        change.set_part(player_path(player.id), replace(player, rating=rating))
        count += 1
    if not count:
        raise DuplicateRequest
    change.log(count=count)


def ratings_taken(event: Event) -> dict[str, float]:
    """Return the rating that each player last got from the list, by the player's id."""
    taken = {}
    entries = event.log.filter(action=take_ratings.action.name).order_by("id")
    for changes in entries.values_list("changes", flat=True):
        for path, (_before, after) in changes.items():
            kind, name = split(path)
            if kind == "player" and after:
                taken[name[0]] = after.get("rating")
    return taken


@listens_to_changes("player")
def queue_seeds(change: Change):
    """Seed an event that has not begun after a change of its players."""
    event = change.event
    if change.action is take_ratings.action or not (event.club_id and event.game):
        return
    if any(phase.rounds for phase in change.before.phases):
        return
    lists = RatingList.objects.filter(
        club=event.club_id, game_key=event.game.casefold(), is_on=True, seeds_events=True
    )
    for pk in lists.values_list("pk", flat=True):
        if not is_due(seed_events, pk):
            seed_events.using(run_after=change.now + DELAY).enqueue(pk)


def is_due(of_list: Task, pk: int) -> bool:
    """Return whether a task of this list waits already."""
    waiting = DBTaskResult.objects.filter(
        queue_name=CHANCES, task_path=of_list.module_path, status=TaskResultStatus.READY
    )
    return waiting.filter(args_kwargs__args=[pk]).exists()


@task(queue_name=CHANCES)
def seed_events(list_pk: int):
    """Give the players of the coming events of a game the ratings that their people have."""
    rating_list = RatingList.objects.filter(pk=list_pk, is_on=True, seeds_events=True).first()
    if rating_list is None:
        return
    ratings = {row.person_id: round(row.after) for row in newest_ratings(rating_list)}
    for event in coming_events(rating_list, timezone.now()):
        players = Player.objects.filter(event=event, is_proposed=False, person__in=list(ratings))
        wanted = {key: ratings[person] for key, person in players.values_list("public_id", "person")}
        if not wanted:
            continue
        # Somebody may have begun or deleted the event meanwhile.
        with suppress(DuplicateRequest, Event.DoesNotExist, RuleViolation):
            take_ratings(event, program_actor(), wanted)


def coming_events(rating_list: RatingList, now: datetime) -> list[Event]:
    """Return the events of the game that have not begun, the newest first."""
    rounds = Round.objects.filter(phase__event=OuterRef("pk"))
    is_to_come = Q(starts_at=None) | Q(starts_at__gt=now - STILL_TO_COME)
    events = Event.objects.filter(~Exists(rounds), is_to_come, club=rating_list.club_id, cancelled="")
    same = [event for event in events.order_by("-pk") if event.game.casefold() == rating_list.game_key]
    return same[:MAX_EVENTS]
