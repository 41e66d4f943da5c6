"""The seed of the next draw: made beforehand, secret until it draws a round, and never used twice."""

import secrets

from ...models import Event, Seal
from ...rules.players import roster_parser
from ...rules.rounds import draw_verification

# 128 bits: a shorter seed could be found from its hash by trying.
SEED_BYTES = 16


def seal(event: Event):
    """Make the seed of the next draw; the one before it is gone. An undo does not bring it back."""
    Seal.objects.update_or_create(event=event, defaults={"seed": secrets.token_hex(SEED_BYTES)})


def seed_for(event: Event, typed: str = "") -> tuple[str, str]:
    """(seed of this draw, the hash that was public for it): as typed, which has none, or as sealed.

    Who draws from it calls `seal` in the same transaction. Raises RuleViolation for a seed that no event file
    can hold.
    """
    if typed:
        roster_parser.check_text(typed)
        return typed, ""
    seed = Seal.objects.get(event=event).seed
    return seed, draw_verification.sealed(seed)
