"""The settings of players' lists."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.registration.settings import set_lists
from ...forms.lists.lists import ListSettingsForm
from ...queries.history.cache import load_history
from ...queries.wording.lists import list_noun_plural
from ...rules.lists.limits import default_limits
from ..desk.messages import done
from ..events.settings_nav import LISTS, settings_context
from ..http.forms import get_actor, new_idempotency_key, run_action


@access.requires(set_lists.permission)
def settings_page(request, event):
    """Show which lists the event asks for; POST saves it."""
    data = request.POST if request.method == "POST" else None
    history = load_history(event)
    form = ListSettingsForm(
        data, settings=history.lists, zone=history.timezone, default_limits=default_limits(history)
    )
    if data is not None:
        actor = get_actor(request)
        if form.is_valid() and run_action(request, set_lists, event, actor, form.settings(), form=form):
            done(request, event, gettext("Saved"), "settings_lists")
            return redirect("settings_lists", event.slug)
        event.refresh_from_db()
    context = {
        **settings_context(request, event, LISTS),
        "page": history,
        "plural": list_noun_plural(history.rulebook),
        "forms": {"lists": form},
        "key": new_idempotency_key(),
    }
    return render(request, "lists/settings.jinja", context, status=200 if data is None else 422)
