"""A booster draft phase: its pods, and the next round, which each pod plays inside itself."""

from collections.abc import Mapping
from itertools import chain

from ..errors import RuleViolation, _
from ..history import BOUND, EXACT, EventHistory, ProofRecord, RoundRecord
from ..pairing import Reason, booster_bracket, booster_pods, pair
from ..pairing.booster_pods import PodRound, Pods
from ..rounds import pairing_constraints, phases, swiss, table_numbers
from ..rounds.meetings import bye_counts, meetings
from ..settings.booster import BRACKET, RATING, STANDING
from ..standings.carry_over import joined
from ..standings.standings import Standings, standings

OPPOSITE = _("{names} are kept apart and sit opposite each other: let one of them change seats with another.")
UNSEATED = _("{name} sits in no pod: give them a seat, or draw the pods again.")
UNKNOWN = _("It is not known who sat in which pod of this draft, and so nobody can be paired.")


def drawn_pods(history: EventHistory, phase_number: int, seed: str) -> Pods:
    """The phase's pods as this seed draws them: of those who are there as it begins, seats by lot.

    Setting `draft_pods`: who drafts together by lot, or the best together by the standings (those that the
    phase counts on from, else by seed), or by rating; who is level, by lot. RuleViolation for too few.
    """
    order = ORDERS.get(phases.settings_for(history, phase_number).draft_pods, by_lot)
    there = phases.playing_in(history, phase_number)
    players = [player for player in phases.entrants_of(history, phase_number) if player in there]
    apart = map(frozenset, history.forbidden)
    return booster_pods.dealt(order(history, phase_number, players, seed), seed, apart)


def by_lot(history, phase_number, players, seed):
    return sorted(players, key=lambda player: booster_pods.lot(seed, "pods", player))


def by_standing(history, phase_number, players, seed):
    if not joined(history, phase_number).rounds:
        return players
    ranks = {row.player: row.rank for row in standings(history, phase_number).rows}
    last = len(ranks) + 1
    return sorted(by_lot(history, phase_number, players, seed), key=lambda player: ranks.get(player, last))


def by_rating(history, phase_number, players, seed):
    rated = {player.id: player.rating or 0 for player in history.players}
    return sorted(by_lot(history, phase_number, players, seed), key=lambda player: -rated[player])


ORDERS = {STANDING: by_standing, RATING: by_rating}


def with_pods(history: EventHistory, phase_number: int, seed: str) -> EventHistory:
    """The event with the phase's pods drawn, where they are not yet."""
    phase = history.phase(phase_number)
    if phase.pods or phase.rounds:
        return history
    return history.with_phase(phase_number, pods=drawn_pods(history, phase_number, seed), pods_seed=seed)


def pods_of(history: EventHistory, phase_number: int) -> Pods:
    """The phase's pods; where a file has rounds and no pods, all are one, unless they are too many for it."""
    phase = history.phase(phase_number)
    if phase.pods:
        return phase.pods
    sat = dict.fromkeys(chain.from_iterable(match.players for match in phase.rounds[0].matches))
    if len(sat) > booster_pods.MOST:
        raise RuleViolation(UNKNOWN)
    return (tuple(sat),)


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
) -> tuple[RoundRecord, Mapping]:
    """The phase's next Round and, by player id, why. Pods that are not drawn yet are those of this seed.
    `ranked` as in `swiss.draw`.

    Round 1 pairs the farthest seats; then each pod plays Swiss rounds or its own single elimination (setting
    `draft_inside`), tables pod by pod. RuleViolation: somebody sits in no pod, a pod has no legal round
    (unless `exceptions` may be made).
    """
    history = with_pods(history, phase_number, seed)
    pods = pods_of(history, phase_number)
    entrants = {entrant.player: entrant for entrant in swiss.field(history, phase_number, ranked)}
    seated, names = set(chain.from_iterable(pods)), history.names
    for player in entrants:
        if player not in seated:
            raise RuleViolation(UNSEATED, name=names[player])
    settings, number = phases.settings_for(history, phase_number), len(history.phase(phase_number).rounds) + 1
    way = first_round if number == 1 else INSIDE.get(settings.draft_inside, swiss_round)
    made = [way(history, phase_number, seed, exceptions, *pod, entrants) for pod in enumerate(pods, 1)]
    pairs = list(chain.from_iterable(pod.pairs for pod, _proof in made))
    pairs = table_numbers.in_turn(pairs, joined(history, phase_number), settings.first_seat, seed)
    byes = [bye for pod, _proof in made for bye in pod.byes]
    why = {player: reason for pod, _proof in made for player, reason in pod.why.items()}
    proof = whole([proof for _pod, proof in made if proof])
    return swiss.laid(history, phase_number, seed, pairs, byes, why, proof)


def first_round(history, phase_number, seed, exceptions, number, pod, entrants):
    """A pod's first round. RuleViolation where two sit opposite who may not meet, unless exceptions may be
    made."""
    apart = set(map(frozenset, history.forbidden))
    had = {player: entrant.byes for player, entrant in entrants.items()}
    made = booster_pods.first_round(pod, number, set(entrants), seed, apart, had)
    barred = [pair for pair in made.pairs if frozenset(pair) in apart]
    if barred and not exceptions:
        names = " – ".join(history.names[player] for player in barred[0])
        raise RuleViolation(OPPOSITE, names=names)
    return made, None


def swiss_round(history, phase_number, seed, exceptions, number, pod, entrants):
    """A pod's next Swiss round. Who met in an earlier phase meet again only where the pod leaves nothing
    else: that is no rematch of the draft."""
    there = [entrants[player] for player in pod if player in entrants]
    if len(there) < 2:
        alone = tuple(entrant.player for entrant in there)
        why = dict.fromkeys(alone, Reason(booster_pods.ALONE, {"pod": number}))
        return PodRound(byes=alone, why=why), None
    constraints = swiss.constraints_of(history, phase_number, there)
    how = swiss.question(history, phase_number, seed)
    try:
        drawn = swiss.paired(history, phase_number, there, how, constraints, False)
    except RuleViolation:
        met = meetings(history.phase(phase_number))

        def again(constraints, allow_rematches):
            return pair(there, met, **how, constraints=constraints, allow_rematches=allow_rematches)

        drawn = pairing_constraints.with_exceptions(history, again, constraints, exceptions)
    why = {player: Reason(INSIDE_POD, {"pod": number, "why": drawn.why[player]}) for player in drawn.why}
    return PodRound(drawn.tables, (drawn.bye,) if drawn.bye else (), why), swiss.proof_of(drawn, constraints)


INSIDE_POD = _("pod {pod}: {why}")


def bracket_round(history, phase_number, seed, exceptions, number, pod, entrants):
    phase = history.phase(phase_number)
    line, had = booster_bracket.line_of(phase, pod), bye_counts(phase)
    return booster_bracket.next_round(line, number, set(entrants), seed, had), None


INSIDE = {BRACKET: bracket_round}


def whole(proofs: list[ProofRecord]) -> ProofRecord | None:
    """What the rounds of all pods cost together: as each is the best of its pod, so is the whole."""
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
