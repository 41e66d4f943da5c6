"""Chances to make the cut on players' own pages, on “Chances” and at the desk."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support import own_pages
from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played, reported
from tests.support.own_pages import address, table_of
from tests.support.pages import text_of
from tests.support.people import signed_in
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_event, change_settings
from tournaments.models import CutChances
from tournaments.players.actions.players import drop_player
from tournaments.results.actions.results import report_result
from tournaments.rules.forecast.chances import PlayerChance
from tournaments.rules.history import PRIVATE
from tournaments.standings.actions import store_chances
from tournaments.standings.pages.chances import by_result_text, round_chance

CHANCE = r"Your chance to make the cut: (about \d+|under 5|over 95|0|100) % .*As of \d\d:\d\d\."


@pytest.fixture
@cached_state
def event(organiser):
    """Eight players, the last of three Swiss rounds paired, a cut to the top 4, chances calculated."""
    event = paired(played(friday(organiser, finals=("single", 4)), organiser, rounds=2), organiser)
    run_worker()
    return fresh(event)


def forecast(client, event, **headers):
    return client.get(f"{reverse('forecast', args=[event.slug])}?part=forecast", headers=headers)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0 %"),
        (0.001, "under 5 %"),
        (0.024, "under 5 %"),
        (0.04, "about 5 %"),
        (0.62, "about 60 %"),
        (0.96, "about 95 %"),
        (0.98, "over 95 %"),
        (1, "100 %"),
    ],
)
def test_chances_are_rounded_and_only_certain_ones_are_complete(chance, text):
    assert " ".join(round_chance(chance).text.split()) == text
    assert 0 < round_chance(chance).percent < 100 or chance in (0, 1)


@pytest.mark.parametrize(
    ("playouts", "text"),
    [
        ((500, 500, 500), "win about 85 %, draw about 60 %, loss 0 %"),
        ((500, 199, 199), "win about 85 %, draw about 60 %, loss 0 %"),
        ((199, 50, 50), "win about 80 %, draw about 60 %, loss 0 %"),
        ((30, 12, 0), "win about 75 %, draw about 50 %, loss 0 %"),
        ((11, 2, 0), "loss 0 %"),
        (None, "loss 0 %"),
    ],
)
def test_what_rests_on_few_playouts_is_rounded_more_coarsely(playouts, text):
    chance = PlayerChance(0.7, win=0.84, draw=0.62, loss=0.0, playouts=playouts)
    assert " ".join(by_result_text(chance).split()) == text


def test_the_own_page_says_the_chance_what_results_make_of_it_and_what_it_assumes(client, event):
    texts = [own_pages.page(client, event, name) for name in NAMES]
    assert all(re.search(CHANCE, text) for text in texts)
    open_texts = [text for text in texts if "After this match: win" in text]
    assert open_texts and all(", loss" in text for text in open_texts)
    assert all("everyone plays on and nobody drops" in text for text in open_texts)
    html = client.get(address(event, NAMES[0])).content.decode()
    assert 'class="chance-bar"' in html and "style=" not in html


def test_a_draw_is_safe_only_for_both_and_otherwise_the_page_says_what_could_go_wrong(client, event):
    texts = {name: own_pages.page(client, event, name) for name in NAMES}
    safe = {name for name, text in texts.items() if "A draw is safe" in text}
    assert safe == set(table_of(event, 1, 3))
    unsafe = [text for text in texts.values() if "A draw isn’t safe" in text]
    assert unsafe and all(
        re.search(r"\d players? could still finish|\d other players could", text) for text in unsafe
    )
    # Magic's rules allow players to agree on a draw; it says so with its source.
    assert all("Players may agree on a draw" in texts[name] and "2.4" in texts[name] for name in safe)
    out = [text for text in texts.values() if "With a draw you’re out" in text]
    assert not any("Players may agree" in text for text in out)


def test_a_draw_that_only_one_is_certain_of_names_the_other(client, event):
    first, second = table_of(event, 1, 3)
    row = CutChances.objects.get(event=event)
    row.values["players"][event.players.get(name=second).public_id]["draw"] = 0.9
    store_chances(row, row.version, row.values, timezone.now())
    assert f"A draw puts you in for certain, but not {second}." in own_pages.page(client, event, first)
    assert "A draw isn’t safe" in own_pages.page(client, event, second)


def test_where_the_rulebook_is_silent_the_page_does_not_mention_agreements(client, organiser):
    event = paired(
        played(friday(organiser, finals=("single", 4), rulebook="pokemon"), organiser, 2), organiser
    )
    run_worker()
    texts = [own_pages.page(client, event, name) for name in NAMES]
    assert any("A draw is safe" in text for text in texts)
    assert not any("agree" in text for text in texts)


def test_after_the_own_result_only_the_chance_remains(client, event, organiser):
    first, _second = table_of(event, 2, 3)
    assert "After this match: win" in own_pages.page(client, event, first)
    report_result(event, actor_of(organiser), 1, 3, 2, "2-0")
    text = own_pages.page(client, event, first)
    assert re.search(CHANCE, text) and "After this match" not in text


def test_who_has_clinched_lists_every_chance_that_is_not_certain(client, event):
    text = text_of(client.get(reverse("forecast", args=[event.slug])))
    values = CutChances.objects.get(event=event).values["players"]
    uncertain = [chance for chance in values.values() if chance["chance"] not in (0, 1)]
    texts = re.findall(r"(?:about \d+|under 5|over 95) %(?= \d|  | [A-Z]|$)", text)
    assert uncertain and len(texts) >= len(uncertain)
    assert "from playing the remaining rounds 500 times" in text


def test_beside_draws_that_put_both_players_in_stands_whether_players_may_agree(client, organiser):
    event = paired(played(friday(organiser, finals=("single", 3)), organiser, rounds=2), organiser)
    run_worker()
    text = text_of(client.get(reverse("forecast", args=[event.slug])))
    assert "A draw puts both players in" in text and "Players may agree" in text


def test_new_chances_change_the_etags_of_those_pages_without_a_new_version(client, event, organiser):
    report_result(event, actor_of(organiser), 1, 3, 1, "2-0")
    name = table_of(event, 2, 3)[0]

    def poll(**headers):
        own = client.get(address(event, name), {"part": "now"}, headers=headers)
        return own, forecast(client, event, **headers)

    before = poll()
    etags = ", ".join(answer["ETag"] for answer in before)
    assert [answer.status_code for answer in poll(**{"if-none-match": etags})] == [304, 304]
    version = fresh(event).version
    run_worker_after(minutes=1)
    after = poll(**{"if-none-match": etags})
    assert [answer.status_code for answer in after] == [200, 200]
    assert fresh(event).version == version


def test_the_desk_lists_the_chances(client, event, organiser):
    client.force_login(organiser)
    text = text_of(client.get(reverse("desk", args=[event.slug])))
    assert "Chances to make the cut" in text and "everyone plays on" in text
    assert re.search(r"Win (100|over 95|about \d+) %, draw .* %, loss .* %", text)
    etag = client.get(reverse("desk", args=[event.slug]), {"part": "progress"})["ETag"]
    CutChances.objects.all().delete()
    type(event).objects.update(chances_at=None)
    again = client.get(
        reverse("desk", args=[event.slug]), {"part": "progress"}, headers={"if-none-match": etag}
    )
    assert again.status_code == 200 and "Chances to make" not in text_of(again)


@pytest.mark.parametrize("settings", [{"chances": False}, {"hidden_standings": True}])
def test_switched_off_or_hidden_they_vanish_at_once(client, event, organiser, settings):
    change_settings(event, actor_of(organiser), 1, **settings)
    pages = [own_pages.page(client, event, name) for name in NAMES]
    pages.append(text_of(client.get(reverse("forecast", args=[event.slug]))))
    client.force_login(organiser)
    pages.append(text_of(client.get(reverse("desk", args=[event.slug]))))
    assert not any(re.search("Your chance|Chances to make|about \\d", text) for text in pages)


def test_a_private_events_chances_are_for_its_people(client, event, organiser):
    change_event(event, actor_of(organiser), visibility=PRIVATE)
    assert forecast(client, event).status_code == 404
    answer = forecast(signed_in(organiser), event)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]


def test_players_who_have_left_have_no_chance(client, event, organiser):
    name = NAMES[0]
    drop_player(event, actor_of(organiser), event.players.get(name=name).public_id)
    assert "Your chance" not in own_pages.page(client, event, name)


def test_the_chances_go_when_the_last_result_is_in(client, event, organiser):
    reported(event, organiser)
    run_worker_after(minutes=1)
    assert "Your chance" not in own_pages.page(client, event, NAMES[0])
    assert "Chances as of" not in text_of(client.get(reverse("forecast", args=[event.slug])))


@pytest.mark.parametrize("count", [8, 24])
@pytest.mark.django_db(transaction=True)
def test_an_own_page_with_a_chance_takes_no_query_more_in_an_event_of_any_size(
    client, organiser, count, django_assert_num_queries
):
    names = [f"Player {number:02}" for number in range(count)]
    event = paired(played(friday(organiser, names, 2, finals=("single", 4)), organiser), organiser)
    run_worker()
    way = address(event, table_of(event, 2, 2)[0])
    client.get(way)
    report_result(fresh(event), Actor("desk"), 1, 2, 1, "2-0")
    # The player, the log since the history in the cache, the messages.
    with django_assert_num_queries(3):
        assert "Your chance" in client.get(way).content.decode()
