"""Backups to download: of one event for its organisers, of all for administrators."""

from tempfile import TemporaryFile

from django.http import FileResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import backups
from ...models import Event


@require_safe
@access.requires(access.MANAGE)
def event_backup(request, event):
    """Download a backup of the event, including players' links.

    The seed of the next draw is left out: organisers must not know it in advance.
    """
    return backup_download([event.slug], event.slug, with_seal=False)


@require_safe
@access.requires_superuser
def all_backup(request):
    """Download a backup of all events of the site."""
    return backup_download(
        Event.objects.order_by("pk").values_list("slug", flat=True), "topcut", with_seal=True
    )


def backup_download(slugs, name, with_seal):
    # The response closes the file when it is sent.
    file = TemporaryFile()  # noqa: SIM115
    backups.back_up(slugs, file, with_seal)
    file.seek(0)
    name = f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
    headers = {"Cache-Control": "private, no-store", "Content-Type": "application/zip"}
    return FileResponse(file, as_attachment=True, filename=name, headers=headers)
