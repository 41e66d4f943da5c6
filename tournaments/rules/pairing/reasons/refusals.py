"""The error for a round that cannot be paired, with the cheapest exception that would help."""

import numpy as np

from ...errors import RuleViolation, _
from ..constraints import PlayerPairs
from ..objectives import legal_pairs, rematch_levels
from ..search.pricing import cheapest_round

EXCEPTION_TEXTS = {
    ("rematches",): _(
        "These {count} players cannot be paired without a rematch; the fewest and oldest are {rematches}. "
        "Allow rematches for this round, or end the Swiss rounds here."
    ),
    ("forbidden",): _(
        "These {count} players cannot be paired while {forbidden} may not meet; let them meet in this round."
    ),
    ("wished",): _(
        "These {count} players cannot be paired with the wished {wished}; take that back for this round."
    ),
    ("bye",): _("The others cannot be paired while {bye} has the bye; give it to somebody else."),
}
SEVERAL_EXCEPTIONS = _(
    "These {count} players cannot be paired as asked. The cheapest round there is seats forbidden pairs: "
    "{forbidden}; leaves out wishes: {wished}; takes back the bye of: {bye}; has rematches: {rematches}."
)


def no_round_error(field, pins, bye, allow_rematches=False):
    """Return the RuleViolation that names the exceptions needed by the cheapest round.

    `field` holds all players, `pins` are the wished tables, `bye` is the player set to have the bye. As few
    of the organiser's constraints as possible are lifted, and rematches (the fewest and oldest) are
    added only if that is not enough. The `params` hold player ids: `bye` one id or "–"; `forbidden`,
    `wished` and `rematches` as PlayerPairs.
    """
    broken = _broken_constraints(field, pins, bye)
    pairs = None if allow_rematches else _round(field, [broken], rematches=False)
    if pairs is None:
        pairs = _round(field, [broken, *rematch_levels(field)], rematches=True)
    params = _exceptions(field, pins, bye, pairs, allow_rematches)
    kinds = tuple(kind for kind, named in params.items() if named)
    words = EXCEPTION_TEXTS.get(kinds, SEVERAL_EXCEPTIONS)
    return RuleViolation(words, **(params | {"count": field.size, "bye": params["bye"] or "–"}))


def _round(field, levels, rematches):
    nothing = np.zeros((field.nodes, field.nodes), dtype=int)
    legal = legal_pairs(field, rematches, forbidden=True)
    return cheapest_round([*levels, nothing], legal, nothing[0], legal | legal.T, field.nodes_digests)


def _broken_constraints(field, pins, bye):
    """Return the table of broken constraints.

    2 for a forbidden pair and for a table of the player set to have the bye; 1 for each player of a wished
    table who is at another table.
    """
    broken = np.zeros((field.nodes, field.nodes), dtype=int)
    place = field.places
    for one, two in field.forbidden:
        broken[one, two] = broken[two, one] = 2
    for one, two in pins:
        a, b = place[one], place[two]
        for node, partner in ((a, b), (b, a)):
            others = np.arange(field.nodes) != partner
            broken[node, others] += 1
            broken[others, node] += 1
    if bye is not None:
        broken[place[bye], : field.size] += 2
        broken[: field.size, place[bye]] += 2
    return broken


def _exceptions(field, pins, bye, pairs, allow_rematches):
    """Return the constraints that the round breaks, by kind."""
    pairs = [pair for pair in pairs if pair[1] < field.size]
    seated = {frozenset(_players(field, pair)) for pair in pairs}
    again = [] if allow_rematches else [pair for pair in pairs if pair in field.meetings]
    has_bye = bye is not None and not any(bye in two for two in seated)
    return {
        "forbidden": PlayerPairs(_players(field, pair) for pair in pairs if pair in field.forbidden),
        "wished": PlayerPairs(pair for pair in pins if frozenset(pair) not in seated),
        "bye": None if bye is None or has_bye else bye,
        "rematches": PlayerPairs(_players(field, pair) for pair in again),
    }


def _players(field, pair):
    return tuple(field.entrants[place].player for place in pair)
