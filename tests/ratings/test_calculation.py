"""The task of ratings: what is stored equals a second calculation after whatever happens to the events."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from tests.support.ratings import (
    ACTOR,
    NAMES,
    by_hand,
    calculate,
    make_club,
    play_evening,
    rated_club,
    ratings_of,
    store_event,
    switch_on,
)
from tests.support.worker import run_worker
from tournaments.changes.tasks import CHANCES, SIMULATIONS
from tournaments.clubs.actions import move_event
from tournaments.events.actions.events import change_event, delete_event
from tournaments.log.actions.undo import redo, undo
from tournaments.models import Event, Person, PersonRating, Player, RatedEvent, RatingList, Round
from tournaments.people.actions.erasing import erase_person
from tournaments.people.actions.people import merge_people, split_person, undo_club_entry
from tournaments.players.actions.erasure import erase_player
from tournaments.ratings.actions import calculation
from tournaments.ratings.actions.lists import change_ratings, switch_off_ratings, switch_on_ratings
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import correct_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.ratings.elo import RatingSettings

pytestmark = pytest.mark.django_db
SECOND_WON = {"seats": [{"games": 0}, {"games": 2}]}
FIRST_WON = {"seats": [{"games": 2}, {"games": 0}]}


def assert_current(rating_list):
    """What is stored equals a second calculation from the rows of the matches."""
    calculate()
    rating_list.refresh_from_db()
    assert ratings_of(rating_list) == pytest.approx(by_hand(rating_list))


def event_number(number) -> Event:
    return Event.objects.get(name=f"Friday {number}")


def rows_of(number):
    rows = PersonRating.objects.filter(rated_event__event__name=f"Friday {number}").order_by("pk")
    return list(rows.values("pk", "person", "after"))


@pytest.fixture
def rating_list():
    """Six evenings with byes, draws, concessions, no-shows, forfeits, double losses and disqualifications."""
    return rated_club(6)


def test_one_match_of_two_new_people_moves_half_of_k_from_the_loser_to_the_winner():
    club = make_club()
    play_evening(club, 1, [(1, 2, FIRST_WON)], NAMES[:2])
    assert ratings_of(switch_on(club)) == {"Anna Ito": 1616, "Ben Roy": 1584}


def test_the_ratings_of_six_evenings_equal_a_second_calculation(rating_list):
    assert len(ratings_of(rating_list)) == len(NAMES)
    assert_current(rating_list)


def test_all_kinds_of_results_are_among_the_evenings_and_only_played_ones_count(rating_list):
    results = {result for event in Event.objects.all() for result in results_in(event)}
    assert results >= {"conceded", "no_show", "forfeit", "disqualified", "loss", None}
    rated = sum(len(row.matches) for row in RatedEvent.objects.all())
    assert 0 < rated < 6 * 3 * 3
    assert sum(len(row.terms) for row in PersonRating.objects.all()) == 2 * rated


def results_in(event):
    return event.phases.get().rounds.values_list("matches__seats__result", flat=True)


def test_matches_of_pods_do_not_count():
    club = make_club()
    seats = [{"player": f"p{n}", "place": n} for n in (1, 2, 3, 4)]
    rounds = [
        {"number": 1, "state": "finished", "seed": "s", "matches": [{"table": 1, "seats": seats}]},
    ]
    store_event(
        club,
        1,
        rounds,
        NAMES[:4],
        "pods",
        {"points": {"win": 5, "draw": 1, "loss": 0, "bye": 5}},
        game="Magic",
    )
    rating_list = switch_on(club)
    assert RatedEvent.objects.get().matches == [] and ratings_of(rating_list) == {}


def test_a_correction_recalculates_from_its_event_on_and_keeps_the_rows_before(rating_list):
    before = {number: rows_of(number) for number in range(1, 7)}
    event = event_number(3)
    match = next(match for match in event.phases.get().rounds.get(number=3).matches.exclude(table=None))
    report_result(event, ACTOR, 1, 3, match.table, "0-2")
    assert_current(rating_list)
    assert [number for number in before if rows_of(number) == before[number]] == [1, 2]


def test_a_correction_of_an_earlier_round_follows(rating_list):
    event = event_number(2)
    match = event.phases.get().rounds.get(number=1).matches.exclude(table=None).first()
    correct_result(event, ACTOR, 1, 1, match.table, "2-0")
    assert_current(rating_list)


def test_a_change_without_effect_on_matches_recalculates_nothing(rating_list):
    before = list(PersonRating.objects.order_by("pk").values())
    change_event(event_number(1), ACTOR, name="Friday 1")
    change_event(event_number(1), ACTOR, place="Porto")
    calculate()
    assert list(PersonRating.objects.order_by("pk").values()) == before


def test_an_event_whose_end_is_undone_counts_no_more_until_it_ends_again(rating_list):
    event = event_number(4)
    match = event.phases.get().rounds.get(number=3).matches.exclude(table=None).first()
    report_result(event, ACTOR, 1, 3, match.table, "2-0")
    calculate()
    changed = ratings_of(rating_list)
    entry = undo(Event.objects.get(pk=event.pk), ACTOR)
    assert_current(rating_list)
    redo(Event.objects.get(pk=event.pk), ACTOR, entry.pk)
    assert_current(rating_list)
    assert ratings_of(rating_list) == pytest.approx(changed)


def test_no_change_at_the_desk_asks_for_ratings(rating_list):
    event = event_number(4)
    reopen(event)
    with CaptureQueriesContext(connection) as queries:
        report_result(event_number(4), ACTOR, 1, 3, 1, "0-2")
        finish_round(event_number(4), ACTOR)
        report_result(event_number(4), ACTOR, 1, 3, 1, "2-0")
        undo(event_number(4), ACTOR)
        undo(event_number(4), ACTOR)
    words = [model._meta.db_table for model in (RatingList, RatedEvent, PersonRating)]
    words.append(calculation.calculate_ratings.module_path)
    assert [query["sql"] for query in queries if any(word in query["sql"] for word in words)] == []
    assert_current(rating_list)
    assert not RatedEvent.objects.filter(event=event).exists()


def reopen(event):
    """Let the last round be played, as if nobody had finished it; its event counts still."""
    Round.objects.filter(phase__event=event, number=3).update(state="published")
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)


def test_an_event_that_starts_earlier_is_rated_earlier(rating_list):
    change_event(event_number(6), ACTOR, starts_at="2026-01-01T19:00:00+00:00")
    assert_current(rating_list)
    newest = PersonRating.objects.order_by("-pk").first()
    assert newest.rated_event.event == event_number(5)


def test_an_event_that_is_not_public_any_more_counts_no_more(rating_list):
    for visibility in ("private", "public"):
        change_event(event_number(2), ACTOR, visibility=visibility)
        assert_current(rating_list)
    assert RatedEvent.objects.count() == 6


def test_an_event_of_another_game_counts_no_more(rating_list):
    change_event(event_number(2), ACTOR, game="Pokémon")
    assert_current(rating_list)
    assert RatedEvent.objects.count() == 5


def test_a_game_in_different_case_is_the_same(rating_list):
    change_event(event_number(2), ACTOR, game="MAGIC")
    assert_current(rating_list)
    assert RatedEvent.objects.count() == 6


def test_a_deleted_event_counts_no_more(rating_list):
    delete_event(event_number(3), "Friday 3")
    assert_current(rating_list)
    assert RatedEvent.objects.count() == 5


def test_an_event_that_moves_counts_in_the_other_club(rating_list, organiser):
    organiser.is_superuser = True
    organiser.save()
    other = make_club("Elsewhere", slug="elsewhere")
    switch_on_after_moving(other, event_number(1), organiser)
    assert_current(rating_list)
    assert RatedEvent.objects.filter(rating_list=rating_list).count() == 5
    assert_current(RatingList.objects.get(club=other))


def switch_on_after_moving(club, event, user):
    play_evening(club, 9)
    switch_on(club)
    move_event(event, ACTOR.__class__("organiser", user), club)


def test_merging_brings_ratings_together_and_undoing_parts_them(rating_list):
    club = rating_list.club
    play_evening(club, 7, names=["Zed Young", *NAMES[1:]])
    assert_current(rating_list)
    before = ratings_of(rating_list)
    keep, other = Person.objects.get(name="Anna Ito"), Person.objects.get(name="Zed Young")
    merge_people(club, ACTOR, keep.pk, other.pk)
    assert_current(rating_list)
    assert "Zed Young" not in ratings_of(rating_list)
    undo_club_entry(club, ACTOR, club.log.last().pk)
    assert_current(rating_list)
    assert ratings_of(rating_list) == pytest.approx(before)


def test_splitting_gives_each_the_matches_of_their_events(rating_list):
    person = Person.objects.get(name="Ben Roy")
    moved = list(Player.objects.filter(person=person).values_list("pk", flat=True)[:2])
    split_person(rating_list.club, ACTOR, person.pk, moved, "Ben Other")
    assert_current(rating_list)
    assert {"Ben Roy", "Ben Other"} <= ratings_of(rating_list).keys()


def test_an_erased_person_leaves_no_rating_and_the_ratings_of_others_as_they_are(rating_list):
    before = ratings_of(rating_list)
    erase(rating_list, "Cleo Ng")
    assert before.pop("Cleo Ng") and ratings_of(rating_list) == pytest.approx(before)
    assert {term[0] for row in PersonRating.objects.all() for term in row.terms} >= {None}
    assert not Person.with_merged.filter(name__contains="Cleo").exists()


def erase(rating_list, name):
    """Erase a person, with all tasks that follow."""
    person = Person.objects.get(name=name)
    erase_person(rating_list.club, ACTOR, person.pk, name)
    assert not PersonRating.objects.filter(person=person).exists()
    run_worker(SIMULATIONS)
    calculate()
    assert not any(term[0] == person.pk for row in PersonRating.objects.all() for term in row.terms)


def test_a_player_who_is_erased_from_one_event_leaves_the_changes_of_others_there_as_they_are(rating_list):
    person = Person.objects.get(name="Cleo Ng")
    others = PersonRating.objects.exclude(person=person).order_by("pk")
    before = dict(others.filter(rated_event__event=event_number(3)).values_list("person", "after"))
    player = Player.objects.get(person=person, event=event_number(3))
    erase_player(event_number(3), ACTOR, player.public_id, "Cleo Ng")
    calculate()
    after = dict(others.filter(rated_event__event=event_number(3)).values_list("person", "after"))
    assert after == pytest.approx(before) and len(after) > 2
    assert not person.ratings.filter(rated_event__event=event_number(3)).exists()
    assert person.ratings.filter(rated_event__event=event_number(4)).exists()


def test_matches_against_erased_people_count_in_corrections_and_with_other_settings(rating_list):
    erase(rating_list, "Cleo Ng")
    erase(rating_list, "Dan Fox")
    before = ratings_of(rating_list)
    event = event_number(1)
    match = event.phases.get().rounds.get(number=3).matches.exclude(table=None).first()
    report_result(event, ACTOR, 1, 3, match.table, "0-2")
    calculate()
    assert ratings_of(rating_list) != pytest.approx(before)
    undo(event_number(1), ACTOR)
    calculate()
    assert ratings_of(rating_list) == pytest.approx(before)
    change_ratings(rating_list.club, ACTOR, rating_list.pk, RatingSettings(start=1100, k=32), False)
    calculate()
    assert ratings_of(rating_list) == pytest.approx({name: value - 500 for name, value in before.items()})


def test_a_person_whose_row_is_deleted_is_rated_no_more(rating_list):
    Person.objects.get(name="Cleo Ng").delete()
    calculation.queue_list(rating_list.pk)
    assert_current(rating_list)
    assert "Cleo Ng" not in ratings_of(rating_list)


def test_other_settings_recalculate_everything(rating_list):
    change_ratings(rating_list.club, ACTOR, rating_list.pk, RatingSettings(start=1000, k=16), False)
    assert_current(rating_list)
    undo_club_entry(rating_list.club, ACTOR, rating_list.club.log.last().pk)
    assert_current(rating_list)
    assert rating_list.preset == "shop"


def test_a_list_that_is_off_has_no_ratings_and_keeps_its_settings(rating_list):
    change_ratings(rating_list.club, ACTOR, rating_list.pk, RatingSettings(k=10), False)
    switch_off_ratings(rating_list.club, ACTOR, rating_list.pk)
    calculate()
    assert not RatedEvent.objects.exists() and not PersonRating.objects.exists()
    switch_on_ratings(rating_list.club, ACTOR, "magic", "fide")
    assert_current(rating_list)
    assert rating_list.settings["k"] == 10


def test_fides_preset_has_another_k_for_the_first_thirty_matches():
    rating_list = rated_club(12, "fide")
    rows = PersonRating.objects.order_by("pk")
    assert {row.k for row in rows if row.matches - len(row.terms) < 30} == {40}
    assert {row.k for row in rows if row.matches - len(row.terms) >= 30} <= {20}
    assert rating_list.preset == "fide"


def test_the_calculation_goes_on_where_it_was_stopped(rating_list, monkeypatch):
    monkeypatch.setattr(calculation, "READ_PER_RUN", 2)
    monkeypatch.setattr(calculation, "RATED_PER_RUN", 2)
    expected = ratings_of(rating_list)
    RatedEvent.objects.all().delete()
    runs = []
    while not runs or DBTaskResult.objects.ready().filter(queue_name=CHANCES).exists():
        DBTaskResult.objects.ready().filter(queue_name=CHANCES).delete()
        # As after the worker was killed: nothing is left but the rows.
        calculation.calculate_ratings.call(rating_list.pk)
        runs.append(RatedEvent.objects.exclude(hash="").count())
    assert runs == [0, 0, 0, 2, 4, 6, 6]
    assert ratings_of(rating_list) == expected


def test_a_lost_task_is_queued_again_when_the_worker_starts(rating_list):
    event = event_number(2)
    match = event.phases.get().rounds.get(number=3).matches.exclude(table=None).first()
    report_result(event, ACTOR, 1, 3, match.table, "0-2")
    DBTaskResult.objects.filter(task_path__endswith="calculate_ratings").delete()
    assert_current(rating_list)


def test_many_changes_queue_one_task(rating_list):
    for _time in range(3):
        calculation.queue_list(rating_list.pk)
    assert DBTaskResult.objects.ready().filter(task_path__endswith="calculate_ratings").count() == 1


def test_an_event_of_people_whom_nobody_knows_counts_with_the_known_ones(rating_list):
    player = event_number(2).players.first()
    Player.objects.filter(pk=player.pk).update(person=None, person_reason="")
    calculation.queue_list(rating_list.pk)
    assert_current(rating_list)


def test_an_event_that_nobody_ends_counts_with_its_last_round_after_a_day(rating_list):
    event = event_number(6)
    reopen(event)
    event.log.update(at=event.starts_at - timedelta(days=2))
    row = RatedEvent.objects.get(event=event)
    calculation.queue_list(rating_list.pk)
    calculate()
    assert RatedEvent.objects.get(event=event).matches == row.matches
