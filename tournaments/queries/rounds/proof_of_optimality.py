"""A one-line proof that a round's pairings were optimal, or their cost after manual changes."""

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import (
    DRAWN_KINDS,
    PODS,
    SEARCH,
    SWISS,
    EventPhase,
    ProofRecord,
    RoundRecord,
)
from ...rules.rounds import adjustments
from .change_notices import is_changed_by_hand


def cost_text(event: Event, phase: EventPhase, round_: RoundRecord) -> str:
    """Return the text of the round's proof, or its current cost if players were moved by hand."""
    is_drawn = phase.kind in DRAWN_KINDS
    if round_.proof or not is_drawn or not is_changed_by_hand(event, phase.number, round_.number):
        return proof_text(round_.proof, phase.kind)
    costs = adjustments.costs_of(phase, round_)
    parts = [rematches_count(costs.rematches), pair_downs_count(costs.pair_downs, phase.kind)]
    if phase.settings.apart:
        parts.append(same_club_count(costs.same_club))
    return gettext("{costs}. Changed by hand.").format(costs=", ".join(parts))


def proof_text(proof: ProofRecord | None, kind: str = SWISS) -> str:
    """Return “No rematches (proven). 2 pair-downs with the smallest possible score gaps (proven).”"""
    if proof is None:
        return ""
    texts = rematches_text(proof), pair_downs_text(proof, kind), apart_text(proof), search_text(proof)
    return " ".join(f"{text}." for text in texts if text)


def rematches_count(count: int) -> str:
    return ngettext("{count} rematch", "{count} rematches", count).format(count=count or gettext("No"))


def same_club_count(count: int) -> str:
    return ngettext("{count} same-club table", "{count} same-club tables", count).format(count=count)


def rematches_text(proof: ProofRecord) -> str:
    text = gettext("{rematches}, the fewest possible (proven)")
    if not proof.rematches:
        text = gettext("{rematches} (proven)")
    elif proof.by == SEARCH:
        text = gettext("{rematches}, the fewest found")
    return text.format(rematches=rematches_count(proof.rematches))


def pair_downs_count(count: int, kind: str) -> str:
    """Return the number of tables across score groups."""
    text = ngettext("{count} pair-down", "{count} pair-downs", count)
    if kind == PODS:
        text = ngettext("{count} mixed-score pod", "{count} mixed-score pods", count)
    return text.format(count=count or gettext("No"))


def pair_downs_text(proof: ProofRecord, kind: str) -> str:
    count_text = pair_downs_count(proof.pair_downs, kind)
    if not proof.pair_downs:
        return count_text
    if proof.by == SEARCH:
        text = gettext("{pair_downs} with the smallest score gaps found")
    elif proof.ahead:
        text = gettext("{pair_downs} so that later rounds can be paired")
    elif proof.apart is not None:
        text = gettext("{pair_downs} with the smallest score gaps allowed (proven)")
    else:
        text = gettext("{pair_downs} with the smallest possible score gaps (proven)")
    return text.format(pair_downs=count_text)


def apart_text(proof: ProofRecord) -> str:
    """Return the number of tables with players to be kept apart; empty if there are none."""
    if proof.apart is None:
        return ""
    text = ngettext(
        "{count} table with players of one club or household, the fewest allowed (proven)",
        "{count} tables with players of one club or household, the fewest allowed (proven)",
        proof.apart,
    )
    if not proof.apart or proof.ahead:
        text = ngettext(
            "{count} table with players of one club or household",
            "{count} tables with players of one club or household",
            proof.apart,
        )
    elif proof.by == SEARCH:
        text = ngettext(
            "{count} pair from one club or household, the fewest found",
            "{count} pairs from one club or household, the fewest found",
            proof.apart,
        )
    return text.format(count=proof.apart or gettext("No"))


def search_text(proof: ProofRecord) -> str:
    """Return the effort of a heuristic search for pods; empty otherwise."""
    if proof.weighed is None:
        return ""
    return gettext("{count} swaps of two players compared").format(count=f"{proof.weighed:,}")
