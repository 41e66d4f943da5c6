"""The lines of the desk: filters with addresses, the field that finds a table, what opens under a line."""

import re

from django.urls import reverse

from tests.support import find_cases
from tests.support.desk_events import actor_of, form, fresh, friday, paired, reported
from tests.support.own_pages import report, table_of
from tests.support.pages import HTMX, desk_address, lines_shown, score_at, source_of, tap_result
from tournaments.desk.actions import call_judge
from tournaments.history.cache import load_history


def lines_at(desk, event, **choice):
    return lines_shown(desk.get(desk_address(event), choice).content.decode())


def test_each_filter_has_its_address_and_its_count(desk, organiser):
    event = paired(friday(organiser), organiser)
    for table in (3, 1):
        tap_result(desk, event, table, "2-0")
    for player, result_text in zip(table_of(event, 4), ("2-0", "0-2"), strict=True):
        report(desk, event, player, result_text)
    body = desk.get(desk_address(event)).content.decode()
    counts = re.findall(r'data-filter="(\w+)"[^>]*>.*?<small>(\d+)</small>', body, re.S)
    assert counts == [("all", "4"), ("open", "2"), ("disputed", "1"), ("done", "2")]
    assert lines_at(desk, event) == [4, 2], "Open ones at first, the disputed one on top"
    assert lines_at(desk, event, show="all") == [4, 2, 1, 3], "Results last, the newest first"
    assert lines_at(desk, event, show="disputed") == [4]
    assert lines_at(desk, event, show="done") == [1, 3]
    assert re.search(
        r'show=done" aria-current="true"', source_of(desk.get(desk_address(event), {"show": "done"}))
    )
    polled = desk.get(desk_address(event), {"show": "done", "part": "progress"}).content.decode()
    assert lines_shown(polled) == [1, 3], "A poll keeps the filter"
    assert desk.get(desk_address(event), {"show": "late"}).status_code == 404


def test_a_table_is_found_by_its_number_or_a_name_without_a_script(desk, organiser):
    event = paired(friday(organiser), organiser)
    tap_result(desk, event, 3, "2-0")
    name = table_of(event, 3)[1]
    for text in ("3", name, f" {name[:2].upper()}"):
        assert 3 in lines_at(desk, event, find=text)
    assert lines_at(desk, event, find="3") == [3] and lines_at(desk, event, find="nobody") == []


def test_a_list_without_tables_says_why(desk, organiser):
    event = paired(friday(organiser), organiser)

    def says(sentence, **query):
        return sentence in desk.get(desk_address(event), query).content.decode()

    assert says("No table has this number or name.", find="nobody")
    assert says("No result is in yet.", show="done") and says("No result is disputed.", show="disputed")
    assert not says("No table is open.")
    reported(event, organiser)
    assert says("No table is open.") and not says("No table is open.", show="all")


def test_the_field_finds_what_the_script_finds(desk, organiser):
    event = paired(friday(organiser, names=find_cases.NAMES), organiser)
    history = load_history(event)
    matches = history.phase(1).rounds[0].matches
    seats = {match.table: tuple(history.names[key] for key in match.players) for match in matches}
    for text, found in find_cases.FOUND.items():
        assert sorted(lines_at(desk, event, find=text)) == find_cases.tables_found(found, seats), text


def test_a_result_typed_in_the_entry_brings_its_line(desk, organiser):
    event = paired(friday(organiser), organiser)
    sent = form(event, phase=1, round=1, table="2", first="2", second="1", **{"from": "entry"})
    headers = HTMX["headers"] | {"HX-Current-URL": f"http://testserver{desk_address(event)}?show=done"}
    body = source_of(desk.post(reverse("report", args=[event.slug]), sent, headers=headers))
    line = body[body.index('id="t2"') :]
    assert 'hx-swap-oob="true"' in line and score_at(body, 2) == "2–1" and "Undo" in line
    body = source_of(tap_result(desk, event, 3, "2-0", headers=headers))
    assert 'show=done" aria-current="true"' in body, "The answer to a press keeps the filter"


def test_a_judge_call_opens_under_its_line(desk, organiser):
    event = paired(friday(organiser), organiser)
    player = load_history(event).phase(1).rounds[0].matches[1].players[0]
    call_judge(fresh(event), actor_of(organiser), player)
    body = desk.get(desk_address(event)).content.decode()
    line = body[body.index('id="t2"') : body.index('id="t3"')]
    assert "Judge called by" in line and "/messages/" in line
    assert "Judge called" not in body[body.index('id="t3"') :]


def test_a_pressed_claim_decides_in_its_line(desk, organiser):
    event = paired(friday(organiser), organiser)
    for player, result_text in zip(table_of(event, 4), ("2-0", "0-2"), strict=True):
        report(desk, event, player, result_text)
    take = reverse("take_report", args=[event.slug, 1, 1, 4])
    answer = desk.post(take, form(event, result_text="0-2"), **HTMX)
    body = source_of(answer)
    assert score_at(body, 4) == "0–2" and "Undo" in body and "3 results missing" in body
    refused = desk.post(take, form(event, result_text="2-0"), **HTMX)
    assert refused["HX-Redirect"] == desk_address(event)
    assert "reports that result any more" in desk.get(desk_address(event)).content.decode()
