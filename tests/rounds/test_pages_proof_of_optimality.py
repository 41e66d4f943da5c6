"""The one-line proof of a round."""

from tests.support.case_tables import every
from tournaments.rounds.pages.proofs import proof_text
from tournaments.rules.history import ProofRecord

SAID = (
    (None, ""),
    (ProofRecord(0, 0, 0, "bound"), "No rematches (proven). No pair-downs."),
    (
        ProofRecord(0, 2, 2, "bound"),
        "No rematches (proven). 2 pair-downs with the smallest possible score gaps (proven).",
    ),
    (
        ProofRecord(1, 2, 4, "exact search"),
        "1 rematch, the fewest possible (proven). "
        "2 pair-downs with the smallest possible score gaps (proven).",
    ),
    (
        ProofRecord(0, 2, 4, "exact search", ahead=True),
        "No rematches (proven). 2 pair-downs so that later rounds can be paired.",
    ),
    (
        ProofRecord(0, 0, 0, "bound", apart=0),
        "No rematches (proven). No pair-downs. No tables with players of one team or household.",
    ),
    (
        ProofRecord(0, 2, 2, "exact search", apart=1),
        "No rematches (proven). 2 pair-downs with the smallest score gaps allowed (proven). "
        "1 table with players of one team or household, the fewest allowed (proven).",
    ),
    (
        ProofRecord(0, 5, 9, "search", weighed=4_032_000),
        "No rematches (proven). 5 pair-downs with the smallest score gaps found. "
        "4,032,000 swaps of two players compared.",
    ),
    (
        ProofRecord(2, 0, 0, "search", apart=1, weighed=9),
        "2 rematches, the fewest found. No pair-downs. "
        "1 pair from one team or household, the fewest found. 9 swaps of two players compared.",
    ),
)


def test_of_pods_the_tables_of_several_score_groups_are_no_pair_downs():
    expected = "No rematches (proven). 3 mixed-score pods with the smallest possible score gaps (proven)."
    assert proof_text(ProofRecord(0, 3, 5, "bound"), "pods") == expected


@every(("proof", "words"), SAID)
def test_each_proof_has_its_words(proof, words):
    assert proof_text(proof) == words
