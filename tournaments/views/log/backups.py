"""Backups to download: of one event for its organisers, of all for administrators."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import backups
from ...models import Event


@require_safe
@access.requires(access.MANAGE)
def event_backup(request, event):
    """Download a backup of the event, including players' links.

    The seed of the next draw is left out: organisers must not know it in advance. So are open invitations.
    """
    return backup_download([event.slug], event.slug, for_organiser=True)


@require_safe
@access.requires_superuser
def all_backup(request):
    """Download a backup of all events of the site."""
    return backup_download(
        Event.objects.order_by("pk").values_list("slug", flat=True), "topcut", for_organiser=False
    )


def backup_download(slugs, name, for_organiser):
    """Send the backup while its events are read: all of them at once would take long, and much memory."""
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(
            True, f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
        ),
    }
    chunks = backups.stream_backup(slugs, for_organiser)
    return StreamingHttpResponse(chunks, content_type="application/zip", headers=headers)
