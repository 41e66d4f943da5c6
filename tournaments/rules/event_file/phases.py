"""The event of an event file, its phases and their published standings."""

from dataclasses import replace

from .. import rulebooks
from ..errors import RuleViolation, _
from ..history import (
    BRACKET,
    DRAFT_PODS,
    KINDS,
    MAX_GAME_LENGTH,
    PROOFS,
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
from ..prizes.payout import MAX_CURRENCY_LENGTH, pot_of
from ..settings import fields
from ..standings.standings import POINTS
from ..tiebreakers import TIEBREAKERS
from .field_types import (
    FLAG,
    MOMENT,
    NAME,
    POSITIVE,
    TEXT,
    UNREAD,
    WHOLE,
    FieldType,
    RecordFields,
    bounded_text,
    defined,
    list_of,
    one_of,
    or_null,
    sort_keys,
    whole,
)
from .fields import MAX_TEXT_LENGTH, check_keys, check_zone, describe_value, items, step
from .players import CHECK_IN, LISTS, REGISTRATION
from .rounds import PAIRS, check_pairs, read_match

POD_KEYS = ("pods", "pods_seed", "pods_sealed", "build_until")
MAX_ROUNDS = 1000
MAX_GAP = 10**13  # every table of 20,000 players across all their score groups


def read_clock(data, path):
    """Return the RoundClock of a round: running or paused."""
    clock = CLOCK_FIELDS.read(data, path)
    if len(data) != 1:
        words = _("{path}: must have either its end time (ends_at) or the seconds left (left).")
        raise RuleViolation(words, path=path)
    return clock


PROOF_FIELDS = RecordFields(
    ProofRecord,
    {
        "rematches": WHOLE,
        "pair_downs": WHOLE,
        "gap": whole(high=MAX_GAP),
        "by": one_of(PROOFS),
        "ahead": FLAG,
        "apart": WHOLE,
        "weighed": whole(high=MAX_GAP),
    },
)
CLOCK_FIELDS = RecordFields(RoundClock, {"ends_at": MOMENT, "left": WHOLE})
_CLOCK_SCHEMA = {
    "oneOf": [
        RecordFields(RoundClock, {key: type_}).schema | {"required": [key]}
        for key, type_ in CLOCK_FIELDS.types.items()
    ]
}
ROUND_FIELDS = RecordFields(
    RoundRecord,
    {
        "number": POSITIVE,
        "state": one_of(STATES),
        "seed": TEXT,
        "sealed": TEXT,
        "proof": defined(PROOF_FIELDS, "proof"),
        "clock": FieldType(read_clock, _CLOCK_SCHEMA, CLOCK_FIELDS.write),
        # read_round reads them, which knows the kind of the phase.
        "matches": list_of(defined(UNREAD, "match")),
    },
    always=("state",),
)


def _read_id(value, path):
    if isinstance(value, str):
        return value
    words = _("{path}: must be a player’s id, not {value}.")
    raise RuleViolation(words, path=path, value=describe_value(value))


_ID = FieldType(_read_id, TEXT.schema)
PHASE_FIELDS = RecordFields(
    PhaseRecord,
    {
        "kind": one_of(KINDS),
        "name": TEXT,
        "settings": FieldType(fields.mapping, {"$ref": "#/$defs/settings"}, sort_keys),
        "entrants": list_of(_ID, uniqueItems=True),
        # read_phase reads them, which knows the kind of the phase.
        "rounds": list_of(defined(UNREAD, "round"), MAX_ROUNDS),
        "pods": list_of(list_of(_ID, minItems=1)),
        "pods_seed": TEXT,
        "pods_sealed": TEXT,
        "build_until": or_null(MOMENT),
    },
    attributes={"settings": "overrides"},
    always=("kind", "name", "settings"),
    required=("kind",),
)


def read_phase(data, path="phase", rulebook=None):
    """Return the PhaseRecord of one entry of `phases`; RuleViolation with the path of an invalid value.

    Its settings are checked against the rulebook of this key; without one they may be any object.
    """
    phase = PHASE_FIELDS.read(data, path)
    pod_key = next((key for key in POD_KEYS if key in data), None)
    if pod_key and phase.kind != DRAFT_PODS:
        words = _("{path}: only a phase of the kind {kind} has pods.")
        raise RuleViolation(words, path=step(path, pod_key), kind=DRAFT_PODS)
    if rulebook is not None:
        rulebooks.settings_of(rulebook, phase.overrides, path=step(path, "settings"))
    _check_unique(phase.entrants or (), step(path, "entrants"), set())
    seated_ids = set()
    for at, pod in enumerate(phase.pods):
        _check_unique(pod, f"{path}.pods[{at}]", seated_ids)
    return replace(phase, rounds=_read_rounds(phase, path))


def phase_fragment(phase):
    """Return one entry of `phases`, without its rounds."""
    return PHASE_FIELDS.write(replace(phase, rounds=()))


def _check_unique(ids, path, used_ids):
    """Check that no player id is in `used_ids` yet, and add them to it."""
    for at, player in enumerate(ids):
        if player in used_ids:
            words = _("{path}: {player} appears twice.")
            raise RuleViolation(words, path=f"{path}[{at}]", player=describe_value(player))
        used_ids.add(player)


def _read_rounds(phase, path):
    rounds = tuple(
        read_round(value, f"{path}.rounds[{at}]", phase.kind) for at, value in enumerate(phase.rounds)
    )
    for at, round_ in enumerate(rounds):
        where = f"{path}.rounds[{at}]"
        if round_.number != at + 1:
            words = _("{path}: must be {number}. Rounds are numbered 1, 2, 3 in order, without gaps.")
            raise RuleViolation(words, path=step(where, "number"), number=at + 1)
        _check_order(rounds[:at], round_, where, phase.kind)
    return rounds


def _check_order(before, round_, path, kind):
    """Check that earlier rounds are finished; in a bracket, matches can open early."""
    if all(earlier.finished for earlier in before) or (kind == BRACKET and not round_.finished):
        return
    words = _("{path}: round {number} can’t start before all earlier rounds are finished.")
    raise RuleViolation(words, path=path, number=round_.number)


def read_round(data, path="round", kind=SWISS):
    """Return the RoundRecord of one entry of `rounds`, its matches in the file's order."""
    round_ = ROUND_FIELDS.read(data, path)
    matches = (read_match(value, f"{path}.matches[{at}]", kind) for at, value in enumerate(round_.matches))
    return replace(round_, matches=tuple(matches))


def round_fragment(round_):
    """Return one entry of `rounds`, without its matches."""
    return ROUND_FIELDS.write(replace(round_, matches=()))


def _read_rulebook(value, path):
    key = NAME.read(value, path)
    try:
        rulebooks.rulebook(key)
    except RuleViolation as error:
        raise RuleViolation("{path}: {wrong}", path=path, wrong=str(error)) from None
    return key


def _read_pot(value, path):
    pot_of(value, path)
    return value


_AMOUNT = {"type": ["string", "number"]}
_POT_SCHEMA = {
    "type": "object",
    "properties": {
        "currency": bounded_text(most=MAX_CURRENCY_LENGTH).schema,
        "sum": _AMOUNT,
        "fee": _AMOUNT,
        "smallest": _AMOUNT,
    },
    "additionalProperties": False,
}
ANNOUNCEMENT_FIELDS = RecordFields(
    Announcement, {"text": NAME, "at": MOMENT, "ends_at": MOMENT, "phase": POSITIVE, "round": POSITIVE}
)
# Both or neither: together they name a round.
_PLACE_KEYS = {"phase": ["round"], "round": ["phase"]}


def _read_announcement(value, path):
    announcement = ANNOUNCEMENT_FIELDS.read(value, path)
    for key, (other,) in _PLACE_KEYS.items():
        if key in value and other not in value:
            raise RuleViolation(_("{path}: is missing."), path=step(path, other))
    return announcement


GAME = bounded_text(most=MAX_GAME_LENGTH)
EVENT_FIELDS = RecordFields(
    EventHistory,
    {
        "name": NAME,
        "rulebook": FieldType(_read_rulebook, NAME.schema),
        "starts_at": or_null(MOMENT),
        "timezone": FieldType(check_zone, TEXT.schema),
        "place": TEXT,
        "game": GAME,
        "game_format": GAME,
        "cancelled": TEXT,
        "forbidden": PAIRS,
        "wished": PAIRS,
        "pot": FieldType(_read_pot, _POT_SCHEMA, sort_keys),
        "announcement": FieldType(
            _read_announcement,
            ANNOUNCEMENT_FIELDS.schema | {"dependentRequired": _PLACE_KEYS},
            ANNOUNCEMENT_FIELDS.write,
        ),
        "visibility": one_of(VISIBILITIES),
        "registration": defined(REGISTRATION, "registration"),
        "check_in": CHECK_IN,
        "lists": LISTS,
    },
    always=("timezone",),
)


def read_event(data, path="event"):
    """Return an EventHistory with the event's own fields, without players, phases and log."""
    event = EVENT_FIELDS.read(data, path)
    check_pairs(event, path)
    return event


PUBLISHED_KEYS = ("phase", "round", "at", "columns", "rows")
MAX_ROWS, MAX_CELL_LENGTH = 100_000, 40
# The values of a row before the text of each column: rank, player id, record.
LEADING_VALUES = 3


def published_fragment(standings):
    """Return one entry of `published`."""
    head = {key: getattr(standings, key) for key in ("phase", "round", "at")}
    return head | {"columns": list(standings.columns), "rows": [list(row) for row in standings.rows]}


def read_published(data):
    """Return the StandingsRecord of each entry of `published`."""
    published, count = [], 0
    for path, value in items(data, "published", ""):
        check_keys(value, path, PUBLISHED_KEYS, required=PUBLISHED_KEYS)
        columns = tuple(
            fields.choice(key, where, (POINTS, *TIEBREAKERS)) for where, key in items(value, "columns", path)
        )
        rows = tuple(_row(row, where, len(columns)) for where, row in items(value, "rows", path))
        count += len(rows)
        if count > MAX_ROWS:
            words = _("{path}: has too many rows. All lists together can have {most}.")
            raise RuleViolation(words, path=step(path, "rows"), most=MAX_ROWS)
        phase, number = (POSITIVE.read(value[key], f"{path}.{key}") for key in ("phase", "round"))
        at = MOMENT.read(value["at"], f"{path}.at")
        published.append(StandingsRecord(phase, number, at, columns, rows))
    return tuple(published)


def _row(row, path, columns):
    if not isinstance(row, list) or len(row) != LEADING_VALUES + columns:
        words = _(
            "{path}: must be a list of {count} values: rank, player, record, then a text for each column."
        )
        raise RuleViolation(words, path=path, count=LEADING_VALUES + columns)
    rank, player, *texts = row
    fields.whole(rank, f"{path}[0]", 1)
    for at, text in enumerate((player, *texts), 1):
        most = MAX_TEXT_LENGTH if at == 1 else MAX_CELL_LENGTH
        if not isinstance(text, str) or not 1 <= len(text) <= most:
            words = _("{path}: must be text of 1 to {most} characters, not {value}.")
            raise RuleViolation(words, path=f"{path}[{at}]", most=most, value=describe_value(text))
    return tuple(row)
