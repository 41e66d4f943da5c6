"""The time limits of a booster draft's picks."""

# Cards left in the pack → seconds, and the review after each pack but the last: Magic Tournament Rules,
# appendix B, booster draft timing, as commonly printed.
SECONDS = {
    15: 40,
    14: 40,
    13: 35,
    12: 30,
    11: 25,
    10: 25,
    9: 20,
    8: 20,
    7: 15,
    6: 10,
    5: 10,
    4: 5,
    3: 5,
    2: 5,
    1: 0,
}
REVIEWS = (60, 90)


def picks(cards: int) -> tuple[tuple[int, int, int], ...]:
    """Return (pick, cards left, seconds) of one pack."""
    return tuple((pick, left, SECONDS[left]) for pick, left in enumerate(range(cards, 0, -1), 1))


def review(pack: int, packs: int) -> int:
    """Return the seconds of review after this pack; 0 after the last one, when deck building begins."""
    return REVIEWS[min(pack, len(REVIEWS)) - 1] if pack < packs else 0
