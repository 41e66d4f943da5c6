"""Gives the players of an event the ratings of the club's list, from which round 1 is seeded."""

from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, action
from ...models import Player
from ...rules.errors import RuleViolation, _
from ...rules.log.event_parts import player_path
from ...rules.registration import has_started
from ..pages.lists import find_seeding_list, newest_ratings

HAS_STARTED = _("Round 1 is paired already, so ratings seed nothing any more.")
NOTHING_TO_TAKE = _("Nobody in the event has a rating in the club’s list without one here.")


@action(
    access.MANAGE,
    log=ngettext_lazy(
        "{count} player has the rating of the club’s list",
        "{count} players have the ratings of the club’s list",
        "count",
    ),
)
def take_ratings(change: Change):
    """Give each player without a rating the one of their person, where the club uses its list for seeds.

    RuleViolation if round 1 is paired, or there is nobody to give one to.
    """
    if has_started(change.history):
        raise RuleViolation(HAS_STARTED)
    count = seed_players(change)
    if not count:
        raise RuleViolation(NOTHING_TO_TAKE)
    change.log(count=count)


def seed_players(change: Change) -> int:
    """Set these ratings in the change of an event that begins; return how many. Typed ratings stay."""
    rating_list = None if has_started(change.history) else find_seeding_list(change.event)
    if rating_list is None:
        return 0
    without = {player.id for player in change.history.players if player.rating is None}
    linked = Player.objects.filter(event=change.event, is_proposed=False, person__erased_at=None)
    people = {key: person for key, person in linked.values_list("public_id", "person") if key in without}
    rows = newest_ratings(rating_list).filter(person__in={*people.values()} - {None})
    ratings = dict(rows.values_list("person", "after"))
    rated = {
        player.id: replace(player, rating=round(ratings[people[player.id]]))
        for player in change.history.players
        if people.get(player.id) in ratings
    }
    for key, player in rated.items():
        change.set_part(player_path(key), player)
        # Nobody has typed it: who changes the player at the same time is in no conflict with it.
        change.derived.add(player_path(key))
    players = tuple(rated.get(player.id, player) for player in change.history.players)
    change.history = replace(change.history, players=players)
    return len(rated)
