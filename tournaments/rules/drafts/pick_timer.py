"""The time limits of a booster draft's picks."""

# By the cards left in the pack, from 15 to 1, and the review after each pack but the last: Magic Tournament
# Rules, appendix B, booster draft timing, as commonly printed.
SECONDS = dict(zip(range(15, 0, -1), (40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 0), strict=True))
REVIEW_SECONDS = (60, 90)


def picks(cards: int) -> tuple[tuple[int, int, int], ...]:
    """Return (pick, cards left, seconds) of one pack."""
    return tuple((pick, left, SECONDS[left]) for pick, left in enumerate(range(cards, 0, -1), 1))


def review(pack: int, packs: int) -> int:
    """Return the seconds of review after this pack; 0 after the last one, when deck building begins."""
    return REVIEW_SECONDS[min(pack, len(REVIEW_SECONDS)) - 1] if pack < packs else 0
