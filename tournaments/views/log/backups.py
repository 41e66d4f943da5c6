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
    """The event with everything that belongs to it, players' links included.

    Without the seed of the next draw: organisers must not know it in advance.
    """
    return as_backup([event.slug], event.slug, with_seal=False)


@require_safe
@access.requires_superuser
def all_backup(request):
    """Every event of the site."""
    return as_backup(Event.objects.order_by("pk").values_list("slug", flat=True), "topcut", with_seal=True)


def as_backup(slugs, name, with_seal):
    # The response closes it once it is sent.
    file = TemporaryFile()  # noqa: SIM115
    backups.back_up(slugs, file, with_seal)
    file.seek(0)
    name = f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
    headers = {"Cache-Control": "private, no-store", "Content-Type": "application/zip"}
    return FileResponse(file, as_attachment=True, filename=name, headers=headers)
