"""Standings computed a second time: dictionaries and fractions, written from the rules' texts.

It shares nothing with the program but the history's values and the settings' values.
"""

from fractions import Fraction

from tests.rules.oracle import chess, percentages, pods, record_book, sums, ties
from tests.rules.oracle.record import exact, records_of
from tournaments.rules.rulebooks import settings_of

ALONE = percentages.PLAIN | sums.PLAIN | chess.PLAIN | pods.PLAIN
TOGETHER = ties.PLAIN
KEYS = {"points", *ALONE, *TOGETHER}
VP_TABLES = {"wargame-wtc": "A"}
# Matches lost, by whom one is and by whom one has met (Flesh and Blood).
LOWER_IS_BETTER = ("pml", "oml")


def standings(event, phase_number=1, after_round=None, live=False, tiebreakers=None):
    """[(rank, player id, (wins, losses, draws), points, {key: value})], the first column among the values.

    Values are fractions. Rows stand as ranked; true ties by name, capitals or not, then by id.
    """
    book = book_of(event, phase_number, after_round, live, tiebreakers)
    last = book["last"]
    here = [player for player in book["entrants"] if is_listed(player, book)]
    first = book["settings"].first_column
    points = {player.id: record_book.points(book, player.id, last) for player in here}
    groups, values = [[player.id for player in here]], {player.id: {} for player in here}
    for key in (first, *(column.key for column in book["settings"].columns)):
        for group in groups:
            other_values = points if key == "points" else column_of(book, key, group)
            for player in group:
                values[player][key] = other_values[player]
        groups = [part for group in groups for part in split(group, key, values)]
    names = {player.id: (player.name.casefold(), player.id) for player in here}
    rows, rank = [], 1
    for group in groups:
        for player in sorted(group, key=names.get):
            other_values = {key: value for key, value in values[player].items() if key != "points"}
            rows.append((rank, player, record_book.record(book, player, last), points[player], other_values))
        rank += len(group)
    return rows


def book_of(event, phase_number, after_round, live, tiebreakers):
    phase = event.phases[phase_number - 1]
    overrides = dict(phase.overrides)
    if tiebreakers is not None:
        overrides["tiebreakers"] = tiebreakers
    settings = settings_of(event.rulebook, overrides)
    vp_table = phase.overrides.get("vp_table", VP_TABLES.get(event.rulebook))
    finished = [one.number for one in phase.rounds if one.state == "finished"]
    last = max(finished, default=0) if after_round is None else after_round
    running = [one for one in phase.rounds if live and one.state == "published"]
    people = {player.id: player for player in event.players}
    entrants = event.players if phase.entrants is None else [people[key] for key in phase.entrants]
    other_values, start = records_of(phase, settings, vp_table, last, live), Fraction(0)
    if settings.betting:
        pods.bet(other_values, phase.rounds, settings)
        start = exact(settings.betting.start)
    return {
        "settings": settings,
        "entries": other_values,
        "start": start,
        "people": people,
        "entrants": entrants,
        "offset": sum(len(earlier.rounds) for earlier in event.phases[: phase_number - 1]),
        "finished": last,
        "last": max([last, *(one.number for one in running)]),
        # Tables still being played: (player, round).
        "open": {
            (seat.player, one.number)
            for one in running
            for match in one.matches
            if not match.reported
            for seat in match.seats
        },
        "options": {column.key: column.options for column in settings.columns},
        "memo": {},
    }


def is_listed(player, book):
    """Not the disqualified, not who left before their first round here, not who has yet to come."""
    first = max(player.joined_round, book["offset"] + 1)
    never_here = player.dropped_after is not None and player.dropped_after < first
    has_yet_to_come = first > book["offset"] + book["finished"] + 1
    return not (player.disqualified or never_here or has_yet_to_come)


def column_of(book, key, group):
    if key in TOGETHER:
        return TOGETHER[key](book, group, book["last"])
    return {player: ALONE[key](book, player, book["last"]) for player in group}


def split(group, key, values):
    """The group cut where the values differ, best first."""
    sign = 1 if key in LOWER_IS_BETTER else -1
    parts = {}
    for player in group:
        parts.setdefault(Fraction(values[player][key]), []).append(player)
    return [parts[value] for value in sorted(parts, key=lambda value: sign * value)]
