"""Outcomes and match points of the seats of a match."""

from ..terms import BYE, DRAW, LOSS, LOSSES, WIN

# The points shared by both sides of a victory point match.
VP_SHARES = 20


def outcomes(match):
    """Return `win`, `draw` or `loss` for each seat of a match or bye, in order; () if nothing is reported.

    A reported result decides; else the games, scores, places or points (event file, seats).
    """
    if not match.reported:
        return ()
    if match.is_bye:
        result = match.seats[0].result
        return (WIN if result in (None, BYE) else result,)
    results = [LOSS if seat.result in LOSSES else seat.result for seat in match.seats]
    missing = [n for n, result in enumerate(results) if result is None]
    for n, outcome in zip(missing, _missing_outcomes(match, results, missing), strict=True):
        results[n] = outcome
    return tuple(results)


def _missing_outcomes(match, results, missing):
    """Return the outcomes of seats without a result, from the other results, else from the scores."""
    if WIN in results:
        return [LOSS] * len(missing)
    if DRAW in results:
        return [DRAW] * len(missing)
    if len(missing) <= 1:
        return [WIN] * len(missing)
    scores = _scores([match.seats[n] for n in missing])
    best = max(scores)
    # Several best seats draw; in a pod the others have lost.
    best_outcome = WIN if scores.count(best) == 1 else DRAW
    return [best_outcome if score == best else LOSS for score in scores]


def _scores(seats):
    """Return a number for each seat, more is better, from the first kind of score that any of them has."""
    for name in ("games", "score", "place", "points"):
        values = [getattr(seat, name) for seat in seats]
        if all(value is None for value in values):
            continue
        if name == "place":
            return [float("-inf") if place is None else -place for place in values]
        return [value or 0 for value in values]
    return [0] * len(seats)


def reported_numbers(match):
    """Return ("games", "score" or "points", numbers of the seats); ("", []) if no numbers are reported."""
    for kind in ("games", "score", "points"):
        numbers = [getattr(seat, kind) for seat in match.seats]
        if any(number is not None for number in numbers):
            return kind, [number or 0 for number in numbers]
    return "", []


def compare_numbers(first, second):
    """Return the outcomes of two seats with these numbers; the higher one wins."""
    if first == second:
        return DRAW, DRAW
    return (WIN, LOSS) if first > second else (LOSS, WIN)


def points_of(match, settings):
    """Return the match points of each seat, in order; () if nothing is reported.

    `settings.points` gives them by outcome, or by games (`2-1`) if these agree with the winner;
    `settings.vp_table` by victory points; points reported for a seat take precedence.
    """
    worth, results = settings.points, outcomes(match)
    if not results:
        return ()
    if match.is_bye:
        by_rule = (worth["bye"] if results == (WIN,) else worth[results[0]],)
    else:
        by_rule = by_victory_points(match, results, settings.vp_table) or tuple(
            _points_of_seat(match, n, result, worth)
            for n, result in enumerate(_with_eliminated_draws(match, results, settings))
        )
    own_points = [seat.points for seat in match.seats]
    return tuple(rule if own is None else own for own, rule in zip(own_points, by_rule, strict=True))


def _with_eliminated_draws(match, results, settings):
    """With `eliminated_draws`, players who were out before the rest of a pod drew have drawn as well."""
    if not (settings.eliminated_draws and match.is_pod and DRAW in results):
        return results
    were_out = [seat.result in (None, LOSS) for seat in match.seats]
    return tuple(DRAW if is_out else result for is_out, result in zip(were_out, results, strict=True))


def by_victory_points(match, results, table):
    """Return the shares of 20 of both seats by a table of (difference up to, the winner's share).

    () without a table or scores, or if the scores contradict the results; beyond the table's
    last row the winner takes all.
    """
    scores = [seat.score for seat in match.seats]
    if table is None or len(scores) != 2 or None in scores:
        return ()
    first, second = scores
    if results != compare_numbers(first, second) and (first != second or WIN not in results):
        return ()
    share = next((share for up_to, share in table if abs(first - second) <= up_to), VP_SHARES)
    return (share, VP_SHARES - share) if first >= second else (VP_SHARES - share, share)


def _points_of_seat(match, n, result, worth):
    """Return the points of a seat's outcome, by its games if the table lists them."""
    if len(match.seats) == 2 and match.seats[n].games is not None:
        own, other = match.seats[n].games, match.seats[1 - n].games or 0
        if compare_numbers(own, other)[0] == result:
            return worth.get(f"{own}-{other}", worth[result])
    return worth[result]
