"""Swiss pairing by example."""

from dataclasses import replace

import pytest

from tests.rules.pairing.invented_events import field
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair_swiss


def draw(entrants, met=(), method="random", seed="a seed", round_number=3, **more):
    return pair_swiss(entrants, met, method=method, seed=seed, round_number=round_number, **more)


def tables(pairing):
    return {"".join(sorted(table)) for table in pairing.tables}


def meetings(pairs):
    return [tuple(pair) for pair in pairs.split()]


def test_two_players_meet():
    assert draw(field(0, 0)).tables in ((("a", "b"),), (("b", "a"),))


@every("count", [0, 1])
def test_a_round_needs_two_players(count):
    with pytest.raises(RuleViolation, match="at least two players"):
        draw(field(*[0] * count))


def test_a_player_entered_twice_is_refused_by_name():
    with pytest.raises(RuleViolation, match="a is listed twice"):
        draw([Entrant("a", 0, 1), Entrant("a", 0, 1)])


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(RuleViolation, match="random, fold, by_standing"):
        draw(field(0, 0), method="swedish")


def test_equal_points_meet():
    pairing = draw(field(3, 0, 3, 0))
    assert tables(pairing) == {"ac", "bd"}
    assert (pairing.gap, pairing.rematches, pairing.proof, pairing.bye) == (0, 0, "bound", None)


def test_the_odd_player_is_paired_down_one_group():
    pairing = draw(field(9, 9, 9, 6, 6, 6))
    assert pairing.gap == 1
    reasons = {a: str(pairing.why[a]) for a, b in pairing.tables}
    [(floater, down)] = [(a, reason) for a, reason in reasons.items() if "Pair-down" in reason]
    assert down == (
        f"Pair-down (9 v 6): odd number on 9 points; {floater} chosen at random from 3 candidates"
    )


def test_a_gap_counts_in_groups_and_not_in_points():
    assert draw(field(30, 1)).gap == 1


def test_nobody_meets_twice_while_another_round_is_possible():
    met = meetings("ac bd")
    pairing = draw(field(3, 0, 3, 0), met)
    assert tables(pairing) in ({"ab", "cd"}, {"ad", "bc"})
    assert (pairing.rematches, pairing.gap, pairing.proof) == (0, 2, "exact search")
    assert str(pairing.why["a"]) == (
        "Pair-down (3 v 0): earlier pairings leave no round with smaller score gaps"
    )


def test_a_rematch_is_refused_with_advice():
    with pytest.raises(RuleViolation, match="Allow rematches for this round, or end the Swiss rounds here"):
        draw(field(3, 0), meetings("ab"))


def test_an_allowed_rematch_is_the_oldest_and_is_explained():
    met = meetings("ab cd ac bd ad bc")
    pairing = draw(field(9, 3, 3, 3), met, allow_rematches=True)
    assert tables(pairing) == {"ab", "cd"}
    assert (pairing.rematches, pairing.proof) == (2, "exact search")
    assert str(pairing.why["a"]) == "Rematch (played once before): no round without a rematch is possible"


def test_a_third_meeting_comes_after_a_second():
    met = meetings("ab cd ab cd ac bd ad bc")
    assert tables(draw(field(3, 3, 3, 3), met, allow_rematches=True)) == {"ac", "bd"}


def test_avoidable_rematches_are_avoided_even_if_allowed():
    met = meetings("ab cd ac bd")
    pairing = draw(field(9, 3, 3, 3), met, allow_rematches=True)
    assert tables(pairing) == {"ad", "bc"}
    assert pairing.rematches == 0


def test_the_bye_goes_to_the_lowest_ranked():
    pairing = draw(field(6, 3, 0))
    assert (pairing.bye, tables(pairing)) == ("c", {"ab"})
    assert str(pairing.why["c"]) == "Bye: the lowest-ranked player who hasn’t had one"


def test_nobody_has_a_second_bye_before_everyone_had_the_first():
    assert draw(field(6, 3, 0, byes=(0, 0, 1))).bye == "b"


def test_the_second_bye_goes_to_the_lowest_ranked_again():
    pairing = draw(field(6, 3, 0, byes=(1, 1, 1)))
    assert pairing.bye == "c"
    assert str(pairing.why["c"]) == (
        "Bye: everyone has had at least 1; lowest-ranked of the 3 players with the fewest"
    )


def test_the_bye_moves_up_if_the_others_could_not_be_paired():
    pairing = draw(field(6, 3, 0), meetings("ab"))
    assert (pairing.bye, tables(pairing)) == ("b", {"ac"})
    assert str(pairing.why["b"]) == (
        "Bye: lowest-ranked of the 3 players who haven’t had one, except 1 "
        "whose bye would leave others unpaired"
    )


def test_a_second_bye_is_better_than_a_rematch():
    pairing = draw(field(6, 3, 0, byes=(1, 0, 0)), meetings("ab ac"))
    assert (pairing.bye, pairing.rematches) == ("a", 0)


def test_the_bye_is_by_lot_among_equally_ranked_players():
    byes = {draw(field(0, 0, 0), seed=str(seed)).bye for seed in range(30)}
    assert byes == {"a", "b", "c"}
    assert (
        str(draw(field(0, 0, 0)).why[draw(field(0, 0, 0)).bye]) == "Bye: chosen at random from all 3 players"
    )


def test_the_bye_has_no_gap():
    assert draw(field(9, 9, 0)).gap == 0


def test_fold_pairs_the_first_with_the_first_of_the_lower_half():
    pairing = draw(field(*[0] * 8), method="fold", round_number=1)
    assert pairing.tables == (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h"))
    assert str(pairing.why["a"]) == "On 0 points: number 1 of the score group plays number 5"


def test_fold_uses_seeds_and_gives_the_last_seed_the_bye():
    pairing = draw(field(*[0] * 5, order=(5, 1, 2, 3, 4)), method="fold", round_number=1)
    assert pairing.bye == "a"
    assert pairing.tables == (("b", "d"), ("c", "e"))


def test_fold_moves_the_last_of_an_odd_group_to_the_top_of_the_next():
    pairing = draw(field(3, 3, 3, 0, 0, 0, 0, 0), method="fold")
    assert pairing.tables == (("a", "b"), ("c", "f"), ("d", "g"), ("e", "h"))


def test_fold_shifts_least_around_a_past_meeting():
    pairing = draw(field(*[0] * 6), meetings("ad"), method="fold")
    assert tables(pairing) in ({"ae", "bd", "cf"}, {"ac", "be", "df"})


def test_by_standing_pairs_neighbours():
    pairing = draw(field(*range(8, 0, -1)), method="by_standing")
    assert pairing.tables == (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))


def test_by_standing_pairs_one_with_three_when_one_and_two_have_met():
    pairing = draw(field(*[3] * 6), meetings("ab"), method="by_standing")
    assert pairing.tables == (("a", "c"), ("b", "d"), ("e", "f"))
    assert str(pairing.why["b"]) == (
        "On 3 points: number 2 in the standings plays number 4; "
        "b has already played 1 of the other 4 players on 3"
    )


def test_by_standing_cascades_through_the_whole_field():
    pairing = draw(field(*[3] * 6), meetings("ab ac"), method="by_standing")
    assert pairing.tables == (("a", "d"), ("b", "c"), ("e", "f"))


def test_by_standing_does_not_count_the_player_with_the_bye():
    pairing = draw(field(*[3] * 7, byes=(0, 0, 0, 0, 0, 0, 1)), meetings(""), method="by_standing")
    assert pairing.bye == "f"
    assert pairing.tables == (("a", "b"), ("c", "d"), ("e", "g"))


def test_tables_are_ordered_by_points_then_by_rank():
    pairing = draw(field(0, 0, 9, 9, 3, 3))
    assert [set(table) for table in pairing.tables] == [{"c", "d"}, {"e", "f"}, {"a", "b"}]
    by_rank = [replace(e, rank=rank) for e, rank in zip(field(3, 3, 3, 3), (4, 3, 2, 1), strict=True)]
    assert draw(by_rank).tables[0][0] == "d"


def test_points_that_differ_only_in_the_last_bit_are_one_group():
    assert draw(field(0.3, 0.1 + 0.2)).gap == 0


def test_half_points_are_formatted_as_decimals():
    assert str(draw(field(4.5, 4.5)).why["a"]) == "The only two on 4.5 points"


def test_every_player_has_a_reason():
    entrants = field(9, 9, 6, 6, 6, 3, 0)
    assert set(draw(entrants).why) == {entrant.player for entrant in entrants}


def test_past_opponents_who_have_left_are_ignored():
    assert tables(draw(field(3, 0), [("a", "dropped"), ("dropped", "b")])) == {"ab"}
