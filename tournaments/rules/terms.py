"""Terms of the event file: kinds of phases, states of rounds, results, byes and proofs."""

SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS = "swiss", "round_robin", "bracket", "pods", "draft"
KINDS = (SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS)
# Kinds whose rounds are paired from the standings, and allow manual changes and late entries.
DRAWN_KINDS = (SWISS, PODS, DRAFT_PODS)
# Kinds that play a number of rounds: all but brackets.
ROUND_KINDS = (SWISS, ROUND_ROBIN, PODS, DRAFT_PODS)

DRAFT, PUBLISHED, FINISHED = "draft", "published", "finished"
STATES = (DRAFT, PUBLISHED, FINISHED)

WIN, DRAW, LOSS = "win", "draw", "loss"
UNPLAYED = ("no_show", "forfeit")
LOSSES = (*UNPLAYED, "conceded", "disqualified")
RESULTS = (WIN, DRAW, LOSS, *LOSSES)
BYE = "bye"
BYES = (BYE, DRAW, LOSS)
ABSENT = "absent"
# Sizes of the tables of a pods round (PlayAllTimes algorithms guide, multiplayer tournaments).
POD_SEATS = (3, 4, 5)

BOUND, EXACT, SEARCH = "bound", "exact search", "search"
PROOFS = (BOUND, EXACT, SEARCH)
