"""What is worked out once, however many ask for it at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.views.desk_events import by, fresh, friday, paired, reported
from tournaments.actions import players
from tournaments.actions.change import changing
from tournaments.actions.results import report_result
from tournaments.models import Event, Player
from tournaments.queries.histories import history_of, read
from tournaments.queries.once import HERE, MOST, kept_of, once, once_here
from tournaments.queries.seen import event_now


def test_many_who_ask_at_the_same_moment_get_what_was_made_once():
    at_once, made = Barrier(20), []

    def ask(_number):
        at_once.wait()
        return once("herd", lambda: made.append(cache.get("herd")) or "the answer")

    with ThreadPoolExecutor(20) as threads:
        assert set(threads.map(ask, range(20))) == {"the answer"}
    assert len(made) == 1


def test_what_another_host_makes_at_that_moment_is_waited_for():
    cache.add("making:shared", 1)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(once, "shared", lambda: "made twice")
        cache.set("shared", "theirs")
        cache.delete("making:shared")
        assert asked.result() == "theirs"


def test_who_makes_it_and_never_comes_back_is_waited_for_no_longer_than_a_moment():
    cache.add("making:shared", 1, timeout=0.05)
    assert once("shared", lambda: "the answer") == "the answer"
    assert cache.get("making:shared") is None


def test_a_cache_that_is_gone_is_not_waited_for(settings, monkeypatch):
    monkeypatch.setattr("tournaments.queries.once.PATIENCE", 3600)
    nowhere = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": "unix:///nowhere/redis.sock"}
    settings.CACHES = {"default": {**nowhere, "OPTIONS": {"IGNORE_EXCEPTIONS": True}}}
    assert once("shared", lambda: "the answer") == "the answer"


def test_who_waited_for_what_failed_makes_it_then():
    with pytest.raises(ZeroDivisionError):
        once("failing", lambda: 1 / 0)
    assert once("failing", lambda: "the answer") == "the answer"


@pytest.fixture
def event(transactional_db, organiser):
    return paired(friday(organiser), organiser)


def test_the_history_is_read_once_for_each_version(event, organiser, django_assert_num_queries):
    told = history_of(event)
    with django_assert_num_queries(0):
        assert history_of(event) is told
    players.change_player(event, by(organiser), "p1", name="Zora")
    assert history_of(fresh(event)).names["p1"] == "Zora"


def test_who_has_changed_an_event_and_holds_it_as_it_was_sees_the_change(event, organiser):
    assert not history_of(event).phase(1).rounds[0].matches[0].reported
    reported(event, organiser)
    assert history_of(event).phase(1).rounds[0].matches[0].reported


@pytest.mark.parametrize(("where", "asked"), [("here", 0), ("elsewhere", 1)])
def test_after_results_the_history_is_carried_on_from_the_log(
    event, organiser, where, asked, django_assert_num_queries
):
    before = history_of(event)
    # Not put back as another test has left it, under which nothing is kept.
    report_result(event, by(organiser), 1, 1, 1, "2-1")
    now = fresh(event)
    if where == "elsewhere":
        HERE.clear()
        kept_of(event)["history"] = before
    with django_assert_num_queries(asked):
        told = history_of(now)
    assert told == read(now) and told.phase(1).rounds[0].matches[0].reported


def test_who_has_stored_a_result_knows_the_event_s_row_by_then(event, organiser, django_assert_num_queries):
    report_result(event, by(organiser), 1, 1, 1, "2-1")
    with django_assert_num_queries(1):
        now = event_now(event)
    assert now.version == event.version + 1 == fresh(event).version


def test_of_a_result_that_is_taken_back_nothing_is_kept(event, organiser):
    history_of(event)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        report_result(event, by(organiser), 1, 1, 1, "2-1")
        raise ZeroDivisionError
    players.change_player(event, by(organiser), "p1", name="Zora")
    assert history_of(event_now(event)) == read(event)


def test_an_action_knows_what_others_have_stored_since_this_process_read_the_history(event, organiser):
    told = history_of(event)
    reported(event, organiser)
    with changing(event, by(organiser), "report_result") as change:
        assert change.history == read(event) != told


def test_what_is_more_than_results_is_read_anew(event, organiser):
    history_of(event)
    players.drop_player(event, by(organiser), "p1")
    reported(fresh(event), organiser)
    assert history_of(fresh(event)) == read(event)


def test_a_version_of_which_the_log_knows_nothing_is_read_anew(event, organiser):
    history_of(event)
    Player.objects.filter(event=event, key="p1").update(name="Zora")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert history_of(fresh(event)).names["p1"] == "Zora"


def test_nothing_is_kept_of_a_change_that_is_taken_back(event):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        event.version += 1
        event.save()
        Player.objects.filter(event=event, key="p1").update(name="Zora")
        assert history_of(event).names["p1"] == "Zora"
        raise ZeroDivisionError
    assert history_of(event).names["p1"] != "Zora"


def test_an_older_version_is_not_kept_beside_a_newer_one_and_only_so_many_events_are(event):
    assert once_here(event, "words", lambda: "new") == "new"
    older = Event(pk=event.pk, version=event.version - 1)
    assert once_here(older, "words", lambda: "old") == "old"
    assert once_here(event, "words", lambda: "made again") == "new"
    for pk in range(1000, 1000 + MOST):
        once_here(Event(pk=pk, version=1), "words", lambda: "other")
    assert len(HERE) == MOST and event.pk not in HERE
