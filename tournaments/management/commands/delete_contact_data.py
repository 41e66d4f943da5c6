"""manage.py delete_contact_data: delete personal data that is not needed any more, and old copies."""

from django.utils import timezone

from ...accounts.actions import delete_old_mails
from ...log.actions.databases import delete_old_copies
from ...people.actions.erasing import finish_later
from ...people.actions.keeping import forget_absent_people
from ...people.actions.mails import delete_old_person_mails
from ...players.actions.erasure import delete_expired_contact_data
from ...registration.actions.mails import delete_old_counts
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Delete the contact data of events that ended 30 days ago, the hashes of phones that picked names "
        "once they are not needed, what clubs remember of people who have had no event for the months that "
        "the club has set, the rows of mails sent a day ago, and copies of an SQLite database that were made "
        "before a migration 30 days ago. Run it every day."
    )

    def handle(self, **options):
        now = timezone.now()
        # Sending deletes them, too, but on a quiet site nothing is sent for weeks.
        delete_old_mails(now)
        delete_old_person_mails(now)
        delete_old_counts(now)
        if count := delete_expired_contact_data(now):
            self.stdout.write(f"Contact data deleted, number of events: {count}")
        if count := forget_absent_people(now):
            self.stdout.write(f"People not seen for long, what was remembered deleted: {count}")
        finish_later()
        delete_old_copies(now)
