"""Pages of clubs: the public page, and the desk with events, staff, settings and log."""

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..access.clubs import (
    MANAGE_CLUB,
    OWN_CLUB,
    SEE_CLUB,
    get_club_permissions,
    get_visible_club,
    requires_at_club,
)
from ..access.people_links import get_published_club
from ..events.pages.calendar import calendar_response
from ..events.pages.catalogue import list_events
from ..models import Club, ClubStaff, Invitation, Staff
from ..people.pages.requests import list_requests
from ..web.answers import attempt, get_actor, post_data, run_action
from ..web.club_layout import render_club_desk
from ..web.forms import form_errors_text
from ..web.layout import DANGER_ZONE, render_settings_page
from ..web.links import absolute_url, qr
from . import actions
from .actions import change_logo, move_event
from .forms import ClubForm, ClubRoleForm, LogoForm, MoveForm, PublishForm
from .pages import (
    access_changes,
    calendar_events,
    club_log,
    club_page_context,
    list_club_events,
    list_club_staff,
)


@require_safe
def club_page(request, slug):
    """Show when the club plays next, what runs, and who has won."""
    club = get_visible_club(request, slug)
    if not club.is_published:
        return redirect("club_desk", club.slug)
    return render(request, "clubs/page.jinja", club_page_context(request, club))


LISTS = (
    ("running", gettext_noop("Live now")),
    ("upcoming", gettext_noop("Upcoming")),
    ("past", gettext_noop("Past")),
)


@require_safe
def events_page(request, slug):
    """List all public events of a published club."""
    club = get_visible_club(request, slug)
    if not club.is_published:
        return redirect("club_desk", club.slug)
    pages = {name: request.GET.get(name) for name, _label in LISTS}
    lists = list_events(timezone.now(), pages=pages, listed=access.ON_THE_LIST & Q(club=club))
    context = {"club": club, "lists": [(name, gettext(label), getattr(lists, name)) for name, label in LISTS]}
    return render(request, "clubs/events.jinja", context)


@require_safe
def calendar(request, slug):
    """Return the club's public events of the last weeks, and all to come, for a calendar that subscribes."""
    club = get_published_club(slug)
    return calendar_response(request, calendar_events(club, timezone.now()), club.name)


@require_safe
def logo(request, slug, name):
    """Return the logo; the address changes with it."""
    club = Club.objects.filter(slug=slug, logo_hash=name).exclude(logo=None).first()
    if club is None or not (club.is_published or SEE_CLUB in get_club_permissions(request, club)):
        raise Http404
    response = HttpResponse(bytes(club.logo), content_type="image/png")
    response["Cache-Control"] = "max-age=31536000, immutable" if club.is_published else "private, no-store"
    return response


@require_safe
@requires_at_club(SEE_CLUB)
def desk_page(request, club):
    """Show all events of the club."""
    context = {"events": list_club_events(club, request.GET.get("page")), "requests": ()}
    if MANAGE_CLUB in get_club_permissions(request, club):
        context["requests"] = list_requests(club, timezone.now())
    return render_club_desk(request, club, "events", "clubs/desk.jinja", context)


@require_safe
@requires_at_club(SEE_CLUB)
def staff_page(request, club):
    return show_staff(request, club)


def show_staff(request, club, token="", error=""):
    """Show the staff page; `token` is the secret of a new invitation link, shown only once."""
    link = absolute_url(request, reverse("invitation", args=[token])) if token else ""
    context = {
        "staff": list_club_staff(club),
        "roles": ClubStaff.ROLES,
        "invitations": Invitation.objects.filter(club=club, taken_at=None).order_by("-id"),
        "now": timezone.now(),
        "link": link,
        "qr_code": qr(link) if link else "",
        "days": actions.INVITATION_DAYS,
        "error": error,
    }
    response = render_club_desk(request, club, "staff", "clubs/staff.jinja", context, 200 if token else None)
    response["Cache-Control"] = "private, no-store"
    return response


@requires_at_club(MANAGE_CLUB)
def invite(request, club):
    """Create an invitation and show its link."""
    if request.method != "POST":
        return redirect("club_staff", club.slug)
    form = ClubRoleForm(request.POST)
    if not form.is_valid():
        return show_staff(request, club, error=form_errors_text(form))
    outcome = attempt(actions.invite_to_club, club, get_actor(request), form.cleaned_data["role"])
    club.refresh_from_db(fields=["version"])
    if not outcome:
        return show_staff(request, club, error=outcome.error)
    if outcome.result is None:
        # A repeated request: its link has been shown already.
        return redirect("club_staff", club.slug)
    return show_staff(request, club, token=outcome.result)


def button(action, toast: str):
    """Return a view of a button on the staff page that runs an action with the values of its address."""

    @requires_at_club(action.permission)
    def view(request, club, **kwargs):
        if request.method == "POST":
            run_action(request, action, club, *kwargs.values(), done=gettext(toast))
        return redirect("club_staff", club.slug)

    return view


revoke = button(actions.revoke_club_invitation, gettext_noop("Invitation revoked"))
remove = button(actions.remove_club_staff, gettext_noop("Removed from the staff"))


@requires_at_club(MANAGE_CLUB)
def change_role(request, club, pk):
    if request.method == "POST":
        role = request.POST.get("role", "")[:20]
        run_action(request, actions.change_club_role, club, pk, role, done=gettext("Role changed"))
    return redirect("club_staff", club.slug)


@requires_at_club(SEE_CLUB)
def leave(request, club):
    """Give up one's own role."""
    if request.method == "POST" and run_action(
        request, actions.leave_club, club, done=gettext("You left the staff")
    ):
        return redirect("home")
    return redirect("club_staff", club.slug)


@requires_at_club(MANAGE_CLUB)
def settings_page(request, club):
    """Change the club, its logo, and what its page says."""
    form = ClubForm(post_data(request), club=club)
    if form.is_valid() and run_action(
        request, actions.change_club, club, form=form, done=gettext("Saved"), **form.columns()
    ):
        return redirect("club_settings", club.slug)
    return show_settings(request, club, form=form)


def show_settings(request, club, **forms):
    context = {"form": ClubForm(club=club), "logo_form": LogoForm()} | forms
    return render_club_desk(request, club, "settings", "clubs/settings.jinja", context)


@requires_at_club(change_logo.permission)
def logo_page(request, club):
    """Store or remove the logo."""
    if request.method != "POST":
        return redirect("club_settings", club.slug)
    if "remove" in request.POST:
        run_action(request, change_logo, club, None, done=gettext("Logo removed"))
        return redirect("club_settings", club.slug)
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid() and run_action(
        request, change_logo, club, form.cleaned_data["logo"], form=form, done=gettext("Logo saved")
    ):
        return redirect("club_settings", club.slug)
    return show_settings(request, club, logo_form=form)


@requires_at_club(OWN_CLUB)
def publish_page(request, club):
    """Publish the page: asks for its name and address, which nothing suggests before."""
    initial = {"name": club.name, "slug": club.slug} if club.is_published else {}
    form = PublishForm(post_data(request), initial=initial)
    if form.is_valid() and run_action(
        request,
        actions.publish_club,
        club,
        form=form,
        done=gettext("The page is public"),
        **form.cleaned_data,
    ):
        return redirect("club", form.cleaned_data["slug"])
    return render_club_desk(request, club, "settings", "clubs/publish.jinja", {"form": form})


@requires_at_club(OWN_CLUB)
def unpublish(request, club):
    if request.method == "POST":
        run_action(request, actions.unpublish_club, club, done=gettext("The page is not public any more"))
    return redirect("club_settings", club.slug)


@requires_at_club(OWN_CLUB)
def delete_page(request, club):
    """Delete a club without events."""
    error = ""
    if request.method == "POST":
        outcome = attempt(actions.delete_club, club)
        if outcome:
            messages.success(request, gettext("Club deleted"))
            return redirect("home")
        error = outcome.error
    context = {"error": error, "has_events": club.events.exists()}
    return render_club_desk(request, club, "settings", "clubs/delete.jinja", context)


@require_safe
@requires_at_club(MANAGE_CLUB)
def log_page(request, club):
    return render_club_desk(
        request, club, "log", "clubs/log.jinja", {"page": club_log(club, request.GET.get("page"))}
    )


@access.requires(move_event.permission)
def move_page(request, event):
    """Move an event into a club that the user owns, with a preview of whom this gives access."""
    owned = ClubStaff.objects.filter(user=request.user, role=Staff.OWNER).values("club")
    clubs = list(Club.objects.filter(pk__in=owned).exclude(pk=event.club_id))
    form = MoveForm(request.POST or request.GET or None, clubs=clubs)
    target = next((one for one in clubs if form.is_valid() and one.slug == form.cleaned_data["club"]), None)
    if request.method == "POST" and target:
        run_action(request, move_event, event, target, done=gettext("Event moved"))
        return redirect("desk_settings", event.slug)
    changes = access_changes(event, target) if target else ()
    context = {"form": form, "clubs": clubs, "target": target, "changes": changes}
    return render_settings_page(request, event, DANGER_ZONE, "clubs/move.jinja", context)
