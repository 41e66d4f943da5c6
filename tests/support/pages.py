"""Pages that several tests open, and what they hold."""

import functools
import html
import re

from django.test import Client
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.models import Round
from tournaments.players.actions.players import add_players
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord


@cached_state
def make_cup(organiser, key, count=8, **settings):
    """An event of finals alone with its first round published; Player 1 is seed 1."""
    phase = PhaseRecord(BRACKET, "Finals", {"finals": key, **settings})
    event = create_event(actor_of(organiser), EventHistory("Cup", "magic", phases=(phase,)))
    add_players(event, actor_of(organiser), "\n".join(f"Player {n}" for n in range(1, count + 1)))
    return paired(event, organiser)


def says(desk, event, name="desk"):
    text = re.sub(r"<[^>]+>", " ", desk.get(reverse(name, args=[event.slug])).content.decode())
    return " ".join(text.split())


def made(event):
    return {m.slot: m.players for r in load_history(fresh(event)).phase(1).rounds for m in r.matches}


def desk_address(event):
    return reverse("desk", args=[event.slug])


def headline(answer) -> str:
    heading = re.search(r"<h1>(.*?)</h1>", answer.content.decode(), re.S).group(1)
    return re.sub(r"<[^>]+>", "", heading)


NEW = {
    "key": "a key",
    "name": "Harbour Open",
    "day": "2026-07-14",
    "start": "10:00",
    "timezone": "Europe/Lisbon",
    "place": "Lantern Hall",
    "rulebook": "magic",
    "players": "88",
    "rounds": "7",
    "best_of": "",
    "finals": "mcintyre8",
    "top": "8",
}


def send_event(desk, **changed):
    return desk.post(reverse("new_event"), {**NEW, **changed})


def source_of(response) -> str:
    """Return the page's HTML without the line breaks of its templates."""
    page = re.sub(r"\s*\n\s*(?=[<>])|(?<=>)\s*\n\s*", "", response.content.decode())
    return re.sub(r"\s*\n\s*", " ", page)


def text_of(response) -> str:
    """Return the text of the page, without tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@cached_state
def champion_of(event, user):
    """Play the finals to their end."""
    pair_next_round(event, actor_of(user), seed="finals", publish=True)
    reported(event, user)
    pair_next_round(event, actor_of(user), seed="more", publish=True)
    reported(event, user)
    pair_next_round(event, actor_of(user))
    return fresh(event)


def ended_event(user):
    return champion_of(played(friday(user, rounds=2, finals=("single", 4)), user, 2), user)


FACTS = {
    "name": "Friday night",
    "day": "2026-11-14",
    "start": "10:00",
    "timezone": "Europe/Lisbon",
    "place": "Lantern Hall",
    "visibility": "public",
}


PAIRING = {
    "first_round_pairing": "random",
    "pairing": "random",
    "last_round_pairing": "random",
    "apart_club": "",
    "apart_household": "",
    "bye_to": "lowest",
    "late_entry": "loss",
    "first_seat": "standing",
    "band": "",
}


def settings_address(event, subject="desk_settings"):
    return reverse(subject, args=[event.slug])


def save(desk, event, subject, data, /, **changed):
    return desk.post(settings_address(event, subject), form(event, **{**data, **changed}))


def phase_settings(event) -> dict:
    return event.phases.get(number=1).settings


@functools.cache
def page_at(address):
    """Return a help page; a test without a database fails on any query."""
    response = Client().get(address)
    assert response.status_code == 200
    return response.content.decode()


def sheet_at(event, key="", **params):
    place = reverse("sheet", args=[event.slug, key]) if key else reverse("desk_paper", args=[event.slug])
    return place + "".join(f"{'&' if n else '?'}{k}={v}" for n, (k, v) in enumerate(params.items()))


def tables_on(response):
    return re.findall(r'class="slip-table"><small>Table</small><b>(\d*)</b>', response.content.decode())


HTMX = {"headers": {"HX-Request": "true"}}


def tap_result(desk, event, table, notation, phase=1, number=1, where="row", **more):
    sent = form(event, phase=phase, round=number, table=table, result_text=notation, **{"from": where})
    return desk.post(reverse("report", args=[event.slug]), sent, **more)


def scores_at(body, table) -> list[str]:
    row = body.split(f'id="t{table}"')[1].split("</li>")[0]
    return re.findall(r'name="result_text"\s+value="([^"]+)"', row)


def score_at(body, table) -> str:
    """Return the score that stands in the line of a table with a result."""
    row = body.split(f'id="t{table}"')[1].split("</li>")[0]
    return re.search(r'class="line-score">([^<]*)<', row).group(1)


def lines_shown(body) -> list[int]:
    """Return the tables whose lines the chosen filter shows, in their order."""
    lines = re.findall(r'class="line ([^"]+)"\s+id="t(\d+)"', body)
    return [int(table) for classes, table in lines if "out" not in classes.split()]


def match_at(event, table, number=1):
    matches = load_history(fresh(event)).phase(1).rounds[number - 1].matches
    return next(match for match in matches if match.table == table)


def results_at(event, table, number=1):
    return [seat.result for seat in match_at(event, table, number).seats]


def pod_form(event, table, *ends):
    ends = {f"end{seat}": end for seat, end in enumerate(ends, 1)}
    return form(event, phase=1, round=1, table=table, **{"from": "table"}, **ends)


def send_result(desk, event, sent):
    return desk.post(reverse("report", args=[event.slug]), sent)


def adjust_address(event):
    return reverse("adjust_round", args=[event.slug])


def preview(desk, event, **query):
    return desk.get(adjust_address(event), query).content.decode()


def confirm(desk, event, body, **more):
    """Press the button of a preview: send what its form holds."""
    inside = body[body.index('<form method="post" action="' + adjust_address(event)) :]
    inside = inside[: inside.index("</form>")]
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inside)
    data = {}
    for name, value in hidden:
        data.setdefault(name, []).append(value)
    return desk.post(adjust_address(event), data | more)


def choose_correction(desk, event, body, choice):
    forms = body.split("<form ")[1:]
    chosen = next(one for one in forms if f'name="choice" value="{choice}"' in one)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', chosen))
    return desk.post(reverse("correct", args=[event.slug]), hidden)


def draw_round(event, organiser, **how):
    pair_next_round(fresh(event), actor_of(organiser), **how)
    return Round.objects.filter(phase__event=event).last()


MAGIC_TIEBREAKERS = ["omw", "gw", "ogw"]


def send_columns(desk, event, keys=MAGIC_TIEBREAKERS, follow=True, **fields):
    sent = form(event, phase=1, tiebreakers=keys, **fields)
    return desk.post(reverse("settings_standings", args=[event.slug]), sent, follow=follow)


def panel_of(desk, event, query=""):
    return panel_in(desk.get(reverse("settings_standings", args=[event.slug]) + query))


def panel_in(response):
    page = source_of(response)
    return page[page.index('id="columns"') : page.index("</main>")]


def stored_tiebreakers(event):
    return fresh(event).phases.get(number=1).settings.get("tiebreakers", "as the rulebook")


def heads_of(client, address):
    page = client.get(address).content.decode()
    return re.findall(r'<th class="quiet"[^>]*>([^<]*)</th>', page)
