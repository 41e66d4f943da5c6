"""The PostgreSQL plans on a busy site: queries use indexes and read at most the rows of one event."""

from collections import Counter, defaultdict

import pytest
from django.db import connection
from django.urls import reverse

from tests.growing.addresses import PART, addresses
from tests.growing.crowd import fill_site, sizes
from tests.support.accounts import PASSWORD
from tests.support.database_states import clear_caches
from tests.support.desk_events import form, fresh
from tests.support.own_pages import report, table_of
from tournaments.events.pages.catalogue import PAGE_SIZE

pytestmark = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="runs with `make test-postgres`")
# Tables that do not grow with events.
FIXED = (
    "django_content_type",
    "auth_permission",
    "auth_group",
    "django_migrations",
    # Wrong passwords of the last minutes; each sign-in deletes older ones.
    "axes_accessattempt",
    # Never written.
    "axes_accessattemptexpiration",
)
# Tables that are read for the whole site: the home page counts running events and searches their names; a
# backup looks for the few removed players.
WHOLE_SITE = {
    "/": {"tournaments_event", "tournaments_phase", "tournaments_round"},
    "/events/": {"tournaments_event", "tournaments_phase", "tournaments_round"},
    "backup/": {"tournaments_removedlink"},
}
SIGNING_IN = {"username": "organiser", "password": PASSWORD}


class QueryPlans:
    """Explains each query before it runs, at most twice per SQL text.

    Collects queries that read more than `max_rows` rows of a table, or the whole table.
    """

    def __init__(self, max_rows: int):
        self.max_rows, self.counts, self.faults, self.address = max_rows, Counter(), defaultdict(set), ""

    def __call__(self, execute, sql, params, many, context):
        kind = sql.lstrip("( ").partition(" ")[0]
        if kind in ("SELECT", "UPDATE", "DELETE") and not many and self.counts[sql] < 2:
            self.counts[sql] += 1
            # Only SELECTs are executed by EXPLAIN, so that changes are made once.
            how = "ANALYZE, TIMING OFF, " if kind == "SELECT" else ""
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN ({how}FORMAT JSON) {sql}", params)
                plans = cursor.fetchone()[0]
            for fault in self.find_faults(plans[0]["Plan"]):
                self.faults[fault, sql.partition(" FROM ")[2][:500]].add(self.address)
        return execute(sql, params, many, context)

    def find_faults(self, node):
        """Yield the faults of a plan, as text."""
        table = node.get("Relation Name")
        if table and table not in (*FIXED, *self.whole_tables()):
            if node["Node Type"] == "Seq Scan":
                yield f"reads all of {table}"
            removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
            read = (node.get("Actual Rows", 0) + removed) * node.get("Actual Loops", 0)
            # The home page lists PAGE_SIZE events.
            if read > self.max_rows * (PAGE_SIZE if self.address in ("/", "/events/") else 1):
                yield f"reads {read} rows of {table}"
        for child in node.get("Plans", ()):
            yield from self.find_faults(child)

    def whole_tables(self):
        path = self.address
        return WHOLE_SITE.get(path.partition("/desk/")[2] or path, ())


@pytest.fixture
def site(transactional_db, django_user_model, client):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    events = fill_site(organiser)
    clients = {False: client, True: type(client)()}
    clients[True].force_login(organiser)
    return events, clients


SITE = ("/", "/events/", "/?q=running", "/?q=lantern", "/account/", "/lab/")


def visit_pages(events, clients, explained):
    """Visit all pages and live fragments of the running event, the bracket and the site's own pages."""
    finals = f"/e/{events['finals'].slug}/"
    pages = [(finals + page, True) for page in ("", "bracket/", "desk/")]
    pages += [(address, is_signed) for address in SITE for is_signed in (False, True)]
    parts = set()
    for address, is_signed in (*addresses(events["running"]).values(), *pages):
        text = get(clients[is_signed], address, explained)
        parts |= {(part.replace("&amp;", "&"), is_signed) for part in PART.findall(text)}
    for address, is_signed in sorted(parts):
        get(clients[is_signed], address, explained)


def get(client, address, explained) -> str:
    return b"".join(send_cold(address, explained, client.get)).decode(errors="replace")


def send_cold(address, explained, send, *args):
    """Send a request with empty caches."""
    clear_caches()
    explained.address = address.partition("?")[0]
    return send(address, *args)


def act(events, clients, explained):
    """Do the most frequent actions: results from desk and phone, a drop, the next round, signing in."""
    running, ready, desk = events["running"], events["ready"], clients[True]
    player, other = table_of(running, 5, 9)
    place = {"phase": 1, "round": 9, "table": 2}
    for event, name, kwargs, fields in (
        (running, "report", {}, {"result_text": "2-0", **place}),
        (running, "drop_player", {"key": running.players.last().public_id}, {"table": "play"}),
        (running, "undo", {}, {}),
        (ready, "pair", {}, {}),
    ):
        address, before = reverse(name, kwargs={"slug": event.slug, **kwargs}), fresh(event).version
        fields |= {"entry": event.log.order_by("id").last().pk, "publish": "1"}
        response = send_cold(address, explained, desk.post, form(event, **fields))
        assert (response.status_code, fresh(event).version) == (302, before + 1), response.content
    for name in (player, other):
        explained.address = "a report from a phone"
        assert report(clients[False], running, name, "2-0").status_code == 302
    response = send_cold(reverse("login"), explained, clients[False].post, SIGNING_IN)
    assert response.status_code == 302


def test_no_page_or_action_scans_a_table_or_reads_other_events(site):
    events, clients = site
    explained = QueryPlans(max(sizes(events["running"]).values()))
    with connection.execute_wrapper(explained):
        visit_pages(events, clients, explained)
        act(events, clients, explained)
    assert len(explained.counts) > 100
    faults = [
        f"{fault} during {sorted(where)[:3]}: {sql}" for (fault, sql), where in explained.faults.items()
    ]
    assert not faults, "\n".join(faults)
