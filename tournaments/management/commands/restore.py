"""manage.py restore FILE: restore the events of a backup and print their slugs."""

from ...log.actions import backups
from ..shell import ShellCommand


class Command(ShellCommand):
    help = "Restore the events of a backup and print their slugs."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="a file written by `backup`")
        parser.add_argument("--event", metavar="SLUG", default="", help="restore only this event")
        parser.add_argument(
            "--as", metavar="SLUG", default="", dest="as_", help="restore it under this address"
        )

    def handle(self, file, event, as_, **options):
        accounts = set()
        for restored in backups.restore(file, event, as_):
            self.stdout.write(restored.slug)
            accounts.update(restored.accounts)
        for name in sorted(accounts):
            self.stderr.write(
                f"Account “{name}” has no password yet. Set one with: manage.py changepassword {name}"
            )
