"""In a club of 300 events, the table of 26 events and 120 people takes less than 100 ms of the processor."""

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from tests.support.series import fresh_series, make_series
from tests.support.speed import best_of
from tournaments.models import Player, PlayerResult
from tournaments.series.pages.loading import get_series_facts
from tournaments.series.pages.table import get_table_page

EVENTS, PEOPLE, IN_SERIES, PLAYERS = 300, 120, 26, 40
# A page of help takes a millisecond where the others stay below 100 ms.
MAX_RATIO = 100


@pytest.mark.slow
@pytest.mark.any_database
@pytest.mark.django_db
def test_the_table_of_a_large_club_is_quick_and_recalculated_within_a_second(client):
    series = make_series(EVENTS, PEOPLE, "best-four-of-six", in_series=IN_SERIES)
    # 40 of the 120 people play each evening.
    pks = {}
    for pk, event in Player.objects.order_by("event", "pk").values_list("pk", "event"):
        pks.setdefault(event, []).append(pk)
    absent = [pk for n, players in enumerate(pks.values()) for pk in (players * 2)[40 * (n % 3 + 1) :][:80]]
    for start in range(0, len(absent), 500):
        PlayerResult.objects.filter(player__in=absent[start : start + 500]).delete()
    address = reverse("series", args=[series.club.slug, series.slug])
    unit = best_of(lambda: client.get(reverse("help_privacy")))
    assert client.get(address).status_code == 200
    assert best_of(lambda: client.get(address)) / unit < MAX_RATIO

    def recalculate():
        cache.clear()
        get_table_page(get_series_facts(fresh_series(series), timezone.now()))

    assert best_of(recalculate) < 1
    assert len(get_series_facts(fresh_series(series), timezone.now()).table.rows) == PEOPLE
