"""Swiss pairing by example."""

from dataclasses import replace

import pytest

from tests.case_tables import every
from tests.rules.pairing.invented_events import field
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import Entrant, pair_swiss


def draw(entrants, met=(), method="random", seed="a seed", round_number=3, **more):
    return pair_swiss(entrants, met, method=method, seed=seed, round_number=round_number, **more)


def tables(pairing):
    return {"".join(sorted(table)) for table in pairing.tables}


def meetings(words):
    return [tuple(word) for word in words.split()]


def test_two_players_meet():
    assert draw(field(0, 0)).tables in ((("a", "b"),), (("b", "a"),))


@every("count", [0, 1])
def test_one_player_is_not_a_round(count):
    with pytest.raises(RuleViolation, match="at least two players"):
        draw(field(*[0] * count))


def test_a_player_entered_twice_is_refused_by_name():
    with pytest.raises(RuleViolation, match="a is entered twice"):
        draw([Entrant("a", 0, 1), Entrant("a", 0, 1)])


def test_an_unknown_method_is_refused_with_those_there_are():
    with pytest.raises(RuleViolation, match="random, fold, by_standing"):
        draw(field(0, 0), method="swedish")


def test_equal_points_meet():
    pairing = draw(field(3, 0, 3, 0))
    assert tables(pairing) == {"ac", "bd"}
    assert (pairing.gap, pairing.rematches, pairing.proof, pairing.bye) == (0, 0, "bound", None)


def test_the_odd_one_is_paired_down_one_group():
    pairing = draw(field(9, 9, 9, 6, 6, 6))
    assert pairing.gap == 1
    reasons = {a: str(pairing.why[a]) for a, b in pairing.tables}
    [(floater, down)] = [(a, words) for a, words in reasons.items() if "paired down" in words]
    assert down == (
        "paired down: 9 points meets 6, since the 9-point group was odd; "
        f"of the 3 who could go, the lot fell on {floater}"
    )


def test_a_gap_counts_in_groups_and_not_in_points():
    assert draw(field(30, 1)).gap == 1


def test_nobody_meets_twice_while_another_round_is_possible():
    met = meetings("ac bd")
    pairing = draw(field(3, 0, 3, 0), met)
    assert tables(pairing) in ({"ab", "cd"}, {"ad", "bc"})
    assert (pairing.rematches, pairing.gap, pairing.proof) == (0, 2, "exact search")
    assert str(pairing.why["a"]) == (
        "paired down: 3 points meets 0; past meetings leave no round with smaller gaps"
    )


def test_a_rematch_is_refused_with_what_can_be_done():
    with pytest.raises(RuleViolation, match="Allow rematches for this round, or end the Swiss rounds here"):
        draw(field(3, 0), meetings("ab"))


def test_an_allowed_rematch_is_the_oldest_and_says_so():
    met = meetings("ab cd ac bd ad bc")
    pairing = draw(field(9, 3, 3, 3), met, allow_rematches=True)
    assert tables(pairing) == {"ab", "cd"}
    assert (pairing.rematches, pairing.proof) == (2, "exact search")
    assert str(pairing.why["a"]) == "rematch, met once before: no round without one exists"


def test_a_third_meeting_comes_after_a_second():
    met = meetings("ab cd ab cd ac bd ad bc")
    assert tables(draw(field(3, 3, 3, 3), met, allow_rematches=True)) == {"ac", "bd"}


def test_allowing_rematches_makes_none_that_can_be_avoided():
    met = meetings("ab cd ac bd")
    pairing = draw(field(9, 3, 3, 3), met, allow_rematches=True)
    assert tables(pairing) == {"ad", "bc"}
    assert pairing.rematches == 0


def test_the_bye_goes_to_the_lowest_ranked():
    pairing = draw(field(6, 3, 0))
    assert (pairing.bye, tables(pairing)) == ("c", {"ab"})
    assert str(pairing.why["c"]) == "bye: the lowest-ranked of the 3 without one"


def test_nobody_has_a_second_bye_before_everyone_had_the_first():
    assert draw(field(6, 3, 0, byes=(0, 0, 1))).bye == "b"


def test_the_second_bye_goes_to_the_lowest_ranked_again():
    pairing = draw(field(6, 3, 0, byes=(1, 1, 1)))
    assert pairing.bye == "c"
    assert str(pairing.why["c"]) == (
        "bye: everyone has had 1 or more; the lowest-ranked of the 3 with the fewest"
    )


def test_the_bye_moves_up_where_the_others_could_not_be_paired():
    pairing = draw(field(6, 3, 0), meetings("ab"))
    assert (pairing.bye, tables(pairing)) == ("b", {"ac"})
    assert str(pairing.why["b"]) == (
        "bye: the lowest-ranked of the 3 without one, but for 1 without whom the others cannot be paired"
    )


def test_a_second_bye_is_better_than_a_rematch():
    pairing = draw(field(6, 3, 0, byes=(1, 0, 0)), meetings("ab ac"))
    assert (pairing.bye, pairing.rematches) == ("a", 0)


def test_equally_ranked_players_draw_lots_for_the_bye():
    byes = {draw(field(0, 0, 0), seed=str(seed)).bye for seed in range(30)}
    assert byes == {"a", "b", "c"}
    assert str(draw(field(0, 0, 0)).why[draw(field(0, 0, 0)).bye]) == "bye: by lot among all 3"


def test_the_gap_of_the_bye_counts_nowhere():
    assert draw(field(9, 9, 0)).gap == 0


def test_fold_pairs_the_first_with_the_first_of_the_lower_half():
    pairing = draw(field(*[0] * 8), method="fold", round_number=1)
    assert pairing.tables == (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h"))
    assert str(pairing.why["a"]) == "on 0 points: number 1 of that group meets number 5"


def test_fold_goes_by_seeds_and_gives_the_last_seed_the_bye():
    pairing = draw(field(*[0] * 5, order=(5, 1, 2, 3, 4)), method="fold", round_number=1)
    assert pairing.bye == "a"
    assert pairing.tables == (("b", "d"), ("c", "e"))


def test_fold_sends_the_last_of_an_odd_group_down_to_stand_first_there():
    pairing = draw(field(3, 3, 3, 0, 0, 0, 0, 0), method="fold")
    assert pairing.tables == (("a", "b"), ("c", "f"), ("d", "g"), ("e", "h"))


def test_fold_shifts_as_little_as_it_can_around_a_past_meeting():
    pairing = draw(field(*[0] * 6), meetings("ad"), method="fold")
    assert tables(pairing) in ({"ae", "bd", "cf"}, {"ac", "be", "df"})


def test_by_standing_pairs_neighbours():
    pairing = draw(field(*range(8, 0, -1)), method="by_standing")
    assert pairing.tables == (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))


def test_by_standing_pairs_one_with_three_when_one_and_two_have_met():
    pairing = draw(field(*[3] * 6), meetings("ab"), method="by_standing")
    assert pairing.tables == (("a", "c"), ("b", "d"), ("e", "f"))
    assert str(pairing.why["b"]) == (
        "on 3 points: number 2 of the field meets number 4; b has met 1 of the other 4 on 3, d none"
    )


def test_by_standing_cascades_through_the_whole_field():
    pairing = draw(field(*[3] * 6), meetings("ab ac"), method="by_standing")
    assert pairing.tables == (("a", "d"), ("b", "c"), ("e", "f"))


def test_by_standing_does_not_count_the_player_with_the_bye():
    pairing = draw(field(*[3] * 7, byes=(0, 0, 0, 0, 0, 0, 1)), meetings(""), method="by_standing")
    assert pairing.bye == "f"
    assert pairing.tables == (("a", "b"), ("c", "d"), ("e", "g"))


def test_tables_stand_by_points_then_by_rank():
    pairing = draw(field(0, 0, 9, 9, 3, 3))
    assert [set(table) for table in pairing.tables] == [{"c", "d"}, {"e", "f"}, {"a", "b"}]
    by_rank = [replace(e, rank=rank) for e, rank in zip(field(3, 3, 3, 3), (4, 3, 2, 1), strict=True)]
    assert draw(by_rank).tables[0][0] == "d"


def test_points_that_differ_only_in_the_last_bit_are_one_group():
    assert draw(field(0.3, 0.1 + 0.2)).gap == 0


def test_half_points_read_as_people_write_them():
    assert str(draw(field(4.5, 4.5)).why["a"]) == "the only two on 4.5 points"


def test_every_player_has_a_reason():
    entrants = field(9, 9, 6, 6, 6, 3, 0)
    assert set(draw(entrants).why) == {entrant.player for entrant in entrants}


def test_past_opponents_who_have_left_are_no_matter():
    assert tables(draw(field(3, 0), [("a", "gone"), ("gone", "b")])) == {"ab"}
