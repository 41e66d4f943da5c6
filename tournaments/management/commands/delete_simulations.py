"""manage.py delete_simulations: delete simulations that nobody has opened for 90 days."""

from django.utils import timezone

from ...lab.actions import delete_old_runs
from ..shell import ShellCommand


class Command(ShellCommand):
    help = "Delete simulations that nobody has opened for 90 days. Run it every day."

    def handle(self, **options):
        if count := delete_old_runs(timezone.now()):
            self.stdout.write(f"Simulations deleted: {count}")
