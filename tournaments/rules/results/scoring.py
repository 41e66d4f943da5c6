"""Outcomes and match points of the seats of a match."""

from ..history import BYE, DRAW, LOSS, LOSSES, WIN

# The points shared by both sides of a victory point match.
VP_SHARES = 20


def outcomes(match):
    """`win`, `draw` or `loss` for each seat of a match or bye, in order; () if nothing is reported.

    A reported result decides; else the games, scores, places or points (event file, seats).
    """
    if not match.reported:
        return ()
    if match.is_bye:
        return (_bye_outcome(match.seats[0]),)
    results = [LOSS if seat.result in LOSSES else seat.result for seat in match.seats]
    missing = [n for n, result in enumerate(results) if result is None]
    if not missing:
        return tuple(results)
    for n, outcome in zip(missing, _missing_outcomes(match, results, missing), strict=True):
        results[n] = outcome
    return tuple(results)


def _bye_outcome(seat):
    return WIN if seat.result in (None, BYE) else seat.result


def _missing_outcomes(match, results, missing):
    """Outcomes of the seats without a result: from the other seats' results, else from their scores."""
    if WIN in results:
        return [LOSS] * len(missing)
    if DRAW in results:
        return [DRAW] * len(missing)
    if len(missing) == 1:
        return [WIN]
    scored = _scored([match.seats[n] for n in missing])
    best = max(scored)
    if scored.count(best) == 1:
        return [WIN if one == best else LOSS for one in scored]
    # The best seats draw; in a pod the others have lost.
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

    `settings.points` gives them by outcome, or by games (`2-1`) where these agree with the winner;
    `settings.vp_table` by victory points; points reported for a seat take precedence.
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
    own_points = [seat.points for seat in match.seats]
    return tuple(rule if own is None else own for own, rule in zip(own_points, by_rule, strict=True))


def _scored_as(match, results, settings):
    """The results; with `eliminated_draws`, players out before the rest of a pod drew have drawn as well."""
    if not (settings.eliminated_draws and match.is_pod and DRAW in results):
        return results
    were_out = [seat.result in (None, LOSS) for seat in match.seats]
    return tuple(DRAW if is_out else result for is_out, result in zip(were_out, results, strict=True))


def by_victory_points(match, results, table):
    """The shares of 20 of both seats by a table of (difference up to, the winner's share).

    () without a table or scores, or if the scores contradict the results; beyond the table's
    last row the winner takes all.
    """
    scores = [seat.score for seat in match.seats]
    if table is None or len(scores) != 2 or None in scores:
        return ()
    first, second = scores
    by_scores = (DRAW, DRAW) if first == second else (WIN, LOSS) if first > second else (LOSS, WIN)
    if results != by_scores and (first != second or WIN not in results):
        return ()
    share = next((share for up_to, share in table if abs(first - second) <= up_to), VP_SHARES)
    return (share, VP_SHARES - share) if first >= second else (VP_SHARES - share, share)


def _worth(match, n, result, worth):
    """Points of this seat's outcome: by its games if the table lists them, else by the outcome."""
    if len(match.seats) == 2 and match.seats[n].games is not None:
        own, other = match.seats[n].games, match.seats[1 - n].games or 0
        by_games = WIN if own > other else DRAW if own == other else LOSS
        if by_games == result:
            return worth.get(f"{own}-{other}", worth[result])
    return worth[result]
