"""The reasons for tables and byes, compared with an enumeration of all rounds."""

from collections import Counter

import pytest
from hypothesis import given

from tests.rules.pairing.invented_events import EVENTS, field, played
from tests.support.case_tables import every
from tests.support.pairing_cases import (
    again,
    as_entrants,
    constrained,
    constrained_cost,
    every_round,
    exceptions,
    situations,
)
from tests.support.pairing_cases import round_cost as plain_cost
from tournaments.rules.errors import RuleViolation
from tournaments.rules.pairing import METHODS, Constraints, pair_swiss

OPTIONS = {"seed": "s", "round_number": 2}


def count_met(player, other, others, met):
    """Count the others, without these two, whom a player has met."""
    return sum(
        (player.player, e.player) in met or (e.player, player.player) in met
        for e in others
        if e not in (player, other)
    )


def meeting_note(a, b, others, met):
    """Return the expected note on the meetings of two players with their score group."""
    count, on = len(others) - 2, f"{a.points}"
    if count_met(b, a, others, met) > count_met(a, b, others, met):
        a, b = b, a
    met_by_a, met_by_b = count_met(a, b, others, met), count_met(b, a, others, met)
    if not met_by_a + met_by_b:
        return ""
    if met_by_a == met_by_b == count:
        return f"; both have already played everyone else on {on}"
    second = f", {b.player} {met_by_b}" if met_by_b else ""
    if met_by_a == count:
        return f"; {a.player} has already played everyone else on {on}"
    return f"; {a.player} has already played {met_by_a} of the other {count} players on {on}{second}"


@given(situation=situations())
def test_equal_points_are_explained_with_past_meetings_in_the_group(situation):
    entrants, met = situation
    pairing = pair_swiss(entrants, met, method="random", allow_rematches=True, **OPTIONS)
    groups = {}
    for e in entrants:
        groups.setdefault(e.points, []).append(e)
    for a, b in as_entrants(pairing, entrants)[0]:
        if a.points != b.points or again([(a, b)], met):
            continue
        group, text = groups[a.points], "1 point" if a.points == 1 else f"{a.points} points"
        reason = f"Both on {text}" + meeting_note(a, b, group, met)
        if not met and len(groups) == 1 and len(entrants) > 3:
            reason = f"Random: all on {text}"
        elif len(group) == 2:
            reason = f"The only two on {text}"
        assert str(pairing.why[a.player]) == str(pairing.why[b.player]) == reason


@pytest.mark.parametrize("method", ["fold", "by_standing"])
@given(situation=situations())
def test_other_methods_add_past_meetings_after_the_numbers(method, situation):
    entrants, met = situation
    pairing = pair_swiss(entrants, met, method=method, allow_rematches=True, **OPTIONS)
    for a, b in as_entrants(pairing, entrants)[0]:
        if a.points == b.points and not again([(a, b)], met):
            group = [e for e in entrants if e.points == a.points]
            text = str(pairing.why[a.player])
            assert " plays number " in text
            assert text.partition(";")[2] == meeting_note(a, b, group, met)[1:]


def possible_floaters(entrants, upper, rounds):
    """Return the players on `upper` points who are paired down in one of these rounds."""
    down = {(a, b) for tables, _bye in rounds for a, b in tables}
    down = {max(two, key=lambda e: e.points) for two in down if two[0].points != two[1].points}
    return {e.player for e in entrants if e.points == upper and e in down}


@given(situation=situations())
def test_possible_floaters_are_paired_down_in_an_equally_good_round(situation):
    entrants, met = situation
    rounds = list(every_round(entrants))
    best = min(plain_cost(*round_, met, False) for round_ in rounds)
    if best[0]:
        return
    equal = [round_ for round_ in rounds if plain_cost(*round_, met, False) == best]
    pairing = pair_swiss(entrants, met, method="random", **OPTIONS)
    tables, bye = as_entrants(pairing, entrants)
    down = [sorted(two, key=lambda e: -e.points) for two in tables if two[0].points != two[1].points]
    down_count = Counter(upper.points for upper, _lower in down)
    for upper, lower in down:
        group = [e for e in entrants if e.points == upper.points]
        possible = possible_floaters(entrants, upper.points, equal)
        text = str(pairing.why[upper.player])
        assert text.startswith(f"Pair-down ({upper.points} v {lower.points}): ")
        note = text.partition("; ")[2]
        if down_count[upper.points] > 1 or len(group) == 1:
            assert note == ""
        elif len(possible) == 1:
            assert note == f"{upper.player} was the only candidate"
        else:
            reason = f"{upper.player} chosen at random from {len(possible)} candidates"
            assert note == reason
        check_parity(text, upper, entrants, bye)


def check_parity(text, upper, entrants, bye):
    points = "1 point" if upper.points == 1 else f"{upper.points} points"
    group = [e for e in entrants if e != bye]
    own = sum(e.points == upper.points for e in group)
    above = sum(e.points >= upper.points for e in group)
    raw = sum(e.points == upper.points for e in entrants)
    raw_above = sum(e.points >= upper.points for e in entrants)
    claims = {
        f"no one else on {points}": raw == 1,
        f"odd number on {points}": raw % 2 == own % 2 == 1,
        f"odd number left to pair on {points}": own % 2 == 1,
        f"odd number on {points} or more": above % 2 == raw_above % 2 == 1,
        f"odd number left to pair on {points} or more": above % 2 == 1,
        "earlier pairings leave no round with smaller score gaps": above % 2 == 0,
    }
    why = text.partition(": ")[2].partition("; ")[0]
    assert claims[why]


@given(situation=constrained(8))
def test_possible_floaters_under_constraints(situation):
    entrants, met, constraints = situation
    if constraints.wished or constraints.band:
        return
    players = {e.player for e in entrants}
    rounds = [
        w for w in every_round(entrants) if not exceptions(*w, constraints, players) and not again(w[0], met)
    ]
    if not rounds:
        return
    pairing = pair_swiss(entrants, met, method="random", constraints=constraints, **OPTIONS)
    best = min(constrained_cost(*round_, constraints, "random") for round_ in rounds)
    equal = [round_ for round_ in rounds if constrained_cost(*round_, constraints, "random") == best]
    for a, b in as_entrants(pairing, entrants)[0]:
        upper, text = max(a, b, key=lambda e: e.points), str(pairing.why[a.player])
        possible = possible_floaters(entrants, upper.points, equal)
        if "candidates" in text:
            assert f"{upper.player} chosen at random from {len(possible)} candidates" in text
        if "was the only candidate" in text:
            assert possible == {upper.player}


@every("size", [49, 80, 200])
def test_big_fields_have_no_uncounted_number_of_floaters(size):
    text = set()
    for seed in range(max(1, EVENTS // 10)):
        for entrants, _met, pairing in played(size, 6, "random", seed, look_ahead=False):
            points = {e.player: e.points for e in entrants}
            group = Counter(points.values())
            for a, b in pairing.tables:
                reason = str(pairing.why[a])
                if "candidates" in reason:
                    text.add("counted")
                    assert f"from {group[max(points[a], points[b])]} candidates" in reason
                elif "chosen at random" in reason:
                    text.add("not counted")
    assert "counted" in text


@pytest.mark.parametrize("method", METHODS)
@given(situation=situations())
def test_the_bye_is_explained_by_everybodys_byes_and_places(method, situation):
    entrants, met = situation
    if len(entrants) % 2 == 0:
        return
    by_order = method != "random"
    try:
        pairing = pair_swiss(entrants, met, method=method, **OPTIONS)
    except RuleViolation:
        return
    chosen = next(e for e in entrants if e.player == pairing.bye)
    possible = {turn_of(bye, by_order) for tables, bye in every_round(entrants) if not again(tables, met)}
    passed = [e for e in entrants if turn_of(e, by_order) < turn_of(chosen, by_order)]
    assert not possible & {turn_of(e, by_order) for e in passed}
    assert str(pairing.why[pairing.bye]) == bye_text(chosen, entrants, met, by_order, len(passed))


def turn_of(e, by_order):
    return (e.byes, -e.rank, *((e.points, -e.order) if by_order else ()))


def bye_text(chosen, entrants, met, by_order, passed):
    fewest = sum(e.byes == chosen.byes for e in entrants)
    equal = sum(turn_of(e, by_order) == turn_of(chosen, by_order) for e in entrants)
    if passed and chosen.byes:
        return f"Bye: next in line whose bye lets the others be paired; earlier byes: {chosen.byes}"
    if passed:
        return (
            f"Bye: lowest-ranked of the {fewest} players who haven’t had one, except {passed} whose bye "
            "would leave others unpaired"
        )
    if chosen.byes and fewest == 1:
        return f"Bye: everyone else has had more than {chosen.byes}"
    if chosen.byes:
        who = f"lowest-ranked of the {fewest} players"
        if equal > 1:
            who = f"among the {equal} lowest-ranked players"
        return f"Bye: everyone has had at least {chosen.byes}; {who} with the fewest"
    lower = [e for e in entrants if turn_of(e, by_order)[1:] < turn_of(chosen, by_order)[1:]]
    below = sum(e.byes > 0 for e in lower)
    note = {0: "", 1: "; 1 lower-ranked player has had one"}.get(
        below, f"; {below} lower-ranked players have had one"
    )
    if fewest == 1:
        return "Bye: the only player who hasn’t had one" + note
    if equal == len(entrants) and not met and len({e.points for e in entrants}) == 1:
        return f"Bye: chosen at random from all {equal} players"
    if equal == fewest:
        return f"Bye: among the {fewest} players who haven’t had one" + note
    if equal > 1:
        return "Bye: among the lowest-ranked players who haven’t had one" + note
    return "Bye: the lowest-ranked player who hasn’t had one" + note


def test_a_wished_table_is_left_out_of_the_bye_but_counted_in_score_groups():
    entrants = field(3, 3, 3, 3, 3, 0, 0)
    constraints = Constraints(wished=(("f", "g"),))
    met = [("a", "b"), ("c", "d")]
    pairing = pair_swiss(entrants, met, method="random", constraints=constraints, **OPTIONS)
    assert str(pairing.why["f"]) == "Requested by the organiser"
    assert (
        str(pairing.why[pairing.bye])
        == "Bye: among the 5 players who haven’t had one; requested pairings not counted"
    )
    constraints = Constraints(wished=(("a", "b"),))
    pairing = pair_swiss(field(3, 3, 3, 3), [("a", "c")], method="random", constraints=constraints, **OPTIONS)
    assert pairing.why["c"] == pairing.why["d"]
    assert str(pairing.why["c"]) == "Both on 3 points; c has already played 1 of the other 2 players on 3"


def test_round_1_is_explained_by_lot():
    rounds = [
        pair_swiss(field(*[0] * 5), (), method="random", seed=f"{n}", round_number=1) for n in range(300)
    ]
    met = {frozenset(table) for pairing in rounds for table in pairing.tables}
    assert len(met) == 10 and {pairing.bye for pairing in rounds} == set("abcde")
    reason = {str(pairing.why[table[0]]) for pairing in rounds for table in pairing.tables}
    assert reason == {"Random: all on 0 points"}


def test_a_club_mate_of_the_lower_player_is_no_possible_floater():
    constraints = Constraints(apart=(("a", "d"), ("b", "d")))
    for seed in "stuvwxyz":
        pairing = pair_swiss(
            field(9, 9, 9, 0), (), method="random", seed=seed, round_number=1, constraints=constraints
        )
        assert str(pairing.why["d"]).endswith("odd number on 9 points; c was the only candidate")


def test_forbidden_pairs_do_not_count_as_meetings():
    constraints = Constraints(forbidden=(("a", "b"), ("c", "d")))
    pairing = pair_swiss(field(3, 3, 3, 3), (), method="random", constraints=constraints, **OPTIONS)
    assert {str(why) for why in pairing.why.values()} == {"Both on 3 points"}
