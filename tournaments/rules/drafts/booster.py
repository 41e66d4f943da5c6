"""A booster draft phase: its pods, and the next round, which each pod plays inside itself."""

from collections.abc import Mapping
from itertools import chain

from ..errors import RuleViolation, _
from ..history import BOUND, EXACT, EventHistory, ProofRecord, RoundRecord
from ..pairing import Reason, booster_bracket, booster_pods, pair_swiss
from ..pairing.booster_pods import BoosterPods, PodRound
from ..rounds import pairing_constraints, phases, swiss, table_numbers
from ..rounds.meetings import bye_counts, meetings
from ..settings.booster import BRACKET, RATING, STANDING
from ..standings.carry_over import phase_with_carried_rounds
from ..standings.standings import Standings, standings

OPPOSITE = _("{names} are kept apart and sit opposite each other: let one of them change seats with another.")
UNSEATED = _("{name} sits in no pod: give them a seat, or draw the pods again.")
UNKNOWN = _("It is not known who sat in which pod of this draft, and so nobody can be paired.")


def draw_pods(history: EventHistory, phase_number: int, seed: str) -> BoosterPods:
    """Draw the phase's pods from this seed, of the players present at its beginning, with seats by lot.

    Setting `draft_pods`: pods by lot, or the best together by standings (with carried phases, else by
    seed), or by rating; ties by lot. RuleViolation for too few players.
    """
    order = ORDERS.get(phases.settings_for(history, phase_number).draft_pods, by_lot)
    present = phases.playing_in(history, phase_number)
    players = [player for player in phases.entrants_of(history, phase_number) if player in present]
    apart = map(frozenset, history.forbidden)
    return booster_pods.deal_pods(order(history, phase_number, players, seed), seed, apart)


def by_lot(history, phase_number, players, seed):
    return sorted(players, key=lambda player: booster_pods.player_lot(seed, "pods", player))


def by_standing(history, phase_number, players, seed):
    if not phase_with_carried_rounds(history, phase_number).rounds:
        return players
    ranks = {row.player: row.rank for row in standings(history, phase_number).rows}
    last = len(ranks) + 1
    return sorted(by_lot(history, phase_number, players, seed), key=lambda player: ranks.get(player, last))


def by_rating(history, phase_number, players, seed):
    rated = {player.id: player.rating or 0 for player in history.players}
    return sorted(by_lot(history, phase_number, players, seed), key=lambda player: -rated[player])


ORDERS = {STANDING: by_standing, RATING: by_rating}


def with_pods(history: EventHistory, phase_number: int, seed: str) -> EventHistory:
    """Draw the phase's pods if they are not drawn yet."""
    phase = history.phase(phase_number)
    if phase.pods or phase.rounds:
        return history
    return history.with_phase(phase_number, pods=draw_pods(history, phase_number, seed), pods_seed=seed)


def pods_of(history: EventHistory, phase_number: int) -> BoosterPods:
    """Return the phase's pods; if a file has rounds without pods, one pod of all players, if it fits."""
    phase = history.phase(phase_number)
    if phase.pods:
        return phase.pods
    sat = dict.fromkeys(chain.from_iterable(match.players for match in phase.rounds[0].matches))
    if len(sat) > booster_pods.MAX_POD_SIZE:
        raise RuleViolation(UNKNOWN)
    return (tuple(sat),)


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
) -> tuple[RoundRecord, Mapping]:
    """Return the phase's next round and the reasons by player id, drawing the pods from this seed if needed.

    `ranked` as in `swiss.draw`.

    Round 1 pairs the farthest seats; then each pod plays Swiss rounds or its own single elimination (setting
    `draft_inside`), tables pod by pod. RuleViolation: a player sits in no pod, or a pod has no legal round
    (unless `exceptions` are allowed).
    """
    history = with_pods(history, phase_number, seed)
    pods = pods_of(history, phase_number)
    entrants = {entrant.player: entrant for entrant in swiss.field(history, phase_number, ranked)}
    seated, names = set(chain.from_iterable(pods)), history.names
    for player in entrants:
        if player not in seated:
            raise RuleViolation(UNSEATED, name=names[player])
    settings, number = phases.settings_for(history, phase_number), len(history.phase(phase_number).rounds) + 1
    pair_pod = first_round if number == 1 else INSIDE.get(settings.draft_inside, swiss_round)
    made = [pair_pod(history, phase_number, seed, exceptions, *pod, entrants) for pod in enumerate(pods, 1)]
    pairs = list(chain.from_iterable(pod.pairs for pod, _proof in made))
    pairs = table_numbers.assign_first_seats(
        pairs, phase_with_carried_rounds(history, phase_number), settings.first_seat, seed
    )
    byes = [bye for pod, _proof in made for bye in pod.byes]
    why = {player: reason for pod, _proof in made for player, reason in pod.why.items()}
    proof = whole([proof for _pod, proof in made if proof])
    return swiss.build_round(history, phase_number, seed, pairs, byes, why, proof)


def first_round(history, phase_number, seed, exceptions, number, pod, entrants):
    """Pair a pod's first round. RuleViolation if two players opposite each other may not meet, unless
    exceptions are allowed."""
    apart = set(map(frozenset, history.forbidden))
    had = {player: entrant.byes for player, entrant in entrants.items()}
    made = booster_pods.first_round(pod, number, set(entrants), seed, apart, had)
    barred = [pair for pair in made.pairs if frozenset(pair) in apart]
    if barred and not exceptions:
        names = " – ".join(history.names[player] for player in barred[0])
        raise RuleViolation(OPPOSITE, names=names)
    return made, None


def swiss_round(history, phase_number, seed, exceptions, number, pod, entrants):
    """Pair a pod's next Swiss round.

    Opponents of an earlier phase meet again only if the pod has no other pairing; it is no rematch of the
    draft.
    """
    present = [entrants[player] for player in pod if player in entrants]
    if len(present) < 2:
        alone = tuple(entrant.player for entrant in present)
        why = dict.fromkeys(alone, Reason(booster_pods.ALONE, {"pod": number}))
        return PodRound(byes=alone, why=why), None
    constraints = swiss.constraints_of(history, phase_number, present)
    how = swiss.pairing_options(history, phase_number, seed)
    try:
        drawn = swiss.pair_entrants(history, phase_number, present, how, constraints, False)
    except RuleViolation:
        met = meetings(history.phase(phase_number))

        def again(constraints, allow_rematches):
            return pair_swiss(present, met, **how, constraints=constraints, allow_rematches=allow_rematches)

        drawn = pairing_constraints.pair_with_fallback(history, again, constraints, exceptions)
    why = {player: Reason(INSIDE_POD, {"pod": number, "why": drawn.why[player]}) for player in drawn.why}
    return PodRound(drawn.tables, (drawn.bye,) if drawn.bye else (), why), swiss.make_proof(
        drawn, constraints
    )


INSIDE_POD = _("pod {pod}: {why}")


def bracket_round(history, phase_number, seed, exceptions, number, pod, entrants):
    phase = history.phase(phase_number)
    line, had = booster_bracket.remaining_line(phase, pod), bye_counts(phase)
    return booster_bracket.next_round(line, number, set(entrants), seed, had), None


INSIDE = {BRACKET: bracket_round}


def whole(proofs: list[ProofRecord]) -> ProofRecord | None:
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
