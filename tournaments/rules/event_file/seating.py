"""Checks of the matches of an event file against each other: players, tables and bracket slots."""

from dataclasses import replace

from tournaments.rules import finals
from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import BRACKET

from .fields import describe_value


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
        system = phase.settings.get("finals") or finals.DEFAULT_FINALS
        table = finals.build_table(system, size, phase.settings.get("third_place", False))
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
