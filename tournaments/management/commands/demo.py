"""manage.py demo: events to look at and their organiser, made once; prints the login."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ...actions.change import By
from ...actions.events import events
from ...actions.results import results
from ...actions.rounds import rounds
from ...rules import event_file
from ..shell import Command as Shell

ORGANISER = "organiser"
FILES = Path(__file__).parent.parent / "demo"


class Command(Shell):
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
    """The demo organiser's first password: this site's own, for the demo may be open to a whole hall."""
    return salted_hmac("tournaments.demo", ORGANISER).hexdigest()[:8]


def make(told, owner):
    """Import the demo's event file, then play it on as told: round by round, its results by table.

    The event began on the latest such day of the week.
    """
    event = event_file.read(told["event_file"])
    began = datetime.fromisoformat(event.starts_at)
    began += timedelta(weeks=(timezone.now() - began).days // 7)
    row = events.import_event(replace(event, starts_at=began.isoformat()), By(owner.get_username(), owner))
    by = By(owner.username, owner)
    for round_ in told["played"]:
        drawn = rounds.pair_next_round(row, by, seed=round_["seed"], publish=True)
        for table, said in enumerate(round_["results"], 1):
            results.report_result(row, by, drawn.phase, drawn.round.number, table, said)
