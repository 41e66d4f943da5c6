"""Constraints of a round: pairs kept apart or wished for, exceptions from them, and requested byes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import BYE, DRAW, LOSS, EventHistory, MatchRecord, SeatRecord
from ..pairing import Constraints, PlayerPairs, Reason, with_note
from ..pairing.round_robin import met_pairs
from ..settings.fields import ALWAYS, SHARED_BY
from ..settings.settings import Settings

BYE_REASONS = {
    BYE: _("Bye: requested"),
    DRAW: _("Half-point bye: requested"),
    LOSS: _("Unpaired loss: requested, or a late entry"),
}


def requested_bye_matches(
    history: EventHistory, event_round: int, entrants: Iterable[str]
) -> tuple[MatchRecord, ...]:
    """Return the requested byes of the entrants present in a round (counted over the event)."""
    entrant_ids = set(entrants)
    return tuple(
        MatchRecord((SeatRecord(player.id, result=player.byes[event_round]),))
        for player in history.players
        if player.id in entrant_ids and event_round in player.byes and player.plays_in(event_round)
    )


def requested_byes_of(history: EventHistory, player: str) -> dict[tuple[int, int], MatchRecord]:
    """Return the requested byes that a player has had, by (phase, round)."""
    requested_rounds = history.player(player).byes
    return {
        (phase, number): match
        for (phase, number), match in history.matches_of(player).items()
        if match.is_bye and history.phase(phase).rounds_before + number in requested_rounds
    }


def redundant_byes(history: EventHistory, player: str, other: str) -> dict[tuple[int, int], MatchRecord]:
    """Return {(phase, round): bye} to delete when two players are merged.

    Both are in the round, one by a requested bye; if both are, the bye of `other` is deleted.
    """
    shared_rounds = [
        (number, round_.number)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if {player, other} <= {seat.player for match in round_.matches for seat in match.seats}
    ]
    byes = requested_byes_of(history, player) | requested_byes_of(history, other)
    return {key: byes[key] for key in shared_rounds if key in byes}


def sort_byes(history: EventHistory, byes: Iterable[MatchRecord]) -> tuple[MatchRecord, ...]:
    """Sort byes by the event's list of players."""
    place = {player.id: number for number, player in enumerate(history.players)}
    return tuple(sorted(byes, key=lambda match: place[match.seats[0].player]))


def bye_reason(match: MatchRecord) -> Reason:
    """Return the Reason of a requested bye."""
    return Reason(BYE_REASONS[match.seats[0].result])


PLAYER_PARAMS = ("player", "one", "two", "other", "bye")  # parameters of a Reason that hold a player id


def constraints_of(
    history: EventHistory, settings: Settings, players: Iterable[str], number: int
) -> Constraints:
    """Return the Constraints of round `number` of a phase for these players.

    A wish holds until the two have met; if a player has several, the first in the list is granted and the
    others wait.
    """
    present = set(players)
    last_rounds = {key: settings.apart.get(key, 0) for key in SHARED_BY}
    apart = [key for key, last in last_rounds.items() if last == ALWAYS or number <= last]
    return Constraints(
        apart=tuple(group for key in apart for group in shared_groups(history, key, present)),
        forbidden=history.forbidden,
        wished=grantable_wishes(history, present),
        bye_to=settings.bye_to,
        band=settings.band,
        after_gaps=settings.apart_after_gaps,
    )


def shared_groups(history: EventHistory, key: str, present: set[str]) -> list[tuple[str, ...]]:
    """Return the groups of two or more present players with the same club or household, ignoring case."""
    groups = {}
    for player in history.players:
        name = " ".join(getattr(player, key).split()).casefold()
        if name and player.id in present:
            groups.setdefault(name, []).append(player.id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def grantable_wishes(history: EventHistory, present: set[str]) -> tuple[tuple[str, str], ...]:
    """Return the wished pairs that this round can grant, at most one for each player."""
    met, seated, pairs = met_pairs(history) if history.wished else set(), set(), []
    for pair in history.wished:
        if present.issuperset(pair) and seated.isdisjoint(pair) and frozenset(pair) not in met:
            pairs.append(pair)
            seated.update(pair)
    return tuple(pairs)


def pair_with_fallback(history: EventHistory, pair: Callable, constraints: Constraints, exceptions: bool):
    """Return `pair(constraints=…, allow_rematches=…)` without exceptions or, if allowed, with the cheapest.

    The refusal of the first attempt names the cheapest exception. Raises the RuleViolation with player names
    instead of ids.
    """
    try:
        return pair(constraints=constraints, allow_rematches=False)
    except RuleViolation as refusal:
        if not exceptions or not names_exception(refusal):
            raise with_player_names(refusal, history.names) from None
        lifted = refusal.params
    forbidden = without_pairs(constraints.forbidden, lifted["forbidden"])
    wished = without_pairs(constraints.wished, lifted["wished"])
    constraints = replace(constraints, forbidden=forbidden, wished=wished)
    return pair(constraints=constraints, allow_rematches=bool(lifted["rematches"]))


def names_exception(violation: RuleViolation) -> bool:
    """Return whether the violation names an exception that would make a round possible."""
    return "rematches" in violation.params


def without_pairs(pairs: Iterable[tuple[str, str]], removed: PlayerPairs) -> tuple[tuple[str, str], ...]:
    """Return the pairs without the removed ones, whatever the order of their players."""
    removed_pairs = set(map(frozenset, removed))
    return tuple(pair for pair in pairs if frozenset(pair) not in removed_pairs)


def exception_notes(history: EventHistory, tables: Iterable[Sequence[str]]) -> dict[str, Reason]:
    """Return {player id: note} for forbidden pairs that had to meet."""
    note = Reason(_("exception: they should be kept apart, but no round was possible otherwise"))
    forbidden = {frozenset(pair) for pair in history.forbidden}
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return {player: note for pair in pairs if frozenset(pair) in forbidden for player in pair}


def with_player_names(violation: RuleViolation, names: dict[str, str]) -> RuleViolation:
    """Return the violation with player names instead of ids."""
    return RuleViolation(violation.template, **name_players(names, violation.params))


def name_players(names: dict[str, str], params: dict) -> dict:
    """Replace player ids in the parameters of a Reason by names."""

    def named(key, value):
        if isinstance(value, PlayerPairs):
            return PlayerPairs(tuple(names[player] for player in pair) for pair in value)
        if isinstance(value, Reason):
            return Reason(value.template, name_players(names, value.params))
        return names.get(value, value) if key in PLAYER_PARAMS and isinstance(value, str) else value

    return {key: named(key, value) for key, value in params.items()}


class PairingReasons(Mapping):
    """{player id: Reason} of pairings and requested byes, with `notes` added and player names filled in."""

    def __init__(self, history: EventHistory, reasons: Mapping, byes: Iterable[MatchRecord], *notes: Mapping):
        self._names, self._reasons, self._notes = history.names, reasons, notes
        self._byes = {match.seats[0].player: bye_reason(match) for match in byes}

    def __iter__(self) -> Iterator[str]:
        yield from self._reasons
        yield from self._byes

    def __len__(self) -> int:
        return len(self._reasons) + len(self._byes)

    def __getitem__(self, player: str) -> Reason:
        if player in self._byes:
            return self._byes[player]
        reason = self._reasons[player]
        reason = Reason(reason.template, name_players(self._names, reason.params))
        for notes in self._notes:
            reason = with_note(reason, notes.get(player))
        return reason
