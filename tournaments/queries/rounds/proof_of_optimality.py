"""A one-line proof that a round's pairings were optimal, or their cost after manual changes."""

from django.utils.translation import gettext, gettext_noop

from ...models import Event
from ...rules.history import DRAWN_KINDS, PODS, SEARCH, SWISS, EventHistory, ProofRecord, RoundRecord
from ...rules.rounds import adjustments, progress
from .change_notices import by_hand

# Tables across score groups, for two players and for pods.
PAIR_DOWNS = (gettext_noop("pair-downs {count}"), gettext_noop("pods of several score groups {count}"))


def cost_text(event: Event, history: EventHistory, phase: int, round_: RoundRecord) -> str:
    """Return the round's proof in words, or its current cost if players were moved by hand."""
    is_drawn = history.phase(phase).kind in DRAWN_KINDS
    if round_.proof or not is_drawn or not by_hand(event, phase, round_.number):
        return proof_text(round_.proof, history.phase(phase).kind)
    costs = adjustments.costs_of(history, phase, round_)
    parts = [gettext("Rematches {count}").format(count=costs.rematches)]
    words = gettext(PAIR_DOWNS[history.phase(phase).kind == PODS])
    parts.append(words.format(count=costs.pair_downs))
    if progress.settings_for(history, phase).apart:
        parts.append(gettext("tables of one club {count}").format(count=costs.same_club))
    return ", ".join([*parts, gettext("changed by hand")])


def proof_text(proof: ProofRecord | None, kind: str = SWISS) -> str:
    """Return “Rematches 0 (proven), pair-downs 2 (the smallest gaps, proven)”; empty without a proof."""
    if proof is None:
        return ""
    parts = rematches_text(proof), pair_downs_text(proof, kind), apart_text(proof), search_text(proof)
    return ", ".join(filter(None, parts))


def rematches_text(proof: ProofRecord) -> str:
    words = gettext("Rematches {count} (the fewest, proven)")
    if not proof.rematches:
        words = gettext("Rematches {count} (proven)")
    elif proof.by == SEARCH:
        words = gettext("Rematches {count} (the fewest found)")
    return words.format(count=proof.rematches)


def pair_downs_text(proof: ProofRecord, kind: str) -> str:
    count_text = gettext(PAIR_DOWNS[kind == PODS]).format(count=proof.pair_downs)
    if not proof.pair_downs:
        return count_text
    if proof.by == SEARCH:
        how = gettext("the smallest gaps found")
    elif proof.ahead:
        how = gettext("so that the rounds to come can be paired")
    elif proof.apart is not None:
        how = gettext("the smallest gaps allowed, proven")
    else:
        how = gettext("the smallest gaps, proven")
    return f"{count_text} ({how})"


def apart_text(proof: ProofRecord) -> str:
    """Return the number of tables with players to be kept apart; empty if there are none."""
    if proof.apart is None:
        return ""
    words = gettext("tables of one club or household {count} (the fewest allowed, proven)")
    if not proof.apart or proof.ahead:
        words = gettext("tables of one club or household {count}")
    elif proof.by == SEARCH:
        words = gettext("pairs of one club or household {count} (the fewest found)")
    return words.format(count=proof.apart)


def search_text(proof: ProofRecord) -> str:
    """Return the effort of a heuristic search for pods; empty otherwise."""
    if proof.weighed is None:
        return ""
    return gettext("exchanges of two players weighed {count}").format(count=f"{proof.weighed:,}")
