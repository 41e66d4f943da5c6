"""The proof of a draw stays with its round until its pairings change."""

from tests.support.played_events import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
    swap_first_seats,
)
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.rounds import pair_next_round, publish_round, redraw_round
from tournaments.rules import event_file
from tournaments.rules.history import ProofRecord
from tournaments.rules.rounds.draw_verification import HOLDS, verify_draw


def proof_of(event, number=1):
    return reload_history(event).phase(1).rounds[number - 1].proof


def test_the_proof_of_a_draw_is_stored_and_exported(db):
    event = make(9)
    play_round(event, "one")
    pair_next_round(reload_event(event), ME)
    proof = proof_of(event, 2)
    assert proof == ProofRecord(0, 1, 1, "bound")
    file = event_file.text(reload_history(event))
    assert '"proof": {"rematches": 0, "pair_downs": 1, "gap": 1, "by": "bound"}' in file
    assert event_file.read_text(file).phase(1).rounds[1].proof == proof
    redraw_round(reload_event(event), ME, 1, 2)
    assert proof_of(event, 2) == proof


def test_results_and_publishing_keep_the_proof(db):
    event = make(8)
    pair_next_round(event, ME)
    proof = proof_of(event)
    publish_round(reload_event(event), ME, 1, 1)
    report(event, 1, "2-1")
    assert proof and proof_of(event) == proof


def test_a_manual_swap_removes_the_proof_until_undo(db):
    event = make(8)
    pair(event)
    proof = proof_of(event)
    swap_first_seats(event)
    assert proof and proof_of(event) is None
    undo(reload_event(event), ME)
    assert proof_of(event) == proof


def test_another_table_number_keeps_the_proof(db):
    event = make(8)
    pair_next_round(event, ME)
    proof, moved = proof_of(event), reload_history(event).phase(1).rounds[0].matches[0].seats[0].player
    adjust_round(reload_event(event), ME, 1, 1, "table", a=moved, table=9)
    assert proof and proof_of(event) == proof


def test_verification_of_a_manual_draw_names_its_log_entry(db):
    event = make(16)  # so many that the same round is not proof again by chance
    pair_next_round(event, ME)
    adjust_round(reload_event(event), ME, 1, 1, "draw", seed="hand")
    checked = verify_draw(load_history_with_log(reload_event(event)).phase(1), 1)
    assert checked.round.proof is None and not checked.same
    assert (checked.seed_check, checked.draws) == (HOLDS, 1)
    log = list(reload_event(event).log.order_by("id"))
    assert {log[table.line - 1].action for table in checked.changed} == {"adjust_round seed hand"}
