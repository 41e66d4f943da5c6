"""manage.py move_to ADDRESS: copy all data of the site into another, empty database."""

from ...log.actions.archives import move_to
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Copy all data of the site, including accounts, to another, empty database. Stop the site first. "
        "Prints nothing until it is done, which takes some minutes for hundreds of big events."
    )

    def add_arguments(self, parser):
        parser.add_argument("address", metavar="ADDRESS", help="as DATABASE_URL: postgresql://user@host/name")

    def handle(self, address, **options):
        moved = move_to(address)
        self.print_table([("table", "rows"), *((table, rows) for table, rows in moved.rows.items() if rows)])
        self.stdout.write(
            f"\nAll rows were checked and are the same, and so are the files of {moved.events} events.\n"
            "Next: set DATABASE_URL to that address on every host, then start the site again."
        )
