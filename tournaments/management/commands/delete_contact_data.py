"""manage.py delete_contact_data: delete contact data, hashes of phones, old rows of mails and old copies."""

from django.utils import timezone

from ...accounts.actions import delete_old_mails
from ...log.actions.databases import delete_old_copies
from ...players.actions.erasure import delete_expired_contact_data
from ...registration.actions.mails import delete_old_counts
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Delete the contact data of events that ended 30 days ago, the hashes of phones that picked names "
        "once they are not needed, the rows of mails sent a day ago, and copies of an SQLite database that "
        "were made before a migration 30 days ago. Run it every day."
    )

    def handle(self, **options):
        now = timezone.now()
        # Sending deletes them, too, but on a quiet site nothing is sent for weeks.
        delete_old_mails(now)
        delete_old_counts(now)
        if count := delete_expired_contact_data(now):
            self.stdout.write(f"Contact data deleted, number of events: {count}")
        delete_old_copies(now)
