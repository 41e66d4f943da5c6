"""The draw of a round of pods: byes, seats, and a reason for each pod and each bye."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import RuleViolation, _
from ...terms import BOUND, EXACT, SEARCH
from ..field import (
    ALL_ONE_GROUP,
    FOLD,
    NO_CONSTRAINTS,
    RANDOM,
    RANDOM_LOWEST,
    Constraints,
    Entrant,
    PlayerPairs,
    build_field,
    bye_turns,
)
from ..reasons.byes import Reason, group_text, is_lot_only, points_amount, with_note
from .objectives import THREES, USUAL_POD_SIZE, order_seats, pod_pairs, seats_per_pod
from .search import Seating, best_seating, least_gap

REMATCH_TEXTS = {
    EXACT: _("{pairs} meet again: no option has fewer rematches"),
    SEARCH: _("{pairs} meet again: no option with fewer rematches found"),
}
GAP_TEXTS = {
    BOUND: _("From {upper} to {lower} points: no option has smaller gaps"),
    EXACT: _("From {upper} to {lower} points: no option with as few rematches has smaller gaps"),
    SEARCH: _("From {upper} to {lower} points: no option with smaller gaps found"),
}
SIZE_TEXTS = {
    3: _("pod of three: {count} players don’t divide into fours"),
    5: _("pod of five: {count} players don’t divide into fours"),
}


class PodReasons(Mapping):
    """Each player's Reason by id, computed on access; the same for all players of a pod.

    `everyone` is the field including players with a bye, `field` excludes them; `pods` and `wished` hold
    places of `field`.
    """

    def __init__(self, everyone, field, pods, byes, proof, wished):
        self._everyone, self._field, self._byes = everyone, field, byes
        self._proof, self._wished = proof, set(map(frozenset, wished))
        self._pods = {field.players[place]: pod for pod in pods for place in pod}

    def __iter__(self):
        return iter(self._everyone.players)

    def __len__(self):
        return self._everyone.size

    def __getitem__(self, player):
        if player in self._byes:
            return self._bye(player)
        pod = self._pods[player]
        why = self._level(pod)
        for note in (self._meetings(pod), self._clubs(pod), self._wish(pod), self._size(pod)):
            why = with_note(why, note)
        return why

    def __repr__(self):
        return repr(dict(self))

    def _level(self, pod):
        """Return the reason from points and the pairing method."""
        field = self._field
        upper, lower = group_text(field, pod[0]), group_text(field, pod[-1])
        if field.groups[pod[0]] != field.groups[pod[-1]]:
            return Reason(GAP_TEXTS[self._proof], {"upper": upper, "lower": lower})
        if field.method == RANDOM and field.constraints.band == ALL_ONE_GROUP:
            return Reason(_("Random: points don’t matter this round"))
        if field.method == RANDOM:
            text = _("Random: all on {amount}") if is_lot_only(field) else _("All on {amount}")
            return Reason(text, {"amount": points_amount(upper)})
        numbers = ", ".join(str(place + 1) for place in pod)
        text = _("All on {amount}: ranked {numbers}")
        return Reason(text, {"amount": points_amount(upper), "numbers": numbers})

    def _meetings(self, pod):
        field = self._field
        if rematches := self._named(pair for pair in pod_pairs([pod]) if pair in field.meetings):
            return Reason(REMATCH_TEXTS[self._proof], {"pairs": rematches})
        return Reason(_("no rematches")) if field.meetings else None

    def _clubs(self, pod):
        clubs = self._field.clubs
        if not clubs:
            return None
        pairs = self._named((a, b) for a, b in pod_pairs([pod]) if clubs[a] & clubs[b])
        text = _("{pairs} should be kept apart: no option that keeps more players apart found")
        return Reason(text, {"pairs": pairs}) if pairs else None

    def _wish(self, pod):
        pairs = self._named(pair for pair in pod_pairs([pod]) if frozenset(pair) in self._wished)
        return Reason(_("{pairs} requested by the organiser"), {"pairs": pairs}) if pairs else None

    def _size(self, pod):
        if len(pod) == USUAL_POD_SIZE:
            return None
        return Reason(SIZE_TEXTS[len(pod)], {"count": self._field.size})

    def _named(self, pairs):
        players = self._field.players
        return PlayerPairs((players[one], players[two]) for one, two in pairs)

    def _bye(self, player):
        text = _(
            "Bye: {over} left over after pods of four; lowest-ranked of the players with the fewest "
            "byes ({byes})"
        )
        if self._field.constraints.bye_to == RANDOM_LOWEST:
            text = _(
                "Bye: {over} left over after pods of four; chosen at random from the lowest-ranked with "
                "the fewest byes ({byes})"
            )
        place = self._everyone.places[player]
        return Reason(text, {"over": len(self._byes), "byes": self._everyone.entrants[place].byes})


HAS_FORBIDDEN = _("No pods of these {count} players keep {forbidden} apart. Allow them to meet this round.")
LACKS_WISHED = _(
    "No pods of these {count} players include the requested {wished}. Remove that request for this round."
)
SEVERAL_BROKEN = _(
    "These {count} players can’t be paired with all restrictions. The best option has players "
    "meet who should be kept apart: {forbidden}; leaves out requested pairings: {wished}."
)


@dataclass(frozen=True)
class PodPairing:
    """A round of pods: tables of three to five player ids in seat order, the byes, and the reasons.

    `why` has each player's Reason by id. `rematches` and `apart` count the pairs that meet again or should be
    kept apart, `pair_downs` the pods of several score groups; `gap` is Σ gap² over all pairs of each pod.
    `proof` is BOUND (no rematches, no pairs to keep apart, and the sizes and score groups allow no smaller
    gaps), EXACT (all seatings were compared) or SEARCH (the best seating found by comparing `weighed`
    exchanges of two players).
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    why: Mapping
    rematches: int
    pair_downs: int
    gap: int
    apart: int
    proof: str
    weighed: int


def pair_pods(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    *,
    method: str,
    seed: str,
    round_number: int,
    sizes: str = THREES,
    constraints: Constraints = NO_CONSTRAINTS,
    past_seats: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    current_tables: Sequence[Sequence[str]] = (),
    exceptions: bool = False,
) -> PodPairing:
    """Return the best next round that is found.

    The objectives, most important first: no forbidden pair and every wished one; least Σ meetings² over the
    pairs of a pod; fewest pairs to keep apart, then least Σ gap² (or vice versa, by the `constraints`);
    neighbours in the standings (`by_standing`); players with first seats spread over the pods; pods of an
    odd size for players who had the fewest; the lot.

    Byes, if the `sizes` leave any, are chosen first. `met` has one pair per past meeting, `past_seats` the
    (seat, seats) of each player's past pods. As many pairs of the `current_tables` as possible stay together
    in an equally good round. The same input gives the same round, whatever the order of the entrants.
    Raises RuleViolation for fewer than three players, a player entered twice, a method that pods
    do not support and, without `exceptions`, if no seating that meets all constraints was found.
    """
    if method == FOLD:
        raise RuleViolation(_("Fold pairing is for two-player tables. Pair pods at random or by standing."))
    seats, past_seats = seats_per_pod(len(entrants), sizes), past_seats or {}
    everyone = field = build_field(entrants, met, method, seed, round_number, constraints)
    wished = [pair for pair in constraints.wished if everyone.places.keys() >= set(pair)]
    byes = choose_byes(everyone, len(entrants) - sum(seats), wished)
    if byes:
        field = build_field(entrants, met, method, seed, round_number, constraints, set(byes))
    tied = [tuple(field.places[player] for player in pair) for pair in wished if set(pair).isdisjoint(byes)]
    least, seats = least_gap(field.groups.tolist(), seats)
    seating = seat_field(field, seats, tied, current_tables, past_seats)
    pairs = pod_pairs(seating.pods)
    if not exceptions:
        check_constraints(everyone, wished, {frozenset(players_of(field, pair)) for pair in pairs})
    costs = seating_costs(field, pairs)
    is_at_bound = not costs["rematches"] and not costs["apart"] and costs["gap"] == least
    proof = BOUND if is_at_bound else SEARCH if seating.weighed else EXACT
    lots = dict(zip(field.players, field.digests, strict=True))
    return PodPairing(
        tuple(order_seats(players_of(field, pod), past_seats, lots) for pod in sorted(seating.pods)),
        byes,
        PodReasons(everyone, field, seating.pods, byes, proof, tied),
        pair_downs=sum(len(set(field.groups[list(pod)].tolist())) > 1 for pod in seating.pods),
        proof=proof,
        weighed=seating.weighed if proof == SEARCH else 0,
        **costs,
    )


def choose_byes(field, count, wished):
    """Return the `count` players with a bye: those with the fewest byes, then the lowest in the standings.

    By lot among the lowest on points, if the constraints say so. Players with a wished table come last.
    """
    turns = bye_turns(field.entrants, field.groups.tolist(), field.method, field.constraints.bye_to)
    with_wish = {player for pair in wished for player in pair}
    players = zip(field.players, turns, field.digests, strict=True)
    order = sorted((player in with_wish, turn, lot, player) for player, turn, lot in players)
    return tuple(player for *_key, player in order[:count])


def seat_field(field, seats, tied, current_tables, past_seats) -> Seating:
    """Search the best seating, from the current tables if they fit, else from pods cut from the standings.

    `tied` are the wished pairs of places.
    """
    current_pods = [[field.places[p] for p in pod if p in field.places] for pod in current_tables]
    if sorted(map(len, current_pods)) == sorted(seats) and sum(map(len, current_pods)) == field.size:
        start = sorted(current_pods, key=min)
    else:
        start = cut_into_pods(field, tied, seats)
    return best_seating(field, start, tied, pod_pairs(current_pods), past_seats)


def cut_into_pods(field, tied, seats):
    """Cut the places, best first, into pods of these sizes.

    The worse of each tied pair comes directly after the better.
    """
    better_places = {max(pair): min(pair) for pair in tied}
    places = iter(sorted(range(field.size), key=lambda place: (better_places.get(place, place), place)))
    return [[next(places) for _seat in range(size)] for size in seats]


def players_of(field, places):
    return [field.players[place] for place in places]


def check_constraints(field, wished, together):
    """Raise RuleViolation if a forbidden pair is in `together` or a wished pair is not.

    `together` are the pairs of players at one pod. The `params` match those of `no_round_error`.
    """
    forbidden = PlayerPairs(pair for pair in field.constraints.forbidden if frozenset(pair) in together)
    missing = PlayerPairs(pair for pair in wished if frozenset(pair) not in together)
    if not forbidden and not missing:
        return
    text = SEVERAL_BROKEN if forbidden and missing else HAS_FORBIDDEN if forbidden else LACKS_WISHED
    params = {"count": field.size, "forbidden": forbidden, "wished": missing}
    raise RuleViolation(text, **params, rematches=PlayerPairs(), bye="–")


def seating_costs(field, pairs):
    """Return the rematches, Σ gap² and pairs to keep apart among these pairs of places."""
    groups, clubs = field.groups.tolist(), field.clubs
    return {
        "rematches": sum(pair in field.meetings for pair in pairs),
        "gap": sum((groups[a] - groups[b]) ** 2 for a, b in pairs),
        "apart": sum(clubs[a] & clubs[b] > 0 for a, b in pairs) if clubs else 0,
    }
