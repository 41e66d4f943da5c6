"""Every action with a state of an event that it is tested on."""

from tests.support.check_in_table import CHECK_IN_ACTIONS
from tests.support.desk_table import DESK_ACTIONS, at_table
from tests.support.entries_table import ENTRY_ACTIONS
from tests.support.played_events import reload_history
from tests.support.registration_table import REGISTRATION_ACTIONS
from tournaments.brackets.actions import call_opponent, open_matches
from tournaments.drafts.actions import adjust_pods, draw_pods, start_building
from tournaments.events.actions import phases
from tournaments.events.actions.events import change_event, change_settings, set_finals, set_reporting
from tournaments.log.actions.undo import redo, restore_to_before, restore_to_point, undo
from tournaments.players.actions.players import (
    add_players,
    bring_back_player,
    change_player,
    disqualify_player,
    drop_player,
    merge_players,
    remove_player,
)
from tournaments.players.actions.several import drop_players
from tournaments.prizes.actions import set_prizes
from tournaments.ratings.actions.seeding import take_ratings
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import (
    adjust_round,
    admit_player,
    correct_result,
    correct_seats,
    excuse_player,
)
from tournaments.rounds.actions.requests import forbid_pair, release_pair, wish_pair
from tournaments.rounds.actions.rounds import (
    cut_to_finals,
    finish_round,
    pair_next_round,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.rules.history import PhaseRecord

PRIZES = {
    1: {"rows": [{"record": "x-2", "share": "40%"}]},
    2: {"rows": [{"places": [1, 1], "sum": 50, "thing": "playmat"}], "losers_share": True},
}

# action → (state of the event, call of the action).
ACTIONS = {
    "change_event": (
        "running",
        lambda e, actor: change_event(e, actor, name="Saturday", place="Hall 2"),
    ),
    "change_settings": ("running", lambda e, actor: change_settings(e, actor, 1, rounds=4, best_of=5)),
    "set_finals": ("running", lambda e, actor: set_finals(e, actor, "mcintyre8", 8)),
    "set_hall": (
        "swiss_over_with_finals",
        lambda e, actor: set_reporting(e, actor, "slips", 10),
    ),
    "take_ratings": ("with_club_ratings", take_ratings),
    "set_prizes": (
        "swiss_over_with_finals",
        lambda e, actor: set_prizes(e, actor, {"fee": 10, "currency": "€"}, PRIZES),
    ),
    "set_finals that have prizes": ("with_prizes", lambda e, actor: set_finals(e, actor, "single", 4)),
    "add_players": ("running", lambda e, actor: add_players(e, actor, "Ada; Lantern Club\nGrace")),
    "change_player": (
        "running",
        lambda e, actor: change_player(e, actor, "p3", name="Third", club="Club"),
    ),
    "change_player for a table and a bye": (
        "running",
        lambda e, actor: change_player(e, actor, "p3", table=4, household="Mill", byes={3: "draw"}),
    ),
    "forbid_pair": ("running", lambda e, actor: forbid_pair(e, actor, "p1", "p2")),
    "wish_pair": ("fresh", lambda e, actor: wish_pair(e, actor, "p1", "Player 02")),
    "release_pair": ("with_pairs", lambda e, actor: release_pair(e, actor, "p2", "p1")),
    "remove_player who is kept apart": ("with_pairs", lambda e, actor: remove_player(e, actor, "p1")),
    "merge_players who are kept apart": (
        "with_pairs",
        lambda e, actor: merge_players(e, actor, "p2", "p1"),
    ),
    "drop_players": ("running", lambda e, actor: drop_players(e, actor, ["p3", "p4", "p3", "nobody"])),
    "drop_player": ("running", lambda e, actor: drop_player(e, actor, "Player 04")),
    "disqualify_player": ("running", lambda e, actor: disqualify_player(e, actor, at_table(e, 3))),
    "take_back_drop of a disqualification": (
        "with_a_disqualified",
        lambda e, actor: bring_back_player(e, actor, "p4"),
    ),
    "take_back_drop": ("with_a_drop", lambda e, actor: bring_back_player(e, actor, "p4")),
    "remove_player": ("with_a_newcomer", lambda e, actor: remove_player(e, actor, "Ada")),
    "merge_players": ("with_a_newcomer", lambda e, actor: merge_players(e, actor, "Ada", "p2")),
    "pair_next_round": ("ready", lambda e, actor: pair_next_round(e, actor, seed="s", publish=True)),
    "pair_next_round into the finals": (
        "swiss_over_with_finals",
        lambda e, actor: pair_next_round(e, actor, seed="s", publish=True),
    ),
    "publish_round": ("drafted", lambda e, actor: publish_round(e, actor, 1, 2)),
    "redraw_round": ("drafted", lambda e, actor: redraw_round(e, actor, 1, 2, seed="another")),
    "unpublish_round": ("published", lambda e, actor: unpublish_round(e, actor, 1, 1)),
    "finish_round": ("ready", lambda e, actor: finish_round(e, actor)),
    "cut_to_finals": (
        "swiss_over",
        lambda e, actor: cut_to_finals(e, actor, "mcintyre8", 8, publish=True),
    ),
    "make_cut": ("day_one_over", lambda e, actor: phases.make_cut(e, actor, 2)),
    "make_cut as it was never planned": (
        "day_one_over",
        lambda e, actor: phases.make_cut(e, actor, 2, cut={"losses": 1, "ties": "in"}),
    ),
    "make_cut by hand": (
        "day_one_over",
        lambda e, actor: phases.make_cut(e, actor, 2, picked=("p7", "p2", "p4")),
    ),
    "make_cut once more for who has left": ("day_two_drafted", lambda e, actor: phases.make_cut(e, actor, 2)),
    "add_phase": (
        "running",
        lambda e, actor: phases.add_phase(
            e, actor, PhaseRecord("swiss", "Day two", {"carry": True, "cut": {"top": 4}}), 1
        ),
    ),
    "change_phase": (
        "swiss_over_with_finals",
        lambda e, actor: phases.change_phase(e, actor, 2, "Top four", cut={"top": 4}, finals="single"),
    ),
    "remove_phase": ("swiss_over_with_finals", lambda e, actor: phases.remove_phase(e, actor, 2)),
    "move_phase": ("with_three_phases", lambda e, actor: phases.move_phase(e, actor, 3, 2)),
    "report_result": ("running", lambda e, actor: report_result(e, actor, 1, 2, 2, "2-1")),
    "report_result as a correction": (
        "running",
        lambda e, actor: report_result(e, actor, 1, 2, 1, "0-2"),
    ),
    "report_result in the finals": (
        "in_finals",
        lambda e, actor: report_result(e, actor, 2, 1, 2, "1-2"),
    ),
    "adjust_round": (
        "drafted",
        lambda e, actor: adjust_round(e, actor, 1, 2, "table", a="p1", table=9),
    ),
    "adjust_round by a draw": (
        "drafted",
        lambda e, actor: adjust_round(e, actor, 1, 2, "draw", pins=(1,), seed="t"),
    ),
    "adjust_round that is published": (
        "running",
        lambda e, actor: adjust_round(e, actor, 1, 2, "bye", a=at_table(e, 3), reason="a late arrival"),
    ),
    "adjust_round for a newcomer": (
        "with_a_newcomer",
        lambda e, actor: adjust_round(e, actor, 1, 2, "seat", a="p10", reason="was forgotten"),
    ),
    "correct_result and leave it": (
        "running",
        lambda e, actor: correct_result(e, actor, 1, 1, 1, "0-2"),
    ),
    "correct_result and mend": (
        "running",
        lambda e, actor: correct_result(e, actor, 1, 1, 2, "0-2", "fewest"),
    ),
    "correct_result and draw again": (
        "running",
        lambda e, actor: correct_result(e, actor, 1, 1, 2, "0-2", "draw", seed="t"),
    ),
    "correct_seats and leave it": (
        "running",
        lambda e, actor: correct_seats(e, actor, 1, 1, *first_seats(e)),
    ),
    "correct_seats and mend": (
        "running",
        lambda e, actor: correct_seats(e, actor, 1, 1, *first_seats(e), "draw", seed="t"),
    ),
    "admit_player and leave them out": (
        "with_one_forgotten",
        lambda e, actor: admit_player(e, actor, 1, 2, "p4"),
    ),
    "admit_player with the fewest tables": (
        "with_a_newcomer",
        lambda e, actor: admit_player(e, actor, 1, 2, "p10", "fewest"),
    ),
    "admit_player and draw again": (
        "with_one_forgotten",
        lambda e, actor: admit_player(e, actor, 1, 2, "p4", "draw", seed="t"),
    ),
    "excuse_player with the fewest tables": (
        "running",
        lambda e, actor: excuse_player(e, actor, 1, 2, at_table(e, 3), "fewest"),
    ),
    "excuse_player who dropped, and draw again": (
        "with_a_drop",
        lambda e, actor: excuse_player(e, actor, 1, 2, "p4", "draw", seed="t"),
    ),
    "report_result that ends a round": (
        "opened_early",
        lambda e, actor: report_result(e, actor, 2, 1, 2, "0-2"),
    ),
    "correct_result in the finals": (
        "opened_early",
        lambda e, actor: correct_result(e, actor, 2, 1, 1, "0-2", "remake"),
    ),
    "correct_result that takes a round away": (
        "opened_early",
        lambda e, actor: correct_result(e, actor, 2, 1, 1, "clear", "remake"),
    ),
    "drop_player before the finals, whose place is taken": (
        "cut_with_room",
        lambda e, actor: drop_player(e, actor, "p1"),
    ),
    "disqualify_player whose place is taken": (
        "cut_with_room",
        lambda e, actor: disqualify_player(e, actor, "p2"),
    ),
    "change_settings of the finals": (
        "half_a_round",
        lambda e, actor: change_settings(e, actor, 2, third_place=True, best_of_rounds={"3": 5}),
    ),
    "set_finals to a table of one's own": (
        "running",
        lambda e, actor: set_finals(e, actor, {"matches": [[1, "F", "S1", "S2"]]}, 2),
    ),
    "report_result of a pod": (
        "pods_running",
        lambda e, actor: report_result(e, actor, 1, 2, 2, "draw 1 2 no-show 3"),
    ),
    "report_result of a pod as a correction": (
        "pods_running",
        lambda e, actor: report_result(e, actor, 1, 2, 1, "3"),
    ),
    "correct_result of a pod and leave it": (
        "pods_running",
        lambda e, actor: correct_result(e, actor, 1, 1, 1, "draw 1 2"),
    ),
    "correct_result of a pod and draw again": (
        "pods_running",
        lambda e, actor: correct_result(e, actor, 1, 1, 2, "1", "draw", seed="t"),
    ),
    "correct_seats of pods and mend": (
        "pods_running",
        lambda e, actor: correct_seats(e, actor, 1, 1, *first_seats(e), "fewest"),
    ),
    "draw_pods": ("draft_night", lambda e, actor: draw_pods(e, actor)),
    "draw_pods again": ("with_pods", lambda e, actor: draw_pods(e, actor, seed="another")),
    "draw_pods after Swiss rounds": ("draft_ahead", lambda e, actor: draw_pods(e, actor)),
    "adjust_pods that change seats": (
        "with_pods",
        lambda e, actor: adjust_pods(e, actor, "swap", a="p1", b="p2"),
    ),
    "adjust_pods for who has left": (
        "with_pods",
        lambda e, actor: adjust_pods(e, actor, "leave", a="p5"),
    ),
    "adjust_pods that split a pod": (
        "with_one_pod",
        lambda e, actor: adjust_pods(e, actor, "split", pod=1),
    ),
    "start_building": ("with_pods", lambda e, actor: start_building(e, actor)),
    "pair_next_round of a draft": (
        "with_pods",
        lambda e, actor: pair_next_round(e, actor, publish=True),
    ),
    "pair_next_round of a draft without pods": (
        "draft_night",
        lambda e, actor: pair_next_round(e, actor, publish=True),
    ),
    "make_cut into a draft": ("draft_ahead", lambda e, actor: phases.make_cut(e, actor, 2)),
    "make_cut once more into a draft": (
        "draft_ahead_with_pods",
        lambda e, actor: phases.make_cut(e, actor, 2),
    ),
    "remove_player who sits in a pod": ("with_pods", lambda e, actor: remove_player(e, actor, "p3")),
    "merge_players who sit in pods": (
        "with_pods",
        lambda e, actor: merge_players(e, actor, "p3", "p4"),
    ),
    "open_matches": ("half_a_round", lambda e, actor: open_matches(e, actor)),
    "call_opponent": ("before_the_call", lambda e, actor: call_opponent(e, actor, "p3")),
    **DESK_ACTIONS,
    **CHECK_IN_ACTIONS,
    **REGISTRATION_ACTIONS,
    **ENTRY_ACTIONS,
    "undo": ("running", lambda e, actor: undo(e, actor)),
    "undo of one older action alone": (
        "with_a_drop",
        lambda e, actor: undo(e, actor, e.log.filter(action="report_result").last().id),
    ),
    "redo": ("taken_back", lambda e, actor: redo(e, actor, e.log.last().undoes_id)),
    "go_back": ("running", lambda e, actor: restore_to_before(e, actor, pairings(e)[0].id)),
    "go_back from finals": (
        "opened_early",
        lambda e, actor: restore_to_before(e, actor, pairings(e)[1].id),
    ),
    "go_back_to_point": (
        "running",
        lambda e, actor: restore_to_point(e, actor, e.restore_points.last().id),
    ),
}


def pairings(event):
    """Return the log entries of pairings."""
    return event.log.filter(action="pair_next_round").order_by("id")


def first_seats(event):
    """Return the players in the first seats of tables 1 and 2 of round 1."""
    return [match.seats[0].player for match in reload_history(event).phase(1).rounds[0].matches[:2]]
