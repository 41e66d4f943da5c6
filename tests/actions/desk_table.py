"""The actions of the hall: the clock, announcements, what players report, what phones tell the desk."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.actions.conftest import told
from tests.actions.staff_table import STAFF
from tournaments.actions.desk import announcements, messages
from tournaments.actions.log import restore_points
from tournaments.actions.players import erasure, players
from tournaments.actions.results import player_reports, results
from tournaments.actions.rounds import clock, rounds

HALL = {
    "start_clock": ("running", lambda e, by: clock.start_clock(e, by, 1, 2)),
    "pause_clock": ("with_a_clock", lambda e, by: clock.pause_clock(e, by, 1, 2)),
    "resume_clock": ("with_a_stopped_clock", lambda e, by: clock.resume_clock(e, by, 1, 2)),
    "change_clock": ("with_a_clock", lambda e, by: clock.change_clock(e, by, 1, 2, 5)),
    "change_clock that is stopped": (
        "with_a_stopped_clock",
        lambda e, by: clock.change_clock(e, by, 1, 2, -5),
    ),
    "extend_table": ("running", lambda e, by: clock.extend_table(e, by, 1, 2, 3, 3)),
    "unpublish_round whose clock runs": (
        "published_with_a_clock",
        lambda e, by: rounds.unpublish_round(e, by, 1, 1),
    ),
    "announce": ("running", lambda e, by: announcements.announce(e, by, "Lunch until 14:00")),
    "announce nothing any more": ("with_words_said", lambda e, by: announcements.announce(e, by, "")),
    "claim_result": ("running", lambda e, by: claim(e, by, 2, 0, "2-1")),
    "claim_result of who drops": ("running", lambda e, by: claim(e, by, 2, 1, "draw", drop=True)),
    "claim_result that disputes": ("claimed", lambda e, by: claim(e, by, 2, 1, "1-2")),
    "claim_result that is changed": ("claimed", lambda e, by: claim(e, by, 2, 0, "2-1")),
    "agree_result": ("claimed", lambda e, by: claim(e, by, 2, 1, "2-0")),
    "settle_claims": (
        "claimed",
        lambda e, by: player_reports.settle_claims(
            e, replace(by, now=datetime.now(UTC) + timedelta(hours=1))
        ),
    ),
    "report_result of a disputed table": (
        "disputed",
        lambda e, by: results.report_result(e, by, 1, 2, 2, "1-2"),
    ),
}

# The same of what is kept in rows alone: no history changes, so that there is nothing to take back.
MESSAGES = {
    "late_report": ("running", lambda e, by: claim(e, by, 1, 0, "0-2")),
    "call_judge": ("running", lambda e, by: messages.call_judge(e, by, at_table(e, 3))),
    "close_message": ("called", lambda e, by: messages.close_message(e, by, e.messages.get().pk)),
    "renew_link": ("running", lambda e, by: players.renew_link(e, by, "p1")),
    "erase_player": ("running", lambda e, by: erasure.erase_player(e, by, "p1", "Player 01")),
    "renew_links": ("running", lambda e, by: players.renew_links(e, by)),
    **STAFF,
    "keep_point": ("running", lambda e, by: restore_points.keep_point(e, by, "before lunch")),
}


def claim(event, by, table, seat, said, **more):
    """What the player on a seat (from 0) of a table of round 2 says; at table 1 that of round 1."""
    number = 1 if table == 1 else 2
    matches = told(event).phase(1).rounds[number - 1].matches
    seats = next(match.players for match in matches if match.table == table)
    return player_reports.claim_result(event, by, seats[seat], 1, number, seats, said, table=table, **more)


def at_table(event, table):
    """Who sits first at a table of round 2."""
    matches = told(event).phase(1).rounds[1].matches
    return next(match.seats[0].player for match in matches if match.table == table)
