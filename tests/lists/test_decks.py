"""Decks: from the forms to the bars of everyone's page, and names to choose from."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.backups.archives import backup_of, make_zip
from tests.support.action_states import with_lists
from tests.support.desk_events import actor_of, form, fresh, friday, played
from tests.support.own_pages import text_of
from tests.support.played_events import ME, reload_event
from tests.support.worker import run_worker
from tournaments.events.actions.events import change_event
from tournaments.history.cache import load_history
from tournaments.history.load import add_log
from tournaments.lists.actions import change_list, send_list, set_lists
from tournaments.lists.decks import MAX_BARS, draw_shares, get_event_decks, suggest_decks
from tournaments.log.actions import backups
from tournaments.models import Event, ListVersion, Person, Player
from tournaments.models.lists import MAX_DECK_LENGTH
from tournaments.players.actions.erasure import erase_player
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PRIVATE, UNLISTED
from tournaments.rules.history.players import AFTER_EVENT, AT_ONCE, NEVER, OPTIONAL, ListSettings
from tournaments.rules.lists.decks import group_decks
from tournaments.web.charts import BAR_ROW_HEIGHT, Bar, Words


@pytest.fixture
def event(db):
    return with_lists()


def address(event, key):
    return f"/e/{event.slug}/me/{event.players.get(public_id=key).secret}/list/"


def name_decks(event, *decks):
    for number, deck in enumerate(decks, 1):
        change_list(reload_event(event), ME, f"p{number}", "60 Mountain", "on paper", deck)


def test_a_player_names_the_deck_and_everyone_reads_it(client, event):
    sent = {"text": "60 Mountain", "deck": "  Mono-Red   Burn", "key": "a form"}
    assert client.post(address(event, "p3"), sent).status_code == 302
    assert "Mono-Red Burn" in text_of(client.get(address(event, "p3")))
    assert "Mono-Red Burn . Decklist: 60" in text_of(client.get(f"/e/{event.slug}/lists/p3/"))
    page = text_of(client.get(f"/e/{event.slug}/lists/"))
    assert "Player 03 Mono-Red Burn" in page


def test_a_deck_can_be_named_later_and_left_out(client, event):
    sent = {"text": "56 Mountain\n4 Shock\n\n12 Swamp", "deck": "Burn", "key": "one"}
    client.post(address(event, "p1"), sent)
    versions = ListVersion.objects.filter(event=event, player__public_id="p1").order_by("id")
    assert versions.last().deck == "Burn"
    many = versions.count()
    client.post(address(event, "p1"), sent | {"key": "two"})
    assert versions.count() == many
    client.post(address(event, "p1"), sent | {"deck": "", "key": "three"})
    assert versions.last().deck == ""


def test_a_long_name_is_refused_beside_its_field(client, event):
    answer = client.post(address(event, "p3"), {"text": "60 Mountain", "deck": "x" * 61, "key": "a form"})
    assert answer.status_code == 422
    assert f"at most {MAX_DECK_LENGTH} characters" in text_of(answer)
    with pytest.raises(RuleViolation):
        send_list(reload_event(event), ME, "p3", "60 Mountain", "x" * 61)


def test_the_staff_name_a_deck_and_see_it_at_the_desk(desk, organiser):
    event = friday(organiser)
    set_lists(event, actor_of(organiser), ListSettings(ask=OPTIONAL, visible=NEVER))
    where = f"/e/{event.slug}/desk/lists/"
    sent = form(event, text="60 Forest", reason="on paper", deck="Elves")
    assert desk.post(f"{where}change/p1/", sent).status_code == 302
    assert "Elves" in text_of(desk.get(where))
    assert "Elves" in text_of(desk.get(f"{where}player/p1/"))
    assert 'value="Elves"' in desk.get(f"{where}change/p1/").content.decode()


def test_decks_are_bars_with_their_numbers_and_lead_to_their_lists(client, event):
    name_decks(event, "Elves", "Burn", "elves", "", "ELVES ")
    page = client.get(f"/e/{event.slug}/lists/").content.decode()
    assert page.count('<svg class="chart') == 2
    assert 'aria-label="Decks: Elves: 3 (60 %); Burn: 1 (20 %); Deck not named: 1 (20 %)"' in page
    bars = [float(width) for width in re.findall(r'<rect class="chart-out"[^>]* width="([\d.]+)"', page)][:3]
    assert bars[0] == pytest.approx(3 * bars[1], rel=0.01) and bars[1] == bars[2]
    folded = page[page.index("Lists by deck") : page.index('<ul class="rows"')]
    assert re.findall(r"<dt>(\w+)<br><small>([^<]+)", folded) == [("Elves", "3 of 5"), ("Burn", "1 of 5")]
    assert re.findall(r'href="/e/[\w-]+/lists/(p\d)/"', folded) == ["p1", "p3", "p5", "p2"]


def test_many_decks_share_the_last_bar():
    shares = group_decks((f"p{number}", f"Deck {number:02}") for number in range(MAX_BARS + 3))
    chart = draw_shares(shares, MAX_BARS + 3, 696, 260)
    labels = [mark.text for mark in chart.marks if isinstance(mark, Words) and mark.look == "word"]
    assert labels == [*(f"Deck {number:02}" for number in range(MAX_BARS - 1)), "4 other decks"]
    assert chart.height == MAX_BARS * BAR_ROW_HEIGHT
    assert all(mark.x + mark.width <= 696 for mark in chart.marks if isinstance(mark, Bar))


def test_the_percentages_of_all_bars_add_up_to_a_hundred():
    shares = group_decks((f"p{number}", f"Deck {number % 14:02}") for number in range(41))
    chart = draw_shares(shares, 46, 696, 260)
    numbers = [mark.text for mark in chart.marks if isinstance(mark, Words) and mark.look == "number"]
    assert numbers[-2:] == ["8 (17 %)", "5 (11 %)"]
    assert sum(int(re.search(r"(\d+) %", text)[1]) for text in numbers) == 100


def test_without_names_there_is_no_chart(client, event):
    assert get_event_decks(event) is None
    assert '<svg class="chart' not in client.get(f"/e/{event.slug}/lists/").content.decode()


def test_decks_are_hidden_with_the_lists(client, event):
    name_decks(event, "Elves")
    set_lists(reload_event(event), ME, ListSettings(ask=OPTIONAL, visible=AFTER_EVENT))
    assert client.get(f"/e/{event.slug}/lists/").status_code == 404
    for page in ("", "players/", "players/p1/", "about/", "standings/"):
        assert "Elves" not in client.get(f"/e/{event.slug}/{page}").content.decode()


def test_erasing_a_player_deletes_the_deck_and_the_name_in_others(event):
    name_decks(event, "Player 01’s brew", "Copy of Player 01")
    erase_player(reload_event(event), ME, "p1", "Player 01")
    decks = set(ListVersion.objects.filter(event=event).values_list("deck", flat=True))
    assert not any("Player 01" in deck for deck in decks)
    assert any(deck.startswith("Copy of ") for deck in decks)


def test_an_archive_holds_the_decks_and_one_of_an_older_release_has_none(event):
    name_decks(event, "Elves")
    files = backup_of(event.slug)
    Event.objects.all().delete()
    (restored,) = backups.restore(make_zip(files))
    again = Event.objects.get(slug=restored.slug)
    assert again.list_versions.order_by("pk").last().deck == "Elves"
    assert backup_of(again.slug) == files
    older = {
        name: text.replace('"deck": "Elves"', '"old": 1').replace('"deck": ""', '"old": 1')
        for name, text in files.items()
    }
    again.delete()
    (restored,) = backups.restore(make_zip(older))
    rows = ListVersion.objects.filter(event__slug=restored.slug)
    assert rows.exists() and set(rows.values_list("deck", flat=True)) == {""}


def test_event_files_have_no_lists_and_no_decks(event):
    name_decks(event, "Elves")
    assert "Elves" not in event_file.text(add_log(event, load_history(reload_event(event))))


def ended_with(organiser, deck, **facts):
    """An event of the organiser's club that has ended, whose first player played this deck."""
    event = friday(organiser, rounds=2)
    settings = ListSettings(ask=OPTIONAL, visible=facts.pop("visible", AFTER_EVENT))
    set_lists(event, actor_of(organiser), settings)
    change_list(fresh(event), actor_of(organiser), "p1", "60 Forest", "on paper", deck)
    if facts:
        change_event(fresh(event), actor_of(organiser), **facts)
    played(fresh(event), organiser, 2)
    finish_round(fresh(event), actor_of(organiser))
    run_worker()
    return fresh(event)


def test_only_public_lists_of_ended_events_of_the_club_suggest_decks(organiser, django_user_model, client):
    ended_with(organiser, "Elves")
    ended_with(organiser, "elves ")
    ended_with(organiser, "Never shown", visible=NEVER)
    ended_with(organiser, "Unlisted", visibility=UNLISTED)
    ended_with(organiser, "Private", visibility=PRIVATE)
    ended_with(django_user_model.objects.create_user("other"), "Of another club")
    now = friday(organiser)
    set_lists(now, actor_of(organiser), ListSettings(ask=OPTIONAL, visible=AT_ONCE))
    change_list(fresh(now), actor_of(organiser), "p1", "60 Forest", "on paper", "Played now")
    assert suggest_decks(fresh(now)) == ("Elves",)
    page = client.get(address(now, "p2")).content.decode()
    assert '<datalist id="decks"><option>Elves</option></datalist>' in page


def test_a_deck_with_a_former_name_of_somebody_is_not_suggested(organiser):
    event = ended_with(organiser, "Anna’s brew")
    now = friday(organiser, names=["Mia"])
    assert suggest_decks(now) == ("Anna’s brew",)
    ended_with(organiser, "Savannah Lions")
    person = Person.objects.create(club=event.club, name="Alex", public_name="Alex")
    Player.objects.filter(event=event, public_id="p1").update(person=person, is_proposed=False)
    assert suggest_decks(now) == ("Savannah Lions",)


def test_a_running_event_suggests_nothing_to_another_one(organiser):
    running = friday(organiser)
    set_lists(running, actor_of(organiser), ListSettings(ask=OPTIONAL, visible=AT_ONCE))
    change_list(fresh(running), actor_of(organiser), "p1", "60 Forest", "on paper", "Elves")
    assert suggest_decks(friday(organiser)) == ()


def test_the_number_of_queries_does_not_grow_with_decks(client, event):
    def count_queries():
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/e/{event.slug}/lists/").status_code == 200
        return len(queries)

    name_decks(event, "Elves")
    few = count_queries()
    name_decks(event, "A", "B", "C", "D", "E", "F", "G", "H")
    assert count_queries() == few
