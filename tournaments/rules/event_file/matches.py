"""A match of an event file: a table of seats, or a bye."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import (
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
from tournaments.rules.results.scoring import outcomes

from .fields import choice, flag, items, moment, number, record, step, text, whole

MATCH_KEYS = ("table", "seats", "drawn_games", "slot", "extra_minutes")
BYE_KEYS = (BYE, "points", "slot")
SEAT_KEYS = ("player", "games", "result", "place", "score", "secondary", "bonus", "points", "claim")
PLAYER_REPORT_KEYS = ("said", "at", "picked")


def read_match(data, path="match", kind=SWISS):
    """Return the MatchRecord of one entry of `matches` in a phase of this kind, checked by itself.

    RuleViolation with the path of an invalid value. A table left out stays None: only the round knows
    which numbers are free.
    """
    record(data, path, tuple(dict.fromkeys(MATCH_KEYS + BYE_KEYS)))
    if "seats" in data and BYE in data:
        raise RuleViolation(_("{path}: has both seats and a bye. Remove one of them."), path=path)
    if "seats" not in data and BYE not in data:
        raise RuleViolation(_("{path}: has neither seats nor a bye."), path=path)
    match = _read_bye(data, path) if BYE in data else _read_table(data, path, kind)
    if match.slot and kind != BRACKET:
        raise RuleViolation(_("{path}: only a match in a bracket can have this."), path=step(path, "slot"))
    return match


def _read_bye(data, path):
    record(data, path, BYE_KEYS)
    player = text(data, BYE, path, least=1)
    points = choice(data, "points", path, BYES, BYE)
    return MatchRecord((SeatRecord(player, result=points),), slot=text(data, "slot", path))


def _read_table(data, path, kind):
    record(data, path, MATCH_KEYS)
    match = MatchRecord(
        seats=tuple(read_seat(value, where) for where, value in items(data, "seats", path)),
        table=whole(data, "table", path, low=1),
        drawn_games=whole(data, "drawn_games", path, 0),
        slot=text(data, "slot", path),
        extra_minutes=whole(data, "extra_minutes", path, 0),
    )
    _check_seats(match, step(path, "seats"), kind)
    _check_result(match, path, kind)
    return match


def read_seat(data, path):
    """Return the SeatRecord of one entry of `seats`."""
    record(data, path, SEAT_KEYS, required=("player",))
    return SeatRecord(
        player=text(data, "player", path, least=1),
        games=whole(data, "games", path),
        result=choice(data, "result", path, RESULTS),
        place=whole(data, "place", path, low=1),
        score=whole(data, "score", path),
        secondary=whole(data, "secondary", path),
        bonus=whole(data, "bonus", path),
        points=number(data, "points", path, null=False),
        player_report=read_player_report(data["claim"], step(path, "claim")) if "claim" in data else None,
    )


def read_player_report(data, path):
    """Return the SeatReport of a seat's player."""
    record(data, path, PLAYER_REPORT_KEYS, required=("said", "at"))
    return SeatReport(
        text(data, "said", path, least=1), moment(data, "at", path, null=False), flag(data, "picked", path)
    )


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
