"""manage.py demo: create demo events and their organiser once, and print the login."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ...changes.change import Actor
from ...events.actions.events import import_event
from ...models import Event
from ...results.actions.results import report_result
from ...rounds.actions.rounds import pair_next_round
from ...rules import event_file
from ..shell import ShellCommand

ORGANISER = "organiser"
FILES = Path(__file__).parent.parent / "demo"


class Command(ShellCommand):
    help = "Create the demo events and their organiser, unless they already exist."

    def add_arguments(self, parser):
        parser.add_argument("--if-empty", action="store_true", help="only in a database without other events")

    def handle(self, if_empty, **options):
        if if_empty and is_in_use():
            return
        with transaction.atomic():
            organiser, is_new = get_user_model().objects.get_or_create(username=ORGANISER)
            if is_new:
                organiser.set_password(password())
                organiser.save()
                for file in sorted(FILES.glob("*.json")):
                    create_demo_event(json.loads(file.read_text(encoding="utf-8")), organiser)
        is_unchanged = organiser.check_password(password())
        self.stdout.write(f"Demo organiser: {ORGANISER}")
        self.stdout.write(f"Password:       {password() if is_unchanged else '(the one you have set)'}")


def is_in_use():
    """Return whether there are events, but no demo."""
    has_demo = get_user_model().objects.filter(username=ORGANISER).exists()
    return not has_demo and Event.objects.exists()


def password():
    """Return the initial password, different for each site: the demo may be reachable by others."""
    return salted_hmac("tournaments.demo", ORGANISER).hexdigest()[:8]


def create_demo_event(demo, owner):
    """Import the demo's event file, then play its rounds with the results in it.

    The event starts on the latest same weekday.
    """
    history = event_file.read(demo["event_file"])
    starts_at = datetime.fromisoformat(history.starts_at)
    starts_at += timedelta(weeks=(timezone.now() - starts_at).days // 7)
    actor = Actor(owner.get_username(), owner)
    event = import_event(replace(history, starts_at=starts_at.isoformat()), actor)
    for round_ in demo["played"]:
        new_round = pair_next_round(event, actor, seed=round_["seed"], publish=True)
        for table, result_text in enumerate(round_["results"], 1):
            report_result(event, actor, new_round.phase.number, new_round.round.number, table, result_text)
