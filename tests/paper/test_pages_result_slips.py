"""Result slips: what a table fills in under each rulebook, and how cards are dealt onto sheets."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.desk_events import NAMES, actor_of, friday, paired, played, reported
from tournaments.paper.pages.sheets import (
    SlipField,
    arrange_cards,
    blank_slips,
    build_slips,
    get_paper,
    slip_fields,
    slip_sheets,
    slip_tables,
)
from tournaments.rounds.actions.rounds import extend_table
from tournaments.rules.history import EMPTY_MAPPING, PODS
from tournaments.rules.rulebooks import GAMES, POINTS, VP


def slips_in(event, codes=EMPTY_MAPPING, waiting=False):
    paper = get_paper(event)
    return build_slips(paper, slip_tables(paper, waiting), codes)


@every(
    "is_pod, way, best_of, each, level",
    [
        (False, GAMES, 3, ("0", "1", "2"), ("1", "2")),
        (False, GAMES, 5, ("0", "1", "2", "3"), ("1", "2")),
        (False, GAMES, 2, ("0", "1", "2"), ("1", "2")),
        (False, GAMES, 1, ("",), ("",)),
        (False, POINTS, 3, (), ("",)),
        (False, VP, 1, (), ("",)),
        (True, GAMES, 1, (), ("",)),
    ],
)
def test_a_slip_has_the_fields_of_its_rulebook(is_pod, way, best_of, each, level):
    seat, table = slip_fields(is_pod, way, best_of)
    assert (seat.marks, table.marks) == (each, level)


def test_each_table_has_a_slip_and_the_bye_has_none(organiser):
    event = paired(played(friday(organiser, names=[*NAMES, "Ivo"]), organiser), organiser, publish=False)
    slips = slips_in(event, {"p1": ("http://here/", "a code")})
    assert [slip.table for slip in slips] == [1, 2, 3, 4]
    assert all([seat.seat for seat in slip.seats] == [1, 2] for slip in slips)
    seats = {seat.name: seat for slip in slips for seat in slip.seats}
    assert len(seats) == 8 and {seat.record for seat in seats.values()} == {"1–0", "0–1"}
    assert (seats["Anna"].address, seats["Anna"].code) == ("http://here/", "a code")
    assert seats["Ben"].address == ""


def test_a_time_extension_is_printed_on_the_slip(organiser):
    event = paired(friday(organiser), organiser)
    extend_table(event, actor_of(organiser), 1, 1, 2, 5)
    assert [slip.extra_minutes for slip in slips_in(event)] == [0, 5, 0, 0]
    assert {slip.terms for slip in slips_in(event)} == {"best of 3, 50 minutes"}


def test_slips_of_unreported_tables_leave_out_reported_ones(organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=3)
    assert [slip.table for slip in slips_in(event, waiting=True)] == [4]


def test_finals_name_their_match_and_cannot_be_drawn(organiser):
    event = friday(organiser, rounds=1, finals=("single", 4))
    event = paired(played(event, organiser), organiser)
    slips = slips_in(event)
    assert [slip.heading for slip in slips] == ["Semi-final 1", "Semi-final 2"]
    assert {slip.table_field for slip in slips} == {None}
    assert {seat.record for slip in slips for seat in slip.seats} == {f"seed {n}" for n in (1, 2, 3, 4)}


def test_the_largest_table_determines_the_slips_per_sheet(organiser):
    slip, *_others = slips_in(paired(friday(organiser), organiser))
    four, five = (replace(slip, seats=(slip.seats * 3)[:count]) for count in (4, 5))
    assert [slip_sheets(slips).cards_per_sheet for slips in ((), (slip,), (slip, four), (four, five))] == [
        6,
        6,
        4,
        2,
    ]


def test_a_blank_slip_has_as_many_seats_as_the_tables(organiser, event_from):
    pods = {"kind": "pods", "settings": {"rounds": 2}}
    players = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(9)]
    document = {"format": "topcut/1", "event": {"name": "Pods", "rulebook": "pods-multiplayer"}}
    event = event_from(document | {"players": players, "phases": [pods]})
    ((blank, *others),) = blank_slips(get_paper(event), sheets=1).sheets
    assert len(others) == 3 and blank.table is None and blank.is_pod
    assert [seat.seat for seat in blank.seats] == [1, 2, 3, 4] and blank.seat_field == SlipField(
        "Place (1 = won)"
    )
    assert get_paper(event).kind == PODS


@given(st.integers(0, 60), st.integers(1, 10))
def test_a_stack_that_is_cut_is_sorted(count, each):
    sheets = arrange_cards(tuple(range(count)), each, to_cut=True).sheets
    piles = [[sheet[place] for sheet in sheets] for place in range(each)] if sheets else []
    assert [card for pile in piles for card in pile if card is not None] == list(range(count))
    assert len(sheets) == len(arrange_cards(tuple(range(count)), each, to_cut=False).sheets)


@given(st.integers(1, 60), st.integers(1, 10))
def test_sheets_to_read_are_in_order(count, each):
    sheets = arrange_cards(tuple(range(count)), each, to_cut=False).sheets
    assert [card for sheet in sheets for card in sheet] == list(range(count))
    assert max(map(len, sheets)) <= each
