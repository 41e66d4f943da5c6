"""The registry of actions."""

import inspect
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

import tournaments
from tournaments.changes.registry import ACTIONS, UNKNOWN, Action, find_action, register

NAMES = [module.name for module in walk_packages(tournaments.__path__, "tournaments.")]
MODULES = [
    import_module(name)
    for name in NAMES
    if ".actions" in name or name.startswith(("tournaments.changes.", "tournaments.admin.rows"))
]
# The decorator's own, and functions that check or look up the arguments of another action.
NOT_DECORATED = {
    "changes.change.record_action",
    "admin.rows.amend_event",
    "admin.rows.amend_player",
    "admin.rows.remove_player",
    "results.actions.reports.confirm_expired_reports",
}
PRINT_NAMES = """
import django
django.setup()
from tournaments.changes.registry import ACTIONS
print(*sorted(ACTIONS))
"""


def test_only_the_decorator_opens_a_change():
    openers = {module.__name__ for module in MODULES if hasattr(module, "record_action")}
    assert openers == {"tournaments.changes.change"}


def test_every_function_with_an_event_and_an_actor_is_an_action():
    functions = {
        f"{module.__name__.removeprefix('tournaments.')}.{name}": function
        for module in MODULES
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if [*inspect.signature(function).parameters][:2] == ["event", "actor"]
        if function.__module__ == module.__name__
    }
    without_action = {name for name, function in functions.items() if not hasattr(function, "action")}
    assert without_action == NOT_DECORATED
    for name in functions.keys() - without_action:
        action = functions[name].action
        assert ACTIONS[action.name] is action


def test_two_actions_cannot_have_one_name():
    with pytest.raises(ValueError, match="two actions or sentences are called add_players"):
        register(name="add_players")


def test_commands_know_every_action():
    run = [sys.executable, "-c", PRINT_NAMES]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.split() == sorted(ACTIONS)


def test_the_text_of_a_log_entry_finds_its_action():
    for text in ("adjust_round", "adjust_round seed ab12", "adjust_round seed ab12: came late: Bo"):
        assert find_action(text) is ACTIONS["adjust_round"]
    assert find_action("a later version's action") is UNKNOWN


def test_the_permission_to_undo_is_the_one_to_do_it_unless_another_is_given():
    assert Action(name="x", permission="a").permission_to_undo(None) == "a"
    assert Action(name="x", permission="a", undo="b").permission_to_undo(None) == "b"
    assert Action(name="x", permission="a", undo=lambda entry: "c").permission_to_undo(None) == "c"


# The values of `log[].action` in event files, which never change, whatever functions are called.
RELEASED_NAMES = """
    accept_origin accept_registrations add_phase add_players adjust_pods adjust_round admit_player
    agree_result amend_phase amend_staff announce call_judge call_opponent change_clock change_event
    change_list change_phase change_player change_registration change_settings check_in_myself
    check_in_player check_in_waiting check_list claim_result close_message confirm_email confirm_pick
    contest_pick correct_result correct_seats create_event cut_to_finals decline_registrations
    delete_contact_data delete_origins dispute_result disqualify_player draw_pods drop_no_shows drop_player
    edit_registration enter_registration erase_player excuse_player extend_table finish_round forbid_pair
    forget_organiser free_origin free_pick free_places import_registrations invite keep_point late_report
    leave_event make_cut merge_players move_in_waitlist move_phase move_to_waitlist move_up open_matches
    pair_next_round pass_ownership pause_clock pick_name publish_round redo redraw_round register
    register_again release_pair remove_phase remove_player remove_staff renew_hall_link renew_link
    renew_links renew_screen_link report_result restore resume_clock revoke_invitation seat_instead
    send_list set_check_in set_finals set_hall set_lists set_prizes set_registration settle_claims
    start_building start_clock start_event take_back_drop take_invitation undo undo_check_in unpublish_round
    wish_pair withdraw withdraw_registrations
"""


def test_the_names_of_actions_in_event_files_never_change():
    assert set(RELEASED_NAMES.split()) <= ACTIONS.keys()
