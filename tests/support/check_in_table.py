"""Actions of check-in, the start of the event and no-shows."""

from tests.support.played_events import reload_history
from tournaments.players.actions import check_in, several
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import bring_back_player, drop_no_shows
from tournaments.rules.history.players import CheckInSettings

CHECK_IN_ACTIONS = {
    "set_check_in": (
        "partly_checked_in",
        lambda e, actor: set_check_in(e, actor, CheckInSettings(True, closes_at="2026-11-28T12:00:00Z")),
    ),
    "check_in_player": ("partly_checked_in", lambda e, actor: check_in.check_in_player(e, actor, "p7")),
    "check_in_players": (
        "partly_checked_in",
        lambda e, actor: several.check_in_players(e, actor, ["p7", "p8", "p7"]),
    ),
    "undo_check_in": ("partly_checked_in", lambda e, actor: check_in.undo_check_in(e, actor, "p2")),
    "check_in_waiting": (
        "with_a_waitlist",
        lambda e, actor: check_in.check_in_waiting(e, actor, e.registrations.get(name="Eve").pk),
    ),
    "seat_instead": (
        "with_waiting_players_here",
        lambda e, actor: check_in.seat_instead(e, actor, "p1", e.registrations.get(name="Dan").pk),
    ),
    "start_event": ("partly_checked_in", lambda e, actor: check_in.start_event(e, actor, ["p7"], seed="s")),
    "start_event with a draft": (
        "partly_checked_in_for_a_draft",
        lambda e, actor: check_in.start_event(e, actor, (), seed="s"),
    ),
    "drop_no_shows": ("with_a_no_show", lambda e, actor: drop_no_shows(e, actor, {no_show_of(e)})),
    "take_back_drop of a late arrival": (
        "with_one_absent",
        lambda e, actor: bring_back_player(e, actor, "p9"),
    ),
}


def no_show_of(event):
    """Return the player in the second seat of table 1."""
    return reload_history(event).find_match(1, 1, 1).seats[1].player
