"""manage.py delete_contact_data: delete contact data, and hashes of phones that picked names."""

from django.utils import timezone

from ...actions.registration.contact_data import delete_expired_contact_data
from ..shell import ShellCommand


class Command(ShellCommand):
    help = (
        "Delete the contact data of events that ended 30 days ago, and the hashes of phones that picked "
        "names once they are not needed any more. Run it every day."
    )

    def handle(self, **options):
        if count := delete_expired_contact_data(timezone.now()):
            self.stdout.write(f"Contact data deleted, number of events: {count}")
