"""The event of an event file, its phases and their published standings."""

from .. import rulebooks
from ..errors import RuleViolation, _
from ..history import (
    BRACKET,
    DRAFT_PODS,
    FINISHED,
    KINDS,
    PROOFS,
    PUBLIC,
    STATES,
    SWISS,
    VISIBILITIES,
    Announcement,
    EventHistory,
    PhaseRecord,
    ProofRecord,
    RoundClock,
    RoundRecord,
    StandingsRecord,
)
from ..prizes.payout import pot_of
from ..settings import fields
from ..settings import fields as validators
from ..standings.standings import POINTS
from ..tiebreakers import TIEBREAKERS
from .fields import (
    MAX_TEXT_LENGTH,
    bounded_text,
    check_list,
    describe_value,
    flag,
    items,
    moment,
    read_choice,
    record,
    step,
    whole,
    zone,
)
from .players import read_check_in, read_lists, read_registration
from .rounds import read_match, read_pairs

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
    kind = read_choice(data, "kind", path, KINDS)
    pod_key = next((key for key in POD_KEYS if key in data), None)
    if pod_key and kind != DRAFT_PODS:
        words = _("{path}: only a phase of the kind {kind} has pods.")
        raise RuleViolation(words, path=step(path, pod_key), kind=DRAFT_PODS)
    settings = fields.mapping(data.get("settings", {}), step(path, "settings"))
    if rulebook is not None:
        rulebooks.settings_of(rulebook, settings, path=step(path, "settings"))
    used_ids = set()
    return PhaseRecord(
        kind=kind,
        name=bounded_text(data, "name", path),
        settings=settings,
        entrants=_ids(data["entrants"], step(path, "entrants"), set()) if "entrants" in data else None,
        rounds=_rounds(data, path, kind),
        pods=tuple(_ids(value, where, used_ids) for where, value in items(data, "pods", path)),
        pods_seed=bounded_text(data, "pods_seed", path),
        pods_sealed=bounded_text(data, "pods_sealed", path),
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
        state=read_choice(data, "state", path, STATES, FINISHED),
        seed=bounded_text(data, "seed", path),
        sealed=bounded_text(data, "sealed", path),
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
        gap=fields.whole(data["gap"], step(path, "gap"), high=MAX_GAP),
        by=read_choice(data, "by", path, PROOFS),
        ahead=flag(data, "ahead", path),
        apart=whole(data, "apart", path),
        weighed=fields.whole(data["weighed"], step(path, "weighed"), high=MAX_GAP)
        if "weighed" in data
        else None,
    )


KEYS = ("phase", "round", "at", "columns", "rows")
MAX_ROWS, MAX_CELL_LENGTH = 100_000, 40
# The values of a row before the text of each column: rank, player id, record.
LEADING_VALUES = 3


def published_fragment(standings):
    """Return one entry of `published`."""
    fields = {key: getattr(standings, key) for key in ("phase", "round", "at")}
    return fields | {"columns": list(standings.columns), "rows": [list(row) for row in standings.rows]}


def read_published(data):
    """Return the StandingsRecord of each entry of `published`."""
    published, count = [], 0
    for path, value in items(data, "published", ""):
        record(value, path, KEYS, required=KEYS)
        columns = tuple(
            validators.choice(key, where, (POINTS, *TIEBREAKERS))
            for where, key in items(value, "columns", path)
        )
        rows = tuple(_row(row, where, len(columns)) for where, row in items(value, "rows", path))
        count += len(rows)
        if count > MAX_ROWS:
            words = _("{path}: has too many rows. All lists together can have {most}.")
            raise RuleViolation(words, path=step(path, "rows"), most=MAX_ROWS)
        phase, number = (whole(value, key, path, low=1) for key in ("phase", "round"))
        published.append(StandingsRecord(phase, number, moment(value, "at", path, null=False), columns, rows))
    return tuple(published)


def _row(row, path, columns):
    if not isinstance(row, list) or len(row) != LEADING_VALUES + columns:
        words = _(
            "{path}: must be a list of {count} values: rank, player, record, then a text for each column."
        )
        raise RuleViolation(words, path=path, count=LEADING_VALUES + columns)
    rank, player, *texts = row
    validators.whole(rank, f"{path}[0]", 1)
    for at, text in enumerate((player, *texts), 1):
        most = MAX_TEXT_LENGTH if at == 1 else MAX_CELL_LENGTH
        if not isinstance(text, str) or not 1 <= len(text) <= most:
            words = _("{path}: must be text of 1 to {most} characters, not {value}.")
            raise RuleViolation(words, path=f"{path}[{at}]", most=most, value=describe_value(text))
    return tuple(row)


EVENT_KEYS = (
    *("name", "rulebook", "starts_at", "timezone", "place"),
    *("forbidden", "wished", "pot", "announcement", "visibility"),
    *("registration", "check_in", "lists"),
)
ANNOUNCEMENT_KEYS = ("text", "at", "ends_at", "phase", "round")


def read_event(data, path="event"):
    """Return an EventHistory with the event's own fields, without players, phases and log."""
    record(data, path, EVENT_KEYS, required=("name", "rulebook"))
    pot = data.get("pot", {})
    pot_of(pot, f"{path}.pot")
    return EventHistory(
        name=bounded_text(data, "name", path, least=1),
        rulebook=_rulebook(data, path),
        starts_at=moment(data, "starts_at", path),
        timezone=zone(data, "timezone", path),
        place=bounded_text(data, "place", path),
        **read_pairs(data, path),
        pot=pot,
        announcement=_announcement(data, path),
        visibility=read_choice(data, "visibility", path, VISIBILITIES, PUBLIC),
        registration=read_registration(data.get("registration", {}), f"{path}.registration"),
        check_in=read_check_in(data.get("check_in", {}), f"{path}.check_in"),
        lists=read_lists(data.get("lists", {}), f"{path}.lists"),
    )


def _rulebook(data, path):
    key = bounded_text(data, "rulebook", path, least=1)
    try:
        rulebooks.rulebook(key)
    except RuleViolation as error:
        raise RuleViolation("{path}: {wrong}", path=f"{path}.rulebook", wrong=str(error)) from None
    return key


def _announcement(data, path):
    if "announcement" not in data:
        return None
    value, path = data["announcement"], f"{path}.announcement"
    # Both or neither: together they name a round.
    place = [key for key in ("phase", "round") if isinstance(value, dict) and key in value]
    record(value, path, ANNOUNCEMENT_KEYS, ("text", "at", *(("phase", "round") if place else ())))
    return Announcement(
        bounded_text(value, "text", path, least=1),
        moment(value, "at", path, null=False),
        moment(value, "ends_at", path, null=False) if "ends_at" in value else None,
        whole(value, "phase", path, low=1),
        whole(value, "round", path, low=1),
    )
