"""Constraints on a drawn round, exceptions to them, and the reasons shown for each pairing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import EventHistory, MatchRecord
from ..pairing import Constraints, PlayerPairs, Reason, with_note
from ..settings.pairing import ALWAYS, SHARED
from ..settings.settings import Settings
from . import requested_byes
from .meetings import met

# Parameters of a Reason that hold a player id.
PLAYERS = ("player", "one", "two", "other", "bye")


def constraints_of(
    history: EventHistory, settings: Settings, players: Iterable[str], number: int
) -> Constraints:
    """Return the Constraints of round `number` of a phase for these players.

    A wish holds until the two have met; if a player has several, the first in the list is granted and the
    others wait.
    """
    present = set(players)
    return Constraints(
        apart=tuple(
            group
            for key in SHARED
            if (rounds := settings.apart.get(key, 0)) and (rounds == ALWAYS or number <= rounds)
            for group in shared_groups(history, key, present)
        ),
        forbidden=history.forbidden,
        wished=grantable_wishes(history, present),
        bye_to=settings.bye_to,
        band=settings.band,
        after_gaps=settings.apart_after_gaps,
    )


def shared_groups(history: EventHistory, key: str, present: set[str]) -> list[tuple[str, ...]]:
    """Groups of two or more present players with the same club or household, ignoring case."""
    groups = {}
    for player in history.players:
        name = " ".join(getattr(player, key).split()).casefold()
        if name and player.id in present:
            groups.setdefault(name, []).append(player.id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def grantable_wishes(history: EventHistory, present: set[str]) -> tuple[tuple[str, str], ...]:
    """The wished pairs that this round can grant, at most one for each player."""
    before, seated, pairs = met(history) if history.wished else set(), set(), []
    for pair in history.wished:
        if present.issuperset(pair) and seated.isdisjoint(pair) and frozenset(pair) not in before:
            pairs.append(pair)
            seated.update(pair)
    return tuple(pairs)


def pair_with_fallback(history: EventHistory, draw: Callable, constraints: Constraints, exceptions: bool):
    """Return `draw(constraints, allow_rematches)`; if it refuses and `exceptions` is set, draw again with the
    cheapest exception named by the refusal.

    Raises the RuleViolation of the draw, with player names instead of ids.
    """
    try:
        return draw(constraints, False)
    except RuleViolation as refused:
        if not exceptions or not names_exception(refused):
            raise RuleViolation(refused.template, **with_names(history.names, refused.params)) from None
        lifted = {
            key: tuple(pair for pair in getattr(constraints, key) if not is_listed(pair, refused.params[key]))
            for key in ("forbidden", "wished")
        }
        return draw(replace(constraints, **lifted), bool(refused.params["rematches"]))


def exception_notes(history: EventHistory, tables: Iterable[Sequence[str]]) -> dict[str, Reason]:
    """{player id: note} for forbidden pairs that had to meet."""
    words = _("by exception: the two are kept apart, but no round was possible without one")
    barred = {frozenset(pair) for pair in history.forbidden}
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return {player: Reason(words) for pair in pairs if frozenset(pair) in barred for player in pair}


def names_exception(refused: RuleViolation) -> bool:
    """Whether the refusal names an exception that would make a round possible."""
    return "rematches" in refused.params


def is_listed(pair: tuple[str, str], tables: PlayerPairs) -> bool:
    return any(set(pair) == set(table) for table in tables)


def with_names(names: dict[str, str], params: dict) -> dict:
    """Replace player ids in the parameters of a Reason by names."""

    def replaced(key, value):
        if isinstance(value, PlayerPairs):
            return PlayerPairs(tuple(names[player] for player in pair) for pair in value)
        if isinstance(value, Reason):
            return Reason(value.template, with_names(names, value.params))
        return names.get(value, value) if key in PLAYERS and isinstance(value, str) else value

    return {key: replaced(key, value) for key, value in params.items()}


class PairingReasons(Mapping):
    """{player id: Reason} of pairings and requested byes, with `notes` added."""

    def __init__(self, history: EventHistory, reasons: Mapping, byes: Iterable[MatchRecord], *notes: Mapping):
        self._names, self._reasons, self._notes = history.names, reasons, notes
        self._byes = {match.seats[0].player: requested_byes.bye_reason(match) for match in byes}

    def __iter__(self) -> Iterator[str]:
        yield from self._reasons
        yield from self._byes

    def __len__(self) -> int:
        return len(self._reasons) + len(self._byes)

    def __getitem__(self, player: str) -> Reason:
        if player in self._byes:
            return self._byes[player]
        reason = self._reasons[player]
        reason = Reason(reason.template, with_names(self._names, reason.params))
        for notes in self._notes:
            reason = with_note(reason, notes.get(player))
        return reason
