"""What PostgreSQL does for each query of a busy site: it looks rows up and reads no more than one event's."""

from collections import Counter, defaultdict

import pytest
from django.db import connection
from django.urls import reverse

from tests.conftest import PASSWORD, forget_all
from tests.growing.asked import PART, addresses
from tests.growing.crowd import crowded, sizes
from tests.views.desk_events import form, fresh
from tests.views.own_pages import report, table_of
from tournaments.queries.events.lists import SIZE

pytestmark = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="`make test-postgres` asks PostgreSQL"
)
# What grows with no event.
FIXED = (
    "django_content_type",
    "auth_permission",
    "auth_group",
    "django_migrations",
    # Wrong passwords of the last minutes; each sign-in clears away the older ones.
    "axes_accessattempt",
)
# What is read of every event there is: the home page counts which of them run, and searches their names; a
# backup looks for the few players who were taken off the list.
WHOLE_SITE = {
    "/": {"tournaments_event", "tournaments_phase", "tournaments_round"},
    "backup/": {"tournaments_removedlink"},
}
SIGNING_IN = {"username": "organiser", "password": PASSWORD}


class Explained:
    """Has each query explained before it is asked, the same words twice at most; gathers what reads more than
    `most` rows of one table, or all of it."""

    def __init__(self, most: int):
        self.most, self.asked, self.faults, self.address = most, Counter(), defaultdict(set), ""

    def __call__(self, execute, sql, params, many, context):
        kind = sql.lstrip("( ").partition(" ")[0]
        if kind in ("SELECT", "UPDATE", "DELETE") and not many and self.asked[sql] < 2:
            self.asked[sql] += 1
            # What changes rows is explained alone: it is done once.
            how = "ANALYZE, TIMING OFF, " if kind == "SELECT" else ""
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN ({how}FORMAT JSON) {sql}", params)
                told = cursor.fetchone()[0]
            for fault in self.wrong(told[0]["Plan"]):
                self.faults[fault, sql.partition(" FROM ")[2][:500]].add(self.address)
        return execute(sql, params, many, context)

    def wrong(self, node):
        """What is wrong with a plan, in words."""
        table = node.get("Relation Name")
        if table and table not in (*FIXED, *self.of_the_site()):
            if node["Node Type"] == "Seq Scan":
                yield f"reads all of {table}"
            left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
            read = (node.get("Actual Rows", 0) + left_out) * node.get("Actual Loops", 0)
            # A page of the home page tells of so many events.
            if read > self.most * (SIZE if self.address == "/" else 1):
                yield f"reads {read} rows of {table}"
        for below in node.get("Plans", ()):
            yield from self.wrong(below)

    def of_the_site(self):
        path = self.address
        return WHOLE_SITE.get(path if path == "/" else path.partition("/desk/")[2], ())


@pytest.fixture
def site(transactional_db, django_user_model, client):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    hall = crowded(organiser)
    clients = {False: client, True: type(client)()}
    clients[True].force_login(organiser)
    return hall, clients


SITE = ("/", "/?q=running", "/?q=lantern", "/account/")


def look(hall, clients, explained):
    """At every page of the event that runs, and its live parts; at the bracket; at the site's own pages."""
    finals = f"/e/{hall['finals'].slug}/"
    asked = [(finals + page, True) for page in ("", "bracket/", "desk/")]
    asked += [(address, is_signed) for address in SITE for is_signed in (False, True)]
    parts = set()
    for address, is_signed in (*addresses(hall["running"]).values(), *asked):
        text = get(clients[is_signed], address, explained)
        parts |= {(part.replace("&amp;", "&"), is_signed) for part in PART.findall(text)}
    for address, is_signed in sorted(parts):
        get(clients[is_signed], address, explained)


def get(client, address, explained) -> str:
    return b"".join(during(address, explained, client.get)).decode(errors="replace")


def during(address, explained, asks, *said):
    """Ask as the first who does."""
    forget_all()
    explained.address = address.partition("?")[0]
    return asks(address, *said)


def act(hall, clients, explained):
    """What is done most in a hall: results from desk and phone, a drop, the next round, signing in."""
    running, ready, desk = hall["running"], hall["ready"], clients[True]
    player, other = table_of(running, 5, 9)
    place = {"phase": 1, "round": 9, "table": 2}
    for event, name, kwargs, said in (
        (running, "report", {}, {"said": "2-0", **place}),
        (running, "drop_player", {"key": running.players.last().key}, {}),
        (running, "undo", {}, {}),
        (ready, "pair", {}, {}),
    ):
        address, before = reverse(name, kwargs={"slug": event.slug, **kwargs}), fresh(event).version
        said |= {"entry": event.log.order_by("id").last().pk, "publish": "1"}
        answer = during(address, explained, desk.post, form(event, **said))
        assert (answer.status_code, fresh(event).version) == (302, before + 1), answer.content
    for name in (player, other):
        explained.address = "a report from a phone"
        assert report(clients[False], running, name, "2-0").status_code == 302
    answer = during(reverse("login"), explained, clients[False].post, SIGNING_IN)
    assert answer.status_code == 302


def test_no_page_and_no_action_reads_all_of_a_table_or_more_than_its_event(site):
    hall, clients = site
    explained = Explained(max(sizes(hall["running"]).values()))
    with connection.execute_wrapper(explained):
        look(hall, clients, explained)
        act(hall, clients, explained)
    assert len(explained.asked) > 100
    told = [f"{fault} during {sorted(where)[:3]}: {sql}" for (fault, sql), where in explained.faults.items()]
    assert not told, "\n".join(told)
