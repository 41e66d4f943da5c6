"""The pictures of link previews. Pages name their hash in the address, so that chats fetch a new one."""

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from .. import access
from ..access.clubs import get_visible_club
from ..models import Preview
from .pages import get_club_preview


@require_safe
def event_picture(request, slug):
    """Return the picture of an event that is not private."""
    event = access.get_visible_event(request, slug)
    return send(request, Preview.objects.filter(event=event), event.shown_preview)


@require_safe
def club_picture(request, slug):
    """Return the picture of a published club."""
    club = get_visible_club(request, slug)
    return send(request, Preview.objects.filter(club=club), get_club_preview(club))


def send(request, rows, picture_hash: str) -> HttpResponse:
    """Return the picture with this hash; Http404 while it is not drawn. Caches ask before each use."""
    etag = f'"{picture_hash}"'
    response = get_conditional_response(request, etag) if picture_hash else None
    if response is None:
        picture = picture_hash and rows.filter(hash=picture_hash).values_list("picture", flat=True).first()
        if not picture:
            raise Http404
        response = HttpResponse(bytes(picture), content_type="image/png")
    response["ETag"], response["Cache-Control"] = etag, "public, no-cache"
    return response
