"""Names that one phone may have picked: marked, accepted or freed at the desk."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.picked_names import (
    ORIGIN,
    OTHER_ORIGIN,
    make_event,
    marked_names,
    only_pick,
    pick,
    pick_all,
    reported_texts,
    sides,
    submit,
)
from tests.support.played_events import ME, make, match_at, pair, reload_event, reload_history, report
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history_with_log
from tournaments.models import Event, Pick
from tournaments.players.actions import picks
from tournaments.results.actions.reports import accept_report, submit_report
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules import event_file
from tournaments.rules.history import PICK


@pytest.fixture
def event(db):
    return make_event()


def test_four_names_picked_from_one_origin_in_ten_minutes_are_marked(event):
    keys = [player.id for player in reload_history(event).players]
    for key in keys[:3]:
        pick(event, key, origin=ORIGIN)
    assert marked_names(event) == []
    pick(event, keys[3], origin=ORIGIN)
    assert marked_names(event) == [tuple(reload_history(event).names[key] for key in keys)]


def test_picks_of_several_or_unknown_origins_are_not_marked(event):
    keys = [player.id for player in reload_history(event).players]
    for key, origin in zip(keys, (ORIGIN, ORIGIN, OTHER_ORIGIN, OTHER_ORIGIN), strict=True):
        pick(event, key, origin=origin)
    assert marked_names(event) == []
    for row in Pick.objects.all():
        picks.free_pick(reload_event(event), ME, row.pk)
    pick_all(event, origin="")
    assert marked_names(event) == []


def test_picks_that_take_longer_than_ten_minutes_are_not_marked(event):
    start = datetime.now(UTC)
    for minutes, player in zip((0, 5, 9, 11), reload_history(event).players, strict=True):
        pick(event, player.id, origin=ORIGIN, now=start + timedelta(minutes=minutes))
    assert marked_names(event) == []


def test_two_marked_picks_that_agree_wait_for_the_desk(event):
    first, second = sides(event)
    tokens = pick_all(event)
    submit(event, first, "2-0", tokens[first])
    assert submit(event, second, "2-0", tokens[second]) == "agreed"
    assert not match_at(event, 1, 1).reported
    accept_report(reload_event(event), ME, 1, 1, 1, "2-0")
    assert match_at(event, 1, 1).reported


def test_a_marked_pick_and_a_personal_link_that_agree_make_a_result(event):
    first, second = sides(event)
    tokens = pick_all(event)
    submit(event, first, "2-0", tokens[first])
    submit(event, second, "2-0")
    assert match_at(event, 1, 1).reported


def test_a_marked_pick_and_another_one_that_agree_make_a_result(event):
    first, second = sides(event)
    tokens = pick_all(event)
    picks.free_pick(reload_event(event), ME, Pick.objects.get(player__public_id=second).pk)
    tokens[second] = pick(event, second, origin=OTHER_ORIGIN)
    for key in (first, second):
        submit(event, key, "2-0", tokens[key])
    assert match_at(event, 1, 1).reported


def test_accepting_an_origin_stores_what_waited_and_marks_nothing_more_of_it(event):
    tokens = pick_all(event)
    for key in sides(event):
        submit(event, key, "2-0", tokens[key])
    picks.accept_origin(reload_event(event), ME, ORIGIN)
    assert match_at(event, 1, 1).reported and marked_names(event) == []
    with pytest.raises(DuplicateRequest):
        picks.accept_origin(reload_event(event), ME, ORIGIN)
    for row in Pick.objects.all():
        picks.free_pick(reload_event(event), ME, row.pk)
    pick_all(event)
    assert marked_names(event) == [] and not Pick.objects.exclude(origin="").exists()
    assert Event.objects.get(pk=event.pk).accepted_origins == [ORIGIN]


def test_accepting_an_origin_stores_both_semifinals_that_waited(db):
    event = make(4, rounds_set=1, finals=("single", 4))
    change_settings(event, ME, 1, reporting="anyone")
    change_settings(reload_event(event), ME, 2, reporting="anyone")
    pair(event)
    for table in (1, 2):
        report(event, table, "2-0")
    pair_next_round(reload_event(event), ME, seed="s", publish=True)
    tokens = pick_all(event)
    semifinals = reload_history(event).phase(2).rounds[0].matches
    for match in semifinals:
        for key in match.players:
            submit_report(
                *(reload_event(event), Actor(key, source=PICK), key, 2, 1, match.players, "2-0"),
                table=match.table,
                pick_token=tokens[key],
            )
    assert not any(match.reported for match in reload_history(event).phase(2).rounds[0].matches)
    picks.accept_origin(reload_event(event), ME, ORIGIN)
    assert all(match.reported for match in reload_history(event).phase(2).rounds[0].matches)


def test_freeing_an_origin_frees_its_marked_names_and_ends_their_reports(event):
    first, second = sides(event)
    tokens = pick_all(event)
    submit(event, first, "2-0", tokens[first])
    picks.free_origin(reload_event(event), ME, ORIGIN)
    assert not Pick.objects.exists() and reported_texts(match_at(event, 1, 1)) == [None, None]
    assert pick(event, first) and pick(event, second)
    with pytest.raises(DuplicateRequest):
        picks.free_origin(reload_event(event), ME, ORIGIN)


def test_freeing_an_origin_leaves_picks_that_the_desk_has_confirmed(event):
    first, _second = sides(event)
    pick_all(event)
    picks.confirm_pick(reload_event(event), ME, Pick.objects.get(player__public_id=first).pk)
    picks.free_origin(reload_event(event), ME, ORIGIN)
    assert only_pick(event).player.public_id == first and not only_pick(event).is_marked


def test_marks_and_origins_are_not_in_the_event_file(event):
    pick_all(event)
    assert ORIGIN not in event_file.text(load_history_with_log(reload_event(event)))
