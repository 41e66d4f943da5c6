"""Actions of the desk: timer, announcements, players' reports, messages."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.support.achievements import offered_values
from tests.support.entries_table import ENTRY_ROW_ACTIONS
from tests.support.played_events import MARKED_ORIGIN, reload_history
from tests.support.registration_table import REGISTRATION_ROW_ACTIONS
from tests.support.staff_table import STAFF_ACTIONS
from tournaments.desk.actions import announce, call_judge, close_message
from tournaments.lists.actions import change_list, check_list, send_list, set_lists
from tournaments.log.actions.undo import create_restore_point
from tournaments.models import AchievementTick
from tournaments.players.actions import check_in, erasure, picks
from tournaments.players.actions.players import renew_link, renew_links
from tournaments.results.actions import reports
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import (
    change_clock,
    extend_table,
    pause_clock,
    resume_clock,
    start_clock,
    unpublish_round,
)
from tournaments.rules.history.players import AFTER_CUT, REQUIRED, ListSettings
from tournaments.screens.actions import renew_screen_link
from tournaments.series.actions.ticks import set_achievement, tick_achievements

DESK_ACTIONS = {
    "start_clock": ("running", lambda e, actor: start_clock(e, actor, 1, 2)),
    "pause_clock": ("with_a_clock", lambda e, actor: pause_clock(e, actor, 1, 2)),
    "resume_clock": ("with_a_stopped_clock", lambda e, actor: resume_clock(e, actor, 1, 2)),
    "change_clock": ("with_a_clock", lambda e, actor: change_clock(e, actor, 1, 2, 5)),
    "change_clock that is stopped": (
        "with_a_stopped_clock",
        lambda e, actor: change_clock(e, actor, 1, 2, -5),
    ),
    "set_lists": (
        "running",
        lambda e, actor: set_lists(e, actor, ListSettings(ask=REQUIRED, visible=AFTER_CUT)),
    ),
    "extend_table": ("running", lambda e, actor: extend_table(e, actor, 1, 2, 3, 3)),
    "unpublish_round whose clock runs": (
        "published_with_a_clock",
        lambda e, actor: unpublish_round(e, actor, 1, 1),
    ),
    "announce": ("running", lambda e, actor: announce(e, actor, "Lunch until 14:00")),
    "announce nothing any more": (
        "with_an_announcement",
        lambda e, actor: announce(e, actor, ""),
    ),
    "claim_result": ("running", lambda e, actor: submit_report(e, actor, 2, 0, "2-1")),
    "claim_result of who drops": (
        "running",
        lambda e, actor: submit_report(e, actor, 2, 1, "draw", drop=True),
    ),
    "claim_result that disputes": ("claimed", lambda e, actor: submit_report(e, actor, 2, 1, "1-2")),
    "claim_result that is changed": ("claimed", lambda e, actor: submit_report(e, actor, 2, 0, "2-1")),
    "agree_result": ("claimed", lambda e, actor: submit_report(e, actor, 2, 1, "2-0")),
    "settle_claims": (
        "claimed",
        lambda e, actor: reports.confirm_expired_reports(
            e, replace(actor, now=datetime.now(UTC) + timedelta(hours=1))
        ),
    ),
    "dispute_result": ("reported_by_picks", lambda e, actor: picks.dispute_result(e, actor, at_table(e, 3))),
    "accept_origin with waiting results": (
        "reported_by_marked_picks",
        lambda e, actor: picks.accept_origin(e, actor, MARKED_ORIGIN),
    ),
    "free_origin with open reports": (
        "reported_by_marked_picks",
        lambda e, actor: picks.free_origin(e, actor, MARKED_ORIGIN),
    ),
    "free_pick with an open report": (
        "reported_by_a_pick",
        lambda e, actor: picks.free_pick(e, actor, pick_at_table(e, 3)),
    ),
    "report_result of a disputed table": (
        "disputed",
        lambda e, actor: report_result(e, actor, 1, 2, 2, "1-2"),
    ),
}


def tick_second_achievement(event, actor):
    seats = reload_history(event).phase(1).rounds[1].match_at(3).players
    return tick_achievements(event, actor, seats[1], 1, 2, seats, offered_values(event))


def confirm_first_achievement(event, actor):
    seats = reload_history(event).phase(1).rounds[1].match_at(1).players
    ticks = list(AchievementTick.objects.values_list("pk", flat=True))
    return tick_achievements(event, actor, seats[1], 1, 2, seats, None, ticks)


# Actions that change rows outside the history, or are outside undo: nothing to undo.
ROW_ACTIONS = {
    "check_in_myself": ("partly_checked_in", lambda e, actor: check_in.check_in_myself(e, actor, "p8")),
    "late_report": ("running", lambda e, actor: submit_report(e, actor, 1, 0, "0-2")),
    "tick_achievements": ("with_achievements", tick_second_achievement),
    "confirm_achievements": ("with_achievements", confirm_first_achievement),
    "set_achievement": (
        "with_achievements",
        lambda e, actor: set_achievement(e, actor, 1, 2, 3, at_table(e, 3), offered_values(e)[0], True),
    ),
    "remove_achievement": (
        "with_achievements",
        lambda e, actor: set_achievement(e, actor, 1, 2, 1, at_table(e, 1), offered_values(e)[0], False),
    ),
    "call_judge": ("running", lambda e, actor: call_judge(e, actor, at_table(e, 3))),
    "close_message": ("called", lambda e, actor: close_message(e, actor, e.messages.get().pk)),
    "pick_name": ("with_picks_on", lambda e, actor: picks.pick_name(e, actor, "p1", "a-phones-secret-")),
    "contest_pick": ("picked", lambda e, actor: picks.contest_pick(e, actor, "p2")),
    "free_pick": ("picked", lambda e, actor: picks.free_pick(e, actor, e.picks.first().pk)),
    "confirm_pick": ("picked", lambda e, actor: picks.confirm_pick(e, actor, e.picks.first().pk)),
    "accept_origin": ("marked", lambda e, actor: picks.accept_origin(e, actor, MARKED_ORIGIN)),
    "free_origin": ("marked", lambda e, actor: picks.free_origin(e, actor, MARKED_ORIGIN)),
    "delete_origins": ("marked", lambda e, actor: picks.delete_origins(e, actor)),
    "renew_hall_link": ("running", lambda e, actor: picks.renew_venue_code(e, actor)),
    "renew_link": ("running", lambda e, actor: renew_link(e, actor, "p1")),
    "erase_player": ("running", lambda e, actor: erasure.erase_player(e, actor, "p1", "Player 01")),
    "renew_links": ("running", lambda e, actor: renew_links(e, actor)),
    "renew_screen_link": ("running", renew_screen_link),
    "send_list": ("with_lists", lambda e, actor: send_list(e, actor, "p3", "60 Mountain")),
    "change_list": ("with_lists", lambda e, actor: change_list(e, actor, "p1", "60 Forest", "typo")),
    "check_list": (
        "with_lists",
        lambda e, actor: check_list(e, actor, "p2", passed=True, note="after a change"),
    ),
    **STAFF_ACTIONS,
    **REGISTRATION_ROW_ACTIONS,
    **ENTRY_ROW_ACTIONS,
    "keep_point": ("running", lambda e, actor: create_restore_point(e, actor, "before lunch")),
}


def submit_report(event, actor, table, seat, result_text, **options):
    """Report as the player on a seat (from 0) of a table of round 2, or for table 1 of round 1."""
    number = 1 if table == 1 else 2
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    seats = next(match.players for match in matches if match.table == table)
    return reports.submit_report(
        event, actor, seats[seat], 1, number, seats, result_text, table=table, **options
    )


def pick_at_table(event, table):
    """Return the id of the pick of the player in the first seat of a table of round 2; 0 without one."""
    return (
        event.picks.filter(player__public_id=at_table(event, table)).values_list("pk", flat=True).first() or 0
    )


def at_table(event, table):
    """Return the player in the first seat of a table of round 2."""
    matches = reload_history(event).phase(1).rounds[1].matches
    return next(match.seats[0].player for match in matches if match.table == table)
