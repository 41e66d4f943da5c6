"""Invariants of an event's rows after any action."""

from django.db import connection

from tests.support.consistency import misfits
from tournaments.history import load
from tournaments.history.cache import load_history_with_log
from tournaments.models import LogEntry, Match, Phase, Player, Round
from tournaments.rules import event_file
from tournaments.rules.standings.standings import standings


def assert_sound(event):
    """Check that rows are consistent, log and version agree, and the event file has the same standings."""
    connection.check_constraints()
    event = type(event).objects.get(pk=event.pk)
    assert_log_complete(event)
    assert_rows_consistent(event)
    assert misfits(event) == []
    history = load.add_registrations(event, load_history_with_log(event))
    copy = event_file.read_text(event_file.text(history))
    for phase in history.all_phases:
        live = standings(phase, live=True)
        assert live == standings(copy.phase(phase.number), live=True)


def assert_log_complete(event):
    """Check that every version but the first has its log entry, in order."""
    lines = LogEntry.objects.filter(event=event, version__gt=0).order_by("id")
    versions = list(lines.values_list("version", flat=True))
    assert versions == sorted(set(versions))
    assert not versions or versions[-1] == event.version


def assert_rows_consistent(event):
    phases = list(Phase.objects.filter(event=event).order_by("number").values_list("number", flat=True))
    assert phases == list(range(1, len(phases) + 1))
    order = list(Player.objects.filter(event=event).order_by("order").values_list("order", flat=True))
    assert order == list(range(len(order)))
    for phase in Phase.objects.filter(event=event):
        rounds = list(Round.objects.filter(phase=phase).order_by("number").values_list("number", flat=True))
        assert rounds == list(range(1, len(rounds) + 1)), phase
    assert not Match.objects.filter(round__phase__event=event, seats=None).exists()
