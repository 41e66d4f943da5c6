"""The settings of registration: the page, and opening or closing it with one press."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ... import access
from ...actions.registration.settings import set_registration
from ...forms.registration.settings import RegistrationSettingsForm
from ...queries.history.cache import load_history
from ...queries.paper.qr_codes import qr
from ...queries.registration.settings_page import next_field_number
from ...rules.history import PRIVATE
from ...rules.registration.settings import closed_now, opened_now
from ..desk.messages import done
from ..events.settings_nav import REGISTRATION, settings_context
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.urls import absolute_url, is_local_only


@access.requires(set_registration.permission)
def settings_page(request, event):
    """Show the settings of registration; POST saves them."""
    data = request.POST if request.method == "POST" else None
    history = load_history(event)
    form = RegistrationSettingsForm(
        data,
        settings=history.registration,
        zone=history.timezone,
        next_key=next_field_number(event) if data else 0,
    )
    rows = {row.prefix: row for row in form.rows}
    if data:
        is_valid = form.is_valid() and not any(row.errors for row in form.rows)
        if is_valid and run_action(
            request, set_registration, event, get_actor(request), form.settings(), form=form
        ):
            done(request, event, gettext("Saved"), "settings_registration")
            return redirect("settings_registration", event.slug)
        event.refresh_from_db()
    context = {
        **settings_context(request, event, REGISTRATION),
        **link_context(request, event),
        "page": history,
        "forms": {"registration": form, **rows},
        "key": new_idempotency_key(),
    }
    return render(request, "registration/desk/settings.jinja", context, status=422 if data else 200)


def link_context(request, event) -> dict:
    """Return the address of the public page with its QR code, and that of the poster once it is open."""
    address = absolute_url(request, reverse("register", args=[event.slug]))
    is_open = load_history(event).registration.open
    return {
        "address": address,
        "code": qr(address),
        "poster": reverse("sheet", args=[event.slug, "registration"]) if is_open else "",
        "is_local_only": is_local_only(request),
        "is_private": event.visibility == PRIVATE,
    }


@access.requires(set_registration.permission)
@require_form_post
def set_open(request, event):
    """Open registration now, or close it (`close`), without other changes."""
    settings, now = load_history(event).registration, timezone.now()
    closes = "close" in request.POST
    changed = closed_now(settings) if closes else opened_now(settings, now)
    if run_action(request, set_registration, event, get_actor(request), changed):
        text = gettext("Registration closed") if closes else gettext("Registration opened")
        done(request, event, text, "desk_registration")
    return redirect("desk_registration", event.slug)
