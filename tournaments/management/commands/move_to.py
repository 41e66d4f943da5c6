"""manage.py move_to ADDRESS: copy all data of the site into another, empty database."""

from ...actions.log import site_move
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Copy all that the site keeps, accounts too, into another, empty database: stop the site first. "
        "It says nothing until it is done, some minutes for hundreds of big events."
    )

    def add_arguments(self, parser):
        parser.add_argument("address", metavar="ADDRESS", help="as DATABASE_URL: postgresql://user@host/name")

    def handle(self, address, **options):
        moved = site_move.move_to(address)
        self.columns([("table", "rows"), *((table, rows) for table, rows in moved.rows.items() if rows)])
        self.stdout.write(
            f"\nEvery row reads the same from there, and so does the file of each of {moved.events} events.\n"
            "Next: set DATABASE_URL to that address, on every host, and start the site again."
        )
