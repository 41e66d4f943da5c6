"""Players of coming events have the ratings of the club's list, if the organiser wants that."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.ratings import ACTOR, NAMES, calculate, play_evening, rated_club, ratings_of
from tests.support.worker import run_worker_after
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undoable
from tournaments.models import Event, Player
from tournaments.players.actions.players import add_players, change_player
from tournaments.ratings.actions.lists import change_ratings
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord
from tournaments.rules.ratings.settings import read_settings
from tournaments.rules.standings.cut import seeded_entrants

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list():
    rating_list = rated_club(6)
    use(rating_list, True)
    return rating_list


def use(rating_list, seeds_events):
    settings = read_settings(rating_list.settings)
    change_ratings(rating_list.club, ACTOR, rating_list.pk, settings, seeds_events)
    calculate()


def next_friday(rating_list, names=NAMES, **columns) -> Event:
    """Return an event of the game with these players that has not begun."""
    phase = PhaseRecord(SWISS, "Swiss", {"rounds": 3, "first_round_pairing": "fold"})
    event = create_event(ACTOR, EventHistory("Next Friday", "magic", phases=(phase,)))
    columns = {"game": "magic", "starts_at": timezone.now() + timedelta(days=2)} | columns
    Event.objects.filter(pk=event.pk).update(club=rating_list.club, **columns)
    add_players(Event.objects.get(pk=event.pk), ACTOR, "\n".join(names))
    run_worker_after(minutes=1)
    return Event.objects.get(pk=event.pk)


def ratings_in(event):
    return dict(Player.objects.filter(event=event).values_list("name", "rating"))


def rounded(rating_list):
    return {name: round(rating) for name, rating in ratings_of(rating_list).items()}


def test_players_of_a_coming_event_have_the_ratings_of_their_people(rating_list):
    event = next_friday(rating_list, [*NAMES, "Newcomer"])
    assert ratings_in(event) == rounded(rating_list) | {"Newcomer": None}
    names = {player.id: player.name for player in load_history(event).players}
    seeded = [names[key] for key in seeded_entrants(load_history(event).phase(1))]
    assert seeded == [*sorted(NAMES, key=lambda name: -rounded(rating_list)[name]), "Newcomer"]


def test_a_rating_that_somebody_typed_stays(rating_list):
    event = next_friday(rating_list)
    player = event.players.get(name=NAMES[0])
    change_player(event, ACTOR, player.public_id, rating=2000)
    run_worker_after(minutes=1)
    assert ratings_in(event)[NAMES[0]] == 2000
    assert ratings_in(event)[NAMES[1]] == rounded(rating_list)[NAMES[1]]


def test_ratings_follow_until_the_event_begins(rating_list):
    event = next_friday(rating_list)
    before = ratings_in(event)
    play_evening(rating_list.club, 7)
    calculate()
    assert ratings_in(event) == rounded(rating_list) != before
    pair_next_round(Event.objects.get(pk=event.pk), ACTOR, seed="s", publish=True)
    now = ratings_in(event)
    play_evening(rating_list.club, 8)
    calculate()
    assert ratings_in(event) == now != rounded(rating_list)


@pytest.mark.parametrize(
    "columns",
    [
        {"game": "Pokémon"},
        {"game": ""},
        {"cancelled": "Snow"},
        {"starts_at": timezone.now() - timedelta(days=3)},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_other_events_get_no_ratings(rating_list, columns):
    assert set(ratings_in(next_friday(rating_list, **columns)).values()) == {None}


def test_without_the_setting_no_event_gets_ratings(rating_list):
    use(rating_list, False)
    assert set(ratings_in(next_friday(rating_list)).values()) == {None}


def test_a_proposed_link_gives_no_rating(rating_list):
    event = next_friday(rating_list, ["Somebody"])
    person = rating_list.club.people.get(name=NAMES[0])
    event.players.update(person=person, is_proposed=True)
    change_player(event, ACTOR, event.players.get().public_id, club="Elsewhere")
    run_worker_after(minutes=1)
    assert set(ratings_in(event).values()) == {None}


def test_the_desk_still_offers_to_undo_its_own_change(rating_list):
    event = next_friday(rating_list)
    assert event.log.order_by("-id").first().action == "take_ratings"
    assert undoable(event)[0].action == "add_players"


def test_nothing_is_logged_if_nothing_differs(rating_list):
    event = next_friday(rating_list)
    change_player(event, ACTOR, event.players.first().public_id, club="Elsewhere")
    run_worker_after(minutes=1)
    assert event.log.filter(action="take_ratings").count() == 1
