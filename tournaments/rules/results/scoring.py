"""What a result is worth: who won a match, and the match points of each seat."""

from ..history import BYE, DRAW, LOSS, LOSSES, WIN

# What the two sides of a table of victory points share.
VP_SHARES = 20


def outcomes(match):
    """`win`, `draw` or `loss` for each seat of a match or bye, in order; () if nothing is reported.

    A given result decides; else the games, scores, places or given points do (event file, seats).
    """
    if not match.reported:
        return ()
    if match.is_bye:
        return (_bye_outcome(match.seats[0]),)
    said = [LOSS if seat.result in LOSSES else seat.result for seat in match.seats]
    silent = [n for n, result in enumerate(said) if result is None]
    if not silent:
        return tuple(said)
    for n, outcome in zip(silent, _outcomes_of_silent(match, said, silent), strict=True):
        said[n] = outcome
    return tuple(said)


def _bye_outcome(seat):
    return WIN if seat.result in (None, BYE) else seat.result


def _outcomes_of_silent(match, said, silent):
    """What follows for the seats that give no result: from the others' results, else from what was scored."""
    if WIN in said:
        return [LOSS] * len(silent)
    if DRAW in said:
        return [DRAW] * len(silent)
    if len(silent) == 1:
        return [WIN]
    scored = _scored([match.seats[n] for n in silent])
    best = max(scored)
    if scored.count(best) == 1:
        return [WIN if one == best else LOSS for one in scored]
    # Equal at the top is a draw among those who are: in a pod the others have lost.
    return [DRAW if one == best else LOSS for one in scored]


def _scored(seats):
    """One number for each seat, more is better, from the first kind of score that any of them has."""
    for name in ("games", "score", "place", "points"):
        values = [getattr(seat, name) for seat in seats]
        if all(value is None for value in values):
            continue
        if name == "place":
            return [float("-inf") if place is None else -place for place in values]
        return [value or 0 for value in values]
    return [0] * len(seats)


def points_of(match, settings):
    """The match points of each seat, in order; () if nothing is reported.

    `settings.points` gives them by outcome, or by games (`2-1`) where these tell the same winner;
    `settings.vp_table` by victory points; points given to a seat outright stand before all.
    """
    worth, results = settings.points, outcomes(match)
    if not results:
        return ()
    if match.is_bye:
        by_rule = (worth["bye"] if results == (WIN,) else worth[results[0]],)
    else:
        by_rule = by_victory_points(match, results, settings.vp_table) or tuple(
            _worth(match, n, result, worth) for n, result in enumerate(_scored_as(match, results, settings))
        )
    given = [seat.points for seat in match.seats]
    return tuple(rule if own is None else own for own, rule in zip(given, by_rule, strict=True))


def _scored_as(match, results, settings):
    """The results; with `eliminated_draws` who was out before the rest of a pod drew has drawn as well."""
    if not (settings.eliminated_draws and match.is_pod and DRAW in results):
        return results
    out = [seat.result in (None, LOSS) for seat in match.seats]
    return tuple(DRAW if gone else result for gone, result in zip(out, results, strict=True))


def by_victory_points(match, results, table):
    """The shares of 20 of both seats by a table of (difference up to, the winner's share).

    () without a table or scores, or where the scores contradict the results; beyond the table's
    last row the winner takes all.
    """
    scores = [seat.score for seat in match.seats]
    if table is None or len(scores) != 2 or None in scores:
        return ()
    first, second = scores
    told = (DRAW, DRAW) if first == second else (WIN, LOSS) if first > second else (LOSS, WIN)
    if results != told and (first != second or WIN not in results):
        return ()
    share = next((share for up_to, share in table if abs(first - second) <= up_to), VP_SHARES)
    return (share, VP_SHARES - share) if first >= second else (VP_SHARES - share, share)


def _worth(match, n, result, worth):
    """What this seat's outcome is worth: by its games where the table has them, else by the outcome."""
    if len(match.seats) == 2 and match.seats[n].games is not None:
        own, other = match.seats[n].games, match.seats[1 - n].games or 0
        by_games = WIN if own > other else DRAW if own == other else LOSS
        if by_games == result:
            return worth.get(f"{own}-{other}", worth[result])
    return worth[result]
