"""Rows of long lists: kept as they were rendered, and never shown as they no longer are."""

import re

import pytest
from django.core.cache import caches
from django.template import Context, Template, engines
from django.utils import translation
from jinja2 import DictLoader, UndefinedError

from tests.views.desk_events import by, fresh, friday, paired, reported
from tests.views.own_pages import report, table_of
from tournaments.actions import clocks, correcting, events, players, results
from tournaments.templatetags import rows

LISTS = (
    "",
    "rounds/1/?by=name",
    "standings/",
    "players/",
    "desk/",
    "desk/results/",
    "desk/results/?phase=1&round=1",
    "desk/players/",
)
# What is another each time that a page is asked for.
ANEW = r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-now="[^"]*"'


@pytest.fixture(autouse=True)
def no_rows():
    rows.KEPT.clear()


def pages(desk, event):
    """Each list as a browser gets it, rendered for this request."""
    caches["default"].clear()
    return {at: re.sub(ANEW, "", desk.get(f"/e/{event.slug}/{at}").content.decode()) for at in LISTS}


def test_every_list_shows_what_has_changed_as_if_no_row_had_been_kept(desk, organiser, client):
    event = paired(friday(organiser), organiser)

    def hear():
        results.report_result(event, by(organiser), 1, 1, 1, "2-0")
        report(client, event, table_of(event, 2)[0], "2-1")
        report(client, event, table_of(event, 2)[1], "2-0")
        clocks.extend_table(event, by(organiser), 1, 1, 3, 5)

    def change_players():
        players.change_player(event, by(organiser), "p1", name="Anna & <Anna>", club="Club")
        players.drop_player(event, by(organiser), "p2")

    def go_on():
        paired(reported(event, organiser), organiser)
        correcting.correct_result(event, by(organiser), 1, 1, 1, "1-2")
        events.change_settings(event, by(organiser), 1, rounds=4, best_of=5)

    pages(desk, event)
    for change in (hear, change_players, go_on):
        change()
        shown = pages(desk, fresh(event))
        rows.KEPT.clear()
        assert shown == pages(desk, fresh(event))


LIST = """{% load rows %}{% for row in told %}\
{% kept "row.jinja" name=row.name in at=place anew key=row.key alike mark=m %}{% endfor %}"""


@pytest.fixture
def row_of(monkeypatch):
    """Has `row.jinja` say so, and nothing else be a row."""
    env = engines["jinja2"].env
    return lambda said: monkeypatch.setattr(env, "loader", DictLoader({"row.jinja": said}))


def test_a_row_is_rendered_once_for_the_same_values_and_given_anew_what_is_each_time_another(row_of):
    row_of("\n{{ name }} at {{ at }}: {{ key }}{{ mark }}")
    template = Template(LIST)

    def said(place, *told, mark=""):
        told = [{"name": name, "key": key} for name, key in told]
        return template.render(Context({"told": told, "place": place, "m": mark})).split("\n")

    assert said("<1>", ("Ada", "<a>"), ("Ben", 2), ("Ada", 3)) == [
        "",
        "Ada at &lt;1&gt;: &lt;a&gt;",
        "Ben at &lt;1&gt;: 2",
        "Ada at &lt;1&gt;: 3",
    ]
    assert len(rows.KEPT) == 2
    assert said(2, ("Ada", 4)) == ["", "Ada at 2: 4"]
    assert said(2, ("Ada", 5), ("Ada", 6), mark="<!>") == ["", "Ada at 2: 5&lt;!&gt;", "Ada at 2: 6&lt;!&gt;"]
    assert len(rows.KEPT) == 3


def test_it_can_show_nothing_that_it_was_not_told(row_of):
    row_of("{{ name }}{{ other }}")
    with pytest.raises(UndefinedError):
        Template(LIST).render(Context({"told": [{"name": "Ada"}], "other": "nothing else"}))


def test_it_is_kept_for_each_language(row_of):
    row_of("{{ _('Monday') }}")
    template = Template('{% load rows %}{% kept "row.jinja" n=n %}')
    said = []
    for language in ("en", "de", "en"):
        with translation.override(language):
            said.append(template.render(Context({"n": 1})))
    assert said == ["Monday", "Montag", "Monday"]


def test_of_more_rows_than_are_kept_the_oldest_goes(monkeypatch, row_of):
    monkeypatch.setattr(rows, "MOST", 2)
    row_of("{{ n }}")
    template = Template('{% load rows %}{% kept "row.jinja" n=n %}')
    assert [template.render(Context({"n": n})) for n in (1, 2, 3, 1)] == ["1", "2", "3", "1"]
    assert list(rows.KEPT.values()) == ["3", "1"]
