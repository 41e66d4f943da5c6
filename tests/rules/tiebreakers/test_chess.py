"""FIDE's tie-breaks by C.07 of 2024, in particular unplayed rounds."""

from tests.rules.round_notation import swiss, value_of
from tournaments.rules.standings.standings import standings


def opponents_at(*scores):
    """Ann loses to a new opponent each round, who ends with this score through full byes."""
    rounds = [[f"ann foe{n} 0-1"] for n in range(len(scores))]
    for n, score in enumerate(scores):
        others = [number for number in range(len(scores)) if number != n]
        for place, number in enumerate(others):
            rounds[number].append(f"foe{n} bye" if place < score - 1 else f"foe{n} x{n}{number} 0-1")
    return swiss(*(", ".join(one) for one in rounds), rulebook="chess")


def test_median_of_4_2_3_4_5_6_drops_6_and_2_and_is_16():
    event = opponents_at(4, 2, 3, 4, 5, 6)
    assert value_of("ann", event, "buchholz") == 24
    assert value_of("ann", event, "buchholz_cut1") == 22
    assert value_of("ann", event, "buchholz_median") == 16


def test_sonneborn_berger_is_each_opponents_score_times_what_was_taken_from_them():
    event = swiss("ann bob 1-0, cid dan 1-0", "ann cid 0-0, bob dan 1-0", rulebook="chess")
    # Bob has 1, Cid 1.5.
    assert value_of("ann", event, "sonneborn_berger") == 1 * 1 + 1.5 * 0.5


def test_progressive_adds_the_score_after_each_round():
    event = swiss("ann bob 1-0", "ann cid 0-1", "ann dan 0-0", rulebook="chess")
    assert value_of("ann", event, "progressive") == 1 + 1 + 1.5
    assert value_of("cid", event, "progressive") == 0 + 1 + 1


def test_an_opponents_absences_to_the_end_count_as_draws():
    # Bob leaves after round 1: to Ann he is worth 0 + ½ + ½.
    event = swiss(
        "ann bob 1-0, cid dan 1-0", "ann cid 1-0, dan bye", "ann dan 1-0, cid bye", rulebook="chess"
    )
    assert value_of("ann", event, "buchholz") == 1 + 2 + 1


def test_an_absence_with_a_match_after_it_counts_as_given():
    event = swiss("ann bob 1-0, cid dan 1-0", "ann cid 1-0", "ann dan 1-0, bob cid 1-0", rulebook="chess")
    # Bob 1, Cid 1 + 0 + 0, Dan 0 + 0 + 0: their absences stand before a match.
    assert value_of("ann", event, "buchholz") == 2


def test_an_absence_followed_by_a_forfeit_loss_alone_counts_as_a_draw_and_the_forfeit_as_none():
    event = swiss("ann bob 1-0, cid dan 1-0", "ann cid 1-0", "ann dan 1-0, bob cid no_show", rulebook="chess")
    # Bob: 0, absent ½, forfeit loss 0; Cid: 1, 0, forfeit win 1; Dan: 0, absent and then a match.
    assert value_of("ann", event, "buchholz") == 0.5 + 2 + 0


def test_a_half_point_bye_in_the_last_round_stays_a_draw_and_a_zero_point_bye_becomes_one():
    half = swiss("ann bob 1-0", "ann cid 1-0, bob half-bye", rulebook="chess")
    zero = swiss("ann bob 1-0", "ann cid 1-0, bob late", rulebook="chess")
    # Cid has lost in round 2 after an absence.
    assert value_of("ann", half, "buchholz") == value_of("ann", zero, "buchholz") == 0.5


def test_own_unplayed_round_counts_the_own_score():
    event = swiss("ann bob 1-0, cid bye", "ann bye, bob cid 1-0", rulebook="chess")
    assert value_of("ann", event, "buchholz") == 1 + 2
    assert value_of("ann", event, "sonneborn_berger") == 1 + 2
    assert value_of("cid", event, "buchholz") == 1 + 1


def test_a_forfeited_match_is_unplayed_for_both():
    event = swiss("ann bob 1-0, cid dan 1-0", "ann dan no_show, bob cid 1-0", rulebook="chess")
    # Ann forfeits: Bob's 1 and a dummy with her own 1. Dan's round against her is a dummy with his 1.
    assert value_of("ann", event, "buchholz") == 1 + 1
    assert value_of("dan", event, "buchholz") == 1 + 1


def test_cut_one_removes_a_given_up_round_first():
    event = swiss(
        "ann bob 1-0, cid dan 1-0", "ann cid 1-0, bob dan 0-1", "ann half-bye, cid dan 1-0", rulebook="chess"
    )
    # Bob is worth ½ (absent to the end), Cid 2, the half-point bye Ann's own 2½: that is cut.
    assert value_of("ann", event, "buchholz") == 0.5 + 2 + 2.5
    assert value_of("ann", event, "buchholz_cut1") == 0.5 + 2
    assert value_of("ann", event, "buchholz_median") == 0.5


def test_cut_one_of_a_bye_from_the_pairing_is_an_ordinary_round():
    event = swiss("ann bob 1-0, cid dan 1-0", "ann bye, bob cid 0-1", rulebook="chess")
    assert value_of("ann", event, "buchholz") == 0 + 2
    assert value_of("ann", event, "buchholz_cut1") == 2


def test_the_cap_of_2026_is_a_setting():
    event = swiss(
        "ann bob 1-0, cid dan 1-0", "ann bye, bob cid 1-0", "ann cid 1-0, bob dan no_show", rulebook="chess"
    )
    assert value_of("ann", event, "buchholz") == 1 + 3 + 1
    capped = event.phase(1).replace(overrides={"dummy_capped": True}).history
    # The bye: at most a draw in each of three rounds.
    assert value_of("ann", capped, "buchholz") == 1 + 1.5 + 1
    # Dan won by forfeit from Bob, who ends with 1 as he does; his absence counts it too.
    assert value_of("dan", capped, "buchholz") == 1 + 1 + 1
    # A forfeit: at most what the one who should have sat there ends with.
    event = swiss("ann bob 1-0, cid dan 1-0", "bob ann no_show, cid dan 1-0", rulebook="chess")
    assert value_of("ann", event, "buchholz") == 0 + 2
    assert (
        value_of("ann", event.phase(1).replace(overrides={"dummy_capped": True}).history, "buchholz") == 0 + 0
    )


def test_chess_columns_are_zero_before_the_first_round():
    empty = swiss("ann bob 1-0", rulebook="chess")
    for key in ("buchholz", "buchholz_cut1", "buchholz_median", "sonneborn_berger", "progressive"):
        rows = standings(empty.phase(1), after_round=0, tiebreakers=[key]).rows
        assert [row.values[key] for row in rows] == [0, 0]
        assert value_of("ann", empty, key) >= 0
