"""When there is no legal round: the cheapest exception that would make one, in a sentence."""

import numpy as np

from ...errors import RuleViolation, _
from ..constraints import Tables
from ..objectives import legal_pairs, rematch_levels
from ..search.pricing import cheapest_round

WORDS = {
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
SEVERAL = _(
    "These {count} players cannot be paired as asked. The cheapest round there is seats forbidden pairs: "
    "{forbidden}; leaves out wishes: {wished}; takes back the bye of: {bye}; has rematches: {rematches}."
)


def no_round(field, pins, bye, allow_rematches=False):
    """The RuleViolation that says which exceptions the cheapest round would need.

    `field` is of everyone, `pins` are the wished Tables, `bye` the player who is given it. What the
    organiser asked is lifted before players meet again; where that would not do, as little of it as
    can be, then the fewest and oldest rematches. Its `params` hold player ids: `bye` one or "–",
    `forbidden`, `wished` and `rematches` as Tables.
    """
    broken = _broken(field, pins, bye)
    pairs = None if allow_rematches else _round(field, [broken], rematches=False)
    if pairs is None:
        pairs = _round(field, [broken, *rematch_levels(field)], rematches=True)
    params = _exceptions(field, pins, bye, pairs, allow_rematches)
    kinds = tuple(kind for kind, named in params.items() if named)
    words = WORDS.get(kinds, SEVERAL)
    return RuleViolation(words, **(params | {"count": field.size, "bye": params["bye"] or "–"}))


def _round(field, levels, rematches):
    nothing = np.zeros((field.nodes, field.nodes), dtype=int)
    legal = legal_pairs(field, rematches, forbidden=True)
    return cheapest_round([*levels, nothing], legal, nothing[0], legal | legal.T, field.nodes_digests)


def _broken(field, pins, bye):
    """2 for a forbidden pair and for a table of who was given the bye; 1 for each of the two
    players of a wish at another table."""
    broken = np.zeros((field.nodes, field.nodes), dtype=int)
    place = field.places
    for one, two in field.forbidden:
        broken[one, two] = broken[two, one] = 2
    for one, two in pins:
        a, b = place[one], place[two]
        for at, other in ((a, b), (b, a)):
            others = np.arange(field.nodes) != other
            broken[at, others] += 1
            broken[others, at] += 1
    if bye is not None:
        broken[place[bye], : field.size] += 2
        broken[: field.size, place[bye]] += 2
    return broken


def _exceptions(field, pins, bye, pairs, allow_rematches):
    """What the round breaks, by kind."""
    pairs = [pair for pair in pairs if pair[1] < field.size]
    seated = {frozenset(_players(field, pair)) for pair in pairs}
    again = [] if allow_rematches else [pair for pair in pairs if pair in field.meetings]
    has_bye = bye is not None and not any(bye in two for two in seated)
    return {
        "forbidden": Tables(_players(field, pair) for pair in pairs if pair in field.forbidden),
        "wished": Tables(pair for pair in pins if frozenset(pair) not in seated),
        "bye": None if bye is None or has_bye else bye,
        "rematches": Tables(_players(field, pair) for pair in again),
    }


def _players(field, pair):
    return tuple(field.entrants[place].player for place in pair)
