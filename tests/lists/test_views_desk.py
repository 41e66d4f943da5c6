"""Players' lists at the desk: who is missing, deck checks, changes, the sheet to print."""

import posixpath
import re

import pytest

from tests.support.action_states import with_army_lists, with_lists
from tests.support.own_pages import text_of
from tests.support.people import joined
from tests.support.played_events import ME, pair, reload_event, reload_history
from tournaments.lists.actions import change_list, send_list, set_lists
from tournaments.models import DeckCheck, Staff
from tournaments.players.actions.players import drop_player
from tournaments.rules.history.players import OPTIONAL, REQUIRED, ListSettings


@pytest.fixture
def event(db):
    return with_lists()


@pytest.fixture
def judge(event):
    _row, browser = joined(event, "judge", Staff.JUDGE)
    return browser


@pytest.fixture
def runner(event):
    _row, browser = joined(event, "runner", Staff.ORGANISER)
    return browser


def at(event, more=""):
    return f"/e/{event.slug}/desk/lists/{more}"


def names(answer):
    return re.findall(r"<b>(Player \d\d)</b>", answer.content.decode())


def test_the_staff_see_who_is_missing_and_who_has_warnings(judge, event):
    page = judge.get(at(event))
    assert "2 of 8 sent, until round 1 starts" in text_of(page)
    assert len(names(page)) == 8
    assert names(judge.get(at(event), {"show": "missing"})) == [f"Player 0{n}" for n in range(3, 9)]
    warned = judge.get(at(event), {"show": "warnings"})
    assert names(warned) == ["Player 02"] and "5 × Shock, at most 4" in text_of(warned)
    assert names(judge.get(at(event), {"find": "player 04"})) == ["Player 04"]


def test_a_player_who_dropped_is_not_missed(judge, event):
    for key in ("p1", "p3"):
        drop_player(reload_event(event), ME, key)
    listed = names(judge.get(at(event)))
    assert "Player 01" in listed and "Player 03" not in listed


def test_the_desk_says_before_round_1_how_many_are_missing(judge, event):
    desk = f"/e/{event.slug}/desk/"
    page = judge.get(desk)
    assert "6 players haven’t sent a list" in text_of(page)
    assert f'{at(event)}?show=missing"' in page.content.decode()
    set_lists(reload_event(event), ME, ListSettings(ask=OPTIONAL))
    assert "haven’t sent" not in text_of(judge.get(desk))
    set_lists(reload_event(event), ME, ListSettings(ask=REQUIRED))
    pair(event)
    assert "haven’t sent" not in text_of(judge.get(desk))


def test_the_staff_see_that_the_deadline_has_passed(judge, event):
    pair(event)
    assert "2 of 8 sent, closed for players" in text_of(judge.get(at(event)))


def test_the_tab_is_there_only_if_the_event_asks_for_lists(judge, event):
    assert f'href="{at(event)}"' in judge.get(f"/e/{event.slug}/desk/").content.decode()
    set_lists(reload_event(event), ME, ListSettings())
    assert f'href="{at(event)}"' not in judge.get(f"/e/{event.slug}/desk/").content.decode()


def test_a_deck_check_draws_a_player_with_a_list_and_says_so(judge, event):
    addresses = set()
    for _ in range(40):
        answer = judge.post(at(event, "random/"), follow=True)
        addresses.add(answer.redirect_chain[-1][0])
        assert "drawn at random from 2 players with a list" in text_of(answer)
    assert addresses == {at(event, "player/p1/"), at(event, "player/p2/")}


def test_nobody_is_drawn_without_a_list(judge, event):
    for key in ("p1", "p2"):
        drop_player(reload_event(event), ME, key)
    assert "Nobody has sent a list yet" in text_of(judge.post(at(event, "random/"), follow=True))


def test_a_list_is_a_checklist_with_a_box_for_each_card(judge, event):
    page = judge.get(at(event, "player/p1/")).content.decode()
    assert page.count('type="checkbox"') == 3
    assert "Deck check failed" in page and "3 Swamp too many" in page and "The list was changed since" in page


def test_an_army_list_has_a_box_for_each_line(organiser, client, db):
    event = with_army_lists()
    _row, judge = joined(event, "judge", Staff.JUDGE)
    assert judge.get(at(event, "player/p1/")).content.decode().count('type="checkbox"') == 3


def test_the_outcome_is_stored_with_its_note_and_judge(judge, event):
    answer = judge.post(at(event, "check/p2/"), {"outcome": "passed", "note": "sleeves fine"}, follow=True)
    assert "Deck check saved" in text_of(answer)
    check = DeckCheck.objects.get(event=event, note="sleeves fine")
    assert (check.passed, check.who) == (True, "judge")
    assert "Deck check passed , judge," in text_of(judge.get(at(event))).replace("passed,", "passed ,")


def test_an_outcome_without_a_choice_is_refused_and_the_note_stays(judge, event):
    answer = judge.post(at(event, "check/p2/"), {"note": "sleeves fine"})
    assert answer.status_code == 422 and 'value="sleeves fine"' in answer.content.decode()


def test_a_table_shows_the_lists_of_both_players(judge, event):
    pair(event)
    match = reload_history(event).phase(1).rounds[0].matches[0]
    answer = judge.get(at(event, "table/"), {"table": "1"})
    text = text_of(answer)
    assert "Deck check of table 1" in text
    assert all(reload_history(event).names[key] in text for key in match.players)
    for table in ("99", "x", "", "0"):
        assert "no such table" in text_of(judge.get(at(event, "table/"), {"table": table}, follow=True))


def test_an_outcome_at_a_table_without_a_choice_is_refused_and_both_lists_stay(judge, event):
    pair(event)
    match = next(m for m in reload_history(event).phase(1).rounds[0].matches if "p1" in m.players)
    for key in match.players:
        change_list(reload_event(event), ME, key, "60 Mountain", "on paper")
    values = {"note": "sleeves fine", "table": match.table}
    answer = judge.post(at(event, f"check/{match.players[1]}/"), values)
    page = answer.content.decode()
    assert answer.status_code == 422 and f"Deck check of table {match.table}" in text_of(answer)
    assert all(reload_history(event).names[key] in text_of(answer) for key in match.players)
    assert page.count(f'name="table" value="{match.table}"') == 2
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    (note,) = re.findall(r'<input[^>]*value="sleeves fine"[^>]*>', page)
    assert 'id="id_2_note"' in note


def test_an_outcome_for_a_table_where_the_player_does_not_sit_shows_their_list_alone(judge, event):
    answer = judge.post(at(event, "check/p2/"), {"note": "sleeves fine", "table": "7"})
    assert answer.status_code == 422 and "table 7" not in text_of(answer)


def test_after_the_outcome_of_one_the_table_is_shown_again(judge, event):
    pair(event)
    table = next(m for m in reload_history(event).phase(1).rounds[0].matches if "p1" in m.players).table
    answer = judge.post(at(event, "check/p1/"), {"outcome": "passed", "table": table})
    assert answer.url == at(event, f"table/?table={table}")


def test_the_staff_change_a_list_with_a_reason(judge, event):
    pair(event)
    answer = judge.post(at(event, "change/p3/"), {"text": "60 Mountain", "reason": ""})
    assert answer.status_code == 422 and "60 Mountain" in answer.content.decode()
    answer = judge.post(at(event, "change/p3/"), {"text": "60 Mountain", "reason": "on paper"}, follow=True)
    assert "Mountain" in text_of(answer)
    assert "List of Player 03 changed" in text_of(judge.get(f"/e/{event.slug}/desk/"))


def test_an_unknown_player_is_not_found(judge, event):
    for more in ("player/nobody/", "change/nobody/"):
        assert judge.get(at(event, more)).status_code == 404
    assert judge.post(at(event, "check/nobody/"), {}).status_code == 404


def test_the_sheet_has_the_lists_by_name_one_or_two_a_page(runner, event):
    send_list(reload_event(event), ME, "p3", "60 Mountain")
    sheet = f"/e/{event.slug}/desk/print/lists/"
    one, two = (runner.get(sheet, {"each": each}).content.decode() for each in ("one", "two"))
    assert (one.count('class="sheet-pages"'), two.count('class="sheet-pages"')) == (3, 2)
    assert one.index("Player 01") < one.index("Player 02") < one.index("Player 03")
    assert "Players’ lists" in text_of(runner.get(f"/e/{event.slug}/desk/print/"))
    set_lists(reload_event(event), ME, ListSettings())
    assert "Players’ lists" not in text_of(runner.get(f"/e/{event.slug}/desk/print/"))


def test_pages_show_a_stored_file_with_halves_of_letters_and_control_characters(runner, event):
    """A pasted JSON file can hold them as escapes."""
    text = r'{"deck": [{"id": "\ud800SOR_\u0000\u001b\u202e005", "count": 2}]}'
    send_list(reload_event(event), ME, "p3", text)
    token = event.players.get(public_id="p3").secret
    pages = ("player/p3/", "../print/lists/", "../../lists/p3/", "../../lists/", f"../../me/{token}/list/")
    answers = [runner.get(posixpath.normpath(at(event, page)) + "/") for page in pages]
    assert [answer.status_code for answer in answers] == [200] * len(pages)
    assert "2 SOR_005" in text_of(answers[0])


def test_the_settings_say_what_is_usual_for_the_rulebook_and_are_stored(runner, event):
    settings = f"/e/{event.slug}/desk/settings/lists/"
    assert "As the rulebook: Magic constructed: 60 and 15" in text_of(runner.get(settings))
    form = {"ask": "optional", "until": "2030-05-04T18:30", "visible": "after_cut", "limits": "limited"}
    assert runner.post(settings, form | {"version": reload_event(event).version}).status_code == 302
    stored = reload_history(event).lists
    assert stored == ListSettings(OPTIONAL, "2030-05-04T18:30:00Z", "after_cut", "limited")
    refused = runner.post(settings, form | {"until": "soon", "limits": "hearts"})
    assert refused.status_code == 422
    assert reload_history(event).lists == stored


def test_a_conflicting_change_of_the_settings_is_refused(runner, event):
    settings, version = f"/e/{event.slug}/desk/settings/lists/", reload_event(event).version
    set_lists(reload_event(event), ME, ListSettings(ask=OPTIONAL))
    answer = runner.post(settings, {"ask": "", "visible": "never", "version": version})
    assert answer.status_code == 422 and "has just changed this" in text_of(answer)
