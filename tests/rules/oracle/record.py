"""Results of each player and round as plain dictionaries, read from the history only."""

from fractions import Fraction

LOST_UNPLAYED = ("no_show", "forfeit")
LOST = ("loss", "conceded", "disqualified", *LOST_UNPLAYED)
OTHER = {"win": "loss", "loss": "win", "draw": "draw"}

# WTC: (a difference of up to so many victory points, the winner's share of 20); beyond the last, 20.
VP_TABLES = {
    "A": [(1, 10), (5, 11), (10, 12), (15, 13), (20, 14), (25, 15), (30, 16), (40, 17), (50, 18), (60, 19)],
    "B": [(5, 10), (10, 11), (15, 12), (20, 13), (25, 14), (30, 15), (35, 16), (40, 17), (45, 18), (50, 19)],
}


def exact(number):
    """Return the number as a Fraction: 0.33 is 33/100; the float nearest to 1/3 is 1/3."""
    written = Fraction(str(number))
    simple = Fraction(number).limit_denominator(1000)
    return simple if float(simple) == float(number) else written


def records_of(phase, settings, vp_table, last, live):
    """{player: {round: what happened}} of the rounds up to `last`, and of the running one if `live`.

    A player in no match of a round has no entry for it. A table without a result, possible only in
    a running round, is left out: nothing has happened at it.
    """
    player_records = {}
    for one in phase.rounds:
        counted = one.state == "finished" and one.number <= last
        if not counted and not (live and one.state == "published"):
            continue
        for match in one.matches:
            if len(match.seats) == 1:
                _tell(player_records, one.number, _sitting_out(match.seats[0], settings))
            elif any(_is_reported(seat) for seat in match.seats):
                for entry in _at_table(match, settings, vp_table):
                    _tell(player_records, one.number, entry)
    return player_records


def _at_table(match, settings, vp_table):
    if len(match.seats) > 2:
        return list(_at_pod(match, settings))
    sides = enumerate((match.seats, match.seats[::-1]), 1)
    return [_played(*pair, match, settings, vp_table) | {"seat": n} for n, pair in sides]


def _tell(player_records, number, entry):
    player_records.setdefault(entry["player"], {})[number] = entry


def _is_reported(seat):
    reported_values = (seat.result, seat.games, seat.score, seat.place, seat.points)
    return any(value is not None for value in reported_values)


def _sitting_out(seat, settings):
    """A bye is a won match; a half-point bye a draw; an unpaired loss a loss."""
    outcome = {"bye": "win", None: "win", "draw": "draw", "loss": "loss"}[seat.result]
    return {
        "player": seat.player,
        "opponents": [],
        "bye": seat.result or "bye",
        "outcome": outcome,
        "points": exact(settings.points[seat.result or "bye"]),
        "unplayed": True,
        # C.07: a requested bye is a half- or zero-point bye; the one the pairing gives is none.
        "voluntary": seat.result in ("draw", "loss"),
        "requested": seat.result in ("draw", "loss"),
        "won": 0,
        "lost": 0,
        "drawn": 0,
        "vp": 0,
        "vp_against": 0,
        "secondary": 0,
        "bonus": 0,
        "scored": False,
    }


def _played(me, opponent, match, settings, vp_table):
    outcome = _outcome(me, opponent)
    forfeited = me.result in LOST_UNPLAYED
    return {
        "player": me.player,
        "opponents": [opponent.player],
        "bye": None,
        "outcome": outcome,
        "points": _worth(me, opponent, outcome, settings, vp_table),
        "unplayed": forfeited or opponent.result in LOST_UNPLAYED,
        "voluntary": forfeited,
        "requested": False,
        "won": me.games or 0,
        "lost": opponent.games or 0,
        "drawn": match.drawn_games,
        "vp": me.score or 0,
        "vp_against": opponent.score or 0,
        "secondary": me.secondary or 0,
        "bonus": me.bonus or 0,
        "scored": me.score is not None or opponent.score is not None,
    }


def _outcome(me, opponent):
    """A result where given, mine or the other's; else games, scores, places or points compared."""
    if me.result is not None:
        return "loss" if me.result in LOST else me.result
    if opponent.result is not None:
        return OTHER["loss" if opponent.result in LOST else opponent.result]
    for mine, others in (
        (me.games, opponent.games),
        (me.score, opponent.score),
        (opponent.place, me.place),
        (me.points, opponent.points),
    ):
        if mine is not None or others is not None:
            mine, others = mine or 0, others or 0
            return "win" if mine > others else "loss" if mine < others else "draw"
    raise AssertionError("a table without a result")


def _worth(me, opponent, outcome, settings, vp_table):
    """Points given outright; else by the table of victory points, by the games, or by the outcome."""
    if me.points is not None:
        return exact(me.points)
    if vp_table is not None and me.score is not None and opponent.score is not None:
        return _battle_points(me.score - opponent.score, vp_table)
    mine, others = me.games or 0, opponent.games or 0
    games_outcome = "win" if mine > others else "loss" if mine < others else "draw"
    # Games that contradict the result, as of a player disqualified while ahead, are worth nothing.
    by_games = settings.points.get(f"{mine}-{others}") if games_outcome == outcome else None
    if by_games is not None and (me.games is not None or opponent.games is not None):
        return exact(by_games)
    return exact(settings.points[outcome])


def _battle_points(difference, table):
    rows = VP_TABLES[table] if isinstance(table, str) else table
    share = next((exact(share) for up_to, share in rows if abs(difference) <= up_to), Fraction(20))
    return share if difference >= 0 else 20 - share


def _outcomes_of(seats):
    """A result where given; else by the others' results, or by places, games, scores or points.

    Who says nothing has lost to a winner, drawn with who drew, won as the last one; else the best has won,
    and equal ones have drawn.
    """
    results_by_player = {seat.player: "loss" if seat.result in LOST else seat.result for seat in seats}
    silent = [seat for seat in seats if seat.result is None]
    if "win" in results_by_player.values():
        rest = {seat.player: "loss" for seat in silent}
    elif "draw" in results_by_player.values():
        rest = {seat.player: "draw" for seat in silent}
    elif len(silent) == 1:
        rest = {silent[0].player: "win"}
    else:
        rest = _compared(silent)
    return results_by_player | rest


def _compared(seats):
    fields = ("games", 1), ("score", 1), ("place", -1), ("points", 1)
    name, sign = next(
        (one for one in fields if any(getattr(seat, one[0]) is not None for seat in seats)),
        ("games", 1),
    )
    # No place is behind every place; other missing values are zero.
    lowest = -1000 if name == "place" else 0
    worth = {
        seat.player: lowest if getattr(seat, name) is None else sign * getattr(seat, name) for seat in seats
    }
    first = [player for player in worth if worth[player] == max(worth.values())]
    at_top = "win" if len(first) == 1 else "draw"
    return {player: at_top if player in first else "loss" for player in worth}


def _at_pod(match, settings):
    """Yield the entry of each player at a table of three to five."""
    outcomes = _outcomes_of(match.seats)
    for n, seat in enumerate(match.seats):
        others = [other.player for other in match.seats if other is not seat]
        outcome = counted = outcomes[seat.player]
        out_before = seat.result in (None, "loss") and "draw" in outcomes.values()
        if settings.eliminated_draws and out_before:
            counted = "draw"
        yield {
            "player": seat.player,
            "opponents": others,
            "bye": None,
            "seat": n + 1,
            "outcome": outcome,
            "points": exact(settings.points[counted] if seat.points is None else seat.points),
            "unplayed": seat.result in LOST_UNPLAYED,
            "voluntary": seat.result in LOST_UNPLAYED,
            "requested": False,
            "won": seat.games or 0,
            "lost": sum(other.games or 0 for other in match.seats) - (seat.games or 0),
            "drawn": match.drawn_games,
            "vp": seat.score or 0,
            "vp_against": sum(other.score or 0 for other in match.seats) - (seat.score or 0),
            "secondary": seat.secondary or 0,
            "bonus": seat.bonus or 0,
            "scored": any(other.score is not None for other in match.seats),
        }
