"""Players of an event that begins get the ratings of the club's list, if the organiser wants that."""

import pytest
from django.urls import reverse

from tests.support.people import signed_in
from tests.support.ratings import ACTOR, NAMES, calculate, play_evening, rated_club, ratings_of
from tournaments.changes.change import Actor
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import redo, undo
from tournaments.models import ClubStaff, Event, Person, Player
from tournaments.people.actions.linking import link_players
from tournaments.players.actions.check_in import start_event
from tournaments.players.actions.players import add_players, change_player
from tournaments.ratings.actions.lists import change_ratings
from tournaments.ratings.actions.seeding import take_ratings
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DRAFT_PODS, SWISS, EventHistory, PhaseRecord
from tournaments.rules.ratings.settings import read_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list():
    rating_list = rated_club(6)
    use_for_seeds(rating_list, True)
    return rating_list


def use_for_seeds(rating_list, is_used):
    settings = read_settings(rating_list.settings)
    change_ratings(rating_list.club, ACTOR, rating_list.pk, settings, is_used)


def next_friday(rating_list, names=NAMES, kind=SWISS, **columns) -> Event:
    """Return an event of the game with these players that has not begun."""
    settings = {"rounds": 3, "first_round_pairing": "fold"} if kind == SWISS else {}
    phase = PhaseRecord(kind, "Rounds", settings)
    event = create_event(ACTOR, EventHistory("Next Friday", "magic", phases=(phase,)))
    add_players(event, ACTOR, "\n".join(names))
    Event.objects.filter(pk=event.pk).update(club=rating_list.club, **{"game": "magic"} | columns)
    event = fresh(event)
    link_players(event, event.created_at, "Ann")
    return event


def fresh(event) -> Event:
    return Event.objects.get(pk=event.pk)


def ratings_in(event):
    return dict(Player.objects.filter(event=event).values_list("name", "rating"))


def rounded(rating_list):
    return {name: round(rating) for name, rating in ratings_of(rating_list).items()}


def test_round_1_is_seeded_by_the_ratings_of_the_people(rating_list):
    event = next_friday(rating_list, [*NAMES, "Newcomer"])
    pair_next_round(event, ACTOR, seed="s", publish=True)
    assert ratings_in(event) == rounded(rating_list) | {"Newcomer": None}
    history = load_history(fresh(event))
    names = {player.id: player.name for player in history.players}
    pairs = {frozenset(names[key] for key in match.players) for match in history.phase(1).rounds[0].matches}
    seeds = [*sorted(NAMES, key=lambda name: -rounded(rating_list)[name]), "Newcomer"]
    assert pairs == {frozenset(pair) for pair in zip(seeds[:4], seeds[4:], strict=True)}


def test_one_undo_takes_the_round_and_the_ratings_back(rating_list):
    event = next_friday(rating_list)
    pair_next_round(event, ACTOR, seed="s")
    entry = undo(fresh(event), ACTOR)
    assert set(ratings_in(event).values()) == {None}
    redo(fresh(event), ACTOR, entry.pk)
    assert ratings_in(event) == rounded(rating_list)


def test_the_ratings_are_those_of_the_moment_and_stay(rating_list):
    event = next_friday(rating_list)
    before = rounded(rating_list)
    pair_next_round(event, ACTOR, seed="s", publish=True)
    play_evening(rating_list.club, 7)
    calculate()
    assert ratings_in(event) == before != rounded(rating_list)


def test_starting_without_missing_players_and_drawing_pods_seed_too(rating_list):
    event = next_friday(rating_list)
    start_event(event, ACTOR, list(event.players.values_list("public_id", flat=True)))
    assert ratings_in(event) == rounded(rating_list)
    draft = next_friday(rating_list, kind=DRAFT_PODS)
    draw_pods(draft, ACTOR, seed="s")
    assert ratings_in(draft) == rounded(rating_list)


def test_a_rating_that_somebody_typed_stays(rating_list):
    event = next_friday(rating_list)
    change_player(event, ACTOR, event.players.get(name=NAMES[0]).public_id, rating=0)
    pair_next_round(fresh(event), ACTOR, seed="s")
    assert ratings_in(event) == rounded(rating_list) | {NAMES[0]: 0}


def test_somebody_who_checks_players_in_meanwhile_is_no_conflict(rating_list):
    event = next_friday(rating_list)
    seen = event.version
    change_player(event, Actor("Zoe"), event.players.first().public_id, club="Elsewhere")
    pair_next_round(fresh(event), Actor("Ann", seen_version=seen), seed="s")
    assert ratings_in(event) == rounded(rating_list)
    assert event.players.first().club == "Elsewhere"


@pytest.mark.parametrize("columns", [{"game": "Pokémon"}, {"game": ""}, {"club": None}], ids=str)
def test_events_of_other_games_and_clubs_get_no_ratings(rating_list, columns):
    event = next_friday(rating_list)
    Event.objects.filter(pk=event.pk).update(**columns)
    pair_next_round(fresh(event), ACTOR, seed="s")
    assert set(ratings_in(event).values()) == {None}


def test_without_the_setting_no_event_gets_ratings(rating_list):
    use_for_seeds(rating_list, False)
    event = next_friday(rating_list)
    pair_next_round(event, ACTOR, seed="s")
    assert set(ratings_in(event).values()) == {None}


def test_a_proposed_link_gives_no_rating(rating_list):
    event = next_friday(rating_list, [*NAMES[:3], "Somebody"])
    Player.objects.filter(event=event, name="Somebody").update(
        person=Person.objects.get(name=NAMES[3]), is_proposed=True
    )
    take_ratings(fresh(event), ACTOR)
    assert ratings_in(event)["Somebody"] is None


def test_ratings_can_be_taken_before_with_a_button(rating_list, organiser):
    ClubStaff.objects.create(club=rating_list.club, user=organiser, role="organiser")
    browser, event = signed_in(organiser), next_friday(rating_list)
    players = reverse("desk_players", args=[event.slug])
    assert "Take the club’s ratings" in browser.get(players).content.decode()
    browser.post(reverse("take_ratings", args=[event.slug]))
    assert ratings_in(event) == rounded(rating_list)
    entry = event.log.order_by("-id").first()
    assert (entry.action, entry.values) == ("take_ratings", {"count": len(NAMES)})
    pair_next_round(fresh(event), ACTOR, seed="s")
    assert "Take the club’s ratings" not in browser.get(players).content.decode()


def test_taking_ratings_says_why_it_cannot(rating_list):
    event = next_friday(rating_list, ["Newcomer", "Another"])
    with pytest.raises(RuleViolation, match="Nobody in the event"):
        take_ratings(event, ACTOR)
    pair_next_round(event, ACTOR, seed="s")
    with pytest.raises(RuleViolation, match="paired already"):
        take_ratings(fresh(event), ACTOR)
