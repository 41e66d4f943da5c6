"""Rounds of the event file: matches, seats, pods, pairs."""

from dataclasses import dataclass, replace

from .. import finals
from ..errors import RuleViolation, _
from ..history import (
    BRACKET,
    BYE,
    BYES,
    DRAW,
    POD_SEATS,
    PODS,
    RESULTS,
    SWISS,
    UNPLAYED,
    WIN,
    MatchRecord,
    SeatRecord,
    SeatReport,
)
from ..results.scoring import outcomes
from .field_types import (
    FLAG,
    MOMENT,
    NAME,
    NUMBER,
    POSITIVE,
    TEXT,
    WHOLE,
    FieldType,
    RecordFields,
    defined,
    list_of,
    one_of,
)
from .fields import check_keys, describe_value, step

REPORT_FIELDS = RecordFields(
    SeatReport,
    {"said": NAME, "at": MOMENT, "picked": FLAG},
    attributes={"said": "result_text", "picked": "is_picked"},
)
SEAT_FIELDS = RecordFields(
    SeatRecord,
    {
        "player": NAME,
        "games": WHOLE,
        "result": one_of(RESULTS),
        "place": POSITIVE,
        "score": WHOLE,
        "secondary": WHOLE,
        "bonus": WHOLE,
        "points": NUMBER,
        "claim": REPORT_FIELDS,
    },
    attributes={"claim": "player_report"},
)
MATCH_FIELDS = RecordFields(
    MatchRecord,
    {
        "table": POSITIVE,
        "seats": list_of(defined(SEAT_FIELDS, "seat"), minItems=2),
        "drawn_games": WHOLE,
        "extra_minutes": WHOLE,
        "slot": TEXT,
    },
)


@dataclass(frozen=True, slots=True)
class ByeFields:
    """A match of one seat as the event file has it: the player, what the bye is worth, and its slot."""

    bye: str
    points: str = BYE
    slot: str = ""


BYE_FIELDS = RecordFields(ByeFields, {"bye": NAME, "points": one_of(BYES), "slot": TEXT})
_ALL_KEYS = MATCH_FIELDS.types | BYE_FIELDS.types


def read_match(data, path="match", kind=SWISS):
    """Return the MatchRecord of one entry of `matches` in a phase of this kind, checked by itself.

    RuleViolation with the path of an invalid value. A table left out stays None: only the round knows
    which numbers are free.
    """
    check_keys(data, path, _ALL_KEYS)
    if "seats" in data and BYE in data:
        raise RuleViolation(_("{path}: has both seats and a bye. Remove one of them."), path=path)
    if "seats" not in data and BYE not in data:
        raise RuleViolation(_("{path}: has neither seats nor a bye."), path=path)
    if BYE in data:
        bye = BYE_FIELDS.read(data, path)
        match = MatchRecord((SeatRecord(bye.bye, result=bye.points),), slot=bye.slot)
    else:
        match = MATCH_FIELDS.read(data, path)
        _check_seats(match, step(path, "seats"), kind)
        _check_result(match, path, kind)
    if match.slot and kind != BRACKET:
        raise RuleViolation(_("{path}: only a match in a bracket can have this."), path=step(path, "slot"))
    return match


def match_fragment(match):
    """Return one entry of `matches`: a table or a bye."""
    if match.is_bye:
        seat = match.seats[0]
        return BYE_FIELDS.write(ByeFields(seat.player, seat.result or BYE, match.slot))
    has_games = any(seat.games is not None for seat in match.seats)
    return MATCH_FIELDS.write(match, always=("drawn_games",) if has_games else ())


def _check_seats(match, path, kind):
    count = len(match.seats)
    if count == 1:
        words = _("{path}: has only one seat. Write a bye as {example}.")
        raise RuleViolation(words, path=path, example='{"bye": "…"}')
    if kind == PODS and count not in POD_SEATS:
        raise RuleViolation(_("{path}: must have three to five seats, not {count}."), path=path, count=count)
    # The number of seats of a match of finals is checked against their table (seating).
    if kind != PODS and count != 2 and not (kind == BRACKET and count in POD_SEATS):
        raise RuleViolation(_("{path}: must have two seats, not {count}."), path=path, count=count)


def _check_result(match, path, kind):
    """Refuse contradicting results, and in a bracket a match without one winner."""
    if not match.reported:
        if match.drawn_games:
            words = _("{path}: has drawn games, but no seat has games won. Write 0 for a seat that won none.")
            raise RuleViolation(words, path=step(path, "drawn_games"))
        return
    ends = outcomes(match)
    if ends.count(WIN) > 1:
        raise RuleViolation(_("{path}: two seats can’t both win."), path=step(path, "seats"))
    if DRAW in ends and (WIN in ends or ends.count(DRAW) == 1):
        words = _("{path}: {first} and {second} contradict each other.")
        other = next(n for n, end in enumerate(ends) if end != DRAW)
        first, second = (match.seats[n].result or ends[n] for n in sorted((ends.index(DRAW), other)))
        raise RuleViolation(words, path=step(path, "seats"), first=first, second=second)
    for n, seat in enumerate(match.seats):
        if (seat.place or 1) > len(match.seats):
            words = _("{path}: {count} seats must have places from 1 to {count}.")
            raise RuleViolation(words, path=f"{path}.seats[{n}].place", count=len(match.seats))
    nobody_came = all(seat.result in (*UNPLAYED, "disqualified") for seat in match.seats)
    is_drawn = match.is_pod and DRAW in ends
    if kind == BRACKET and WIN not in ends and not is_drawn and not nobody_came:
        raise RuleViolation(_("{path}: a match in a bracket must have a winner."), path=path)


def seat_phase(phase, path, order):
    """Return the phase with each table numbered, tables in order and byes last.

    `order`: {player id: place in the event's list}. RuleViolation with the path of a player who is
    unknown, no entrant, or twice in a round; a table or slot used twice; a missing result.
    """
    entrants = order.keys() if phase.entrants is None else set(phase.entrants)
    rounds, busy = [], set()
    for at, round_ in enumerate(phase.rounds):
        where = f"{path}.rounds[{at}].matches"
        _check_players(round_, where, order, entrants)
        _check_reported(round_, where)
        numbered = _numbered(round_, where, busy)
        if not round_.finished:
            busy |= {match.table for match in numbered if not match.is_bye and not match.reported}
        matches = sorted(numbered, key=lambda match: match_sort_key(match, order))
        rounds.append(replace(round_, matches=tuple(matches)))
    if phase.kind == BRACKET:
        _check_slots(phase, path, len(entrants))
    return replace(phase, rounds=tuple(rounds))


def match_sort_key(match, order):
    """Sort key of a round's matches: tables by number, then byes by the players' order."""
    return (match.is_bye, match.table or 0, order[match.seats[0].player] if match.is_bye else 0)


def _check_players(round_, path, order, entrants):
    seated_ids = set()
    for at, match in enumerate(round_.matches):
        for place, seat in enumerate(match.seats):
            where = f"{path}[{at}].bye" if match.is_bye else f"{path}[{at}].seats[{place}].player"
            if seat.player not in order:
                words = _("{path}: no player has the id {player}.")
            elif seat.player not in entrants:
                words = _("{path}: {player} isn’t an entrant of this phase.")
            elif seat.player in seated_ids:
                words = _("{path}: {player} is seated twice in this round.")
            else:
                seated_ids.add(seat.player)
                continue
            raise RuleViolation(words, path=where, player=describe_value(seat.player))


def _check_reported(round_, path):
    if not round_.finished:
        return
    for at, match in enumerate(round_.matches):
        if not match.reported:
            words = _("{path}: has no result, but round {number} is finished.")
            raise RuleViolation(words, path=f"{path}[{at}]", number=round_.number)


def _numbered(round_, path, busy):
    """Return the matches with table numbers: missing ones are the lowest free numbers, in the file's order.

    `busy` are tables of open matches of earlier rounds: a table number must identify an open match.
    """
    taken = set()
    for at, match in enumerate(round_.matches):
        if match.table is None:
            continue
        if match.table in taken or (match.table in busy and not match.reported):
            words = _("{path}: table {table} is already taken.")
            raise RuleViolation(words, path=f"{path}[{at}].table", table=match.table)
        taken.add(match.table)
    taken |= busy
    number, matches = 0, []
    for match in round_.matches:
        if match.table is None and not match.is_bye:
            number += 1
            while number in taken:
                number += 1
            match = replace(match, table=number)
        matches.append(match)
    return matches


def _check_slots(phase, path, size):
    """Check that each slot belongs to this round of the finals and is used once."""
    if not phase.rounds:
        return
    try:
        system = phase.overrides.get("finals") or finals.DEFAULT_FINALS
        table = finals.build_table(system, size, phase.overrides.get("third_place", False))
    except RuleViolation as error:
        raise RuleViolation("{path}: {wrong}", path=path, wrong=str(error)) from None
    rounds = {slot.id: slot.round for slot in table.matches}
    taken = set()
    for at, round_ in enumerate(phase.rounds):
        if round_.number > table.rounds:
            words = _("{path}: these finals have {rounds} rounds.")
            raise RuleViolation(words, path=f"{path}.rounds[{at}].number", rounds=table.rounds)
        for n, match in enumerate(round_.matches):
            _check_sides(match, f"{path}.rounds[{at}].matches[{n}].seats", table, round_.number)
            if not match.slot:
                continue
            where = f"{path}.rounds[{at}].matches[{n}].slot"
            if rounds.get(match.slot) != round_.number:
                free = ", ".join(slot for slot, number in rounds.items() if number == round_.number)
                words = _("{path}: round {number} of these finals has no {slot}; it has {free}.")
                raise RuleViolation(
                    words, path=where, number=round_.number, slot=describe_value(match.slot), free=free or "–"
                )
            if match.slot in taken:
                raise RuleViolation(_("{path}: {slot} is already taken."), path=where, slot=match.slot)
            taken.add(match.slot)


def _check_sides(match, path, table, number):
    """Check that a match has no more seats than the finals allow in its slot, or in its round without one."""
    here = [slot for slot in table.matches if slot.id == match.slot] or [
        slot for slot in table.matches if slot.round == number
    ]
    most, count = max(len(slot.sides) for slot in here), len(match.seats)
    if count > most:
        words = _("{path}: must have two seats, not {count}.")
        if most > 2:
            words = _("{path}: must have 2 to {most} seats, not {count}.")
        raise RuleViolation(words, path=path, most=most, count=count)


EMPTY = _("{path}: has no players. Leave it out.")
UNKNOWN = _("{path}: no player has the id {player}.")
STRANGER = _("{path}: {player} isn’t an entrant of this phase.")
OUTSIDE = _("{path}: {player} plays here but isn’t in a pod of this draft.")
DRAWN = _("{path}: a match in a pod’s bracket must have a winner.")


def check_pods(phase, path, order):
    """Check the pods of a draft phase; `order` has the ids of the event's players.

    RuleViolation with the path of a player in a pod who is no entrant, a player of a match who is in no pod,
    or a drawn match of a pod's own bracket.
    """
    entrants = order if phase.entrants is None else set(phase.entrants)
    for at, pod in enumerate(phase.pods):
        where = f"{path}.pods[{at}]"
        if not pod:
            raise RuleViolation(EMPTY, path=where)
        for n, player in enumerate(pod):
            if player not in entrants:
                words = STRANGER if player in order else UNKNOWN
                raise RuleViolation(words, path=f"{where}[{n}]", player=describe_value(player))
    seated = {player for pod in phase.pods for player in pod}
    for at, round_ in enumerate(phase.rounds):
        for n, match in enumerate(round_.matches):
            where = f"{path}.rounds[{at}].matches[{n}]"
            outside = next((player for player in match.players if player not in seated), None)
            if phase.pods and outside is not None:
                raise RuleViolation(OUTSIDE, path=where, player=describe_value(outside))
            if phase.must_be_won and not match.is_bye and DRAW in outcomes(match):
                raise RuleViolation(DRAWN, path=where)


PAIR_KEYS = ("forbidden", "wished")


def check_pairs(history, path="event"):
    """Refuse a pair that is listed twice."""
    paths = {}
    for key in PAIR_KEYS:
        for at, pair in enumerate(getattr(history, key)):
            where = f"{path}.{key}[{at}]"
            if frozenset(pair) in paths:
                words = _("{path}: these two players are already in {first}.")
                raise RuleViolation(words, path=where, first=paths[frozenset(pair)])
            paths[frozenset(pair)] = where


def check_known(history, players, path="event"):
    """Refuse a pair with an unknown player id."""
    for key in PAIR_KEYS:
        for at, pair in enumerate(getattr(history, key)):
            for place, player in enumerate(pair):
                if player not in players:
                    words = _("{path}: no player has the id {player}.")
                    where = f"{path}.{key}[{at}][{place}]"
                    raise RuleViolation(words, path=where, player=describe_value(player))


def _read_pair(value, path):
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(player, str) for player in value)
        and value[0] != value[1]
    ):
        return tuple(value)
    raise RuleViolation(_("{path}: must be a list of two player ids."), path=path)


PAIRS = list_of(FieldType(_read_pair, {"$ref": "#/$defs/pair"}, list))
