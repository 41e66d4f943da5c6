"""The registry of actions."""

import inspect
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tournaments import actions
from tournaments.changes.registry import ACTIONS, UNKNOWN, Action, find_action, register

MODULES = [import_module(module.name) for module in walk_packages(actions.__path__, "tournaments.actions.")]
# The decorator's own, and functions that check or look up the arguments of another action.
NOT_DECORATED = {
    "change.record_action",
    "admin_rows.amend_event",
    "admin_rows.amend_player",
    "admin_rows.remove_player",
    "results.player_reports.confirm_expired_reports",
}
PRINT_NAMES = """
import django
django.setup()
from tournaments.changes.registry import ACTIONS
print(*sorted(ACTIONS))
"""


def test_only_the_decorator_opens_a_change():
    openers = {module.__name__ for module in MODULES if hasattr(module, "record_action")}
    assert openers == {"tournaments.actions.change"}


def test_every_function_with_an_event_and_an_actor_is_an_action():
    functions = {
        f"{module.__name__.removeprefix('tournaments.actions.')}.{name}": function
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
    with pytest.raises(ValueError, match="two actions are called add_players"):
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
