"""Numbers of rounds and finals sizes by players in the Magic Tournament Rules."""

import math

# MTR appendix E (2026) as (up to so many players, rounds, the size of the finals). Without Swiss rounds
# (finals 0) the rounds are those of single elimination. From 9 to 16 players a Limited event whose finals
# are a booster draft has 4 rounds and a top 8 instead; an awarded bye of 1, 2 or 3 rounds counts as 2, 4 or
# 8 players.
APPENDIX_E = (
    (8, 3, 0),
    (16, 5, 4),
    (32, 5, 8),
    (64, 6, 8),
    (128, 7, 8),
    (226, 8, 8),
    (409, 9, 8),
    (math.inf, 10, 8),
)
# (up to so many players, so many rounds); the appendix begins with four players.
MAGIC_ROUNDS = ((2, 1), *((most, rounds) for rounds, most in {row[1]: row[0] for row in APPENDIX_E}.items()))
