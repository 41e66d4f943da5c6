"""The error for a round that cannot be paired, with the cheapest exception that would help."""

import numpy as np

from ...errors import RuleViolation, _
from ..constraints import PlayerPairs
from ..objectives import legal_pairs, rematch_levels
from ..search.pricing import cheapest_round

EXCEPTION_TEXTS = {
    ("rematches",): _(
        "These {count} players can’t be paired without a rematch. The fewest and oldest rematches "
        "are {rematches}. Allow rematches for this round, or end the Swiss rounds here."
    ),
    ("forbidden",): _(
        "These {count} players can’t be paired if {forbidden} are kept apart. Allow them to meet this round."
    ),
    ("wished",): _(
        "These {count} players can’t be paired with the requested {wished}. Remove that request "
        "for this round."
    ),
    ("bye",): _("The other players can’t be paired if {bye} has the bye. Give it to another player."),
}
SEVERAL_EXCEPTIONS = _(
    "These {count} players can’t be paired with all restrictions. The best option has players "
    "meet who should be kept apart: {forbidden}; leaves out requested pairings: {wished}; "
    "cancels the bye of: {bye}; has rematches: {rematches}."
)


def no_round_error(field, pins, bye, allow_rematches=False):
    """Return the RuleViolation that names the exceptions needed by the cheapest round.

    `field` holds all players, `pins` are the wished tables, `bye` is the player set to have the bye. As few
    of the organiser's constraints as possible are lifted, and rematches (the fewest and oldest) are
    added only if that is not enough. The `params` hold player ids: `bye` one id or "–"; `forbidden`,
    `wished` and `rematches` as PlayerPairs.
    """
    broken = _broken_constraints(field, pins, bye)
    pairs = None if allow_rematches else _cheapest_pairs(field, [broken], rematches=False)
    if pairs is None:
        pairs = _cheapest_pairs(field, [broken, *rematch_levels(field)], rematches=True)
    params = _exceptions(field, pins, bye, pairs, allow_rematches)
    kinds = tuple(kind for kind, exceptions in params.items() if exceptions)
    text = EXCEPTION_TEXTS.get(kinds, SEVERAL_EXCEPTIONS)
    return RuleViolation(text, **(params | {"count": field.size, "bye": params["bye"] or "–"}))


def _cheapest_pairs(field, levels, rematches):
    """Return the pairs of the cheapest round by these levels, forbidden pairs included, or None."""
    zeros = np.zeros((field.nodes, field.nodes), dtype=int)
    legal = legal_pairs(field, rematches, forbidden=True)
    return cheapest_round([*levels, zeros], legal, zeros[0], legal | legal.T, field.nodes_digests)


def _broken_constraints(field, pins, bye):
    """Return the table of broken constraints.

    2 for a forbidden pair and for a table of the player set to have the bye; 1 for each player of a wished
    table who is at another table.
    """
    broken = np.zeros((field.nodes, field.nodes), dtype=int)
    place = field.places
    for a, b in field.forbidden:
        broken[a, b] = broken[b, a] = 2
    for pin in pins:
        for player, partner in (pin, pin[::-1]):
            others = np.arange(field.nodes) != place[partner]
            broken[place[player], others] += 1
            broken[others, place[player]] += 1
    if bye is not None:
        broken[place[bye], : field.size] += 2
        broken[: field.size, place[bye]] += 2
    return broken


def _exceptions(field, pins, bye, pairs, allow_rematches):
    """Return the constraints that the round breaks, by kind."""
    pairs = [pair for pair in pairs if pair[1] < field.size]
    seated = {frozenset(_players(field, pair)) for pair in pairs}
    rematches = [] if allow_rematches else [pair for pair in pairs if pair in field.meetings]
    is_bye_broken = bye is not None and any(bye in table for table in seated)
    return {
        "forbidden": PlayerPairs(_players(field, pair) for pair in pairs if pair in field.forbidden),
        "wished": PlayerPairs(pair for pair in pins if frozenset(pair) not in seated),
        "bye": bye if is_bye_broken else None,
        "rematches": PlayerPairs(_players(field, pair) for pair in rematches),
    }


def _players(field, pair):
    return tuple(field.players[place] for place in pair)
