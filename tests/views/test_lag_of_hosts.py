"""Processes and hosts that tell polls late: together, too, they tell of no older state than was seen."""

import re

from django.core.cache import caches
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.views.desk_events import by, fresh
from tests.views.own_pages import address, table_of
from tests.views.test_lag import ask, count_in, newest, result, shows
from tests.views.test_lag import event as event
from tests.views.test_lag import late as late
from tournaments.actions import announcements, events, players
from tournaments.queries import once, seen
from tournaments.rules import history
from tournaments.views import live

# The live parts of a round's page.
PARTS = ("head", "tables")


def change(event, organiser, what):
    """One more of these: what was said, or a player's name, holds the number of the version that it makes."""
    event = fresh(event)
    if what == "announce":
        announcements.announce(event, by(organiser), f"Said {event.version + 1}")
    else:
        players.change_player(event, by(organiser), "p1", name=f"Named {event.version + 1}")


def told_in(answer) -> dict[str, int]:
    """Of both the number that the answer shows, where it does."""
    found = re.findall(r"(Said|Named) (\d+)", answer.content.decode())
    return {what.lower(): int(number) for what, number in found}


def test_rows_that_are_newer_than_what_names_them_are_not_taken_back(event, organiser, late):
    etag = ask(event)["ETag"]
    ask(event, etag)
    version = fresh(event).version
    result(event, organiser)
    forget()
    told = ask(event, shows(event, version))
    assert (count_in(told), newest(told)) == (1, version + 1)
    assert ask(event, etag).status_code == 304
    again = ask(event, told["ETag"])
    assert (again.status_code, count_in(again), newest(again)) == (200, 1, version + 1)


def test_an_own_page_that_is_unchanged_says_how_new_the_rows_are_that_it_was_made_of(event, organiser, late):
    own = f"{address(event, table_of(event)[0])}?part=now"
    etag = ask(event, path=own)["ETag"]
    version = fresh(event).version
    ask(event, shows(event, version))
    result(event, organiser, table=2)
    forget()
    caches["phones"].clear()
    caches["phones"].set(f"event:{event.pk}:{version}", event)
    told = ask(event, etag, path=own)
    assert (told.status_code, newest(told)) == (304, version + 1)


def test_a_part_is_as_new_as_what_comes_along_with_it(event, organiser, late):
    version = fresh(event).version
    assert newest(ask(event, shows(event, version))) == version
    result(event, organiser)
    caches["default"].delete(f"part:{live.name_of(event, live.HALL, 'brought', None)}")
    assert newest(ask(event, shows(event, version))) == version + 1


def forget():
    """As in a process that knows of the event and its version, and has worked nothing out of it."""
    once.HERE.clear()
    caches["default"].clear()


class Host:
    """What one of several processes keeps, put in the place of what this one keeps while it answers."""

    def __init__(self):
        self.kept = [{} for _ in places()]

    def answers(self, *asked, forgets):
        for place, kept in zip(places(), self.kept, strict=True):
            place.clear()
            place.update(kept)
        if forgets:
            forget()
        answer = ask(*asked)
        self.kept = [dict(place) for place in places()]
        return answer


def places():
    of_caches = (kept for one in caches.all() for kept in (one._cache, one._expire_info))
    return seen.TOLD, once.HERE, *of_caches


CHANGES = ("announce", "rename")
POLLS = [(host, part, forgets) for host in (0, 1) for part in PARTS for forgets in (False, True)]
STEPS = st.sampled_from([*CHANGES, *POLLS])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=20, max_size=30))
def test_whichever_host_answers_a_phone_never_sees_an_older_state_after_a_newer_one(
    event, organiser, late, steps
):
    hosts, etags, known = (Host(), Host()), {}, {"said": 0, "named": 0}
    for what in CHANGES:
        change(event, organiser, what)
    for step in steps:
        if step in CHANGES:
            change(event, organiser, step)
            continue
        host, part, forgets = step
        path = f"/e/{event.slug}/rounds/1/?part={part}"
        answer = hosts[host].answers(event, ", ".join(etags.values()), None, path, forgets=forgets)
        etags[part] = answer["ETag"]
        for what, number in told_in(answer).items():
            assert number >= known[what], (what, step)
            known[what] = number


def test_an_event_made_anew_at_the_address_of_one_that_is_gone_is_never_told_as_that_one(
    event, organiser, late
):
    hosts = Host(), Host()
    old = hosts[0].answers(event, forgets=False)["ETag"]
    assert hosts[0].answers(event, old, forgets=False).status_code == 304
    events.delete_event(fresh(event), event.name)
    phases = (history.Phase(history.SWISS, "Swiss", {"rounds": 3}),)
    anew = events.create_event(by(organiser), history.Event(event.name, event.rulebook, phases=phases))
    assert anew.slug == event.slug and anew.version < event.version
    # Its page was opened at the other host, and this one has not heard of it.
    page = hosts[1].answers(anew, forgets=False)
    told = hosts[0].answers(anew, page["ETag"], forgets=False)
    assert (told.status_code, told["ETag"]) == (304, page["ETag"])
    # Nor is an older one told again, whichever is asked, to who had its page open.
    for host in (*hosts, *hosts):
        assert host.answers(anew, f"{old}, {page['ETag']}", forgets=False)["ETag"] == page["ETag"]
