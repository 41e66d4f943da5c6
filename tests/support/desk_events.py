"""Small events of an organiser with an account, for tests of views and in browsers.

Tests of actions take `played_events`, which needs no account and has more states.
"""

from tests.support.database_states import cached_state
from tournaments.changes.change import Actor
from tournaments.events.actions.events import create_event
from tournaments.models import Event, Round
from tournaments.players.actions.players import add_players
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.history import BRACKET, DRAFT_PODS, FINISHED, SWISS, EventHistory, PhaseRecord
from tournaments.web.answers import new_idempotency_key

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"]


def actor_of(user) -> Actor:
    return Actor(user.username, user)


@cached_state
def friday(user, names=NAMES, rounds=3, finals=None, rulebook="magic") -> Event:
    """“Friday night” with its players; `finals` is (system, size)."""
    phases = [PhaseRecord(SWISS, "Swiss", {"rounds": rounds})]
    if finals:
        settings = {"finals": finals[0], "cut": {"top": finals[1]}}
        phases.append(PhaseRecord(BRACKET, "Finals", settings))
    event = create_event(actor_of(user), EventHistory("Friday night", rulebook, phases=tuple(phases)))
    if names:
        add_players(event, actor_of(user), "\n".join(names))
    return fresh(event)


@cached_state
def draft_night(user, names) -> Event:
    """“Draft night” with its players: one draft, no pods yet."""
    phase = PhaseRecord(DRAFT_PODS, "Booster draft")
    event = create_event(actor_of(user), EventHistory("Draft night", "magic", phases=(phase,)))
    add_players(event, actor_of(user), "\n".join(names))
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


@cached_state
def paired(event: Event, user, publish=True) -> Event:
    pair_next_round(event, actor_of(user), seed="a seed", publish=publish)
    return fresh(event)


@cached_state
def reported(event: Event, user, count=None, result_text="2-1") -> Event:
    """Results of the first `count` tables of the open round, of all without a number."""
    row = open_round(event)
    for match in row.matches.exclude(table=None)[:count]:
        report_result(event, actor_of(user), row.phase.number, row.number, match.table, result_text)
    return fresh(event)


def open_round(event: Event) -> Round:
    return (
        Round.objects.filter(phase__event=event)
        .exclude(state=FINISHED)
        .order_by("phase__number", "number")
        .first()
    )


@cached_state
def played(event: Event, user, rounds=1) -> Event:
    """So many rounds drawn, published and reported; the last one is not finished yet."""
    for _ in range(rounds):
        paired(event, user)
        reported(event, user)
    return fresh(event)


def form(event: Event, /, **fields) -> dict:
    """Return the fields of a form on a page that has just been loaded."""
    return {"key": new_idempotency_key(), "version": fresh(event).version, **fields}
