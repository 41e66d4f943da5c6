"""Live fragments: rendered once for everybody, a few seconds old, and hidden from users without access."""

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tests.support.own_pages import address, table_of
from tournaments.desk.actions import remove_staff
from tournaments.events.actions.events import change_event, delete_event
from tournaments.history.cache import _history_cache as cache_of_histories
from tournaments.models import Event, Player, Staff
from tournaments.players.actions.players import add_players, renew_links
from tournaments.results.actions.results import report_result
from tournaments.web import live
from tournaments.web.recently_used import RecentlyUsed


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


@pytest.fixture
def cached(settings):
    """Serve every entry of the cache, however old."""
    settings.FRAGMENT_CACHE_SECONDS = 3600


def poll(event, *etags, path="standings/?part=table", client=None, **headers):
    headers |= {"if-none-match": ", ".join(etags)} if etags else {}
    return (client or Client()).get(f"/e/{event.slug}/{path}", headers=headers)


def seen_etag(event, version) -> str:
    """Return the ETag of a browser that has shown a version of an event."""
    return f'W/"{event.pk}-seen.{version}"'


def version_in(response) -> int:
    return int(response["Event-Version"].partition(".")[2])


def results_in(response) -> int:
    return int(re.search(r"(\d+) of \d+ results reported", response.content.decode())[1])


def report(event, organiser, table=1, text="2-1"):
    report_result(fresh(event), actor_of(organiser), 1, 1, table, text)


# --- Freshness ---


def test_a_poll_is_answered_from_the_cache_while_the_entry_is_fresh(event, organiser, cached):
    etag = poll(event)["ETag"]
    report(event, organiser)
    assert poll(event, etag).status_code == 304
    assert results_in(poll(event)) == 0


def test_a_change_is_rendered_when_the_entry_is_no_longer_fresh(event, organiser, cached, settings):
    etag = poll(event)["ETag"]
    report(event, organiser)
    settings.FRAGMENT_CACHE_SECONDS = 0
    changed = poll(event, etag)
    assert (changed.status_code, results_in(changed)) == (200, 1)
    assert version_in(changed) == fresh(event).version


def test_a_client_that_has_seen_a_newer_version_gets_a_newer_answer(event, organiser, cached):
    etag = poll(event)["ETag"]
    report(event, organiser)
    assert results_in(poll(event, etag, seen_etag(event, fresh(event).version))) == 1


def test_a_version_that_the_database_does_not_have_yet_changes_nothing(event, cached):
    etag = poll(event)["ETag"]
    assert poll(event, etag, seen_etag(event, 10**17)).status_code == 304
    assert poll(event, seen_etag(event, 10**17))["ETag"] == etag


def test_a_new_round_is_shown_at_once(event, organiser, cached):
    poll(event, path="?part=now")
    reported(event, organiser)
    paired(fresh(event), organiser)
    assert "Round 2" in poll(event, path="?part=now").content.decode()


def test_the_desk_is_always_up_to_date(event, organiser, desk, cached):
    etag = poll(event, path="desk/?part=activity", client=desk)["ETag"]
    report(event, organiser)
    changed = poll(event, etag, path="desk/?part=activity", client=desk)
    assert (changed.status_code, results_in(changed)) == (200, 1)


def test_all_fragments_of_a_page_have_the_same_version(event, organiser, cached):
    poll(event)
    report(event, organiser)
    for response in (poll(event), Client().get(f"/e/{event.slug}/standings/")):
        assert {*re.findall(r"(\d) of 4 results reported", response.content.decode())} == {"0"}


@pytest.mark.parametrize("part", ["head", "table"])
def test_every_fragment_updates_the_others_out_of_band(event, part):
    html = poll(event, path=f"standings/?part={part}").content.decode()
    other = {"head": "table", "table": "head"}[part]
    brought = re.findall(r'<div id="([-\w]+)" hx-swap-oob="innerHTML">', html)
    assert brought == [f"live-{other}", "event-clock", "event-announcement", "event-status"]
    assert "<h1>Standings</h1>" in html and "<tbody>" in html


# --- Cost ---


def test_a_304_answer_also_has_the_version(event, organiser):
    own = f"{address(event, table_of(event)[0])}?part=now"
    for path in (f"/e/{event.slug}/standings/?part=table", own):
        etag = Client().get(path)["ETag"]
        unchanged = Client().get(path, headers={"if-none-match": etag})
        assert (unchanged.status_code, version_in(unchanged)) == (304, fresh(event).version)


def test_a_poll_reads_one_row(event, django_assert_num_queries):
    etag = poll(event)["ETag"]
    with django_assert_num_queries(1):
        assert poll(event, etag).status_code == 304
    with django_assert_num_queries(1):
        assert poll(event).status_code == 200


def test_compressed_and_plain_fragments_are_equal(event):
    plain, compressed = poll(event), poll(event, **{"accept-encoding": "gzip, br"})
    assert compressed["Content-Encoding"] == "gzip" and "Accept-Encoding" in compressed["Vary"]
    assert gzip.decompress(compressed.content) == plain.content
    assert compressed["ETag"] == plain["ETag"]


def test_pages_contain_the_fragments_as_the_cache_holds_them_compressed(event):
    page = Client().get(f"/e/{event.slug}/standings/", headers={"accept-encoding": "gzip"})
    [entry] = [cache.get(key) for key in keys_in_cache() if key.startswith("fragment:")]
    assert entry.packed_spans.keys() == {"head", "table"}
    assert all(entry.packed[span.start : span.end] in page.content for span in entry.packed_spans.values())


def test_a_process_keeps_what_it_has_read_from_redis_until_it_would_be_rendered_again(
    event, organiser, settings, monkeypatch
):
    settings.CACHE_URL = "unix:///redis.sock"
    monkeypatch.setattr(live, "_kept_entries", RecentlyUsed(1))

    def is_rendered():
        cache.clear()
        response = poll(event)
        return version_in(response) == fresh(event).version and bool(keys_in_cache())

    assert is_rendered()
    poll(event)
    assert not is_rendered()
    report(event, organiser)
    assert is_rendered()
    poll(event)
    assert not is_rendered()
    monkeypatch.setattr(live, "ENTRY_SECONDS", 0)
    assert is_rendered()


@pytest.mark.django_db(transaction=True)
def test_many_requests_at_the_same_moment_share_one_rendering(event):
    barrier, renderings = Barrier(8), []

    def request(_number):
        barrier.wait()
        entry = live.get_or_render("fragment:herd", event, 0, render_all)
        connection.close()
        return entry

    def render_all():
        renderings.append(1)
        return live.RenderedFragments(event.version, 0, None, "the answer", {})

    with ThreadPoolExecutor(8) as threads:
        assert {entry.text() for entry in threads.map(request, range(8))} == {"the answer"}
    assert len(renderings) == 1


def test_while_one_request_renders_others_get_the_older_entry(event, organiser):
    before = poll(event)
    report(event, organiser)
    [key] = [key for key in keys_in_cache() if key.startswith("fragment:")]
    cache.add(f"{key}:lock", True)
    assert poll(event)["ETag"] == before["ETag"]


def test_an_abandoned_lock_delays_a_poll_only_shortly(event, monkeypatch):
    monkeypatch.setattr(live, "LOCK_SECONDS", 0.1)
    entry = poll(event)
    [key] = [key for key in keys_in_cache() if key.startswith("fragment:")]
    cache.delete(key)
    cache.add(f"{key}:lock", True)
    assert poll(event).content == entry.content


def test_a_cache_that_is_down_is_not_waited_for(event, settings):
    nowhere = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": "unix:///nowhere/redis.sock"}
    settings.CACHES = {"default": {**nowhere, "OPTIONS": {"IGNORE_EXCEPTIONS": True}}}
    settings.CACHES["limits"] = settings.CACHES["default"]
    assert poll(event).status_code == 200


def keys_in_cache() -> list[str]:
    return [key.partition(":1:")[2] for key in cache._cache]


# --- Access ---


def forged_etags(event) -> tuple[str, ...]:
    """Return ETags with which a client could try to get an old answer."""
    return f'"{event.pk}-x.0"', f'W/"{event.pk}-x.{10**17}"', "*"


PARTS = (
    "?part=now",
    "standings/?part=table",
    "rounds/1/?part=tables",
    "players/?part=list",
    "hall/?part=quiet",
)


@pytest.mark.parametrize("path", [*PARTS, "?part=x", "", "standings/"])
@pytest.mark.parametrize("change", ["private", "deleted"])
def test_an_event_that_is_no_longer_public_is_404_for_the_next_request(
    event, organiser, cached, path, change
):
    etag = poll(event, path=path).get("ETag", '"1-x.0"')
    if change == "private":
        change_event(fresh(event), actor_of(organiser), visibility="private")
        add_players(fresh(event), actor_of(organiser), "Zora the Hidden")
    else:
        delete_event(fresh(event), event.name)
    for etags in ((), (etag,), *((one,) for one in forged_etags(event))):
        assert poll(event, *etags, path=path).status_code == 404


def test_private_events_are_not_cached(event, organiser, desk, cached):
    """The cache only has digests of what the desk shows, so that a poll brings what differs."""
    change_event(fresh(event), actor_of(organiser), visibility="private")
    cache.clear()
    for path in (*PARTS, "", "rounds/1/draw/", "desk/"):
        response = poll(event, path=path, client=desk)
        assert response.status_code == 200 and response["Cache-Control"] == "private, no-store"
    desk.get(address(event, table_of(event)[0]))
    (key,) = keys_in_cache()
    assert key.startswith("shown:")
    assert all(re.fullmatch("[0-9a-f]{12}", digest) for digest in cache.get(key).values())


def test_an_event_created_again_at_the_same_address_is_another_one(event, organiser, cached):
    etag, slug = poll(event)["ETag"], event.slug
    delete_event(fresh(event), event.name)
    again = friday(organiser, names=["Xenia", "Yuri"])
    Event.objects.filter(pk=again.pk).update(slug=slug)
    response = poll(event, etag)
    assert response.status_code == 200 and "Xenia" in response.content.decode()
    assert response["Event-Version"].startswith(f"{again.pk}.")


def test_the_desk_is_hidden_after_signing_out(event, desk, cached):
    etag = poll(event, path="desk/?part=activity", client=desk)["ETag"]
    desk.post(reverse("logout"))
    response = poll(event, etag, path="desk/?part=activity", client=desk)
    assert response.status_code == 302 and "login" in response["Location"]


def test_a_lost_role_hides_the_desk_and_private_events(event, organiser, client, django_user_model, cached):
    judge = django_user_model.objects.create_user("judge")
    row = Staff.objects.create(event=event, user=judge, role=Staff.JUDGE)
    change_event(fresh(event), actor_of(organiser), visibility="private")
    client.force_login(judge)
    desk_etag = poll(event, path="desk/?part=activity", client=client)["ETag"]
    etag = poll(event, client=client)["ETag"]
    remove_staff(fresh(event), actor_of(organiser), row.pk)
    assert poll(event, desk_etag, path="desk/?part=activity", client=client).status_code == 404
    assert poll(event, etag, client=client).status_code == 404


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_renewed_link_ends_the_old_one(event, organiser, client, cached, visibility):
    change_event(fresh(event), actor_of(organiser), visibility=visibility)
    own = f"{address(event, table_of(event)[0])}?part=now"
    etag = client.get(own)["ETag"]
    assert client.get(own, headers={"if-none-match": etag}).status_code == 304
    renew_links(fresh(event), actor_of(organiser))
    assert client.get(own, headers={"if-none-match": etag}).status_code == 404
    assert poll(event, client=client).status_code == (404 if visibility == "private" else 200)


@pytest.mark.django_db(transaction=True)
def test_a_request_that_began_before_the_event_became_private_does_not_show_newer_data(
    event, organiser, client
):
    """The event becomes private and gets a player between the check of access and the reading of its rows."""
    done = []

    def execute(run, sql, *rest):
        if not done and "tournaments_event" not in sql:
            done.append(True)
            rows = Event.objects.filter(pk=event.pk)
            rows.update(
                visibility="private", version=F("version") + 1, layout_version=F("layout_version") + 1
            )
            Player.objects.create(event=event, public_id="p99", name="Zora the Hidden", order=99)
        return run(sql, *rest)

    cache_of_histories.clear()
    with connection.execute_wrapper(execute):
        response = client.get(f"/e/{event.slug}/players/")
    assert done and response.status_code == 404


def test_fragments_may_only_be_stored_by_the_browser(event, organiser, desk):
    for client in (Client(), desk):
        assert poll(event, client=client)["Cache-Control"] == "private, no-cache"
    own = Client().get(f"{address(event, table_of(event)[0])}")
    assert own["Cache-Control"] == "private, no-cache"
