"""What each player achieved in an ended event: places, record, points, ranks and opponents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..history import BRACKET, DRAW, LOSS, WIN, EventHistory, EventPhase, MatchRecord
from ..results.scoring import outcomes
from ..rounds.progress import has_ended
from .final import place_players
from .standings import PlayerStanding, compute_standings
from .table_builder import rounds_carried

# Results of two seats of a pod of whom one did better than the other, or who drew with each other.
DECIDED_IN_PODS = {(WIN, LOSS), (LOSS, WIN), (DRAW, DRAW)}
# Outcome of a match, and of a bye → the field that counts it.
MATCH_FIELDS = {WIN: "won", LOSS: "lost", DRAW: "drawn"}
BYE_FIELDS = {WIN: "byes", LOSS: "lost_byes", DRAW: "half_byes"}


@dataclass(frozen=True, slots=True)
class PlayerEventResult:
    """The result of a player in an ended event.

    `place` is that of the final standings, which `place_shared_by` players have; None for a disqualified
    player. `swiss_place` is the place before the finals. `placed_players` counts the players with a place.

    `won`, `lost` and `drawn` count matches of all phases, finals included; `byes`, `half_byes` and
    `lost_byes` are byes worth a win, a draw and a loss. `points` are the match points of each phase's own
    rounds, None for finals and for phases without the player. `ranks` are those after each round before the
    finals, None while the player was not listed. `opponents` are (player id, result) in the order of the
    rounds: WIN, DRAW or LOSS, or "" for two players of a pod of whom neither beat the other.
    """

    player: str
    place: int | None
    place_shared_by: int
    swiss_place: int | None
    swiss_place_shared_by: int
    placed_players: int
    won: int
    lost: int
    drawn: int
    byes: int
    half_byes: int
    lost_byes: int
    points: tuple[int | float | None, ...]
    ranks: tuple[int | None, ...]
    opponents: tuple[tuple[str, str], ...]


def player_results(history: EventHistory) -> tuple[PlayerEventResult, ...]:
    """Return the results of all players who played or have a place, in the order of the event's players.

    Empty while the event has not ended.
    """
    return results_so_far(history) if has_ended(history) else ()


def results_so_far(history: EventHistory) -> tuple[PlayerEventResult, ...]:
    """Return the results as they were if the event ended now, after its finished rounds."""
    without_finals = [phase for phase in history.all_phases if phase.kind != BRACKET]
    final = place_players(history.all_phases)
    places, swiss_places = places_of(final), places_of(place_players(without_finals))
    counts, opponents = defaultdict(Counter), defaultdict(list)
    for match in finished_matches(history):
        count_match(match, counts, opponents)
    points = [phase_points(phase) for phase in history.all_phases]
    ranks = [ranks for phase in without_finals for ranks in ranks_by_round(phase)]
    nowhere = (None, 0)
    return tuple(
        PlayerEventResult(
            player.id,
            *places.get(player.id, nowhere),
            *swiss_places.get(player.id, nowhere),
            len(final),
            **{field: counts[player.id][field] for field in (*MATCH_FIELDS.values(), *BYE_FIELDS.values())},
            points=tuple(of_phase.get(player.id) for of_phase in points),
            ranks=tuple(of_round.get(player.id) for of_round in ranks),
            opponents=tuple(opponents[player.id]),
        )
        for player in history.players
        if player.id in counts or player.id in places
    )


def places_of(rows: Iterable[PlayerStanding]) -> dict[str, tuple[int, int]]:
    """Return (place, number of players who share it) by player id."""
    rows = list(rows)
    shared = Counter(row.rank for row in rows)
    return {row.player: (row.rank, shared[row.rank]) for row in rows}


def finished_matches(history: EventHistory) -> Iterator[MatchRecord]:
    """Yield the matches and byes of finished rounds, in order."""
    for phase in history.phases:
        for round_ in phase.rounds:
            if round_.finished:
                yield from round_.matches


def count_match(match: MatchRecord, counts: dict[str, Counter], opponents: dict[str, list]):
    """Add a match or bye to the counts and the opponents of its players."""
    fields = BYE_FIELDS if match.is_bye else MATCH_FIELDS
    # A match without a result has no outcomes.
    results = list(zip(match.players, outcomes(match), strict=False))
    for player, result in results:
        counts[player][fields[result]] += 1
        for other, other_result in results:
            if other != player:
                opponents[player].append((other, result_against(match, result, other_result)))


def result_against(match: MatchRecord, result: str, other_result: str) -> str:
    """Return the result of a player against another of the table; "" if neither beat the other."""
    return result if not match.is_pod or (result, other_result) in DECIDED_IN_PODS else ""


def phase_points(phase: EventPhase) -> dict[str, int | float]:
    """Return the match points of the phase's own rounds by player id; empty for finals."""
    if phase.kind == BRACKET:
        return {}
    tables, carried = compute_standings(phase).tables, rounds_carried(phase)
    points = tables.points
    if carried:
        points = points - tables.until(carried).points
    rows = zip(tables.players, points.tolist(), tables.last_round.tolist(), strict=True)
    return {
        player: int(value) if value.is_integer() else value
        for player, value, last_round in rows
        if last_round > carried
    }


def ranks_by_round(phase: EventPhase) -> Iterator[dict[str, int]]:
    """Yield the ranks by player id after each finished round of the phase."""
    for round_ in phase.rounds:
        if round_.finished:
            computed = compute_standings(phase, after_round=round_.number)
            listed = (computed.tables.players[n] for n in computed.listed.tolist())
            yield dict(zip(listed, computed.ranks.tolist(), strict=True))
