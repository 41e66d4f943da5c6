"""manage.py restore FILE: restore the events of a backup and print their slugs."""

from ...actions.log import backups
from ..shell import ShellCommand


class Command(ShellCommand):
    help = "Make the events of a backup again; prints their slugs."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="what `backup` has written")
        parser.add_argument("--event", metavar="SLUG", default="", help="only this one")
        parser.add_argument("--as", metavar="SLUG", default="", dest="as_", help="under this address")

    def handle(self, file, event, as_, **options):
        accounts = set()
        for restored in backups.restore(file, event, as_):
            self.stdout.write(restored.slug)
            accounts.update(restored.accounts)
        for name in sorted(accounts):
            self.stderr.write(
                f"Account “{name}” was made without a password: manage.py changepassword {name}"
            )
