"""A player's own list: the page to send it and see its versions, by the player's personal link."""

from django.shortcuts import redirect, render
from django.utils import timezone

from ...access import secret_links
from ...actions.change import Actor
from ...actions.lists.lists import send_list
from ...forms.lists.lists import ListForm
from ...queries.lists.own_list import get_own_list
from ...queries.wording.formats import message_text
from ...rules.history import PHONE
from ..http.forms import get_violation, idempotency_key, new_idempotency_key
from ..http.page_layout import get_page_layout


@secret_links.requires_player_link
def own_list_page(request, event, player):
    """Show the player's list and its form; POST sends a new version."""
    own_list = get_own_list(event, player, timezone.now())
    newest = own_list.newest
    form = ListForm(initial={"text": newest.read.text if newest else ""})
    if request.method == "POST":
        form = ListForm(request.POST)
        if form.is_valid():
            actor = Actor(player.name, key=idempotency_key(request), source=PHONE)
            violation = get_violation(send_list, event, actor, player.public_id, form.cleaned_data["text"])
            if violation is None:
                return redirect("own_list", event.slug, player.secret)
            form.add_error("text", message_text(violation))
    context = {
        "layout": get_page_layout(request, event, "pairings"),
        "event": event,
        "player": player,
        "own_list": own_list,
        "form": form,
        "key": new_idempotency_key(),
    }
    return render(request, "lists/own_list.jinja", context, status=422 if form.errors else 200)
