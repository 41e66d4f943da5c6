"""What is asked of a Swiss round as its pairing takes it; the exceptions that it may need; its reasons."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import EventHistory, MatchRecord
from ..pairing import Constraints, Reason, Tables, noted
from ..settings.pairing import ALWAYS, SHARED
from ..settings.settings import Settings
from . import requested_byes
from .meetings import met

# Places in the words of a pairing that hold the id of a player.
PLAYERS = ("player", "one", "two", "other", "bye")


def constraints_of(
    history: EventHistory, settings: Settings, players: Iterable[str], number: int
) -> Constraints:
    """What is asked of round `number` of a phase for these players.

    A wish holds until the two have met; of several wishes of one player the first in the list is granted,
    the others wait.
    """
    there = set(players)
    return Constraints(
        apart=tuple(
            group
            for key in SHARED
            if (rounds := settings.apart.get(key, 0)) and (rounds == ALWAYS or number <= rounds)
            for group in sharing(history, key, there)
        ),
        forbidden=history.forbidden,
        wished=granted(history, there),
        bye_to=settings.bye_to,
        band=settings.band,
        after_gaps=settings.apart_after_gaps,
    )


def sharing(history: EventHistory, key: str, there: set[str]) -> list[tuple[str, ...]]:
    """Groups of two and more who share their club or household, however it is capitalised."""
    groups = {}
    for player in history.players:
        name = " ".join(getattr(player, key).split()).casefold()
        if name and player.id in there:
            groups.setdefault(name, []).append(player.id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def granted(history: EventHistory, there: set[str]) -> tuple[tuple[str, str], ...]:
    """The wishes that this round can grant, at most one to each player."""
    before, seated, pairs = met(history) if history.wished else set(), set(), []
    for pair in history.wished:
        if there.issuperset(pair) and seated.isdisjoint(pair) and frozenset(pair) not in before:
            pairs.append(pair)
            seated.update(pair)
    return tuple(pairs)


def with_exceptions(history: EventHistory, draw: Callable, constraints: Constraints, exceptions: bool):
    """What `draw(constraints, allow_rematches)` gives; where that refuses and `exceptions` may be made, with
    the cheapest that the refusal names.

    Raises its RuleViolation, players by their names.
    """
    try:
        return draw(constraints, False)
    except RuleViolation as refused:
        if not exceptions or not names_exception(refused):
            raise RuleViolation(refused.template, **named(history.names, refused.params)) from None
        lifted = {
            key: tuple(pair for pair in getattr(constraints, key) if not listed(pair, refused.params[key]))
            for key in ("forbidden", "wished")
        }
        return draw(replace(constraints, **lifted), bool(refused.params["rematches"]))


def excepted(history: EventHistory, tables: Iterable[Sequence[str]]) -> dict[str, Reason]:
    """What is to be added of two who are kept apart and meet all the same, by player."""
    words = _("by exception: the two are kept apart, but no round was possible without one")
    barred = {frozenset(pair) for pair in history.forbidden}
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return {player: Reason(words) for pair in pairs if frozenset(pair) in barred for player in pair}


def names_exception(refused: RuleViolation) -> bool:
    """Whether the refusal says which exception would make a round."""
    return "rematches" in refused.params


def listed(pair: tuple[str, str], tables: Tables) -> bool:
    return any(set(pair) == set(table) for table in tables)


def named(names: dict[str, str], params: dict) -> dict:
    """The same with names in place of ids."""

    def name(key, value):
        if isinstance(value, Tables):
            return Tables(tuple(names[player] for player in pair) for pair in value)
        if isinstance(value, Reason):
            return Reason(value.template, named(names, value.params))
        return names.get(value, value) if key in PLAYERS and isinstance(value, str) else value

    return {key: name(key, value) for key, value in params.items()}


class Whys(Mapping):
    """Each player's Reason by id: the pairing's, that of a bye asked for; the `notes` to be added."""

    def __init__(self, history: EventHistory, drawn: Mapping, byes: Iterable[MatchRecord], *notes: Mapping):
        self._names, self._drawn, self._notes = history.names, drawn, notes
        self._out = {match.seats[0].player: requested_byes.why_out(match) for match in byes}

    def __iter__(self) -> Iterator[str]:
        yield from self._drawn
        yield from self._out

    def __len__(self) -> int:
        return len(self._drawn) + len(self._out)

    def __getitem__(self, player: str) -> Reason:
        if player in self._out:
            return self._out[player]
        why = self._drawn[player]
        why = Reason(why.template, named(self._names, why.params))
        for notes in self._notes:
            why = noted(why, notes.get(player))
        return why
