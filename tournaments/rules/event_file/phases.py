"""A phase of an event file and its rounds."""

from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import (
    BRACKET,
    DRAFT_PODS,
    FINISHED,
    KINDS,
    PROOFS,
    STATES,
    SWISS,
    PhaseRecord,
    ProofRecord,
    RoundClock,
    RoundRecord,
)
from tournaments.rules.settings import validators

from .fields import check_list, choice, describe_value, flag, items, moment, record, step, text, whole
from .matches import read_match

POD_KEYS = ("pods", "pods_seed", "pods_sealed", "build_until")
PHASE_KEYS = ("kind", "name", "settings", "entrants", "rounds", *POD_KEYS)
MAX_ROUNDS = 1000
ROUND_KEYS = ("number", "state", "seed", "sealed", "proof", "clock", "matches")
CLOCK_KEYS = ("ends_at", "left")
PROOF_KEYS = ("rematches", "pair_downs", "gap", "by", "ahead", "apart", "weighed")
MAX_GAP = 10**13  # every table of 20,000 players across all their score groups


def read_phase(data, path="phase", rulebook=None):
    """Return the PhaseRecord of one entry of `phases`; RuleViolation with the path of an invalid value.

    Its settings are checked against the rulebook of this key; without one they may be any object.
    """
    record(data, path, PHASE_KEYS, required=("kind",))
    kind = choice(data, "kind", path, KINDS)
    pod_key = next((key for key in POD_KEYS if key in data), None)
    if pod_key and kind != DRAFT_PODS:
        words = _("{path}: only a phase of the kind {kind} has pods.")
        raise RuleViolation(words, path=step(path, pod_key), kind=DRAFT_PODS)
    settings = validators.mapping(data.get("settings", {}), step(path, "settings"))
    if rulebook is not None:
        rulebooks.settings_of(rulebook, settings, path=step(path, "settings"))
    used_ids = set()
    return PhaseRecord(
        kind=kind,
        name=text(data, "name", path),
        settings=settings,
        entrants=_ids(data["entrants"], step(path, "entrants"), set()) if "entrants" in data else None,
        rounds=_rounds(data, path, kind),
        pods=tuple(_ids(value, where, used_ids) for where, value in items(data, "pods", path)),
        pods_seed=text(data, "pods_seed", path),
        pods_sealed=text(data, "pods_sealed", path),
        build_until=moment(data, "build_until", path),
    )


def _ids(data, path, used_ids):
    """Read a list of player ids that are not in `used_ids` yet, and add them to it."""
    check_list(data, path)
    ids = tuple(_id(value, f"{path}[{at}]") for at, value in enumerate(data))
    for at, player in enumerate(ids):
        if player in used_ids:
            words = _("{path}: {player} appears twice.")
            raise RuleViolation(words, path=f"{path}[{at}]", player=describe_value(player))
        used_ids.add(player)
    return ids


def _id(value, path):
    if isinstance(value, str):
        return value
    words = _("{path}: must be a player’s id, not {value}.")
    raise RuleViolation(words, path=path, value=describe_value(value))


def _rounds(data, path, kind):
    rounds = tuple(read_round(value, where, kind) for where, value in items(data, "rounds", path, MAX_ROUNDS))
    for at, round_ in enumerate(rounds):
        where = f"{path}.rounds[{at}]"
        if round_.number != at + 1:
            words = _("{path}: must be {number}. Rounds are numbered 1, 2, 3 in order, without gaps.")
            raise RuleViolation(words, path=step(where, "number"), number=at + 1)
        _check_order(rounds[:at], round_, where, kind)
    return rounds


def _check_order(before, round_, path, kind):
    """Check that earlier rounds are finished; in a bracket, matches can open early."""
    if all(earlier.finished for earlier in before) or (kind == BRACKET and not round_.finished):
        return
    words = _("{path}: round {number} can’t start before all earlier rounds are finished.")
    raise RuleViolation(words, path=path, number=round_.number)


def read_round(data, path="round", kind=SWISS):
    """Return the RoundRecord of one entry of `rounds`, its matches in the file's order."""
    record(data, path, ROUND_KEYS, required=("number",))
    return RoundRecord(
        number=whole(data, "number", path, low=1),
        state=choice(data, "state", path, STATES, FINISHED),
        seed=text(data, "seed", path),
        sealed=text(data, "sealed", path),
        proof=read_proof(data["proof"], step(path, "proof")) if "proof" in data else None,
        clock=read_clock(data["clock"], step(path, "clock")) if "clock" in data else None,
        matches=tuple(read_match(value, where, kind) for where, value in items(data, "matches", path)),
    )


def read_clock(data, path):
    """Return the RoundClock of a round: running or paused."""
    record(data, path, CLOCK_KEYS)
    if len(data) != 1:
        words = _("{path}: must have either its end time (ends_at) or the seconds left (left).")
        raise RuleViolation(words, path=path)
    if "left" in data:
        return RoundClock(left=whole(data, "left", path))
    return RoundClock(ends_at=moment(data, "ends_at", path, null=False))


def read_proof(data, path):
    """Return the ProofRecord of a drawn round."""
    record(data, path, PROOF_KEYS, required=PROOF_KEYS[:4])
    return ProofRecord(
        rematches=whole(data, "rematches", path),
        pair_downs=whole(data, "pair_downs", path),
        gap=validators.whole(data["gap"], step(path, "gap"), high=MAX_GAP),
        by=choice(data, "by", path, PROOFS),
        ahead=flag(data, "ahead", path),
        apart=whole(data, "apart", path),
        weighed=validators.whole(data["weighed"], step(path, "weighed"), high=MAX_GAP)
        if "weighed" in data
        else None,
    )
