"""manage.py delete_contact_data: delete contact data, hashes of phones that picked names, and old copies."""

from django.utils import timezone

from ...actions.log.database_copy import delete_old_copies
from ...actions.registration.contact_data import delete_expired_contact_data
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Delete the contact data of events that ended 30 days ago, the hashes of phones that picked names "
        "once they are not needed any more, and copies of an SQLite database that were made before a "
        "migration 30 days ago. Run it every day."
    )

    def handle(self, **options):
        now = timezone.now()
        if count := delete_expired_contact_data(now):
            self.stdout.write(f"Contact data deleted, number of events: {count}")
        delete_old_copies(now)
