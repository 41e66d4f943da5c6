"""Calculates the ratings of a list, in a task that follows every change of what they are made of.

The task first reads the rated matches of events whose version it does not know, then rates the events in
order, from the first one on whose hash differs. It does some events, and queues itself again: wherever it is
stopped, what is stored are the ratings after an event.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ...changes.registry import club_changed, layouts_changed, results_changed
from ...changes.tasks import CHANCES, is_stopping
from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event, Person, PersonRating, Player, PlayerResult, RatedEvent, RatingList
from ...results.actions.player_results import with_last_round_finished
from ...rules.history import PUBLIC
from ...rules.ratings import elo
from ...rules.ratings.elo import RatedMatch, Rating, RatingChange
from ...rules.ratings.settings import read_settings

# Events that one run of the task reads, or rates: both take less than half a second with 40 people each.
READ_PER_RUN, RATED_PER_RUN = 20, 100
LISTS = f"{RatingList._meta.model_name}:"


@receiver(results_changed)
def follow_results(sender, event: int, **_signal):
    """Queue the lists for which an event counts, or may count now."""
    queue_lists(Q(club__events=event) | Q(events__event=event))


@receiver(pre_delete, sender=Event)
def follow_deletion(sender, instance: Event, **_signal):
    """Queue the lists for which a deleted event has counted."""
    queue_lists(Q(events__event=instance.pk))


@receiver(pre_delete, sender=Person)
def rate_again_without(sender, instance: Person, **_signal):
    """Let the events that somebody has played be rated again: their rows are deleted with the person."""
    RatedEvent.objects.filter(ratings__person=instance.pk).update(hash="")


@receiver(layouts_changed)
def follow_people(sender, events: list[int], **_signal):
    """Queue the lists of events whose players may be somebody else now."""
    queue_lists(Q(events__event__in=events))


@receiver(club_changed)
def follow_settings(sender, change, **_signal):
    """Queue the lists that have changed."""
    pks = [int(path.removeprefix(LISTS)) for path in change.changes if path.startswith(LISTS)]
    for pk in RatingList.objects.filter(pk__in=pks).values_list("pk", flat=True):
        queue_list(pk)


def queue_lists(condition: Q):
    lists = RatingList.objects.filter(condition, is_on=True).order_by("pk").distinct()
    for pk in lists.values_list("pk", flat=True):
        queue_list(pk)


def queue_list(pk: int):
    """Queue the calculation of a list, unless a task for it is due already."""
    waiting = DBTaskResult.objects.filter(
        queue_name=CHANCES, task_path=calculate_ratings.module_path, status=TaskResultStatus.READY
    )
    if not waiting.filter(args_kwargs__args=[pk]).exists():
        calculate_ratings.enqueue(pk)


def queue_lost_ratings():
    """Queue all lists: nothing else queues those whose task was lost, or that a backup has restored."""
    queue_lists(Q())


@task(queue_name=CHANCES)
def calculate_ratings(list_pk: int):
    """Read or rate some events of a list, and queue the task again until nothing differs."""
    rating_list = RatingList.objects.filter(pk=list_pk).first()
    if rating_list is None:
        return
    if not rating_list.is_on:
        RatedEvent.objects.filter(rating_list=rating_list).delete()
        return
    events = list_counted_events(rating_list)
    if read_changed_events(rating_list, events) or rate_changed_events(rating_list, list(events)):
        queue_list(list_pk)


def list_counted_events(rating_list: RatingList) -> dict[int, int]:
    """Return key → version of the events that count, by start, then key.

    These are the club's ended public events that name the game and were not cancelled.
    """
    results = PlayerResult.objects.filter(event=OuterRef("pk"))
    events = Event.objects.filter(
        Exists(results), club=rating_list.club_id, visibility=PUBLIC, cancelled=""
    ).order_by(Coalesce("starts_at", "created_at"), "pk")
    rows = events.values_list("pk", "version", "game")
    return {pk: version for pk, version, game in rows if game.casefold() == rating_list.game_key}


def read_changed_events(rating_list: RatingList, events: dict[int, int]) -> bool:
    """Store the rated matches of some events that have changed; return whether there were any."""
    known = dict(RatedEvent.objects.filter(rating_list=rating_list).values_list("event", "version"))
    gone = known.keys() - events.keys()
    if gone:
        RatedEvent.objects.filter(rating_list=rating_list, event__in=gone).delete()
    changed = [pk for pk, version in events.items() if known.get(pk) != version]
    for event in Event.objects.filter(pk__in=changed[:READ_PER_RUN]):
        if is_stopping.is_set():
            break
        # Somebody may have deleted it meanwhile, or made it private.
        with suppress(Event.DoesNotExist):
            read_event(rating_list, event)
    return bool(changed)


def read_event(rating_list: RatingList, event: Event):
    history = load_history(event)
    ended = with_last_round_finished(without_draft_rounds(history))
    players = {player.id: player.id for player in ended.players}
    rated = elo.rated_event(event.slug, ended, players)
    matches = [[match.first, match.second, match.score] for match in rated.matches]
    values = {"version": history.version, "matches": matches}
    with transaction.atomic():
        if (
            RatingList.objects.filter(pk=rating_list.pk).exists()
            and Event.objects.filter(pk=event.pk).exists()
        ):
            RatedEvent.objects.update_or_create(rating_list=rating_list, event=event, defaults=values)


@dataclass(frozen=True)
class EventToRate:
    """An event with its rated matches of people, and the hash that it has once it is rated.

    Players who were erased have the key of an unknown opponent.
    """

    row: RatedEvent
    event: elo.RatedEvent
    hash: str

    @property
    def is_current(self) -> bool:
        return self.row.hash == self.hash


def rate_changed_events(rating_list: RatingList, order: list[int]) -> bool:
    """Rate some events, from the first that differs on; return whether there were any.

    Ratings of earlier events stay, those of later events are deleted until it is their turn.
    """
    events = list(list_events_to_rate(rating_list, order))
    first = next((n for n, one in enumerate(events) if not one.is_current), None)
    if first is None:
        return False
    due = events[first : first + RATED_PER_RUN]
    settings = read_settings(rating_list.settings)
    known = find_ratings([one.row.pk for one in events[:first]])
    for row in (one.row for one in due):
        known |= {
            unknown_key(row, player): Rating(settings.start + points) for player, points in row.erased.items()
        }
    rated = elo.rate_events((one.event for one in due), settings, known)
    rows = list(ratings_to_store(due, rated.changes))
    with transaction.atomic():
        RatingList.objects.select_for_update().filter(pk=rating_list.pk).first()
        hashes = dict(RatedEvent.objects.filter(rating_list=rating_list).values_list("pk", "hash"))
        if hashes == {one.row.pk: one.row.hash for one in events}:
            later = RatedEvent.objects.filter(pk__in=[one.row.pk for one in events[first:]])
            PersonRating.objects.filter(rated_event__in=later).delete()
            later.update(hash="")
            PersonRating.objects.bulk_create(rows, 500)
            for one in due:
                one.row.hash = one.hash
            RatedEvent.objects.bulk_update([one.row for one in due], ["hash"])
    return True


def list_events_to_rate(rating_list: RatingList, order: list[int]) -> Iterator[EventToRate]:
    """Yield the rated events in order."""
    rows = {row.event_id: row for row in RatedEvent.objects.filter(rating_list=rating_list)}
    players = Player.objects.filter(
        event__in=list(rows), is_proposed=False, person__erased_at=None, person__merged_into=None
    ).exclude(person=None)
    people = defaultdict(dict)
    for event, player, person in players.order_by().values_list("event", "public_id", "person"):
        people[event][player] = str(person)
    hash_ = sha256(json.dumps(rating_list.settings, sort_keys=True).encode()).hexdigest()
    for row in (rows[pk] for pk in order if pk in rows):
        matches = tuple(list_matches(row, people[row.event_id]))
        values = [row.event_id, [[match.first, match.second, match.score] for match in matches]]
        hash_ = sha256(f"{hash_}{json.dumps(values)}".encode()).hexdigest()
        present = {person for match in matches for person in (match.first, match.second)}
        yield EventToRate(row, elo.RatedEvent(str(row.pk), tuple(sorted(present)), matches), hash_)


def list_matches(row: RatedEvent, people: dict[str, str]) -> Iterator[RatedMatch]:
    """Yield the matches between two people of the club, or of one with a player who was erased.

    `people` are keys of people by the players' ids in the event.
    """
    keys = {player: unknown_key(row, player) for player in row.erased} | people
    for first, second, score in row.matches:
        if {first, second} <= keys.keys() and (first in people or second in people):
            yield RatedMatch(keys[first], keys[second], score)


def unknown_key(row: RatedEvent, player: str) -> str:
    """Return the key of a player who was erased: an opponent of this event alone."""
    return f"{row.pk}:{player}"


def person_key(key: str) -> int | None:
    """Return the primary key of a person; None for an unknown opponent."""
    return int(key) if key.isdigit() else None


def keep_as_unknown(players: QuerySet[Player]):
    """Let players who are erased be unknown opponents of their strength, so that others keep their ratings.

    The ratings of their people after these events are deleted.
    """
    ids, rated_events, gone = defaultdict(list), {}, []
    known = players.filter(is_proposed=False).exclude(person=None).order_by()
    for person, event, player in known.values_list("person", "event", "public_id"):
        ids[person, event].append(player)
    people, events = ({key[n] for key in ids} for n in (0, 1))
    rows = PersonRating.objects.filter(person__in=people, rated_event__event__in=events)
    for rating in rows.select_related("rated_event__rating_list"):
        if erased := ids.get((rating.person_id, rating.rated_event.event_id)):
            rated = rated_events.setdefault(rating.rated_event_id, rating.rated_event)
            above_start = rating.before - read_settings(rated.rating_list.settings).start
            rated.erased |= dict.fromkeys(erased, above_start)
            rated.hash = ""
            gone.append(rating.pk)
    RatedEvent.objects.bulk_update(rated_events.values(), ["erased", "hash"], 500)
    PersonRating.objects.filter(pk__in=gone).delete()


def find_ratings(rated_events: list[int]) -> dict[str, Rating]:
    """Return the ratings of people after the last of these events that they have played."""
    rows = PersonRating.objects.filter(rated_event__in=rated_events).order_by().values("person")
    newest = rows.annotate(newest=Max("pk")).values("newest")
    columns = ("person", "after", "matches", "peak")
    return {
        str(person): Rating(*values)
        for person, *values in PersonRating.objects.filter(pk__in=newest).values_list(*columns)
    }


def ratings_to_store(due: list[EventToRate], changes: Iterable[RatingChange]) -> Iterator[PersonRating]:
    """Yield the rows of these events, in their order."""
    events = {one.event.key: one.row for one in due}
    for change in changes:
        person = person_key(change.person)
        if person is not None:
            terms = [
                [person_key(term.opponent), term.opponent_rating, term.score, term.expected]
                for term in change.terms
            ]
            yield PersonRating(
                rated_event=events[change.event],
                person_id=person,
                before=change.before,
                after=change.after,
                peak=change.peak,
                matches=change.matches,
                k=change.k,
                terms=terms,
            )
