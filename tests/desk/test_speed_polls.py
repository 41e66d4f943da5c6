"""A poll of a desk with 500 tables carries what has changed, in 8 kB and a third of the time of all."""

import gzip

import pytest
from django.core.cache import cache

from tests.benchmarks.sample_event import played
from tests.support.desk_events import actor_of, fresh
from tests.support.speed import VISITS, seconds_of
from tournaments.desk.views.table_rows import _rendered_lists
from tournaments.events.actions.events import import_event
from tournaments.results.actions.results import report_result
from tournaments.results.pages.built_tables import _built_rounds
from tournaments.rounds.actions.rounds import pair_next_round

TABLES, RESULTS, ROUND = 500, 10, 2
MAX_BYTES, MAX_RATIO = 8_000, 1 / 3


class Poller:
    """A browser at a desk that shows all tables of the round."""

    def __init__(self, client, event):
        self.client, self.address, self.etag = client, f"/e/{event.slug}/desk/?part=progress", ""
        self.poll()

    def poll(self):
        headers = {"If-None-Match": self.etag, "Accept-Encoding": "gzip"}
        self.response = self.client.get(self.address, headers=headers)
        self.etag = self.response.headers["ETag"]

    @property
    def tables(self) -> int:
        return gzip.decompress(self.response.content).count(b'data-match="')


@pytest.mark.slow
@pytest.mark.any_database
def test_a_poll_of_500_tables_carries_what_has_changed(transactional_db, organiser, client):
    actor = actor_of(organiser)
    event = import_event(played("Hall", 2 * TABLES, rounds=ROUND - 1), actor)
    pair_next_round(fresh(event), actor, seed="hall", publish=True)
    client.force_login(organiser)
    poller, tables = Poller(client, event), iter(range(1, TABLES + 1))
    assert poller.tables == TABLES
    seconds = {"changed": [], "all": []}
    for kind in [*seconds] * (VISITS + 1):
        for _result in range(RESULTS):
            report_result(fresh(event), actor, 1, ROUND, next(tables), "2-1")
        if kind == "all":
            for known in (cache, _built_rounds, _rendered_lists):
                known.clear()
            poller.etag = ""
        seconds[kind].append(seconds_of(poller.poll))
        assert poller.tables == (TABLES if kind == "all" else RESULTS)
        assert kind == "all" or len(poller.response.content) <= MAX_BYTES
    assert min(seconds["changed"]) <= min(seconds["all"]) * MAX_RATIO
