"""Names that phones pick, and what the desk sees of them."""

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, match_at, pair, reload_event, reload_history
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_settings
from tournaments.models import Pick
from tournaments.models.player import new_token
from tournaments.players.actions import picks
from tournaments.players.pages.roster import get_picked_results, get_picks
from tournaments.results.actions.reports import submit_report
from tournaments.rules.history import PHONE, PICK

# Hashes of an address and a browser.
ORIGIN, OTHER_ORIGIN = "a" * 64, "b" * 64


@cached_state
def make_event():
    """Return an event with four players in round 1, where anyone may report."""
    event = make(4, rounds_set=2)
    change_settings(event, ME, 1, reporting="anyone")
    pair(event)
    return reload_event(event)


def sides(event, table=1):
    return match_at(event, table, 1).players


def pick(event, key, token="", origin="", now=None):
    actor = Actor(key, source=PICK, now=now)
    return picks.pick_name(reload_event(event), actor, key, token or new_token(), origin)


def submit(event, key, result_text, token="", **options):
    """Report table 1 of round 1: with a pick's token, or without one from the personal link."""
    actor = Actor(
        reload_history(event).names[key], source=PICK if token else PHONE, now=options.pop("now", None)
    )
    seats = sides(event)
    return submit_report(
        reload_event(event), actor, key, 1, 1, seats, result_text, table=1, pick_token=token, **options
    )


def agree(event, result_text="2-0"):
    """Let picks of both players at table 1 report the same; return their tokens."""
    tokens = {key: pick(event, key) for key in sides(event)}
    for key, token in tokens.items():
        submit(event, key, result_text, token)
    return tokens


def contest(event, key):
    picks.contest_pick(reload_event(event), Actor(key, source=PICK), key)


def pick_all(event, origin=ORIGIN):
    """Pick every name from one address and browser; return the tokens."""
    return {player.id: pick(event, player.id, origin=origin) for player in reload_history(event).players}


def marked_names(event):
    """Return the names that the desk sees as picked by one phone, for each origin."""
    return [tuple(names) for names in get_picks(reload_event(event)).marked.values()]


def marked_tables(event):
    """Return the tables that the desk sees as reported by picked names."""
    return [table for _phase, _round, table, _result in get_picked_results(reload_history(event))]


def reported_texts(match):
    """Return what each seat reported, in result notation; None for nothing."""
    return [seat.player_report and seat.player_report.result_text for seat in match.seats]


def only_pick(event):
    return Pick.objects.get(event=event)
