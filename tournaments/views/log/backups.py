"""Backups to take home: of one event, for who runs it; of all, for who runs the site."""

from tempfile import TemporaryFile

from django.http import FileResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import backups
from ...models import Event


@require_safe
@access.may(access.COURSE)
def event_backup(request, event):
    """The event with all that belongs to it, the secrets of its players' links too; not the seed of the next
    draw, which who runs the event shall not know before the others."""
    return as_backup([event.slug], event.slug, with_seal=False)


@require_safe
@access.for_administrators
def all_backup(request):
    """Every event of the site."""
    return as_backup(Event.objects.order_by("pk").values_list("slug", flat=True), "topcut", with_seal=True)


def as_backup(slugs, name, with_seal):
    # Closed by the answer, when all of it is sent.
    file = TemporaryFile()  # noqa: SIM115
    backups.back_up(slugs, file, with_seal)
    file.seek(0)
    name = f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
    headers = {"Cache-Control": "private, no-store", "Content-Type": "application/zip"}
    return FileResponse(file, as_attachment=True, filename=name, headers=headers)
