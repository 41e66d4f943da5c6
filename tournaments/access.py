"""Who may see and do what: the whole policy on one page."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from .models import Event, Staff


def event_to_see(request, slug) -> Event:
    """Every event may be looked at by everybody; 404 where there is none."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404
    return event


def event_to_run(request, slug) -> Event:
    """Who made an event runs it, with those it was shared with; PermissionDenied for others."""
    event = event_to_see(request, slug)
    if not may_run(request.user, event):
        raise PermissionDenied
    return event


def may_run(user, event: Event) -> bool:
    return user.is_authenticated and (
        user.is_superuser or Staff.objects.filter(event=event, user=user).exists()
    )


def may_create(user) -> bool:
    """Whoever has an account may run an event of their own."""
    return user.is_authenticated


def require_account(request):
    """PermissionDenied unless the visitor may make events."""
    if not may_create(request.user):
        raise PermissionDenied
