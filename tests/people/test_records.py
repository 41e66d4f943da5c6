"""Records of people, from the stored results of their players."""

import pytest

from tests.support.desk_events import friday
from tournaments.models import Person, Player, PlayerResult
from tournaments.people.pages.records import NO_RECORD, PersonRecord, get_records


def add_result(player, **numbers):
    PlayerResult.objects.create(event=player.event, player=player, placed_players=3, **numbers)


@pytest.fixture
def wen(organiser):
    """Wen Ng, with results of two ended events; the other players have none."""
    for numbers in ({"won": 2, "lost": 1, "byes": 1}, {"won": 1, "lost_byes": 1, "drawn": 2, "half_byes": 1}):
        event = friday(organiser, ["Wen Ng", "Eva Duarte", "Ben Ito"])
        add_result(event.players.get(name="Wen Ng"), **numbers)
    return Person.objects.get(name="Wen Ng")


def test_a_record_adds_up_all_events_and_byes_count_as_in_standings(wen):
    eva = Person.objects.get(name="Eva Duarte")
    assert get_records(wen.club_id, [wen.pk, eva.pk]) == {
        wen.pk: PersonRecord(events=2, wins=4, losses=2, draws=3)
    }
    assert get_records(wen.club_id, []).get(wen.pk, NO_RECORD) == PersonRecord(0, 0, 0, 0)


def test_a_proposed_link_counts_for_nobody(wen):
    Player.objects.filter(person=wen).update(is_proposed=True)
    assert get_records(wen.club_id, [wen.pk]) == {}


def test_the_records_of_many_people_take_one_query(wen, django_assert_num_queries):
    with django_assert_num_queries(1):
        get_records(wen.club_id, range(1, 500))
