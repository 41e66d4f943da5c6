"""The pages of ratings: who is listed where, how changes are explained, and the desk."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.people import signed_in
from tests.support.ratings import (
    NAMES,
    calculate,
    make_club,
    play_evening,
    rated_club,
    ratings_of,
    show_everybody,
    switch_on,
)
from tournaments.models import Club, ClubStaff, Event, Person, PersonRating, RatingList
from tournaments.people.pages.person_data import person_values
from tournaments.ratings.pages.curve import draw_curves
from tournaments.ratings.pages.lists import list_games
from tournaments.ratings.pages.people import get_person_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list():
    return rated_club(6)


@pytest.fixture
def staff(rating_list, organiser):
    ClubStaff.objects.create(club=rating_list.club, user=organiser, role="organiser")
    return signed_in(organiser)


def text_of(response):
    return response.content.decode()


def public(rating_list):
    return reverse("club_rating_list", args=[rating_list.club.slug, rating_list.slug])


def at_desk(rating_list, name="club_ratings_desk"):
    return reverse(name, args=[rating_list.club.slug, rating_list.slug])


def profile(person):
    return reverse("club_profile", args=[person.club.slug, person.public_id])


def names_in(page):
    return re.findall(r'<span class="row-main"><b>([^<]+)</b>', page)


def test_the_public_list_has_only_people_with_a_public_profile_the_best_first(client, rating_list):
    assert "No ratings yet" in text_of(client.get(public(rating_list)))
    Person.objects.filter(name__in=NAMES[:4]).update(has_profile=True)
    Person.objects.filter(name=NAMES[1]).update(is_hidden=True)
    Person.objects.filter(name=NAMES[2]).update(is_minor=True)
    page = text_of(client.get(public(rating_list)))
    ratings = ratings_of(rating_list)
    shown = sorted((NAMES[0], NAMES[3]), key=lambda name: -ratings[name])
    assert names_in(page) == shown
    assert all(f">{ratings[name]:.0f}</span>" in page for name in shown)
    assert not any(name in page for name in NAMES if name not in shown)


def test_the_public_list_has_public_names(client, rating_list):
    show_everybody()
    Person.objects.filter(name=NAMES[0]).update(public_name="A. I.")
    page = text_of(client.get(public(rating_list)))
    assert "A. I." in page and NAMES[0] not in page


def test_search_engines_keep_out(client, rating_list):
    assert client.get(public(rating_list))["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("hidden", ["off", "unpublished", "unknown"])
def test_a_list_that_is_not_public_answers_like_an_unknown_one(client, staff, rating_list, hidden):
    address = public(rating_list)
    if hidden == "off":
        RatingList.objects.update(is_on=False)
    elif hidden == "unpublished":
        Club.objects.update(is_published=False)
    else:
        address = reverse("club_rating_list", args=[rating_list.club.slug, "chess"])
    assert client.get(address).status_code == staff.get(address).status_code == 404


def test_the_page_of_the_club_leads_to_the_list(client, rating_list):
    page = text_of(client.get(reverse("club", args=[rating_list.club.slug])))
    assert public(rating_list) in page


def test_the_profile_shows_rating_curve_and_how_each_change_was_calculated(client, rating_list):
    show_everybody()
    person = Person.objects.get(name=NAMES[0])
    row = PersonRating.objects.filter(person=person).order_by("pk").last()
    page = text_of(client.get(profile(person)))
    assert f"{row.after:.0f}" in page and "chart-wide" in page
    slug = row.rated_event.event.slug
    part = text_of(client.get(profile(person), {"rating": slug, "part": "rating"}))
    assert f"= {row.after:.1f}" in part and f"{row.before:.1f} + 32 ×" in part
    opponents = {term[0] for term in row.terms}
    shown = [other.public_name for other in Person.objects.filter(pk__in=opponents)]
    assert sorted(set(names_in(part))) == sorted(shown)
    assert part.strip() in text_of(client.get(profile(person), {"rating": slug}))


def test_opponents_without_a_public_profile_are_summed_up(client, rating_list):
    row = next(one for one in PersonRating.objects.order_by("-pk") if len(one.terms) >= 2)
    Person.objects.filter(pk=row.person_id).update(has_profile=True)
    address = profile(row.person)
    part = text_of(client.get(address, {"rating": row.rated_event.event.slug, "part": "rating"}))
    assert f"{len(row.terms)} matches against players without a public profile" in part
    assert names_in(part) == []
    others = Person.objects.filter(pk__in=[term[0] for term in row.terms])
    assert not any(other.name in part or other.public_id in part for other in others)


def test_the_calculation_does_not_tell_the_rating_of_an_opponent_without_a_public_profile(
    client, staff, rating_list
):
    show_everybody()
    row = next(one for one in PersonRating.objects.order_by("-pk") if len(one.terms) >= 2)
    opponent, rating, _score, expected = row.terms[0]
    Person.objects.filter(pk=opponent).update(has_profile=False)
    query = {"rating": row.rated_event.event.slug}
    part = text_of(client.get(profile(row.person), query | {"part": "rating"}))
    at_desk = text_of(
        staff.get(reverse("club_person", args=[rating_list.club.slug, row.person.public_id]), query)
    )
    secrets = f"{expected:.2f}", f"{row.before:.1f}", f"{row.after:.1f}", f"<small>{rating:.0f}</small>"
    assert "1 match against a player without a public profile" in part
    assert f"{row.before:.0f} → {row.after:.0f}" in part
    assert [secret for secret in secrets if secret in part] == []
    assert all(secret in at_desk for secret in secrets)


def test_the_curve_is_drawn_from_rounded_ratings(rating_list):
    person = Person.objects.get(name=NAMES[0])
    rows = PersonRating.objects.filter(person=person).order_by("pk")
    values = [round(value) for value in (rows[0].before, *(row.after for row in rows))]
    moments = [row.rated_event.event.starts_at for row in rows]
    (game,) = get_person_ratings(rating_list.club, person).games
    assert game.curves == draw_curves(values, moments)


def test_a_provisional_rating_is_called_so(client, rating_list):
    show_everybody()
    provisional = {
        row.person.public_name
        for row in PersonRating.objects.order_by("pk")
        if row == PersonRating.objects.filter(person=row.person).order_by("pk").last() and row.matches < 10
    }
    page = text_of(client.get(public(rating_list)))
    assert page.count("· provisional") == len(provisional)
    RatingList.objects.update(settings=rating_list.settings | {"provisional_matches": 1000})
    page = text_of(client.get(public(rating_list)))
    assert page.count("· provisional") == len(NAMES)
    page = text_of(client.get(profile(Person.objects.first())))
    assert "rating, provisional" in page and "Provisional until 1000 matches" in page


@pytest.mark.parametrize("event", ["nowhere", "a\x00b", "x" * 90])
def test_a_change_that_does_not_exist_is_unknown(client, rating_list, event):
    show_everybody()
    assert client.get(profile(Person.objects.first()), {"rating": event}).status_code == 404


def test_the_profile_of_a_list_that_is_off_says_nothing_of_ratings(client, rating_list):
    show_everybody()
    RatingList.objects.update(is_on=False)
    person = Person.objects.first()
    slug = PersonRating.objects.filter(person=person).first().rated_event.event.slug
    assert "ating" not in text_of(client.get(profile(person))).split("</main>")[0]
    assert client.get(profile(person), {"rating": slug}).status_code == 404


def test_the_desk_lists_everybody_and_explains_with_all_names(staff, rating_list):
    page = text_of(staff.get(at_desk(rating_list)))
    assert sorted(names_in(page)) == sorted(NAMES)
    row = next(one for one in PersonRating.objects.order_by("-pk") if one.terms)
    address = reverse("club_person", args=[rating_list.club.slug, row.person.public_id])
    slug = row.rated_event.event.slug
    page = text_of(staff.get(address, {"rating": slug}))
    others = Person.objects.filter(pk__in=[term[0] for term in row.terms])
    assert f"= {row.after:.1f}" in page and all(other.name in page for other in others)
    assert "chart-wide" in text_of(staff.get(address))
    assert "= " not in text_of(staff.get(address, {"rating": "nowhere"})).partition('id="rating"')[2]


def test_ratings_are_switched_on_changed_and_off_at_the_desk(staff, rating_list):
    club = rating_list.club
    play_evening(club, 8, game="Pokémon")
    games = reverse("club_ratings", args=[club.slug])
    assert "Pokémon" in text_of(staff.get(games))
    on = reverse("switch_club_ratings_on", args=[club.slug])
    answer = staff.post(on, {"game": "Pokémon"})
    pokemon = RatingList.objects.get(game="Pokémon")
    change = at_desk(pokemon, "change_club_ratings")
    assert (pokemon.slug, pokemon.preset, pokemon.is_on, answer.url) == ("pokemon", "shop", True, change)
    staff.post(change, {"preset": "fide"})
    pokemon.refresh_from_db()
    assert (pokemon.settings["provisional_k"], pokemon.preset) == (40, "fide")
    own = {"preset": "own", "start": "1000", "k": "24", "provisional_matches": "5", "seeds_events": "on"}
    assert staff.post(change, own).status_code == 302
    pokemon.refresh_from_db()
    assert (pokemon.settings["start"], pokemon.settings["k"], pokemon.preset) == (1000, 24, "")
    assert pokemon.seeds_events
    staff.post(at_desk(pokemon, "switch_club_ratings_off"))
    pokemon.refresh_from_db()
    assert not pokemon.is_on
    log = text_of(staff.get(reverse("club_log", args=[club.slug])))
    for sentence in ("Ratings switched on", "Settings of ratings changed", "Ratings switched off"):
        assert f"{sentence}: Pokémon" in log


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"preset": "own", "start": "", "k": "20", "provisional_matches": "5"}, "Enter a number."),
        (
            {"preset": "own", "start": "1500", "k": "0", "provisional_matches": "5"},
            "greater than or equal to 1",
        ),
        ({"preset": "own", "start": "nan", "k": "20", "provisional_matches": "5"}, "Enter a number."),
        ({"preset": "glicko"}, "glicko"),
        ({}, "required"),
    ],
)
def test_settings_that_make_no_sense_are_refused(staff, rating_list, typed, error):
    answer = staff.post(at_desk(rating_list, "change_club_ratings"), typed)
    assert answer.status_code == 422 and error in text_of(answer)
    assert RatingList.objects.get().settings == rating_list.settings


@pytest.mark.parametrize("typed", [{"game": "Chess"}, {"game": "x" * 99}, {}])
def test_a_game_that_the_club_does_not_play_is_not_switched_on(staff, rating_list, typed):
    staff.post(reverse("switch_club_ratings_on", args=[rating_list.club.slug]), typed)
    assert RatingList.objects.count() == 1


def test_games_in_different_case_are_one(db):
    club = make_club()
    for week, game in enumerate(("Magic", "MAGIC", "Magic", "Chess", ""), 1):
        play_evening(club, week, game=game)
    assert list_games(club) == ["Magic", "Chess"]


def test_two_games_with_the_same_letters_have_two_addresses(db):
    club = make_club()
    for week, game in enumerate(("Magic!", "Magic?", "魔法", "on"), 1):
        play_evening(club, week, game=game)
    assert [switch_on(club, game=game).slug for game in ("Magic!", "Magic?", "魔法", "on")] == [
        "magic",
        "magic-2",
        "game",
        "on-2",
    ]


def test_what_is_stored_about_a_person_has_the_ratings(rating_list):
    row = PersonRating.objects.order_by("pk").last()
    values = person_values(row.person)["ratings"]
    assert values[-1]["after"] == row.after and values[-1]["game"] == "Magic"


@pytest.mark.parametrize("name", ["public", "profile", "desk", "person", "games"])
def test_no_page_takes_more_queries_for_more_people(organiser, client, name):
    counts = []
    for slug, evenings, names in (
        ("small", 2, NAMES[:4]),
        ("large", 5, [*NAMES, *(f"{n} More" for n in NAMES)]),
    ):
        club = make_club(slug, slug=slug)
        ClubStaff.objects.create(club=club, user=organiser, role="organiser")
        for week in range(1, evenings + 1):
            play_evening(club, week, names=names)
        rating_list = switch_on(club)
        show_everybody()
        person = club.people.get(name=NAMES[0])
        address = {
            "public": public(rating_list),
            "profile": profile(person),
            "desk": at_desk(rating_list),
            "person": reverse("club_person", args=[slug, person.public_id]),
            "games": reverse("club_ratings", args=[slug]),
        }[name]
        browser = signed_in(organiser) if "desk" in address else client
        browser.get(address)
        caches["default"].clear()
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_event_that_is_private_now_is_nowhere_after_the_calculation(client, rating_list):
    show_everybody()
    row = PersonRating.objects.order_by("pk").first()
    event = Event.objects.filter(pk=row.rated_event.event_id)
    event.update(visibility="private")
    calculate()
    assert client.get(profile(row.person), {"rating": event.get().slug}).status_code == 404
