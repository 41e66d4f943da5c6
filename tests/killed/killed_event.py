"""The event of the evening, created and inspected in separate processes."""

from django.contrib.auth import get_user_model
from django.test import Client

from tests.support.consistency import faults, parts_of
from tournaments.changes.change import Actor
from tournaments.events.actions import events
from tournaments.history.cache import load_history
from tournaments.models import Event, LogEntry, Player
from tournaments.models.player import SECRET
from tournaments.players.actions.players import add_players
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord

ROUNDS = 5


def create_event(number: int) -> dict:
    """Create an event of eight players before round 1, with its organiser signed in."""
    user, _is_new = get_user_model().objects.get_or_create(username="organiser")
    phase = PhaseRecord(SWISS, overrides={"rounds": ROUNDS})
    actor = Actor(user.username, user)
    event = events.create_event(actor, EventHistory(f"Evening {number}", "magic", phases=(phase,)))
    add_players(event, actor, "\n".join(f"Player {number}" for number in range(1, 9)))
    event = Event.objects.get(pk=event.pk)
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    state = {"pk": event.pk, "since": event.version, "begun": parts_of(event), "session": session}
    return inspect_event(state | {"slug": event.slug, "at": f"/e/{event.slug}/"}, [])


def inspect_event(state: dict, acknowledged: list) -> dict:
    """Return the updated state, with faults in the rows and lost acknowledged actions."""
    event = Event.objects.get(pk=state["pk"])
    history = load_history(event)
    round_ = history.phase(1).rounds[-1] if history.phase(1).rounds else None
    tokens = dict(Player.objects.filter(event=event).values_list("public_id", SECRET))
    matches = [
        {
            "table": match.table,
            "players": match.players,
            "tokens": [tokens[player] for player in match.players],
            "is_reported": match.reported or any(seat.player_report for seat in match.seats),
        }
        for match in (round_.matches if round_ else ())
        if match.table
    ]
    known = set(LogEntry.objects.filter(event=event).values_list("key", flat=True))
    lost = [f"lost: {path} {key}" for key, path in acknowledged if key not in known]
    is_over = bool(round_) and round_.number == ROUNDS and all(match.reported for match in round_.matches)
    return state | {
        "round": round_.number if round_ else 1,
        "matches": matches,
        "is_over": is_over,
        "version": event.version,
        "faults": lost + faults(event, state["since"], state["begun"]),
    }
