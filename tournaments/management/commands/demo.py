"""manage.py demo: create demo events and their organiser once, and print the login."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ...actions.change import Actor
from ...actions.events import events
from ...actions.results import results
from ...actions.rounds import rounds
from ...rules import event_file
from ..shell import ShellCommand

ORGANISER = "organiser"
FILES = Path(__file__).parent.parent / "demo"


class Command(ShellCommand):
    help = "Make the demo, where it has not been made: some events, and an organiser who runs them."

    def handle(self, **options):
        with transaction.atomic():
            organiser, is_new = get_user_model().objects.get_or_create(username=ORGANISER)
            if is_new:
                organiser.set_password(password())
                organiser.save()
                for file in sorted(FILES.glob("*.json")):
                    make(json.loads(file.read_text(encoding="utf-8")), organiser)
        known = organiser.check_password(password())
        self.stdout.write(f"Demo organiser: {ORGANISER}")
        self.stdout.write(f"Password:       {password() if known else '(the one you gave them)'}")


def password():
    """Return the initial password, different for each site: the demo may be reachable by others."""
    return salted_hmac("tournaments.demo", ORGANISER).hexdigest()[:8]


def make(demo, owner):
    """Import the demo's event file, then play its rounds with the results in it.

    The event starts on the latest same weekday.
    """
    event = event_file.read(demo["event_file"])
    began = datetime.fromisoformat(event.starts_at)
    began += timedelta(weeks=(timezone.now() - began).days // 7)
    row = events.import_event(replace(event, starts_at=began.isoformat()), Actor(owner.get_username(), owner))
    actor = Actor(owner.username, owner)
    for round_ in demo["played"]:
        new_round = rounds.pair_next_round(row, actor, seed=round_["seed"], publish=True)
        for table, result_text in enumerate(round_["results"], 1):
            results.report_result(row, actor, new_round.phase, new_round.round.number, table, result_text)
