"""Pairing constraints: clubs kept apart, forbidden and wished pairs, and exceptions."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import (
    byes_in,
    draw_next_round,
    event_of,
    play,
    reported,
    seats_by_table,
    with_requests,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.adjustments import apply_adjustment, costs_of
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.pairing_constraints import constraints_of, grantable_wishes, names_exception
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.settings import settings


def pairs(round_):
    return {frozenset(players) for players in seats_by_table(round_).values()}


def two(*players):
    return {frozenset(pair) for pair in players}


def with_clubs(event, key="club", *groups):
    """Return the event with the players of each group in one club."""
    named = {f"p{n}": {key: f"Club {at}"} for at, group in enumerate(groups) for n in group}
    return with_requests(event, **named)


def clubmates_met(event, number, key="club"):
    shared = {player.id: getattr(player, key) for player in event.players}
    return sum(len({shared[one] for one in pair}) == 1 for pair in pairs(event.phase(1).rounds[number - 1]))


@every("key", ["club", "household"])
def test_club_mates_are_kept_apart_for_the_set_rounds(key):
    met = [0, 0, 0]
    for seed in range(12):
        event = with_clubs(event_of(8, rounds=3, apart={key: 2}), key, (1, 2, 3, 4), (5, 6, 7, 8))
        for number in range(3):
            made = next_round(event, f"{seed} {number}")
            event = made.event.phase(1).with_round(reported(made.round)).history
            met[number] += clubmates_met(event, number + 1, key)
    assert met[:2] == [0, 0] and met[2] > 0


def test_club_mates_are_kept_apart_always_if_possible():
    event = with_clubs(event_of(8, rounds=4, apart={"club": "always"}), "club", (1, 2, 3, 4), (5, 6, 7, 8))
    event = play(event, 4)
    assert [clubmates_met(event, number) for number in (1, 2, 3, 4)] == [0, 0, 0, 0]
    # Everybody has met the whole other club.
    event = play(event.phase(1).replace(overrides={"rounds": 5, "apart": {"club": "always"}}).history, 1)
    assert clubmates_met(event, 5) == 4


def test_club_names_ignore_case_and_spaces():
    event = with_requests(event_of(2), p1={"club": "Pier  9"}, p2={"club": " pier 9 "})
    now = settings_of("magic", {"apart": {"club": "always"}})
    assert constraints_of(event, now, ["p1", "p2"], 7).apart == (("p1", "p2"),)
    assert constraints_of(event, now, ["p1"], 7).apart == ()


def test_an_empty_constraint_does_not_change_the_draw():
    event = with_clubs(event_of(8), "club", (1, 2, 3, 4))
    now = settings_of("magic", {"apart": {"club": 0}})
    assert constraints_of(event, now, ["p1", "p2"], 1) == constraints_of(
        event_of(8), settings_of("magic", {}), [], 1
    )
    assert draw_next_round(event).round == draw_next_round(event_of(8)).round


def test_a_pair_separated_by_a_club_is_named():
    event = with_clubs(event_of(8, apart={"club": 1}), "club", (1, 2, 3, 4))
    reasons = {str(draw_next_round(event, f"{n}").why[f"p{at}"]) for n in range(12) for at in range(1, 9)}
    notes = [text for text in reasons if "would have played" in text]
    assert notes and all("Player 0" in text and " p1" not in text and " p2" not in text for text in notes)


def test_a_forbidden_pair_never_meets():
    for seed in range(8):
        event = replace(event_of(6, rounds=4), forbidden=(("p1", "p2"), ("p4", "p3")))
        for number in range(3):
            made = next_round(event, f"{seed} {number}")
            event = made.event.phase(1).with_round(reported(made.round)).history
        met = {pair for round_ in event.phase(1).rounds for pair in pairs(round_)}
        assert not met & two(("p1", "p2"), ("p3", "p4"))


def test_a_wish_is_granted_once_in_the_next_round():
    event = play(replace(event_of(8, rounds=4), wished=(("p1", "p2"),)), 3)
    assert frozenset(("p1", "p2")) in pairs(event.phase(1).rounds[0])
    assert all(frozenset(("p1", "p2")) not in pairs(round_) for round_ in event.phase(1).rounds[1:])


def test_several_wishes_of_a_player_are_granted_in_order():
    event = replace(event_of(8, rounds=4), wished=(("p1", "p2"), ("p3", "p1"), ("p2", "p3"), ("p5", "p6")))
    event = play(event, 3)
    first, second, third = (pairs(round_) for round_ in event.phase(1).rounds)
    assert two(("p1", "p2"), ("p5", "p6")) <= first
    assert two(("p1", "p3")) <= second
    assert two(("p2", "p3")) <= third


def test_a_wish_waits_for_an_absent_player():
    event = with_requests(replace(event_of(8, rounds=3), wished=(("p1", "p2"),)), p2={"byes": {1: "bye"}})
    event = play(event, 2)
    assert frozenset(("p1", "p2")) not in pairs(event.phase(1).rounds[0])
    assert frozenset(("p1", "p2")) in pairs(event.phase(1).rounds[1])


def test_a_granted_wish_is_explained():
    why = draw_next_round(replace(event_of(4), wished=(("p1", "p2"),))).why
    assert str(why["p1"]) == "Requested by the organiser"


def test_score_groups_can_be_bands_of_points():
    event = play(event_of(16, rounds=5, points={"win": 1, "draw": 0, "loss": 0, "bye": 1}, band=4), 3)
    gaps = set()
    for seed in range(8):
        made = draw_next_round(event, f"{seed}")
        gaps.add(made.round.proof.gap)
    assert gaps == {0}
    assert costs_of(made.event.phase(1), made.round).gap == 0


def test_the_bye_can_be_by_lot_in_the_lowest_group():
    bye_players = set()
    for seed in range(30):
        event = event_of(7, rounds=3, bye_to="random", first_round_pairing="fold")
        bye_players |= byes_in(draw_next_round(event, f"{seed}").round).keys()
    assert len(bye_players) > 3


# Exceptions

THREE_APART = (("p1", "p2"), ("p1", "p3"), ("p1", "p4"))


def test_a_refusal_names_the_players_of_the_cheapest_exception():
    event = replace(event_of(4), forbidden=THREE_APART)
    with pytest.raises(RuleViolation, match=r"if Player 0\d – Player 0\d are kept apart") as refused:
        draw_next_round(event)
    assert names_exception(refused.value)


def test_only_the_allowed_exception_is_made_and_it_is_explained():
    made = next_round(replace(event_of(4), forbidden=THREE_APART), "x", exceptions=True)
    assert len(pairs(made.round) & two(*THREE_APART)) == 1
    assert verify_draw(made.event.phase(1), 1).same
    reasons = {frozenset(m.players): str(made.why[m.players[0]]) for m in made.round.matches}
    exceptions = {pair for pair, text in reasons.items() if "; exception: they should be kept apart" in text}
    assert exceptions == pairs(made.round) & two(*THREE_APART)


def test_constraints_are_lifted_before_rematches_are_allowed():
    event = play(replace(event_of(4, rounds=4), forbidden=(("p1", "p2"), ("p3", "p4"))), 2)
    made = next_round(event, "x", exceptions=True)
    assert pairs(made.round) == two(("p1", "p2"), ("p3", "p4"))
    again = made.event.phase(1).with_round(reported(made.round)).history
    with pytest.raises(RuleViolation, match="The fewest and oldest rematches are") as refused:
        next_round(again, "y")
    assert names_exception(refused.value)
    assert len(pairs(next_round(again, "y", exceptions=True).round)) == 2


def test_too_few_players_are_no_exception():
    with pytest.raises(RuleViolation) as refused:
        next_round(event_of(1), "x", exceptions=True)
    assert not names_exception(refused.value)


def test_adjustments_refuse_forbidden_pairs():
    event = draw_next_round(event_of(6)).event
    (a, b), (c, d), _last = seats_by_table(event.phase(1).rounds[0]).values()
    event = replace(event, forbidden=((a, d),))
    with pytest.raises(RuleViolation, match=r"are kept apart\. Choose other players"):
        apply_adjustment(event.phase(1), 1, "swap", a=b, b=d)
    assert apply_adjustment(event.phase(1), 1, "swap", a=b, b=c)


def test_a_repair_separates_forbidden_pairs_and_keeps_wished_tables():
    event = draw_next_round(event_of(8)).event
    tables = list(seats_by_table(event.phase(1).rounds[0]).values())
    event = replace(event, forbidden=(tables[0],), wished=(tables[1],))
    after = apply_adjustment(event.phase(1), 1, "fewest")
    # The forbidden pair was in the round and could stay if necessary, but it is not.
    assert frozenset(tables[0]) not in pairs(after)
    assert frozenset(tables[1]) in pairs(after)
    assert len(pairs(after) & two(*tables)) == 2


@st.composite
def events(draw):
    """Draw small events with clubs, households, pairs, byes and own tables of all kinds."""
    count = draw(st.integers(4, 10))
    ids = [f"p{n}" for n in range(1, count + 1)]
    pair = st.lists(st.sampled_from(ids), min_size=2, max_size=2, unique=True).map(tuple)
    listed = draw(st.lists(pair, max_size=5, unique_by=frozenset))
    split = draw(st.integers(0, len(listed)))
    apart = draw(st.dictionaries(st.sampled_from(["club", "household"]), st.sampled_from([1, 2, "always"])))
    more = draw(st.fixed_dictionaries({}, optional={"bye_to": st.just("random"), "band": st.just(3)}))
    event = event_of(count, rounds=3, apart=apart, **more)
    facts = {
        player: {
            "club": draw(st.sampled_from(["", "A", "B"])),
            "household": draw(st.sampled_from(["", "H"])),
            "table": draw(st.sampled_from([None, None, 1, 2, 9])),
            "byes": draw(st.dictionaries(st.integers(1, 3), st.sampled_from(["bye", "loss"]), max_size=1)),
        }
        for player in ids
    }
    return with_requests(
        replace(event, forbidden=tuple(listed[:split]), wished=tuple(listed[split:])), **facts
    )


@given(events())
def test_rounds_with_any_constraints_are_complete_and_verifiable(event):
    for number in (1, 2, 3):
        try:
            made, is_legal = next_round(event, f"s{number}"), True
        except RuleViolation as refused:
            if not names_exception(refused):
                return
            made, is_legal = next_round(event, f"s{number}", exceptions=True), False
        seated = [seat.player for match in made.round.matches for seat in match.seats]
        assert sorted(seated) == sorted(player.id for player in event.players)
        assert {p.id for p in event.players if number in p.byes} <= byes_in(made.round).keys()
        assert len({match.table for match in made.round.matches}) == len(seats_by_table(made.round)) + bool(
            byes_in(made.round)
        )
        if is_legal:
            wishes = grantable_wishes(event, {player for pair in pairs(made.round) for player in pair})
            assert not pairs(made.round) & two(*event.forbidden)
            assert two(*wishes) <= pairs(made.round)
        assert verify_draw(made.event.phase(1), number).same
        event = made.event.phase(1).with_round(reported(made.round)).history


def test_settings_reach_the_pairing_constraints():
    own = {"apart_after_gaps": True, "bye_to": "random", "band": 3}
    constraints = constraints_of(event_of(2), settings_of("magic", own), ["p1", "p2"], 1)
    assert (constraints.after_gaps, constraints.bye_to, constraints.band) == (True, "random", 3)
    assert isinstance(settings_of("magic", own), settings.Settings)


def test_the_proof_counts_club_tables_if_clubs_are_kept_apart():
    event = with_clubs(event_of(4, apart={"club": 1}), "club", (1, 2, 3))
    assert draw_next_round(event).round.proof.apart == 1
    assert draw_next_round(event_of(4)).round.proof.apart is None
