"""The winners of finished events in a list, read for all of them at once and cached."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from django.core.cache import cache
from django.utils.translation import gettext

from ...models import Event, Player, Round
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT, EventHistory
from ...rules.standings.carry_over import counted_phases
from ...rules.standings.standings import standings
from ..history.load import PLAYER_FIELDS, matches_of, player_of

# So many players can share first place; if more do, the event has no winner.
MAX_WINNERS = 3
WINNERS_CACHE_SECONDS = 24 * 3600


def winners_of(events: Iterable[Event], outlines: dict[int, EventHistory]) -> dict[int, list[str]]:
    """Return the names in first place of each finished event; the `outlines` have no matches."""
    keys = {f"winners:{event.pk}:{event.version}": event.pk for event in events}
    cached = cache.get_many(keys)
    winners = {keys[key]: names for key, names in cached.items()}
    histories = with_last_phase({pk: outlines[pk] for pk in keys.values() if pk not in winners})
    computed = {pk: find_first_places(history) for pk, history in histories.items()}
    cache.set_many({key: computed[pk] for key, pk in keys.items() if pk in computed}, WINNERS_CACHE_SECONDS)
    return winners | computed


def with_last_phase(outlines: dict[int, EventHistory]) -> dict[int, EventHistory]:
    """Return the histories with their players, and with the matches that count in the last phase."""
    if not outlines:
        return {}
    rounds = Round.objects.filter(phase__event__in=outlines).exclude(state=DRAFT)
    counted = {
        (event, phase, number): pk
        for pk, event, phase, number in rounds.values_list("pk", "phase__event", "phase__number", "number")
        if phase in (counted.number for counted in counted_phases(outlines[event].current_phase))
    }
    matches = matches_of(round__in=list(counted.values()))
    players = defaultdict(list)
    rows = Player.objects.filter(event__in=outlines).order_by("order", "id")
    for event, *fields in rows.values_list("event", "public_id", *PLAYER_FIELDS):
        players[event].append(player_of(*fields))
    histories = {pk: replace(outline, players=tuple(players[pk])) for pk, outline in outlines.items()}
    for (event, phase, number), pk in counted.items():
        played = histories[event].phase(phase)
        round_ = replace(played.round(number), matches=matches.get(pk, ()))
        histories[event] = played.with_round(round_).history
    return histories


def find_first_places(history: EventHistory) -> list[str]:
    """Return the names of the players in first place; empty if the standings cannot be made."""
    try:
        return [row.name for row in standings(history.current_phase).rows if row.rank == 1]
    except RuleViolation:
        return []


def winners_text(names: list[str], players: int) -> str:
    """Return “Won by Bruno Silva”, “Won by A and B”, or “no winner: 24 players”."""
    if not names or len(names) > MAX_WINNERS:
        return gettext("no winner: {count} players").format(count=players)
    if len(names) == 1:
        return gettext("Won by {name}").format(name=names[0])
    first, last = ", ".join(names[:-1]), names[-1]
    return gettext("Won by {names} and {name}").format(names=first, name=last)
