"""Achievements of a Commander league: ticked on phones, confirmed at the table or by the desk, counted."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.achievements import BLOOD, DAMAGE, count_for_achievements, offered_values
from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, open_round, paired, reported
from tests.support.own_pages import address, page, report, table_of, text_of
from tests.support.pages import HTMX
from tournaments.changes.change import DuplicateRequest, increment_layout_versions
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.models import AchievementTick, Event, Player, Series
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.players import add_players, merge_players
from tournaments.players.pages.personal_data import export_person
from tournaments.results.actions.results import report_result
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PRIVATE
from tournaments.series.actions.series import end_series
from tournaments.series.actions.ticks import set_achievement, tick_achievements
from tournaments.series.pages.loading import list_ticks


@pytest.fixture
def event(organiser):
    """Seven players in round 1 of an evening of a league with two achievements."""
    return count_for_achievements(paired(friday(organiser, NAMES[:7]), organiser))


@pytest.fixture
def values(event):
    return offered_values(event)


def counted(event) -> dict[str, set[str]]:
    """Return the achievements that count, by the name of the player."""
    names = dict(Player.with_removed.filter(event=event).values_list("pk", "name"))
    ticks = list_ticks(Series.objects.get())
    return {names[player]: {key for key, _game in rows} for player, rows in ticks.items()}


def confirmed_on(client, event, name) -> list[str]:
    """Return what the Confirm button of a player's page confirms."""
    return re.findall(r'name="confirms" value="(\d+)"', client.get(address(event, name)).content.decode())


def tick(client, event, name, ticked, **more):
    """Send the form below the result on a player's page."""
    round_ = open_round(event)
    history = load_history(fresh(event))
    key = event.players.get(name=name).public_id
    match = history.phase(1).round(round_.number).find_match_of(key)
    sent = {"key": "", "phase": 1, "round": round_.number, "table": match.table, "seat": match.players}
    return client.post(
        address(event, name, "achievements/"), sent | {"achievements": "1", "achievement": ticked} | more
    )


def press(desk, event, values, name, is_reached=1, **more):
    """Press the button of a player and an achievement in the first table's row."""
    key = event.players.get(name=name).public_id
    sent = form(event, phase=1, round=1, table=1, tick=f"{is_reached} {values} {key}")
    return desk.post(reverse("set_achievement", args=[event.slug]), sent, **more)


def test_what_a_player_ticks_with_the_report_counts_once_the_opponent_confirms(client, event, values):
    first, second = table_of(event)
    report(client, event, first, "2-1", achievements="1", achievement=values)
    assert "Your achievements: First blood, Win by commander damage" in page(client, event, first)
    assert f"Achievements of {first}: First blood and Win by commander damage" in page(client, event, second)
    assert counted(event) == {}
    confirms = confirmed_on(client, event, second)
    report(client, event, second, "2-1", confirms=confirms, achievements="1", achievement=values[:1])
    assert counted(event) == {first: {"blood", "damage"}}
    # What the one who confirms has reached waits for the other.
    assert f"Achievements of {second}: First blood" in page(client, event, first)
    tick(client, event, first, [], confirms=confirmed_on(client, event, first))
    assert counted(event) == {first: {"blood", "damage"}, second: {"blood"}}


def test_who_disputes_the_result_confirms_no_achievement(client, event, values):
    first, second = table_of(event)
    report(client, event, first, "2-1", achievements="1", achievement=values)
    report(client, event, second, "0-2", confirms=confirmed_on(client, event, second))
    assert counted(event) == {}


def test_who_reports_the_same_result_without_seeing_them_confirms_no_achievement(client, event, values):
    first, second = table_of(event)
    report(client, event, first, "2-1", achievements="1", achievement=values)
    report(client, event, second, "2-1", confirms=[])
    assert counted(event) == {}
    assert f"Achievements of {first}" in page(client, event, second)


def test_nobody_confirms_their_own_or_those_of_another_table(client, event, values):
    (first, second), (other, _third) = table_of(event, 1), table_of(event, 2)
    report(client, event, first, "2-1", achievements="1", achievement=values)
    confirms = confirmed_on(client, event, second)
    report(client, event, second, "2-1", confirms=[])
    report(client, event, other, "2-1", confirms=confirms)
    tick(client, event, first, values, confirms=confirms)
    tick(client, event, other, [], confirms=confirms)
    assert counted(event) == {}


def test_a_player_takes_back_what_is_not_confirmed_and_nothing_else(client, event, values):
    first, _second = table_of(event)
    tick(client, event, first, values)
    tick(client, event, first, values[:1])
    assert [row.key for row in AchievementTick.objects.all()] == ["blood"]
    AchievementTick.objects.update(confirmed_at=event.created_at)
    tick(client, event, first, [])
    assert counted(event) == {first: {"blood"}}


def test_a_report_sent_twice_by_the_outbox_ticks_once(client, event, values):
    first, _second = table_of(event)
    report(client, event, first, "2-1", key="kept", achievements="1", achievement=values)
    tick(client, event, first, [])
    report(client, event, first, "2-1", key="kept", achievements="1", achievement=values)
    assert not AchievementTick.objects.exists()


def test_the_ticks_of_a_late_report_are_kept_for_the_desk(client, event, values, organiser):
    first, _second = table_of(event)
    old = report_form(client, event, first)
    reported(event, organiser)
    client.post(address(event, first, "report/"), old | {"achievements": "1", "achievement": values})
    assert AchievementTick.objects.filter(player__name=first, confirmed_at=None).count() == 2


def report_form(client, event, name) -> dict:
    html = client.get(address(event, name)).content.decode()
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html)
    seats = [value for key, value in hidden if key == "seat"]
    count = len(set(seats))
    return dict(hidden) | {"seat": seats[:count], "result_text": "2-1", "key": "late"}


def test_one_tap_at_the_desk_confirms_an_achievement_and_another_removes_it(desk, event, values):
    first, _second = table_of(event)
    row = press(desk, event, values[0], first, **HTMX)
    assert row.status_code == 200
    assert re.search(r'value="0 \S+ \S+"\s+aria-pressed="true">\s+First blood', row.content.decode())
    assert counted(event) == {first: {"blood"}}
    press(desk, event, values[0], first, is_reached=0)
    assert counted(event) == {}


def test_the_desk_is_asked_about_an_achievement_that_two_of_a_table_have(desk, event, values):
    def desk_text():
        return text_of(desk.get(reverse("desk", args=[event.slug])))

    first, second = table_of(event)
    press(desk, event, values[0], first)
    assert "More than one player has this" not in desk_text()
    press(desk, event, values[0], second)
    assert "More than one player has this: First blood. Is it right?" in desk_text()


def test_what_the_desk_ticks_is_in_its_recent_activity(desk, event, values):
    first, _second = table_of(event)
    press(desk, event, values[0], first)
    page = text_of(desk.get(reverse("desk", args=[event.slug])))
    assert f"Table 1: achievement of {first} confirmed" in page[page.index("Recent activity") :]


def test_the_desk_sees_what_waits_and_confirms_it_with_one_tap(client, desk, event, values):
    first, _second = table_of(event)
    tick(client, event, first, values[:1])
    body = desk.get(reverse("desk", args=[event.slug])).content.decode()
    assert "1 to confirm" in body
    press(desk, event, values[0], first, **HTMX)
    assert counted(event) == {first: {"blood"}}


@pytest.mark.parametrize("value", ["0.blood", "1.none", "x"])
def test_the_desk_refuses_an_achievement_that_the_event_does_not_have(desk, event, value):
    first, _second = table_of(event)
    assert press(desk, event, value, first, **HTMX).status_code == 422
    assert not AchievementTick.objects.exists()


def test_the_desk_refuses_a_player_of_another_table(event, values, organiser):
    other, _third = table_of(event, 2)
    key = event.players.get(name=other).public_id
    with pytest.raises(RuleViolation, match="another table"):
        set_achievement(event, actor_of(organiser), 1, 1, 1, key, values[0], True)


def test_a_correction_and_an_undo_of_the_result_leave_achievements_alone(desk, event, values, organiser):
    first, _second = table_of(event)
    press(desk, event, values[0], first)
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-0")
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "0-2")
    undo(fresh(event), actor_of(organiser))
    assert counted(event) == {first: {"blood"}}


def test_achievements_of_a_round_count_only_while_the_player_has_a_table_in_it(event, values, organiser):
    first, _second = table_of(event)
    key = event.players.get(name=first).public_id
    set_achievement(event, actor_of(organiser), 1, 1, 1, key, values[0], True)
    drawn = event.log.get(action__startswith="pair_next_round")
    undo(fresh(event), actor_of(organiser), drawn.pk)
    assert counted(event) == {}
    paired(event, organiser)
    assert counted(event) == {first: {"blood"}}


def test_merged_players_have_the_achievements_of_both_and_each_their_own_after_an_undo(event, organiser):
    value, _other = offered_values(event)
    first, _second = table_of(event)
    row = event.players.get(name=first)
    tick_by_desk = (1, 1, 1, row.public_id, value, True)
    set_achievement(event, actor_of(organiser), *tick_by_desk)
    add_players(fresh(event), actor_of(organiser), "Newcomer")
    newcomer = event.players.get(name="Newcomer").public_id
    merge_players(fresh(event), actor_of(organiser), newcomer, row.public_id)
    assert counted(event) == {"Newcomer": {"blood"}}
    undo(fresh(event), actor_of(organiser))
    assert counted(event) == {first: {"blood"}}


def test_an_event_without_a_series_offers_none(client, desk, organiser):
    event = paired(friday(organiser, NAMES[:4]), organiser)
    first, _second = table_of(event)
    assert "chievement" not in page(client, event, first)
    assert "chievement" not in desk.get(reverse("desk", args=[event.slug])).content.decode()
    assert "Achievements" not in desk.get(reverse("desk_paper", args=[event.slug])).content.decode()


def test_an_event_that_does_not_count_offers_none(client, event):
    first, _second = table_of(event)
    assert "Your achievements" in page(client, event, first)
    Series.objects.update(is_public=True)
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    assert "chievement" not in page(client, event, first)


def test_players_pages_show_at_once_that_the_season_has_ended(client, event, organiser):
    first, _second = table_of(event)
    assert "Your achievements" in page(client, event, first)
    before = fresh(event).layout_version
    end_series(event.club, actor_of(organiser), Series.objects.get().pk)
    assert fresh(event).layout_version > before
    assert "chievement" not in page(client, event, first)


def test_the_log_names_the_players_and_no_achievement(client, desk, event, values):
    first, second = table_of(event)
    report(client, event, first, "2-1", achievements="1", achievement=values)
    report(client, event, second, "2-1", confirms=confirmed_on(client, event, second))
    body = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert f"Table 1: {second} confirms achievements of {first}" in body
    assert f"Table 1: {first} ticks achievements" in body
    assert fresh(event).log.last().values["name"] == event.players.get(name=second).public_id


def test_the_sheet_has_a_box_for_each_player_and_achievement(desk, event):
    assert "Achievements" in desk.get(reverse("desk_paper", args=[event.slug])).content.decode()
    body = desk.get(reverse("sheet", args=[event.slug, "achievements"])).content.decode()
    assert body.count('class="box"') == 6 * 2
    assert "Win by commander damage" in body


def test_a_long_list_is_folded_and_a_short_one_is_not(client, organiser):
    event = paired(friday(organiser, NAMES[:4]), organiser)
    many = [replace(BLOOD, key=f"k{n}", name=f"Feat {n}") for n in range(7)]
    event = count_for_achievements(event, *many)
    first, _second = table_of(event)
    assert '<details id="achievements-' in client.get(address(event, first)).content.decode()
    Series.objects.all().delete()
    event = count_for_achievements(event, BLOOD, DAMAGE)
    increment_layout_versions(Event.objects.filter(pk=event.pk))
    assert '<details id="achievements-' not in client.get(address(event, first)).content.decode()


def test_exporting_a_player_has_the_achievements_and_erasing_deletes_them(event, values, organiser):
    first, _second = table_of(event)
    row = event.players.get(name=first)
    set_achievement(event, actor_of(organiser), 1, 1, 1, row.public_id, values[0], True)
    (exported,) = export_person(fresh(event), row.public_id)["achievements"]
    assert exported["achievement"] == "blood" and exported["series"] == "League"
    erase_player(fresh(event), actor_of(organiser), row.public_id, first)
    assert not AchievementTick.objects.exists()


def test_ticking_again_changes_nothing(event, values, organiser):
    first, _second = table_of(event)
    key = event.players.get(name=first).public_id
    seats = load_history(fresh(event)).phase(1).round(1).match_at(1).players
    tick_achievements(fresh(event), actor_of(organiser), key, 1, 1, seats, values)
    with pytest.raises(DuplicateRequest):
        tick_achievements(fresh(event), actor_of(organiser), key, 1, 1, seats, values)


def test_players_of_a_table_that_was_paired_anew_are_told_to_tick_again(event, values, organiser):
    first, second = table_of(event)
    key = event.players.get(name=first).public_id
    third = event.players.exclude(name__in=(first, second)).first().public_id
    with pytest.raises(RuleViolation, match="Others sit"):
        tick_achievements(fresh(event), actor_of(organiser), key, 1, 1, (key, third), values)


def test_pages_need_as_many_queries_with_ticks_as_without(client, desk, event, values):
    first, _second = table_of(event)
    pages = [(client, address(event, first)), (desk, reverse("desk", args=[event.slug]))]

    def count(browser, page_address):
        increment_layout_versions(Event.objects.filter(pk=event.pk))
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(page_address).status_code == 200
        return len(queries)

    [count(*one) for one in pages]
    before = [count(*one) for one in pages]
    for number in (1, 2, 3):
        for name in table_of(event, number):
            tick(client, event, name, values)
    assert [count(*one) for one in pages] == before
