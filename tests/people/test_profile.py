"""Public profiles: what they show, and who has none."""

import re
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.urls import reverse

from tests.support.club_seasons import make_season
from tests.support.desk_events import actor_of, fresh, friday, played
from tournaments.changes.change import Actor
from tournaments.clubs.actions import publish_club, unpublish_club
from tournaments.events.actions.cancelling import cancel_event
from tournaments.lists.actions import set_lists
from tournaments.models import Club, Event, ListVersion, Person, Player
from tournaments.models.person import SHOWN
from tournaments.people.actions import people as actions
from tournaments.people.actions.staff import hide_profile
from tournaments.people.pages.profiles import FEW_OPPONENTS, PAGE_SIZE
from tournaments.players.actions.erasure import erase_player
from tournaments.results.actions.player_results import rebuild_results
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history.players import AT_ONCE, REQUIRED, ListSettings
from tournaments.standings.pages.rank_chart import draw_ranks, ranked_phase
from tournaments.web.middleware import limits

NOW = re.compile(rb'data-now="[^"]*"')
NAMES = ["Wen Ng", "Eva Duarte", "Ben Ito", "Zoe Alves"]


def end(event, organiser):
    finish_round(event, actor_of(organiser))
    rebuild_results(event)
    return fresh(event)


@pytest.fixture
def event(organiser):
    """An ended event of a published club, whose people have profiles."""
    event = end(played(friday(organiser, NAMES, rounds=2), organiser, 2), organiser)
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    Person.objects.update(has_profile=True)
    return fresh(event)


def person(name):
    return Person.objects.get(name=name)


def address(person, slug="the-lantern"):
    return reverse("club_profile", args=[slug, getattr(person, "public_id", person)])


def see(client, person, **query):
    """Return the text of a profile."""
    response = client.get(address(person), query)
    assert response.status_code == 200
    return response.content.decode()


def assert_unknown(client, person):
    """The profile answers byte for byte like one that does not exist."""
    answer, unknown = client.get(address(person)), client.get(address("nobody2345"))
    assert answer.status_code == unknown.status_code == 404
    # Of the same moment.
    assert NOW.sub(b"", answer.content) == NOW.sub(b"", unknown.content)
    # Every request has a number of its own.
    headers = [dict(one.headers) | {"X-Request-ID": ""} for one in (answer, unknown)]
    assert headers[0] == headers[1]


def test_a_profile_shows_record_place_and_opponents(client, event):
    wen = person("Wen Ng")
    text = see(client, wen)
    assert "Wen Ng" in text and "The Lantern" in text and event.name in text
    row = wen.players.get().result
    assert f"{row.won}–{row.lost}" in text
    met = {key for key, _result in row.opponents}
    for player in event.players.exclude(person=wen):
        assert (address(player.person) in text) == (player.public_id in met)


def test_search_engines_keep_out(client, event):
    response = client.get(address(person("Wen Ng")))
    assert response["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in response.content.decode()


def hidden(_event):
    hide_profile(person("Wen Ng").club, Actor("staff"), person("Wen Ng").pk)


def under_age(_event):
    actions.change_person(person("Wen Ng").club, Actor("staff"), person("Wen Ng").pk, is_minor=True)


def switched_off(_event):
    Person.objects.filter(name="Wen Ng").update(has_profile=False)


def undecided(_event):
    Person.objects.filter(name="Wen Ng").update(has_profile=None)


def unpublished(event):
    unpublish_club(event.club, Actor("staff"))


def deleted(_event):
    Player.with_removed.filter(person__name="Wen Ng").update(person=None)
    person("Wen Ng").delete()


@pytest.mark.parametrize(
    "change", (hidden, under_age, switched_off, undecided, deleted), ids=lambda change: change.__name__
)
def test_a_profile_that_is_not_public_answers_like_an_unknown_one(client, event, change):
    before = person("Wen Ng").public_id
    see(client, person("Wen Ng"))
    change(event)
    assert_unknown(client, before)
    for name in NAMES[1:]:
        assert "Wen Ng" not in see(client, person(name)), "nor do the profiles of opponents name the person"


def test_a_club_without_a_page_has_no_profiles_not_even_for_its_staff(client, organiser, event):
    unpublished(event)
    client.force_login(organiser)
    club = Club.objects.get()
    for public_id in (person("Wen Ng").public_id, "nobody2345"):
        assert client.get(address(public_id, club.slug)).status_code == 404


def test_the_profile_of_another_club_is_unknown_here(client, event):
    other = make_season(1, 2, slug="other")
    assert client.get(address(other.people.first(), "other")).status_code == 200
    assert_unknown(client, other.people.first())


@pytest.mark.parametrize("visibility", ("private", "unlisted"))
def test_only_public_events_count(client, event, visibility):
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    text = see(client, person("Wen Ng"))
    assert event.name not in text and "Eva Duarte" not in text
    assert client.get(address(person("Wen Ng")), {"chart": event.slug}).status_code == 404


def test_cancelled_events_and_events_of_other_clubs_do_not_count(client, organiser, event):
    cancel_event(event, actor_of(organiser), "Flood")
    assert event.name not in see(client, person("Wen Ng"))
    Event.objects.filter(pk=event.pk).update(cancelled="", club=Club.objects.create(slug="else"))
    assert event.name not in see(client, person("Wen Ng"))


def test_an_event_that_goes_on_or_is_to_come_is_not_shown(client, organiser, event):
    later = friday(organiser, NAMES, rounds=2)
    Event.objects.filter(pk=later.pk).update(name="Next week", club=event.club)
    played(fresh(later), organiser)
    assert later.players.filter(person=person("Wen Ng")).exists()
    assert "Next week" not in see(client, person("Wen Ng"))


def test_a_proposed_player_counts_for_nobody(client, event):
    Player.objects.filter(person=person("Wen Ng")).update(is_proposed=True)
    assert event.name not in see(client, person("Wen Ng"))
    assert "Wen Ng" not in see(client, person("Eva Duarte"))


def test_a_public_name_stands_everywhere_on_profiles(client, event):
    actions.change_person(event.club, Actor("staff"), person("Eva Duarte").pk, public_name="Moth")
    texts = [see(client, person(name)) for name in NAMES]
    assert not any("Eva Duarte" in text for text in texts)
    assert "Moth" in texts[1]


def test_a_merged_person_redirects_to_the_one_that_is_kept(client, event):
    keep = Person.objects.create(club=event.club, name="Wen", public_name="Wen", has_profile=True)
    old = person("Wen Ng")
    actions.merge_people(event.club, Actor("staff"), keep.pk, old.pk)
    response = client.get(address(old))
    assert (response.status_code, response["Location"]) == (302, address(keep))
    assert event.name in see(client, keep)
    hide_profile(event.club, Actor("staff"), keep.pk)
    assert_unknown(client, old)


def test_an_erased_player_has_lost_the_name(client, organiser, event):
    player = event.players.get(name="Eva Duarte")
    erase_player(event, actor_of(organiser), player.public_id, player.name)
    Person.objects.filter(name="Eva Duarte").update(has_profile=False)
    assert "Eva Duarte" not in see(client, person("Wen Ng"))


def test_a_list_is_linked_if_everyone_reads_it(client, organiser, event):
    player = event.players.get(name="Wen Ng")
    ListVersion.objects.create(event=event, player=player, at=event.created_at, text="60 Mountain")
    link = reverse("list", args=[event.slug, player.public_id])
    assert link not in see(client, person("Wen Ng"))
    set_lists(event, actor_of(organiser), ListSettings(ask=REQUIRED, visible=AT_ONCE))
    assert link in see(client, person("Wen Ng"))
    assert client.get(link).status_code == 200
    assert reverse("list", args=[event.slug, "p2"]) not in see(client, person("Eva Duarte"))


def test_the_ranks_of_an_event_are_loaded_when_they_are_opened(client, event):
    wen = person("Wen Ng")
    assert "chart-line" not in see(client, wen)
    fragment = see(client, wen, chart=event.slug, part="chart")
    assert "chart-line" in fragment and "<html" not in fragment
    assert f"Round 1, rank {wen.players.get().result.ranks[0]}" in fragment
    assert "chart-line" in see(client, wen, chart=event.slug), "without a script"
    assert client.get(address(wen), {"chart": "unknown"}).status_code == 404


def test_a_chart_leaves_out_rounds_before_the_player_came():
    chart = draw_ranks([ranked_phase([None, 5, 1])], 9)
    assert chart.description == "Round 2, rank 5; Round 3, rank 1"
    second, third = (mark for mark in chart.marks if mark.shape == "dot")
    assert second.x < third.x and second.y > third.y
    assert "9" in {mark.text for mark in chart.marks if mark.shape == "words"}


def test_the_page_of_the_player_in_the_event_leads_to_the_profile(client, event):
    player = event.players.get(name="Wen Ng")
    page = reverse("player", args=[event.slug, player.public_id])
    assert address(person("Wen Ng")) in client.get(page).content.decode()
    hide_profile(event.club, Actor("staff"), person("Wen Ng").pk)
    assert "All results at" not in client.get(page).content.decode()


def test_the_condition_of_the_database_agrees_with_the_property(event):
    for values in (
        {},
        {"is_hidden": True},
        {"is_minor": True},
        {"has_profile": False},
        {"has_profile": None},
    ):
        Person.objects.update(**{"has_profile": True, "is_hidden": False, "is_minor": False} | values)
        assert {one.pk for one in Person.objects.all() if one.is_shown} == set(
            Person.objects.filter(SHOWN).values_list("pk", flat=True)
        )


def test_no_page_lists_people_with_profiles(client, event):
    for name in ("club", "club_events"):
        text = client.get(reverse(name, args=["the-lantern"])).content.decode()
        assert "/players/" not in text.replace(f"/e/{event.slug}/players/", "")
    assert client.get("/c/the-lantern/players/").status_code == 404


def test_profiles_are_limited_by_address(client, event, monkeypatch):
    # A minute that does not end during the requests.
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1_800_000_000))
    caches["default"].clear()
    answers = {client.get(address("nobody2345")).status_code for _request in range(501)}
    assert answers == {404, 429}


def test_results_and_opponents_come_in_pages(client, db):
    club = make_season(PAGE_SIZE + 1, FEW_OPPONENTS + 4)
    one = club.people.first()
    assert see(client, one).count("profile-results") == 1
    assert see(client, one).count("<details") == PAGE_SIZE
    assert see(client, one, page=2).count("<details") == 1
    few, all_ = see(client, one), see(client, one, opponents="all")
    assert few.count("/players/") < all_.count("/players/")


def test_a_profile_takes_as_many_queries_for_many_events_as_for_few(client, db, django_assert_num_queries):
    for events, people in ((2, 4), (60, 20)):
        club = make_season(events, people, slug=f"club-{events}")
        page = address(club.people.first(), club.slug)
        with django_assert_num_queries(7):
            client.get(page)
