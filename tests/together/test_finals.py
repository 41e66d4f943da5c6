"""An invitation is declined while the organiser adds a seat: the same seat is never given twice."""

from datetime import date

import pytest

from tests.support.desk_events import actor_of, fresh
from tests.support.repetitions import count
from tests.together.interleaving import Statements, run, run_interleaved
from tournaments.changes.change import Actor
from tournaments.clubs.actions import get_or_create_club
from tournaments.models import Series
from tournaments.registration.actions.invitations import decline_invitation
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord
from tournaments.series.actions.elsewhere import add_elsewhere, parse_results
from tournaments.series.actions.final import create_final, set_final_seats
from tournaments.series.actions.series import create_series

EVERY_MOMENT = count(8, 2)
FINALS = EventHistory("Final", "magic", phases=(PhaseRecord(BRACKET, "Final", {"finals": "single"}),))
TABLE = "Anna 60\nBen 50\nCleo 40\nDan 30\nEva 20"
pytestmark = pytest.mark.django_db(transaction=True)


def make_final(user) -> Series:
    """Return a series to whose final the first two of five people are invited."""
    club, actor = get_or_create_club(user, None), actor_of(user)
    series = create_series(club, actor, "League", "monthly-shop-league")
    results = parse_results(TABLE, "points")
    add_elsewhere(club, actor, series.pk, results, "points", name="Before", date=date(2026, 1, 9))
    create_final(club, actor, series.pk, FINALS, 2)
    return Series.objects.select_related("club", "final").get(pk=series.pk)


def add_seat(series: Series, user):
    set_final_seats(series.club, actor_of(user), series.pk, 3)


def decline(series: Series):
    token = series.final.registrations.get(name="Ben").token
    decline_invitation(fresh(series.final), Actor("Ben"), token)


def test_a_seat_that_is_added_and_one_that_becomes_free_go_to_two_people(organiser):
    counted = Statements()
    first = make_final(organiser)
    run(lambda: add_seat(first, organiser), counted)
    for at in range(1, counted.count + 1, EVERY_MOMENT):
        series = make_final(organiser)
        acts = (lambda one=series: add_seat(one, organiser)), (lambda one=series: decline(one))
        run_interleaved(*acts, at)
        rows = series.final.registrations.filter(state="invited").order_by("order")
        assert [row.name for row in rows] == ["Anna", "Cleo", "Dan"], f"at {at} of {counted.count}"
