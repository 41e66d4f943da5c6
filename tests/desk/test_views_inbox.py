"""The desk's inbox: player reports, disputes first, messages, and players' links."""

import re

import pytest
from django.utils import timezone

from tests.support.desk_events import actor_of, form, fresh, friday, paired
from tests.support.own_pages import address, report, table_of, text_of
from tests.support.qr_codes import codes_in
from tournaments.desk.actions import call_judge
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.models import Message, Player
from tournaments.results.actions.results import report_result


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def desk_text(desk, event, more=""):
    return text_of(desk.get(f"/e/{event.slug}/desk/{more}"))


def test_a_single_report_can_be_accepted(desk, event):
    first, second = table_of(event, 3)
    report(desk, event, first, "2-1")
    body = desk_text(desk, event)
    assert re.search(f"3 {first} {first} says 2–1 v {second}", body)
    take = f"/e/{event.slug}/desk/take/1/1/3/"
    assert desk.post(take, form(event, result_text="2-1")).status_code == 302
    assert load_history(fresh(event)).phase(1).rounds[0].matches[2].seats[0].games == 2
    assert "Undo" in desk_text(desk, event)


def test_a_dispute_comes_first_with_both_reports_and_an_alert(desk, event):
    report(desk, event, table_of(event, 2)[0], "2-1")
    first, second = table_of(event, 4)
    report(desk, event, first, "2-0")
    report(desk, event, second, "0-2")
    html = desk.get(f"/e/{event.slug}/desk/").content.decode()
    assert 'data-alerts="t1.1.4"' in html and "Table 4 is disputed" in html
    body = desk_text(desk, event)
    assert "table 4 disputed" in body, "The first line of the desk leads to it"
    tables = body[body.index("Tables All 4 Open 4 Disputed 1 Done 0") :]
    assert tables.index(": press what is right") < tables.index("says 2–1")
    claims = f"2–0 {first} won table 4, reported by {first}, .* 0–2 {second} won table 4, "
    assert re.search(claims, tables)
    assert "Player reports" in desk_text(desk, event, "?table=4")


def test_an_outdated_report_does_not_replace_a_result(desk, event):
    first, second = table_of(event, 3)
    report(desk, event, first, "2-1")
    old = form(event, result_text="2-1")
    report(desk, event, first, "2-0")
    report(desk, event, second, "2-0")
    answer = desk.post(f"/e/{event.slug}/desk/take/1/1/3/", old, follow=True)
    assert "has just changed this" in text_of(answer)


@pytest.mark.parametrize("where", ["1/1/99", "9/1/1", "1/99999999999999999999/1"])
def test_an_unknown_table_is_no_server_error(desk, event, where):
    response = desk.post(f"/e/{event.slug}/desk/take/{where}/", form(event, result_text="2-0"))
    assert response.status_code in (302, 404)


def test_messages_stay_until_they_are_closed(desk, event, organiser):
    first, _second = table_of(event, 2)
    desk.post(address(event, first, "judge/"), {"key": "x"})
    assert f"Judge call at table 2 {first}" in desk_text(desk, event)
    assert "1 request from players" in desk_text(desk, event)
    pk = Message.objects.get().pk
    assert f'data-alerts="m{pk}"' in desk.get(f"/e/{event.slug}/desk/").content.decode()
    close = f"/e/{event.slug}/desk/messages/{pk}/"
    assert desk.post(close, form(event)).status_code == 302
    assert desk.post(close, form(event)).status_code == 302
    assert "Judge call at" not in desk_text(desk, event)
    assert Message.objects.get().done_by == organiser.username
    assert desk.post(f"/e/{event.slug}/desk/messages/{10**30}/", form(event)).status_code == 302


def test_a_judge_call_that_ended_with_its_result_is_shown_without_an_alert(desk, event, organiser):
    first, _second = table_of(event, 2)
    desk.post(address(event, first, "judge/"), {"key": "x"})
    report_result(fresh(event), actor_of(organiser), 1, 1, 2, "2-0")
    html = desk.get(f"/e/{event.slug}/desk/").content.decode()
    assert f"Judge call at table 2 {first}; ended" in desk_text(desk, event)
    assert 'data-alerts=""' in html and f"messages/{Message.objects.get().pk}/" not in html
    assert "request from players" not in desk_text(desk, event)


def test_a_late_report_of_an_undone_round_stays_without_a_link_and_a_judge_call_ends(desk, event, organiser):
    first, _second = table_of(event, 2)
    desk.post(address(event, first, "judge/"), {"key": "k"})
    place = {"phase": 1, "round": 1, "table": 2}
    Message.objects.create(
        event=event, at=timezone.now(), kind=Message.LATE_REPORT, who="Anna", text="2-0", **place
    )
    way = "?phase=1&amp;round=1&amp;table=2"
    assert way in desk.get(f"/e/{event.slug}/desk/").content.decode()
    undo(fresh(event), actor_of(organiser))
    html = desk.get(f"/e/{event.slug}/desk/").content.decode()
    assert "Late report for round 1, table 2: 2-0" in html and way not in html
    assert "Judge call at table 2" not in html


def test_messages_need_permission(client, event, organiser, django_user_model):
    first, _second = table_of(event, 2)
    call_judge(event, actor_of(organiser), Player.objects.get(event=event, name=first).public_id)
    client.force_login(django_user_model.objects.create_user("stranger"))
    for path in (f"messages/{Message.objects.get().pk}/", "take/1/1/2/", "players/link/p1/"):
        assert client.post(f"/e/{event.slug}/desk/{path}", form(event)).status_code == 403
    assert Message.objects.get().done_at is None


def test_a_player_has_a_qr_code_and_can_get_a_new_link(desk, event):
    anna = Player.objects.get(event=event, name="Anna")
    html = desk.get(f"/e/{event.slug}/desk/players/change/{anna.public_id}/").content.decode()
    assert codes_in(html) == [f"http://testserver/e/{event.slug}/me/{anna.token}/"]
    assert desk.post(f"/e/{event.slug}/desk/players/link/{anna.public_id}/", form(event)).status_code == 302
    assert desk.get(f"/e/{event.slug}/me/{anna.token}/").status_code == 404
    again = Player.objects.get(pk=anna.pk)
    assert desk.get(f"/e/{event.slug}/me/{again.token}/").status_code == 200


def test_the_log_contains_player_reports(desk, event):
    first, second = table_of(event, 3)
    report(desk, event, first, "2-1", drop="1")
    report(desk, event, second, "2-1")
    report(desk, event, table_of(event, 2)[0], "2-0")
    body = desk_text(desk, event, "log/")
    assert f"Table 3: {first} reports {first} 2–1 {second}" in body
    assert f"{first} drops after this round" in body
    assert f"Table 3: {first} 2–1 {second} {first} and {second}" in body
    assert (
        f"Table 2: {table_of(event, 2)[0]} reports" not in desk_text(desk, event).split("Recent activity")[1]
    )
