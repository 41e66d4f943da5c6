"""The table of players at the desk: its columns, order and filters, and several players at once."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tests.support.own_pages import text_of
from tests.support.pages import source_of
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.lists.actions import change_list, check_list, set_lists
from tournaments.log.actions.undo import undo
from tournaments.models import Staff
from tournaments.players.actions.check_in import check_in_player, set_check_in
from tournaments.players.actions.players import add_players, drop_player
from tournaments.players.actions.several import MAX_SELECTED
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history.players import REQUIRED, CheckInSettings, ListSettings
from tournaments.rules.rounds.progress import has_ended

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@pytest.fixture
def event(organiser):
    """Anna and Ben are checked in, Dan has dropped; Anna and Cleo have a club."""
    event, actor = friday(organiser, names=()), actor_of(organiser)
    add_players(event, actor, "Anna; Pier\nBen\nCleo; Lantern\nDan")
    set_check_in(fresh(event), actor, CheckInSettings(open=True))
    for key in ("p1", "p2"):
        check_in_player(fresh(event), actor, key)
    drop_player(fresh(event), actor, "p4")
    return fresh(event)


def page_of(desk, event, **query):
    return desk.get(reverse("desk_players", args=[event.slug]), query)


def columns_of(answer) -> list[str]:
    heads = re.search(r"<thead>(.*?)</thead>", source_of(answer), re.S).group(1)
    return re.findall(r'scope="col" class="([\w-]+)', heads)[1:-1]


def names_of(answer) -> list[str]:
    return re.findall(r'data-player="\w+"\s+data-name="([^"]*)"', source_of(answer))


def send(desk, event, page, *keys, **fields):
    fields |= {"player": list(keys)}
    return desk.post(reverse(page, args=[event.slug]), form(event, **fields), follow=True)


def checked_in(event) -> set[str]:
    return {player.id for player in load_history(fresh(event)).players if player.checked_in_at}


def dropped(event) -> set[str]:
    return {player.id for player in load_history(fresh(event)).players if player.has_left}


def test_only_columns_with_something_in_them_are_shown(desk, organiser, event):
    assert columns_of(page_of(desk, friday(organiser))) == ["name"]
    assert columns_of(page_of(desk, event)) == ["name", "club", "checked_in"]
    running = paired(played(friday(organiser), organiser), organiser)
    assert columns_of(page_of(desk, running)) == ["name", "table-number", "record", "points"]


def test_a_column_in_which_all_say_the_same_is_left_out(desk, organiser, event):
    check_in_player(event, actor_of(organiser), "p3")
    assert columns_of(page_of(desk, fresh(event))) == ["name", "club"], "only Dan, who has left, is missing"


def test_the_table_shows_table_record_and_points_of_now(desk, organiser):
    event = paired(played(friday(organiser, names=NAMES), organiser), organiser)
    row = re.search(r'<tr id="p-p1".*?</tr>', source_of(page_of(desk, event)), re.S).group()
    match = next(one for one in load_history(event).phase(1).rounds[-1].matches if "p1" in one.players)
    assert f'<td class="table-number">{match.table}</td>' in row
    assert re.search(r'<td class="record">\d–\d</td>', row) and re.search(
        r'<td class="points">[03]</td>', row
    )


def test_lists_are_missing_in_or_checked(desk, organiser):
    event, actor = friday(organiser, names=NAMES), actor_of(organiser)
    set_lists(fresh(event), actor, ListSettings(ask=REQUIRED))
    for key in ("p1", "p2"):
        change_list(fresh(event), actor, key, "60 Island", "on paper")
    check_list(fresh(event), actor, "p2", True, "")
    source = source_of(page_of(desk, event))
    states = re.findall(r'<td class="list">(?:<b class="missing">)?\s*(\w+)', source)
    assert states == ["in", "checked", "missing", "missing"]
    assert names_of(page_of(desk, event, show="no_list")) == ["Cleo", "Dan"]


def test_filters_count_and_those_that_need_work_are_live_before_the_start(desk, organiser, event):
    text = text_of(page_of(desk, event))
    assert "All 4 Not checked in 1 Checked in 2 Dropped 1" in " ".join(text.split())
    assert re.search(r'show=not_checked_in" class="needs-work"', source_of(page_of(desk, event)))
    assert names_of(page_of(desk, event, show="not_checked_in")) == ["Cleo"]
    assert names_of(page_of(desk, event, show="checked_in")) == ["Anna", "Ben"]
    assert names_of(page_of(desk, event, show="dropped")) == ["Dan"]
    for unknown in ("no_list", "nonsense"):
        assert names_of(page_of(desk, event, show=unknown)) == list(NAMES)


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("name", ["Anna", "Ben", "Cleo", "Dan"]),
        ("-name", ["Dan", "Cleo", "Ben", "Anna"]),
        ("club", ["Cleo", "Anna", "Ben", "Dan"]),
        # Those without a club come last either way.
        ("-club", ["Anna", "Cleo", "Ben", "Dan"]),
        ("checked_in", ["Cleo", "Dan", "Anna", "Ben"]),
        ("age", ["Anna", "Ben", "Cleo", "Dan"]),
    ],
)
def test_the_server_sorts(desk, event, sort, names):
    assert names_of(page_of(desk, event, sort=sort)) == names


def test_points_sort_by_the_standings(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    points = [
        int(n) for n in re.findall(r'class="points">(\d+)', source_of(page_of(desk, event, sort="points")))
    ]
    assert points == sorted(points, reverse=True) and points[0] > points[-1]


def test_order_and_filter_stay_in_the_address_after_an_action(desk, event):
    answer = send(desk, event, "check_in_players", "p3", sort="-club", show="not_checked_in")
    assert answer.redirect_chain[-1][0].endswith("/desk/players/?sort=-club&show=not_checked_in")
    assert 'aria-sort="descending"' in source_of(answer)


def test_undo_and_the_page_of_a_player_lead_back_to_the_same_order_and_filter(desk, organiser, event):
    choice = {"sort": "-club", "show": "not_checked_in"}
    answer = send(desk, event, "check_in_players", "p3", **choice)
    undo_address = re.search(r'action="([^"]*/undo/[^"]*)"', source_of(answer)).group(1).replace("&amp;", "&")
    undone = desk.post(undo_address, form(event))
    assert undone["Location"].endswith("/desk/players/?sort=-club&show=not_checked_in")
    editing = re.search(r'href="([^"]*/change/p3/[^"]*)"', source_of(page_of(desk, event, **choice))).group(1)
    page = desk.get(editing.replace("&amp;", "&"))
    assert re.search(r'href="([^"]*)">All players', source_of(page)).group(1).endswith("not_checked_in#p-p3")
    saved = desk.post(editing.replace("&amp;", "&"), form(event, name="Cleo", club="Pier"))
    assert saved["Location"].endswith("?sort=-club&show=not_checked_in#p-p3")


def test_the_question_before_a_drop_leads_back_to_the_same_order(desk, organiser):
    event = paired(friday(organiser), organiser)
    drop = reverse("drop_player", args=[event.slug, "p1"])
    answer = desk.post(drop, form(event, sort="-name"), follow=True)
    assert re.search(r'href="([^"]*)">Cancel', source_of(answer)).group(1).endswith("?sort=-name#p-p1")


def test_add_players_is_folded_once_round_1_is_drawn(desk, organiser, event):
    folded = re.compile(r'<details class="folded add-players">')
    assert not folded.search(source_of(page_of(desk, event)))
    running = paired(friday(organiser), organiser)
    assert folded.search(source_of(page_of(desk, running)))
    refused = desk.post(reverse("add_players", args=[running.slug]), form(running, names="A\nA"))
    assert refused.status_code == 422 and not folded.search(source_of(refused))


def test_a_phone_has_at_most_two_links_in_the_head_and_the_others_behind_more(desk, event):
    head = re.search(r'<div class="page-actions">(.*?)<details', source_of(page_of(desk, event)), re.S).group(
        1
    )
    assert head.count("<a ") == 2


def test_several_players_are_checked_in_at_once_and_taken_back_by_one_undo(desk, organiser, event):
    add_players(fresh(event), actor_of(organiser), "Eva")
    event = fresh(event)
    # Anna is checked in already, Dan has left, one id is sent twice, and one is nobody's.
    answer = send(desk, event, "check_in_players", "p1", "p3", "p3", "p4", "p5", "nobody")
    assert "2 players checked in" in text_of(answer)
    assert checked_in(event) == {"p1", "p2", "p3", "p5"}
    entry = fresh(event).log.get(action="check_in_players")
    assert "2 players checked in" in text_of(desk.get(reverse("desk_log", args=[event.slug])))
    undo(fresh(event), actor_of(organiser), entry.pk)
    assert checked_in(event) == {"p1", "p2"}


def test_check_in_is_over_once_the_event_has_started(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = send(desk, event, "check_in_players", "p1")
    assert answer.status_code == 422 and "check-in is over" in text_of(answer)
    assert 'formaction="/e/friday-night/desk/players/several/check-in/"' not in source_of(
        page_of(desk, event)
    )


def test_dropping_several_asks_first_and_is_one_change(desk, organiser):
    event = paired(friday(organiser), organiser)
    question = send(desk, event, "drop_players", "p1", "p2", sort="-name")
    assert question.status_code == 200 and not dropped(event)
    text = text_of(question)
    assert "Drop 2 players" in text and "Anna" in text and "report them as played or as no-shows" in text
    assert re.search(r'href="[^"]*/desk/players/\?sort=-name">Cancel', source_of(question))
    answer = send(desk, event, "drop_players", "p1", "p2", "p1", sure="1", sort="-name")
    assert "2 players dropped" in text_of(answer) and dropped(event) == {"p1", "p2"}
    assert answer.redirect_chain[-1][0].endswith("/desk/players/?sort=-name")
    entry = fresh(event).log.get(action="drop_players")
    undo(fresh(event), actor_of(organiser), entry.pk)
    assert not dropped(event)


def test_players_who_left_meanwhile_are_skipped_and_nothing_happens_if_all_have(desk, event):
    assert send(desk, event, "drop_players", "p4").redirect_chain
    before = fresh(event).version
    answer = send(desk, event, "drop_players", "p4", "nobody", sure="1")
    assert answer.status_code == 200 and fresh(event).version == before
    assert send(desk, event, "drop_players", sure="1").status_code == 200 and fresh(event).version == before
    assert "1 player dropped" in text_of(send(desk, event, "drop_players", "p4", "p3", sure="1"))


def test_an_ended_event_drops_its_players_as_one_by_one_and_can_be_undone(desk, organiser):
    event = played(friday(organiser, names=NAMES), organiser, rounds=3)
    finish_round(event, actor_of(organiser))
    assert has_ended(load_history(fresh(event)))
    assert "2 players dropped" in text_of(send(desk, event, "drop_players", "p1", "p2", sure="1"))
    assert dropped(event) == {"p1", "p2"}
    assert {player.dropped_after for player in load_history(fresh(event)).players} == {3, None}
    undo(fresh(event), actor_of(organiser))
    assert not dropped(event)


def test_somebody_whose_place_in_the_finals_would_be_taken_is_dropped_alone(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser, rounds=3)
    change_settings(event, actor_of(organiser), 2, after_cut="next")
    event = paired(fresh(event), organiser)
    first = load_history(event).phase(2).entrants[0]
    answer = send(desk, event, "drop_players", first, sure="1")
    assert answer.status_code == 422 and "place in the finals" in text_of(answer) and not dropped(event)


def test_ten_thousand_ids_are_refused_with_a_sentence(desk, event):
    keys = [f"p{number}" for number in range(10_000)]
    for page in ("check_in_players", "drop_players"):
        answer = send(desk, event, page, *keys)
        assert answer.status_code == 422
        assert f"Select at most {MAX_SELECTED} players at once." in text_of(answer)
    assert checked_in(event) == {"p1", "p2"} and dropped(event) == {"p4"}


def test_the_same_form_sent_twice_is_one_change(desk, event):
    fields = form(event, player=["p3"])
    for _ in range(2):
        desk.post(reverse("check_in_players", args=[event.slug]), fields)
    assert fresh(event).log.filter(action="check_in_players").count() == 1


@pytest.mark.parametrize(
    ("role", "may_drop", "may_check_in"),
    [("organiser", True, True), ("scorekeeper", True, True), ("judge", False, True), ("", False, False)],
)
def test_roles_can_do_to_several_what_they_can_do_to_one(client, event, role, may_drop, may_check_in):
    user = get_user_model().objects.create_user("somebody")
    if role:
        Staff.objects.create(event=event, user=user, role=role)
    client.force_login(user)
    send(client, event, "check_in_players", "p3")
    assert ("p3" in checked_in(event)) is may_check_in
    send(client, event, "drop_players", "p1", sure="1")
    assert ("p1" in dropped(event)) is may_drop


def test_enter_in_a_box_asks_instead_of_dropping_the_first_player(desk, event):
    source = source_of(page_of(desk, event))
    form_of_boxes = re.search(r'<form id="selected-form".*?</form>', source, re.S).group()
    assert re.findall(r'<button hidden formaction="([^"]*)"', form_of_boxes) == [
        reverse("drop_players", args=[event.slug])
    ]
