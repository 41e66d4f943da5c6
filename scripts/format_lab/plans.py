"""The simulations behind docs/format-lab.md."""

EVENTS, SEED = 10_000, 1
# Enough where every event gives the same number.
FEWER_EVENTS = {"draws": 1_000}
SHOP, CHAMPIONSHIP = 200, 60
BASE = {"rulebook": "fair-hearthstone", "best_of": 5, "minutes": 60}
HCT = {"tiebreakers": [{"key": "win_loss_sum", "floor": -3}, "first_tiebreaker_sum", "timing"]}

SINGLE, MCINTYRE = {"cut": 8, "finals": "single"}, {"cut": 8, "finals": "mcintyre8"}
SWISS_ALONE = {"name": "Swiss alone"}
SINGLE_ELIMINATION = {"name": "Single elimination", **SINGLE}
MCINTYRE_EIGHT = {"name": "McIntyre final eight", **MCINTYRE}
SECOND_CHANCES = (
    {"name": "AFL final eight", "cut": 8, "finals": "afl8"},
    {"name": "Super League eight", "cut": 8, "finals": "super_league8"},
    MCINTYRE_EIGHT,
    {"name": "Double elimination", "cut": 8, "finals": "double"},
)
BYES = (
    # Seeds 1 and 2 have a bye; a loss is final for everybody.
    {"name": "Top 6 with byes", "cut": 6, "finals": "single"},
    # Magic's own: seeds 1 and 2 enter in the semi-finals, 3 and 4 in round two.
    {"name": "Stepladder eight (Magic)", "cut": 8, "finals": "stepladder8"},
)
# What happens after the same Swiss rounds.
FINALS = (SWISS_ALONE, SINGLE_ELIMINATION, *BYES, *SECOND_CHANCES)
# The tour of the article: its own tiebreakers, and what they are compared with.
TOUR = (
    SWISS_ALONE,
    {"name": "Single elimination, HCT tiebreakers", **HCT, **SINGLE},
    SINGLE_ELIMINATION,
    MCINTYRE_EIGHT,
)


def after_swiss(players: int, rounds: int, spread: int, finals: tuple[dict, ...]) -> dict:
    """Return the plan of these finals after the same Swiss rounds."""
    return plan(players, spread, [BASE | {"rounds": rounds} | one for one in finals])


def plan(players: int, spread: int, formats: list[dict]) -> dict:
    return {"players": players, "ratings": {"spread": spread}, "formats": formats}


PLANS = {
    "draws": plan(
        128, SHOP, [{"name": "Magic", "rulebook": "magic", "rounds": 7, "cut": 8, "finals": "single"}]
    ),
    "64": after_swiss(64, 6, SHOP, FINALS),
    "88": after_swiss(88, 7, SHOP, FINALS),
    "128": after_swiss(128, 7, SHOP, FINALS),
    "88-championship": after_swiss(88, 7, CHAMPIONSHIP, FINALS),
    "64-tour": after_swiss(64, 6, SHOP, TOUR),
    "88-tour": after_swiss(88, 7, SHOP, TOUR),
    "128-tour": after_swiss(128, 7, SHOP, TOUR),
    "rounds": plan(
        88,
        SHOP,
        [
            BASE | finals | {"name": f"{rounds} rounds, {name}", "rounds": rounds}
            for rounds in (6, 7, 8)
            for name, finals in (("single elimination", SINGLE), ("McIntyre", MCINTYRE))
        ],
    ),
    "shop": plan(
        24,
        SHOP,
        [
            {"name": name, "rulebook": "magic", "rounds": rounds, "minutes": 50, **finals}
            for name, rounds, finals in (
                ("4 rounds", 4, {}),
                ("5 rounds", 5, {}),
                ("4 rounds, top 4", 4, {"cut": 4}),
                ("5 rounds, top 8", 5, {"cut": 8}),
            )
        ],
    ),
}

# The prepared examples of the site: (file name, plan, its formats).
EXAMPLES = (
    (
        "hearthstone",
        "88-tour",
        (
            "Swiss alone",
            "Single elimination, HCT tiebreakers",
            "Single elimination",
            "McIntyre final eight",
        ),
    ),
    (
        "finals",
        "88",
        ("Top 6 with byes", "Stepladder eight (Magic)", "McIntyre final eight", "Double elimination"),
    ),
    (
        "rounds",
        "rounds",
        (
            "7 rounds, single elimination",
            "8 rounds, single elimination",
            "7 rounds, McIntyre",
            "6 rounds, McIntyre",
        ),
    ),
    ("shop", "shop", ("4 rounds", "5 rounds", "4 rounds, top 4", "5 rounds, top 8")),
)
