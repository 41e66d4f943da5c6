"""Draft pods: seats, packs, the timer of picks, and changes of seats."""

from collections.abc import Mapping
from itertools import chain

from .errors import RuleViolation, _
from .history import BOUND, EXACT, EventPhase, ProofRecord, RoundRecord
from .pairing import Reason, pair_swiss
from .pairing.booster import (
    ALONE,
    MAX_POD_SIZE,
    MIN_POD_SIZE,
    BoosterPods,
    PodRound,
    deal_pods,
    first_round,
    next_round,
    player_lot,
    remaining_line,
)
from .pairing.round_robin import bye_counts, past_meetings
from .rounds.pairing_constraints import pair_with_fallback
from .rounds.phases import entrants_of, playing_in
from .rounds.swiss import (
    assign_seats,
    build_round,
    constraints_of,
    entrants_to_pair,
    make_proof,
    pair_entrants,
    pairing_options,
)
from .settings.fields import INSIDE_BRACKET, RATING, STANDING
from .standings.standings import Standings, standings
from .standings.table_builder import phase_with_carried_rounds

OPPOSITE = _("{names} must be kept apart but sit opposite each other. Swap one of them with another player.")
UNSEATED = _("{name} has no pod. Assign a seat or redraw the pods.")
INSIDE_POD = _("pod {pod}: {why}")
PODS_UNKNOWN = _("The seats of this draft are unknown, so its rounds can’t be paired.")


def draw_pods(phase: EventPhase, seed: str) -> BoosterPods:
    """Draw the phase's pods from this seed, of the players present at its beginning, with seats by lot.

    Setting `draft_pods`: pods by lot, or the best together by standings (with carried phases, else by
    seed), or by rating; ties by lot. RuleViolation for too few players.
    """
    order = POD_ORDERS.get(phase.settings.draft_pods, lot_order)
    present = playing_in(phase)
    players = [player for player in entrants_of(phase) if player in present]
    separated = map(frozenset, phase.history.forbidden)
    return deal_pods(order(phase, players, seed), seed, separated)


def lot_order(phase, players, seed):
    return sorted(players, key=lambda player: player_lot(seed, "pods", player))


def standing_order(phase, players, seed):
    if not phase_with_carried_rounds(phase).rounds:
        return players
    ranks = {row.player: row.rank for row in standings(phase).rows}
    last = len(ranks) + 1
    return sorted(lot_order(phase, players, seed), key=lambda player: ranks.get(player, last))


def rating_order(phase, players, seed):
    ratings = {player.id: player.rating or 0 for player in phase.history.players}
    return sorted(lot_order(phase, players, seed), key=lambda player: -ratings[player])


POD_ORDERS = {STANDING: standing_order, RATING: rating_order}


def with_pods(phase: EventPhase, seed: str) -> EventPhase:
    """Return the phase with its pods drawn if they are not drawn yet."""
    if phase.pods or phase.rounds:
        return phase
    return phase.replace(pods=draw_pods(phase, seed), pods_seed=seed)


def pods_of(phase: EventPhase) -> BoosterPods:
    """Return the phase's pods; if a file has rounds without pods, one pod of all players, if it fits."""
    if phase.pods:
        return phase.pods
    players = dict.fromkeys(chain.from_iterable(match.players for match in phase.rounds[0].matches))
    if len(players) > MAX_POD_SIZE:
        raise RuleViolation(PODS_UNKNOWN)
    return (tuple(players),)


def draw_round(
    phase: EventPhase, seed: str, exceptions: bool, ranked: Standings | None = None
) -> tuple[RoundRecord, Mapping]:
    """Return the phase's next round and the reasons by player id, drawing the pods from this seed if needed.

    Round 1 pairs the farthest seats; then each pod plays Swiss rounds or its own single elimination (setting
    `draft_inside`), tables pod by pod. RuleViolation: a player sits in no pod, or a pod has no legal round
    (unless `exceptions` are allowed). `ranked` as in `swiss.draw_round`.
    """
    phase = with_pods(phase, seed)
    pods = pods_of(phase)
    entrants = {entrant.player: entrant for entrant in entrants_to_pair(phase, ranked)}
    seated, names = set(chain.from_iterable(pods)), phase.history.names
    for player in entrants:
        if player not in seated:
            raise RuleViolation(UNSEATED, name=names[player])
    settings, number = phase.settings, len(phase.rounds) + 1
    is_bracket = settings.draft_inside == INSIDE_BRACKET
    pair_pod = pair_farthest_seats if number == 1 else pair_bracket if is_bracket else pair_swiss_pod
    pod_rounds = [pair_pod(phase, seed, exceptions, *pod, entrants) for pod in enumerate(pods, 1)]
    pairs = list(chain.from_iterable(pod.pairs for pod, _proof in pod_rounds))
    pairs = assign_seats(phase, pairs, seed)
    byes = [bye for pod, _proof in pod_rounds for bye in pod.byes]
    reasons = {player: reason for pod, _proof in pod_rounds for player, reason in pod.why.items()}
    proof = add_proofs([proof for _pod, proof in pod_rounds if proof])
    return build_round(phase, seed, pairs, byes, reasons, proof)


def pair_farthest_seats(phase, seed, exceptions, number, pod, entrants):
    """Pair a pod's first round.

    RuleViolation if two players opposite each other may not meet, unless exceptions are allowed.
    """
    separated = set(map(frozenset, phase.history.forbidden))
    byes = {player: entrant.byes for player, entrant in entrants.items()}
    pod_round = first_round(pod, number, set(entrants), seed, separated, byes)
    forbidden = [pair for pair in pod_round.pairs if frozenset(pair) in separated]
    if forbidden and not exceptions:
        names = " – ".join(phase.history.names[player] for player in forbidden[0])
        raise RuleViolation(OPPOSITE, names=names)
    return pod_round, None


def pair_swiss_pod(phase, seed, exceptions, number, pod, entrants):
    """Pair a pod's next Swiss round.

    Opponents of an earlier phase meet again only if the pod has no other pairing.
    """
    present = [entrants[player] for player in pod if player in entrants]
    if len(present) < 2:
        alone = tuple(entrant.player for entrant in present)
        why = dict.fromkeys(alone, Reason(ALONE, {"pod": number}))
        return PodRound(byes=alone, why=why), None
    constraints = constraints_of(phase, present)
    options = pairing_options(phase, seed)
    try:
        pairing = pair_entrants(phase, present, options, constraints, False)
    except RuleViolation:
        met = past_meetings(phase)

        def pair_inside_draft(constraints, allow_rematches):
            return pair_swiss(
                present, met, **options, constraints=constraints, allow_rematches=allow_rematches
            )

        pairing = pair_with_fallback(phase.history, pair_inside_draft, constraints, exceptions)
    why = {player: Reason(INSIDE_POD, {"pod": number, "why": pairing.why[player]}) for player in pairing.why}
    pod_round = PodRound(pairing.tables, (pairing.bye,) if pairing.bye else (), why)
    return pod_round, make_proof(pairing, constraints)


def pair_bracket(phase, seed, exceptions, number, pod, entrants):
    line, byes = remaining_line(phase, pod), bye_counts(phase)
    return next_round(line, number, set(entrants), seed, byes), None


def add_proofs(proofs: list[ProofRecord]) -> ProofRecord | None:
    """Return the total cost of all pods' rounds, which is optimal because each pod's is."""
    if not proofs:
        return None
    apart = [proof.apart for proof in proofs if proof.apart is not None]
    return ProofRecord(
        sum(proof.rematches for proof in proofs),
        sum(proof.pair_downs for proof in proofs),
        sum(proof.gap for proof in proofs),
        EXACT if any(proof.by == EXACT for proof in proofs) else BOUND,
        any(proof.ahead for proof in proofs),
        sum(apart) if apart else None,
    )


# By the cards left in the pack, from 15 to 1, and the review after each pack but the last: Magic Tournament
# Rules, appendix B, booster draft timing, as commonly printed.
SECONDS = dict(zip(range(15, 0, -1), (40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 0), strict=True))
REVIEW_SECONDS = (60, 90)


def picks(cards: int) -> tuple[tuple[int, int, int], ...]:
    """Return (pick, cards left, seconds) of one pack."""
    return tuple((pick, left, SECONDS[left]) for pick, left in enumerate(range(cards, 0, -1), 1))


def review(pack: int, packs: int) -> int:
    """Return the seconds of review after this pack; 0 after the last one, when deck building begins."""
    return REVIEW_SECONDS[min(pack, len(REVIEW_SECONDS)) - 1] if pack < packs else 0


def change_seats(phase: EventPhase, kind: str, **values) -> BoosterPods:
    """Return the phase's pods after one change of SEAT_CHANGES.

    `values`: players `a` and `b`, and a `pod` number. RuleViolation for an impossible change.
    """
    if kind not in SEAT_CHANGES:
        raise RuleViolation(_("Unknown change “{kind}”."), kind=kind)
    return tuple(filter(None, SEAT_CHANGES[kind](phase, **values)))


def swap(phase, a, b, pod) -> BoosterPods:
    """Swap the seats of two players, of one pod or of two."""
    if a == b:
        raise RuleViolation(_("Choose two different players."))
    for player in (a, b):
        check_seated(phase, player)
    other = {a: b, b: a}
    return tuple(tuple(other.get(player, player) for player in seats) for seats in phase.pods)


def seat(phase, a, b, pod) -> BoosterPods:
    """Seat a present player without a pod on a new last seat of this pod."""
    pods, name = phase.pods, phase.history.player(a).name
    if a in chain.from_iterable(pods):
        raise RuleViolation(_("{name} is already in a pod."), name=name)
    if a not in unseated_players(phase):
        raise RuleViolation(_("{name} isn’t in this phase of the event."), name=name)
    check_pod_exists(pods, pod)
    if len(pods[pod - 1]) >= MAX_POD_SIZE:
        text = _("Pod {pod} already has {count} seats. Choose another pod, or split this one in two first.")
        raise RuleViolation(text, pod=pod, count=len(pods[pod - 1]))
    return tuple((*seats, a) if number == pod else seats for number, seats in enumerate(pods, 1))


def leave(phase, a, b, pod) -> BoosterPods:
    """Remove a player; later seats move up by one."""
    check_seated(phase, a)
    return tuple(tuple(player for player in seats if player != a) for seats in phase.pods)


def split(phase, a, b, pod) -> BoosterPods:
    """Split a pod in two, the first with the odd player; later pods have their number increased by one.

    The seats keep their order: those of the second pod are the last of the old one.
    """
    pods = phase.pods
    check_pod_exists(pods, pod)
    seats = pods[pod - 1]
    if not can_split(seats):
        text = _(
            "Pod {pod} has {count} seats and can’t be split: each half needs at least {least} players. "
            "Swap players between pods, or redraw the pods."
        )
        raise RuleViolation(text, pod=pod, count=len(seats), least=MIN_POD_SIZE)
    half = (len(seats) + 1) // 2
    return (*pods[: pod - 1], seats[:half], seats[half:], *pods[pod:])


def can_split(seats: tuple[str, ...]) -> bool:
    """Return whether both halves of a pod would have enough players."""
    return len(seats) >= 2 * MIN_POD_SIZE


def check_pod_exists(pods: BoosterPods, pod: int):
    if not 1 <= pod <= len(pods):
        raise RuleViolation(_("Pod {pod} does not exist."), pod=pod)


def check_seated(phase: EventPhase, player: str):
    if player not in chain.from_iterable(phase.pods):
        raise RuleViolation(_("{name} is not in a pod."), name=phase.history.player(player).name)


def unseated_players(phase: EventPhase) -> tuple[str, ...]:
    """Return ids of the draft's present players who sit in no pod."""
    seated = set(chain.from_iterable(phase.pods))
    present = playing_in(phase) - seated
    return tuple(player for player in entrants_of(phase) if player in present)


SEAT_CHANGES = {"swap": swap, "seat": seat, "leave": leave, "split": split}
