"""A player's own page: what it shows at each moment of an event, and what it costs."""

import re

import pytest
from django.core.cache import caches
from django.utils import translation
from django.utils.html import escape

from tests.support.desk_events import NAMES, actor_of, draft_night, fresh, friday, paired, played, reported
from tests.support.own_pages import address, page, report, table_of, text_of
from tests.support.pod_events import pods
from tournaments.changes.change import Actor
from tournaments.desk.actions import call_judge
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.models import Player
from tournaments.players.actions.players import add_players, change_player, drop_player
from tournaments.players.pages.own_outlook import get_outlooks
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.standings import standings


@pytest.fixture
def event(organiser):
    """Seven players in round 1: three tables and a bye."""
    return paired(friday(organiser, NAMES[:7]), organiser)


def test_the_page_shows_table_opponent_and_likely_results_from_the_players_side(client, event):
    first, second = table_of(event)
    body = page(client, event, second)
    assert f"against {first}" in body
    assert body.index("2–0 You win") < body.index("2–1 You win") < body.index(f"1–2 {first} wins")
    assert 'value="0-2"' in client.get(address(event, second)).content.decode()


@pytest.mark.parametrize("more", ["", "report/", "judge/", "?part=now"])
def test_a_token_with_nul_is_not_found(client, event, more):
    one, _other = table_of(event)
    etag = client.get(address(event, one, "?part=now"))["ETag"]
    assert client.get(address(event, one, "?part=now"), headers={"if-none-match": etag}).status_code == 304
    assert client.get(f"/e/{event.slug}/me/%00/{more}", headers={"if-none-match": etag}).status_code == 404


def test_an_unknown_token_shows_where_to_find_the_table(client, event):
    for more in ("", "report/", "judge/"):
        response = (
            client.post(f"/e/{event.slug}/me/not-a-token-here/{more}")
            if more
            else client.get(f"/e/{event.slug}/me/not-a-token-here/")
        )
        assert response.status_code == 404
        assert "ask at the desk" in text_of(response)


def test_a_token_of_another_event_opens_nothing(client, event, organiser):
    other = Player.objects.filter(event=friday(organiser)).first()
    assert client.get(f"/e/{event.slug}/me/{other.token}/").status_code == 404


def test_a_missing_table_is_explained(client, organiser, event):
    bye = next(m.players[0] for m in load_history(fresh(event)).phase(1).rounds[0].matches if m.is_bye)
    assert "Bye You have no opponent this round: 3 points" in page(
        client, event, load_history(fresh(event)).names[bye]
    )
    upcoming = friday(organiser, ["Zoe", "Yan"])
    assert "You’re registered" in page(client, upcoming, "Zoe")
    pair_next_round(upcoming, actor_of(organiser))
    assert "You’re registered" in page(client, upcoming, "Zoe")


def test_a_late_entry_reads_that_the_missed_round_is_a_loss_not_a_bye(client, organiser, event):
    add_players(event, actor_of(organiser), "Zoe")
    text = page(client, fresh(event), "Zoe")
    assert "You weren’t paired this round This round counts as a loss." in text and "Bye" not in text


def test_the_page_shows_the_draft_seat_and_the_cut(client, organiser):
    night = draft_night(organiser, NAMES)
    draw_pods(night, actor_of(organiser))
    assert re.search(r"Pod 1, seat \d Your table will appear here", page(client, fresh(night), "Anna"))
    event = played(friday(organiser, NAMES, rounds=1, finals=("single", 4)), organiser)
    paired(event, organiser)
    history = load_history(fresh(event))
    out = next(one for one in history.players if one.id not in history.phase(2).entrants)
    place = next(row.rank for row in standings(history.phase(1)).rows if row.player == out.id)
    assert f"You didn’t make the top cut You finished {place}th." in page(client, fresh(event), out.name)


def test_the_stored_result_is_shown_until_the_next_table(client, event, organiser):
    first, _second = table_of(event)
    reported(event, organiser)
    pair_next_round(fresh(event), actor_of(organiser))
    assert "Confirmed" in page(client, event, first)
    assert "Your next table appears here" in page(client, event, first)


def test_a_drop_and_the_end_of_the_event_are_shown(client, event, organiser):
    first, second = table_of(event)
    report(client, event, first, "2-0", drop="1")
    assert "You’ll be dropped after this round" in page(client, event, first)
    reported(event, organiser)
    assert "Your next table" not in page(client, event, first)
    paired(event, organiser)
    assert "Dropped after round 1" in page(client, event, first)
    reported(event, organiser)
    played(event, organiser)
    finish_round(fresh(event), actor_of(organiser))
    assert "of 7 See the standings for the final places." in page(client, event, second)


ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def test_after_the_end_each_page_says_the_final_place_also_after_a_correction(client, organiser):
    event = played(friday(organiser, rounds=2, finals=("single", 2)), organiser, rounds=3)
    pair_next_round(fresh(event), actor_of(organiser))

    def places():
        rows = final_standings(load_history(fresh(event)))
        names = load_history(fresh(event)).names
        return {names[row.player]: f"You finished {ORDINALS[row.rank - 1]} of 8" for row in rows}

    before = places()
    assert len(before) == 8 and all(place in page(client, event, name) for name, place in before.items())
    final = load_history(fresh(event)).phase(2).rounds[0].matches[0]
    winner = load_history(fresh(event)).names[final.players[0]]
    report_result(fresh(event), actor_of(organiser), 2, 1, final.table, "0-2")
    assert places()[winner] == "You finished 2nd of 8" != before[winner]
    assert all(place in page(client, event, name) for name, place in places().items())


def test_hidden_standings_hide_the_record(client, event_from):
    event = event_from(pods(4, 4))
    names = table_of(event)
    reported(event, event.staff.first().user, result_text="1")
    assert "You’re 1–0." in page(client, event, names[0])
    change_settings(fresh(event), Actor("x"), 1, hidden_standings=True)
    assert "1–0" not in page(client, event, names[0])


def test_the_page_is_private_and_revalidated_by_its_own_etag(client, event, django_assert_max_num_queries):
    first, second = table_of(event)
    response = client.get(address(event, first))
    assert response["Cache-Control"] == "private, no-cache"
    part = client.get(address(event, first), {"part": "now"})
    assert part["Cache-Control"] == "private, no-cache"
    assert client.get(address(event, second), {"part": "now"})["ETag"] != part["ETag"]

    def again(name, etag):
        return client.get(address(event, name), {"part": "now"}, headers={"If-None-Match": etag}).status_code

    with django_assert_max_num_queries(2):  # the player's row here, and the page's one query
        assert again(first, part["ETag"]) == 304
    report_result(event, Actor("desk"), 1, 1, 2, "2-0")
    assert again(first, part["ETag"]) == 304
    report(client, event, second, "2-0")
    assert again(first, part["ETag"]) == 200


def test_neighbouring_tables_are_never_stale(client, event, organiser):
    first, _second = table_of(event)
    _first, other = table_of(event, 2)
    part = client.get(address(event, first), {"part": "now"})
    change_player(event, actor_of(organiser), other, name="Zora")
    now = client.get(address(event, first), {"part": "now"}, headers={"If-None-Match": part["ETag"]})
    assert now.status_code == 200 and "v Zora" in now.content.decode()


@pytest.mark.parametrize("names", [NAMES[:4], [f"Player {number:02}" for number in range(40)]])
@pytest.mark.django_db(transaction=True)
def test_own_page_queries_do_not_grow_with_the_event(client, organiser, names, django_assert_num_queries):
    event = paired(friday(organiser, names), organiser)
    first, _second = table_of(event, 2)
    way = address(event, first)
    client.get(way)
    report_result(event, Actor("desk"), 1, 1, 1, "2-0")
    # The player, the log since the history in the cache, who has sent messages.
    with django_assert_num_queries(3):
        client.get(way)


@pytest.mark.django_db(transaction=True)
def test_the_second_page_of_a_version_asks_for_its_player_and_the_messages_of_its_table(
    client, event, django_assert_num_queries
):
    first, second = (address(event, name) for name in table_of(event))
    elsewhere = address(event, table_of(event, 2)[0])
    caller = load_history(event).phase(1).rounds[0].find_match(1).players[0]
    call_judge(event, Actor("phone"), caller)
    assert "A judge was called" in text_of(client.get(first))
    with django_assert_num_queries(1):
        assert "A judge was called" not in text_of(client.get(elsewhere))
    with django_assert_num_queries(2):
        assert "A judge was called" in text_of(client.get(second))


def test_the_cached_layout_still_names_the_player(event, organiser, client):
    change_player(event, actor_of(organiser), "p1", name="Anna & <Anna>")

    def load_page(name, **headers):
        html = client.get(address(event, name), headers=headers).content.decode()
        return re.sub(r'(name="key" value|data-now)="[^"]*"', "", html)

    pages = {name: load_page(name) for name in (*table_of(event, 2), "Anna & <Anna>")}
    for name, body in pages.items():
        # Who brings a cookie has a page rendered for them alone.
        assert body == load_page(name) == load_page(name, cookie="any=1")
        assert f"· {escape(name)} ·" in body and 'data-own-player="p' in body


def test_a_result_changes_only_the_pages_of_its_table(client, event, organiser):
    def etags():
        ways = {player.name: address(event, player.name) for player in event.players.all()}
        return {name: client.get(way, {"part": "now"})["ETag"] for name, way in ways.items()}

    before = etags()
    report_result(fresh(event), actor_of(organiser), 1, 1, 2, "2-0")
    after = etags()
    assert {name for name in after if after[name] != before[name]} == {*table_of(event, 2)}


def test_a_message_changes_only_the_pages_of_its_table(client, event):
    caller = table_of(event, 2)[0]
    ways = {player.name: address(event, player.name) for player in event.players.all()}
    before = {name: client.get(way, {"part": "now"})["ETag"] for name, way in ways.items()}
    client.post(address(event, caller, "judge/"))
    after = {name: client.get(way, {"part": "now"})["ETag"] for name, way in ways.items()}
    assert {name for name in after if after[name] != before[name]} == {*table_of(event, 2)}


def test_a_player_drops_from_their_own_page_after_being_asked(client, organiser):
    event = paired(friday(organiser, NAMES[:7]), organiser)
    first, second = table_of(event)
    assert "Drop from the event" in page(client, event, first)
    question = text_of(client.get(address(event, first, "drop/")))
    assert f"against {second} is still in progress" in question
    for _ in range(2):
        assert client.post(address(event, first, "drop/"), {"key": "k"}).status_code == 302
    entry = fresh(event).log.last()
    assert (entry.action, entry.who, entry.source) == ("drop_player", first, "phone")
    assert "Drop from the event" not in page(client, event, first)
    assert client.post(address(event, first, "drop/"), {"key": "other"}).status_code == 422


def test_a_player_cannot_drop_once_the_event_has_ended(client, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    finish_round(event, actor_of(organiser))
    answer = client.post(address(event, event.players.get(public_id="p1").name, "drop/"), {"key": "k"})
    assert answer.status_code == 422 and "This event is over." in text_of(answer)
    assert load_history(fresh(event)).player("p1").dropped_after is None
    drop_player(fresh(event), actor_of(organiser), "p1")
    assert load_history(fresh(event)).player("p1").dropped_after == 1, "the desk still can"


def test_a_player_can_drop_before_round_1_and_is_not_asked_about_a_match(client, organiser):
    event = friday(organiser)
    assert "in progress" not in text_of(client.get(address(event, NAMES[0], "drop/")))
    client.post(address(event, NAMES[0], "drop/"), {"key": "k"})
    assert load_history(fresh(event)).player("p1").dropped_after == 0


def test_the_page_says_who_is_still_in_after_each_finished_round(client, organiser):
    event = played(friday(organiser, rounds=3, finals=("single", 2)), organiser, rounds=2)
    event = paired(event, organiser)
    pages = {name: page(client, event, name) for name in NAMES}
    sentences = {
        name: re.findall(r"You’re (?:certain|still in)|You can’t make the cut", pages[name]) for name in NAMES
    }
    assert {len(one) for one in sentences.values()} == {1}
    assert ["You can’t make the cut"] in sentences.values() and ["You’re still in"] in sentences.values()


def test_after_an_own_result_the_sentence_says_that_it_is_older(client, organiser):
    event = paired(played(friday(organiser, rounds=3, finals=("single", 2)), organiser, rounds=2), organiser)
    first, second = table_of(event, 1, 3)
    assert "Before round" not in page(client, event, first)
    report_result(fresh(event), actor_of(organiser), 1, 3, 1, "2-0")
    for name in (first, second):
        assert re.search(r"Before round 3: You(’re| can’t)", page(client, event, name))
    other, _player = table_of(event, 2, 3)
    assert "Before round" not in page(client, event, other)


def test_the_sentences_are_stored_once_for_each_language(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 2)), organiser, rounds=2), organiser)
    caches["default"].clear()
    for language in ("en", "de", "en"):
        with translation.override(language):
            sentences = get_outlooks(fresh(event))
    assert sentences.keys() == {player.public_id for player in event.players.all()}
    assert len([key for key in caches["default"]._cache if ":outlook:" in key]) == 2


def test_a_result_of_another_table_does_not_change_the_sentence(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 2)), organiser, rounds=2), organiser)
    first, _second = table_of(event, 1, 3)
    etag = client.get(address(event, first), {"part": "now"})["ETag"]
    before = page(client, event, first)
    report_result(fresh(event), actor_of(organiser), 1, 3, 2, "2-0")
    assert client.get(address(event, first), {"part": "now"})["ETag"] == etag
    caches["default"].clear()
    assert page(client, event, first) == before


def test_a_correction_of_a_finished_round_changes_every_own_page(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 2)), organiser, rounds=1), organiser)
    etags = {name: client.get(address(event, name), {"part": "now"})["ETag"] for name in NAMES}
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "0-2")
    assert all(client.get(address(event, name), {"part": "now"})["ETag"] != etags[name] for name in NAMES)


def test_a_player_who_missed_the_cut_is_not_offered_to_drop(client, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    paired(event, organiser)
    history = load_history(fresh(event))
    entrants = [history.names[key] for key in history.phase(2).entrants]
    out = next(player.name for player in history.players if player.name not in entrants)
    assert "Drop from the event" in page(client, event, entrants[0])
    assert "Drop from the event" not in page(client, event, out)
