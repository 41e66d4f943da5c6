"""The one-line proof of a round."""

from tests.case_tables import every
from tournaments.queries.rounds.proof_of_optimality import proof_text
from tournaments.rules.history import ProofRecord

SAID = (
    (None, ""),
    (ProofRecord(0, 0, 0, "bound"), "Rematches 0 (proven), pair-downs 0"),
    (ProofRecord(0, 2, 2, "bound"), "Rematches 0 (proven), pair-downs 2 (the smallest gaps, proven)"),
    (
        ProofRecord(1, 2, 4, "exact search"),
        "Rematches 1 (the fewest, proven), pair-downs 2 (the smallest gaps, proven)",
    ),
    (
        ProofRecord(0, 2, 4, "exact search", ahead=True),
        "Rematches 0 (proven), pair-downs 2 (so that the rounds to come can be paired)",
    ),
    (
        ProofRecord(0, 0, 0, "bound", apart=0),
        "Rematches 0 (proven), pair-downs 0, tables of one club or household 0",
    ),
    (
        ProofRecord(0, 2, 2, "exact search", apart=1),
        "Rematches 0 (proven), pair-downs 2 (the smallest gaps allowed, proven), "
        "tables of one club or household 1 (the fewest allowed, proven)",
    ),
    (
        ProofRecord(0, 5, 9, "search", weighed=4_032_000),
        "Rematches 0 (proven), pair-downs 5 (the smallest gaps found), "
        "exchanges of two players weighed 4,032,000",
    ),
    (
        ProofRecord(2, 0, 0, "search", apart=1, weighed=9),
        "Rematches 2 (the fewest found), pair-downs 0, "
        "pairs of one club or household 1 (the fewest found), exchanges of two players weighed 9",
    ),
)


def test_of_pods_the_tables_of_several_score_groups_are_no_pair_downs():
    expected = "Rematches 0 (proven), pods of several score groups 3 (the smallest gaps, proven)"
    assert proof_text(ProofRecord(0, 3, 5, "bound"), "pods") == expected


@every(("proof", "words"), SAID)
def test_each_proof_has_its_words(proof, words):
    assert proof_text(proof) == words
