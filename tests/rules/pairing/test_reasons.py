"""The reasons for tables and byes, compared with an enumeration of all rounds."""

from collections import Counter

import pytest
from hypothesis import given

from tests.case_tables import every
from tests.rules.pairing.invented_events import EVENTS, field, played
from tests.rules.pairing.test_best_round import as_entrants, every_round, situations
from tests.rules.pairing.test_best_round import cost as plain_cost
from tests.rules.pairing.test_constrained_round import again, constrained, cost, exceptions
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import METHODS, Constraints, pair_swiss

HOW = {"seed": "s", "round_number": 2}


def met_on(player, other, others, met):
    """Count the others, without these two, whom a player has met."""
    return sum(
        (player.player, e.player) in met or (e.player, player.player) in met
        for e in others
        if e not in (player, other)
    )


def meeting_words(a, b, others, met):
    """Return the expected note on the meetings of two players with their score group."""
    count, on = len(others) - 2, f"{a.points}"
    if met_on(b, a, others, met) > met_on(a, b, others, met):
        a, b = b, a
    one, two = met_on(a, b, others, met), met_on(b, a, others, met)
    if not one + two:
        return ""
    if one == two == count:
        return f"; both have met everyone else on {on}"
    if one == count:
        return f"; {a.player} has met everyone else on {on}"
    return f"; {a.player} has met {one} of the other {count} on {on}, {b.player} {two or 'none'}"


@given(situation=situations())
def test_of_two_on_the_same_points_it_is_said_whom_there_they_have_met(situation):
    entrants, met = situation
    pairing = pair_swiss(entrants, met, method="random", allow_rematches=True, **HOW)
    groups = {}
    for e in entrants:
        groups.setdefault(e.points, []).append(e)
    for a, b in as_entrants(pairing, entrants)[0]:
        if a.points != b.points or again([(a, b)], met):
            continue
        group, text = groups[a.points], "1 point" if a.points == 1 else f"{a.points} points"
        words = f"both on {text}" + meeting_words(a, b, group, met)
        if not met and len(groups) == 1 and len(entrants) > 3:
            words = f"by lot: everyone is on {text}"
        elif len(group) == 2:
            words = f"the only two on {text}"
        assert str(pairing.why[a.player]) == str(pairing.why[b.player]) == words


@pytest.mark.parametrize("method", ["fold", "by_standing"])
@given(situation=situations())
def test_other_methods_say_it_after_the_numbers(method, situation):
    entrants, met = situation
    pairing = pair_swiss(entrants, met, method=method, allow_rematches=True, **HOW)
    for a, b in as_entrants(pairing, entrants)[0]:
        if a.points == b.points and not again([(a, b)], met):
            group = [e for e in entrants if e.points == a.points]
            text = str(pairing.why[a.player])
            assert " meets number " in text
            assert text.partition(";")[2] == meeting_words(a, b, group, met)[1:]


def possible_floaters(entrants, upper, rounds):
    """Return the players on `upper` points who are paired down in one of these rounds."""
    down = {(a, b) for tables, _bye in rounds for a, b in tables}
    down = {max(two, key=lambda e: e.points) for two in down if two[0].points != two[1].points}
    return {e.player for e in entrants if e.points == upper and e in down}


@given(situation=situations())
def test_who_could_have_been_paired_down_are_those_of_whom_a_round_as_good_pairs_down(situation):
    entrants, met = situation
    rounds = list(every_round(entrants))
    best = min(plain_cost(*round_, met, False) for round_ in rounds)
    if best[0]:
        return
    equal = [round_ for round_ in rounds if plain_cost(*round_, met, False) == best]
    pairing = pair_swiss(entrants, met, method="random", **HOW)
    tables, bye = as_entrants(pairing, entrants)
    down = [sorted(two, key=lambda e: -e.points) for two in tables if two[0].points != two[1].points]
    down_count = Counter(upper.points for upper, _lower in down)
    for upper, lower in down:
        group = [e for e in entrants if e.points == upper.points]
        could = possible_floaters(entrants, upper.points, equal)
        text = str(pairing.why[upper.player])
        points = "1 point" if upper.points == 1 else f"{upper.points} points"
        assert text.startswith(f"paired down: {points} meets {lower.points}")
        note = text.partition("; ")[2].removeprefix("past meetings leave no round with smaller gaps")
        if down_count[upper.points] > 1 or len(group) == 1:
            assert note == ""
        elif len(could) == 1:
            assert note.removeprefix("; ") == f"only {upper.player} could go"
        else:
            words = f"of the {len(could)} who could go, the lot fell on {upper.player}"
            assert note.removeprefix("; ") == words
        check_parity(text, upper, entrants, bye)


def check_parity(text, upper, entrants, bye):
    group = [e for e in entrants if e != bye]
    own = sum(e.points == upper.points for e in group)
    above = sum(e.points >= upper.points for e in group)
    raw = sum(e.points == upper.points for e in entrants)
    raw_above = sum(e.points >= upper.points for e in entrants)
    claims = {
        "nobody else is on": raw == 1,
        "-point group was odd": raw % 2 == own % 2 == 1,
        f"an odd number on {upper.points} were left": own % 2 == 1,
        f"an odd number stand on {upper.points} or more": above % 2 == raw_above % 2 == 1,
        f"an odd number on {upper.points} or more were left": above % 2 == 1,
        "past meetings leave no": above % 2 == 0,
    }
    assert [holds for words, holds in claims.items() if words in text] == [True]


@given(situation=constrained(8))
def test_who_could_have_been_paired_down_under_constraints(situation):
    entrants, met, constraints = situation
    if constraints.wished or constraints.band:
        return
    players = {e.player for e in entrants}
    rounds = [
        w for w in every_round(entrants) if not exceptions(*w, constraints, players) and not again(w[0], met)
    ]
    if not rounds:
        return
    pairing = pair_swiss(entrants, met, method="random", constraints=constraints, **HOW)
    best = min(cost(*round_, constraints, "random") for round_ in rounds)
    equal = [round_ for round_ in rounds if cost(*round_, constraints, "random") == best]
    for a, b in as_entrants(pairing, entrants)[0]:
        upper, text = max(a, b, key=lambda e: e.points), str(pairing.why[a.player])
        could = possible_floaters(entrants, upper.points, equal)
        if "who could go" in text:
            assert f"of the {len(could)} who could go, the lot fell on {upper.player}" in text
        if "only" in text and "could go" in text:
            assert could == {upper.player}


@every("size", [49, 80, 200])
def test_in_a_big_field_no_number_is_said_that_was_not_counted(size):
    text = set()
    for seed in range(max(1, EVENTS // 10)):
        for entrants, _met, pairing in played(size, 6, "random", seed, look_ahead=False):
            points = {e.player: e.points for e in entrants}
            group = Counter(points.values())
            for a, b in pairing.tables:
                words = str(pairing.why[a])
                if "who could go" in words:
                    text.add("counted")
                    assert f"of the {group[max(points[a], points[b])]} who could go" in words
                elif "the lot fell on" in words:
                    text.add("not counted")
    assert "counted" in text


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_the_bye_is_explained_by_the_byes_and_places_of_all(method, situation):
    entrants, met = situation
    if len(entrants) % 2 == 0:
        return
    by_order = method != "random"
    try:
        pairing = pair_swiss(entrants, met, method=method, **HOW)
    except RuleViolation:
        return
    one = next(e for e in entrants if e.player == pairing.bye)
    possible = {turn_of(bye, by_order) for tables, bye in every_round(entrants) if not again(tables, met)}
    passed = [e for e in entrants if turn_of(e, by_order) < turn_of(one, by_order)]
    assert not possible & {turn_of(e, by_order) for e in passed}
    assert str(pairing.why[pairing.bye]) == bye_words(one, entrants, met, by_order, len(passed))


def turn_of(e, by_order):
    return (e.byes, -e.rank, *((e.points, -e.order) if by_order else ()))


def bye_words(one, entrants, met, by_order, passed):
    fewest = sum(e.byes == one.byes for e in entrants)
    equal = sum(turn_of(e, by_order) == turn_of(one, by_order) for e in entrants)
    if passed and one.byes:
        return f"bye: the next in turn without whom the others can be paired; byes before: {one.byes}"
    if passed:
        return (
            f"bye: the lowest-ranked of the {fewest} without one, but for {passed} without whom the others "
            "cannot be paired"
        )
    if one.byes and fewest == 1:
        return f"bye: everyone else has had more than {one.byes}"
    if one.byes:
        who = f"the lowest-ranked of the {fewest}" if equal == 1 else f"one of the {equal} lowest-ranked"
        return f"bye: everyone has had {one.byes} or more; {who} with the fewest"
    lower = [e for e in entrants if turn_of(e, by_order)[1:] < turn_of(one, by_order)[1:]]
    below = sum(e.byes > 0 for e in lower)
    note = {0: "", 1: "; 1 ranked below has had one"}.get(below, f"; {below} ranked below have had theirs")
    if fewest == 1:
        return "bye: the only one who has had none" + note
    if equal == len(entrants) and not met and len({e.points for e in entrants}) == 1:
        return f"bye: by lot among all {equal}"
    if equal == fewest:
        return f"bye: one of the {fewest} without one" + note
    if equal > 1:
        return f"bye: one of the {equal} lowest-ranked of the {fewest} without one" + note
    return f"bye: the lowest-ranked of the {fewest} without one" + note


def test_a_wished_table_stands_aside_of_the_bye_and_counts_among_the_points():
    entrants = field(3, 3, 3, 3, 3, 0, 0)
    constraints = Constraints(wished=(("f", "g"),))
    pairing = pair_swiss(entrants, [("a", "b"), ("c", "d")], method="random", constraints=constraints, **HOW)
    assert str(pairing.why["f"]) == "wished by the organiser"
    assert str(pairing.why[pairing.bye]) == "bye: one of the 5 without one; wished tables left aside"
    constraints = Constraints(wished=(("a", "b"),))
    pairing = pair_swiss(field(3, 3, 3, 3), [("a", "c")], method="random", constraints=constraints, **HOW)
    assert pairing.why["c"] == pairing.why["d"]
    assert str(pairing.why["c"]) == "both on 3 points; c has met 1 of the other 2 on 3, d none"


def test_by_lot_all_can_meet_all_and_have_the_bye():
    rounds = [
        pair_swiss(field(*[0] * 5), (), method="random", seed=f"{n}", round_number=1) for n in range(300)
    ]
    met = {frozenset(table) for pairing in rounds for table in pairing.tables}
    assert len(met) == 10 and {pairing.bye for pairing in rounds} == set("abcde")
    words = {str(pairing.why[table[0]]) for pairing in rounds for table in pairing.tables}
    assert words == {"by lot: everyone is on 0 points"}


def test_who_should_be_kept_apart_from_the_lower_one_could_not_go():
    constraints = Constraints(apart=(("a", "d"), ("b", "d")))
    for seed in "stuvwxyz":
        pairing = pair_swiss(
            field(9, 9, 9, 0), (), method="random", seed=seed, round_number=1, constraints=constraints
        )
        assert str(pairing.why["d"]).endswith("since the 9-point group was odd; only c could go")


def test_who_may_never_meet_have_not_met():
    constraints = Constraints(forbidden=(("a", "b"), ("c", "d")))
    pairing = pair_swiss(field(3, 3, 3, 3), (), method="random", constraints=constraints, **HOW)
    assert {str(why) for why in pairing.why.values()} == {"both on 3 points"}
