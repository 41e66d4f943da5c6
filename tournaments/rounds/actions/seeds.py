"""The seed of the next draw: created in advance, secret until used, never used twice."""

import secrets

from ...models import Event, NextSeed
from ...rules.players.roster import check_text
from ...rules.rounds.draw_verification import seed_hash

# 128 bits: a shorter seed could be found from its hash by trying.
SEED_BYTES = 16


def commit_next_seed(event: Event):
    """Create the seed of the next draw, replacing the one before; an undo does not restore it."""
    NextSeed.objects.update_or_create(event=event, defaults={"seed": secrets.token_hex(SEED_BYTES)})


def take_seed(event: Event, typed: str = "") -> tuple[str, str]:
    """Return (seed of this draw, its published hash): the sealed seed, or a typed one without a hash.

    The caller calls `commit_next_seed` in the same transaction. Raises RuleViolation for a seed that no event
    file can hold.
    """
    if typed:
        check_text(typed)
        return typed, ""
    seed = NextSeed.objects.get(event=event).seed
    return seed, seed_hash(seed)
