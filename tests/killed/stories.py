"""The event of the evening, created and inspected in separate processes."""

from django.contrib.auth import get_user_model
from django.test import Client

from tests.consistency import faults, parts_of
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.models import Event, LogEntry, Player
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord

ROUNDS = 5


def begin(number: int) -> dict:
    """Create an event of eight players before round 1, with its organiser signed in."""
    user, _is_new = get_user_model().objects.get_or_create(username="organiser")
    phase = PhaseRecord(SWISS, settings={"rounds": ROUNDS})
    by = Actor(user.username, user)
    event = events.create_event(by, EventHistory(f"Evening {number}", "magic", phases=(phase,)))
    players.add_players(event, by, "\n".join(f"Player {number}" for number in range(1, 9)))
    event = Event.objects.get(pk=event.pk)
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    story = {"pk": event.pk, "since": event.version, "begun": parts_of(event), "session": session}
    return looked_at(story | {"slug": event.slug, "at": f"/e/{event.slug}/"}, [])


def looked_at(story: dict, done: list) -> dict:
    """Return the current story, with faults in the rows and lost acknowledged actions."""
    event = Event.objects.get(pk=story["pk"])
    history = load_history(event)
    round_ = history.phase(1).rounds[-1] if history.phase(1).rounds else None
    tokens = dict(Player.objects.filter(event=event).values_list("key", "token"))
    matches = [
        {
            "table": match.table,
            "players": match.players,
            "tokens": [tokens[player] for player in match.players],
            "said": match.reported or any(seat.claim for seat in match.seats),
        }
        for match in (round_.matches if round_ else ())
        if match.table
    ]
    known = set(LogEntry.objects.filter(event=event).values_list("key", flat=True))
    lost = [f"lost: {path} {key}" for key, path in done if key not in known]
    is_over = bool(round_) and round_.number == ROUNDS and all(match.reported for match in round_.matches)
    return story | {
        "round": round_.number if round_ else 1,
        "matches": matches,
        "over": is_over,
        "version": event.version,
        "faults": lost + faults(event, story["since"], story["begun"]),
    }
