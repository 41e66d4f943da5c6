"""Events in every state that a page may be looked at in, some of their names as long as names get."""

from django.contrib.auth import get_user_model

from tests.actions.conftest import STATES, finals_of, pair, reload_event, reload_history, report, report_all
from tests.views import pod_events
from tests.views.desk_events import actor_of, friday
from tournaments.actions.change import Actor
from tournaments.actions.desk import announcements, messages
from tournaments.actions.desk.staff import invite
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.actions.prizes import prizes
from tournaments.actions.results import player_reports, results
from tournaments.actions.rounds import clock, pairing_requests, rounds
from tournaments.models import Staff
from tournaments.rules import event_file

ME = Actor("organiser")
LONG_NAMES = {
    "p1": "Hugo Montalbán de la Fuente y Zamorano-Wetherington",
    "p4": "Wilhelmina-Alexandrine Quiñones",
}
PRIZES = {1: {"rows": [{"places": [1, 1], "sum": 50, "thing": "playmat"}]}}


def ended():
    """The Page play-off, played to its end."""
    event = finals_of("mcintyre4", 4)
    for _ in range(3):
        report_all(event, "2-0")
        pair(event)
    return event


def double():
    """Double elimination of eight, wider than a desktop's column."""
    event = finals_of("double", 8)
    report(event, 1, "2-1")
    return event


def busy():
    """A round far away in which everything happens that a hall has."""
    return made_busy(STATES["running"]())


def made_busy(event):
    """The same event in round 2, with a dispute, a judge call, words; run by several."""
    for role in ("owner", "judge"):
        user, _is_new = get_user_model().objects.get_or_create(username=f"{role}-of-the-night")
        Staff.objects.create(event=event, user=user, role=role)
    invite(reload_event(event), ME, "viewer")
    events.change_event(event, ME, place="The Lantern, upper floor", timezone="Pacific/Auckland")
    prizes.set_prizes(reload_event(event), ME, {"fee": 10, "currency": "€"}, PRIZES)
    pairing_requests.forbid_pair(reload_event(event), ME, "p1", "p2")
    results.report_result(reload_event(event), ME, 1, 2, 2, "draw")
    players.drop_player(reload_event(event), ME, "p7")
    clock.start_clock(reload_event(event), ME, 1, 2)
    clock.extend_table(reload_event(event), ME, 1, 2, 3, 5)
    for player, said in zip(at_table(event, 4), ("2-0", "0-2"), strict=True):
        player_reports.submit_report(reload_event(event), ME, player, 1, 2, at_table(event, 4), said)
    messages.call_judge(reload_event(event), ME, at_table(event, 3)[0])
    announcements.announce(
        reload_event(event), ME, "Lunch is served; round 3 begins at half past one, Pacific time"
    )
    return event


def at_table(event, table):
    """Ids of those who sit at a table of its second round."""
    (match,) = [match for match in reload_history(event).phase(1).rounds[1].matches if match.table == table]
    return match.players


def drafted(user):
    event = friday(user, names=["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"])
    rounds.pair_next_round(event, actor_of(user), seed="a seed", publish=False)
    return event


def imported(values, user):
    return events.import_event(event_file.read(values), actor_of(user))


def whole_hall(user, wanted):
    """{state: Event} of the states `wanted`, which are those made here and those of the actions' tests."""
    own = {
        "busy": busy,
        "ended": ended,
        "double": double,
        "drafted": lambda: drafted(user),
        "pods": lambda: imported(pod_events.two_rounds(), user),
        "wargame": lambda: imported(pod_events.wargame(), user),
    }
    hall = {name: reload_event((own.get(name) or STATES[name])()) for name in sorted(wanted)}
    for event in hall.values():
        known = {player.id for player in reload_history(event).players}
        for key, name in LONG_NAMES.items():
            if key in known:
                players.change_player(reload_event(event), ME, key, name=name)
    return {name: reload_event(event) for name, event in hall.items()}
