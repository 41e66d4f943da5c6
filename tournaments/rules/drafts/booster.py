"""A booster draft phase: its pods, and the rounds that each pod plays separately."""

from collections.abc import Mapping
from itertools import chain

from ..errors import RuleViolation, _
from ..history import BOUND, EXACT, EventPhase, ProofRecord, RoundRecord
from ..pairing import Reason, booster_bracket, booster_pods, pair_swiss
from ..pairing.booster_pods import BoosterPods, PodRound
from ..pairing.meetings import bye_counts, past_meetings
from ..rounds import pairing_constraints, phases, swiss
from ..settings.booster import BRACKET, RATING, STANDING
from ..standings.carry_over import phase_with_carried_rounds
from ..standings.standings import Standings, standings

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
    present = phases.playing_in(phase)
    players = [player for player in phases.entrants_of(phase) if player in present]
    separated = map(frozenset, phase.history.forbidden)
    return booster_pods.deal_pods(order(phase, players, seed), seed, separated)


def lot_order(phase, players, seed):
    return sorted(players, key=lambda player: booster_pods.player_lot(seed, "pods", player))


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
    if len(players) > booster_pods.MAX_POD_SIZE:
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
    entrants = {entrant.player: entrant for entrant in swiss.entrants_to_pair(phase, ranked)}
    seated, names = set(chain.from_iterable(pods)), phase.history.names
    for player in entrants:
        if player not in seated:
            raise RuleViolation(UNSEATED, name=names[player])
    settings, number = phase.settings, len(phase.rounds) + 1
    is_bracket = settings.draft_inside == BRACKET
    pair_pod = pair_farthest_seats if number == 1 else pair_bracket if is_bracket else pair_swiss_pod
    pod_rounds = [pair_pod(phase, seed, exceptions, *pod, entrants) for pod in enumerate(pods, 1)]
    pairs = list(chain.from_iterable(pod.pairs for pod, _proof in pod_rounds))
    pairs = swiss.assign_seats(phase, pairs, seed)
    byes = [bye for pod, _proof in pod_rounds for bye in pod.byes]
    reasons = {player: reason for pod, _proof in pod_rounds for player, reason in pod.why.items()}
    proof = add_proofs([proof for _pod, proof in pod_rounds if proof])
    return swiss.build_round(phase, seed, pairs, byes, reasons, proof)


def pair_farthest_seats(phase, seed, exceptions, number, pod, entrants):
    """Pair a pod's first round.

    RuleViolation if two players opposite each other may not meet, unless exceptions are allowed.
    """
    separated = set(map(frozenset, phase.history.forbidden))
    byes = {player: entrant.byes for player, entrant in entrants.items()}
    pod_round = booster_pods.first_round(pod, number, set(entrants), seed, separated, byes)
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
        why = dict.fromkeys(alone, Reason(booster_pods.ALONE, {"pod": number}))
        return PodRound(byes=alone, why=why), None
    constraints = swiss.constraints_of(phase, present)
    options = swiss.pairing_options(phase, seed)
    try:
        pairing = swiss.pair_entrants(phase, present, options, constraints, False)
    except RuleViolation:
        met = past_meetings(phase)

        def pair_inside_draft(constraints, allow_rematches):
            return pair_swiss(
                present, met, **options, constraints=constraints, allow_rematches=allow_rematches
            )

        pairing = pairing_constraints.pair_with_fallback(
            phase.history, pair_inside_draft, constraints, exceptions
        )
    why = {player: Reason(INSIDE_POD, {"pod": number, "why": pairing.why[player]}) for player in pairing.why}
    pod_round = PodRound(pairing.tables, (pairing.bye,) if pairing.bye else (), why)
    return pod_round, swiss.make_proof(pairing, constraints)


def pair_bracket(phase, seed, exceptions, number, pod, entrants):
    line, byes = booster_bracket.remaining_line(phase, pod), bye_counts(phase)
    return booster_bracket.next_round(line, number, set(entrants), seed, byes), None


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
