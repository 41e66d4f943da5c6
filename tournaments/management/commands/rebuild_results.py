"""manage.py rebuild_results [SLUG]: store the results of the players of ended events again."""

from ...models import Event
from ...results.actions.player_results import rebuild_results
from ..shell import ShellCommand, get_event


class Command(ShellCommand):
    help = (
        "Store the results of the players of an ended event again, or of all of them. Profiles, records and "
        "series are read from these rows, which follow from the events."
    )

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG", nargs="?", help="default: all events")

    def handle(self, slug, **options):
        events = [get_event(slug)] if slug else Event.objects.order_by("pk").iterator()
        counts = [count for event in events if (count := rebuild_results(event))]
        self.stdout.write(f"Ended events: {len(counts)}, players with a result: {sum(counts)}")
