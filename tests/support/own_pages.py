"""A player's own page as tests open it, read it and send its forms."""

import re

from tests.support.desk_events import fresh
from tournaments.history.cache import load_history
from tournaments.models import Player


def address(event, name, more=""):
    token = Player.objects.select_related("registration").get(event=event, name=name).secret
    return f"/e/{event.slug}/me/{token}/{more}"


def table_of(event, number=1, round_number=1):
    """The names of those at a table, in the order of their seats."""
    history = load_history(fresh(event))
    match = next(m for m in history.phase(1).rounds[round_number - 1].matches if m.table == number)
    return [history.names[key] for key in match.players]


def page(client, event, name):
    answer = client.get(address(event, name))
    assert answer.status_code == 200
    return text_of(answer)


def text_of(answer):
    body = re.sub(r"<(script|style).*?</\1>", "", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def report(client, event, name, result_text, htmx=False, **more):
    """Send the form of the player's page."""
    html = client.get(address(event, name)).content.decode()
    form = re.search(r"<form[^>]*data-outbox.*?</form>", html, re.S)[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    sent = {"seat": [value for key, value in hidden if key == "seat"]}
    sent |= {key: value for key, value in hidden if key not in ("seat", "result_text")}
    sent |= {"result_text": result_text, **more}
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(address(event, name, "report/"), sent, headers=headers)
