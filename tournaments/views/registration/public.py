"""The public page where players register, and the one that sends a lost link again."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control

from ... import access
from ...actions.change import Actor, DuplicateRequest
from ...actions.registration import entries, lost_links
from ...forms.registration.entry import LostLinkForm, RegistrationForm
from ...models import Registration
from ...queries.history.cache import load_history
from ...queries.registration.mail import can_send_mail
from ...queries.registration.offer import get_offer, moment_text
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import PHONE
from ..http.forms import idempotency_key, new_idempotency_key
from ..http.page_layout import get_page_layout
from ..http.urls import site_url
from ..middleware.errors import too_many_requests
from .address_limits import count_registration


@cache_control(private=True, no_store=True)
def register_page(request, slug):
    """Show the form, or why nobody can register now; register the player who sends it."""
    event = access.get_visible_event(request, slug)
    settings = load_history(event).registration
    if request.method != "POST":
        return render_page(request, event, RegistrationForm(settings=settings))
    form = RegistrationForm(request.POST, settings=settings)
    row = find_sent(event, request, form) if form.is_valid() else None
    if row:
        return redirect("me", slug, row.token)
    if form.is_trapped:
        # A bot cannot tell this from an ordinary error.
        form.add_error(None, gettext("Please check what you entered, and try again."))
    elif form.is_valid():
        # Only valid forms are counted, also one that is refused below: a typing error uses nothing up.
        if seconds := count_registration(request, event, settings):
            return too_many_requests(request, seconds)
        if row := store_entry(request, event, form):
            return redirect("me", slug, row.token)
    return render_page(request, event, form, status=422)


def find_sent(event, request, form) -> Registration | None:
    """Return the entry that an earlier copy of the same form has made, for the same player."""
    key, name = idempotency_key(request), form.entry().name
    if not (key and event.log.filter(key=key, who=name).exists()):
        return None
    return Registration.objects.filter(event=event, request_key=key).first()


def store_entry(request, event, form) -> Registration | None:
    """Register the player; a violation is added to the form."""
    entry, key = form.entry(), idempotency_key(request)
    if Registration.objects.filter(event=event, request_key=key).exists():
        # Back in the browser, and another name: the form of the first player has the same key.
        key = new_idempotency_key()
    actor = Actor(entry.name, key=key, source=PHONE)
    try:
        return entries.register(event, actor, entry, site_url=site_url(request), language=get_language())
    except DuplicateRequest:
        row = find_sent(event, request, form)
        if row is None:
            form.add_error(None, gettext("This form was sent before. Please send it again."))
        return row
    except RuleViolation as violation:
        form.add_error(None, message_text(violation))
        return None


def render_page(request, event, form, status=200):
    """Render the page; what a player typed is shown again even if registration has closed meanwhile."""
    offer = get_offer(event)
    context = {
        "layout": get_page_layout(request, event, "about"),
        "event": event,
        "offer": offer,
        "start": moment_text(load_history(event).starts_at, event.timezone),
        "form": form if offer.has_form or status == 422 else None,
        "key": new_idempotency_key(),
        "public_fields": public_fields_text(form),
        "can_send_link": can_send_mail() and "email" in form.fields,
    }
    return render(request, "registration/register.jinja", context, status=status)


def public_fields_text(form) -> str:
    """Return the sentence about public fields, “Your name and club are public.”, for this form."""
    texts = {
        (False, False): gettext("Your name is public."),
        (True, False): gettext("Your name and club are public."),
        (False, True): gettext("Your name and division are public."),
        (True, True): gettext("Your name, club and division are public."),
    }
    return texts["club" in form.fields, "division" in form.fields]


def lost_link_page(request, slug):
    """Send a personal link again; the answer does not reveal whether the address is known."""
    event = access.get_visible_event(request, slug)
    form = LostLinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        lost_links.send_link(event, form.cleaned_data["email"], site_url(request))
        return redirect(f"{reverse('lost_link', args=[slug])}?sent=1")
    context = {
        "layout": get_page_layout(request, event, "about"),
        "event": event,
        "form": form,
        "is_sent": "sent" in request.GET,
        "can_send_mail": can_send_mail(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "registration/lost_link.jinja", context, status=status)
