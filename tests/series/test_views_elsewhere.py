"""Results from elsewhere at the desk: who the pasted names are is asked before anything is stored."""

import re

import pytest
from django.urls import reverse

from tests.support.own_pages import text_of
from tests.support.series import club_desk, make_series
from tournaments.models import ElsewhereResult, Person, SeriesEntry
from tournaments.rules.errors import RuleViolation
from tournaments.series.actions.elsewhere import parse_results

pytestmark = pytest.mark.django_db
FORM = {"name": "Before Topcut", "date": "2026-09-18", "numbers": "points"}


def at(series, name="series_elsewhere", *more):
    return reverse(name, args=[series.club.slug, series.slug, *more])


@pytest.fixture
def series():
    return make_series(3, 4, "best-four-of-six")


def rename(name, to):
    Person.objects.filter(name=name).update(name=to, public_name=to, key=to.casefold())
    return Person.objects.get(name=to)


def test_results_from_elsewhere_are_pasted(series):
    desk = club_desk(series)
    form = {"name": "Before Topcut", "date": "2026-09-18", "numbers": "points", "source": "our spreadsheet"}
    page = desk.post(at(series, "series_elsewhere"), form | {"results": "Ann 12\nBob"})
    assert "Line 2: enter a number after “Bob”." in text_of(page)
    page = desk.post(at(series, "series_elsewhere"), form | {"results": "Ann 12\nBob 8"})
    assert "0 names are known, 2 are new." in text_of(page) and not SeriesEntry.objects.filter(event=None)
    desk.post(at(series, "series_elsewhere"), form | {"results": "Ann 12\nBob 8", "checked": "1"})
    entry = SeriesEntry.objects.get(event=None)
    assert entry.results.count() == 2
    assert "our spreadsheet" in text_of(desk.get(at(series, "series_desk")))
    address = at(series, "series_entry", entry.pk)
    assert "Ann" in text_of(desk.get(address))
    facts = {"name": "Summer", "date": "2026-09-11", "source": "a photo", "kind": "", "weight": "1"}
    desk.post(address, facts)
    assert "11 Sep Summer counts · 2 players · won by Ann · a photo" in text_of(
        desk.get(at(series, "series_desk"))
    )
    desk.post(address, {"remove": "1"})
    assert not SeriesEntry.objects.filter(pk=entry.pk).exists()


def test_the_names_are_shown_before_they_are_stored_and_the_list_can_be_changed(series):
    desk, form = club_desk(series), FORM | {"results": "PERSON 002 12\nBob 8"}
    page = desk.post(at(series), form)
    assert "1 name is known, 1 is new." in text_of(page)
    assert "known as Person 002" in text_of(page) and "new person" in text_of(page)
    page = desk.post(at(series), form | {"edit": "1"}).content.decode()
    assert "PERSON 002 12\nBob 8</textarea>" in page and not SeriesEntry.objects.filter(event=None)


def test_a_name_near_a_known_one_asks_who_it_is(series):
    hana, desk = rename("Person 001", "Hana Hill"), club_desk(series)
    form = FORM | {"results": "Hanna Hill 12\nBob 8"}
    page = text_of(desk.post(at(series), form))
    assert "1 resembles somebody" in page and "Hana Hill, 3 events" in page
    page = text_of(desk.post(at(series), form | {"checked": "1"}))
    assert "This field is required." in page and not ElsewhereResult.objects.exists()
    for forged in ("nobody", series.club.people.last().public_id):
        desk.post(at(series), form | {"checked": "1", "who_1": forged})
        assert not ElsewhereResult.objects.exists()
    desk.post(at(series), form | {"checked": "1", "who_1": hana.public_id})
    assert hana.elsewhere_results.get().points == 12 and not Person.objects.filter(name="Hanna Hill")
    desk.post(at(series), form | {"checked": "1", "who_1": "new"})
    assert Person.objects.get(name="Hanna Hill").elsewhere_results.get().points == 12


def test_of_two_people_of_one_name_each_can_be_chosen(series):
    one, other = rename("Person 001", "Ann Abel"), series.club.people.get(name="Person 002")
    Person.objects.filter(pk=other.pk).update(name="Ann Abel", public_name="Ann Abel", key=one.key)
    form = FORM | {"results": "Ann Abel 12\nAnn Abel 8", "checked": "1"}
    chosen = {"who_1": other.public_id, "who_2": one.public_id}
    club_desk(series).post(at(series), form | chosen)
    assert one.elsewhere_results.get().points == 8 and other.elsewhere_results.get().points == 12
    page = text_of(club_desk(series).post(at(series), form | {"who_1": "new", "who_2": "new"}))
    assert "Line 2: Ann Abel is in the list already." in page


def test_places_stand_in_all_lines_or_in_none():
    assert [one.number for one in parse_results("Ann\nBob", "place")] == [1, 2]
    assert [one.number for one in parse_results("2 Ann\n1 Bob", "place")] == [2, 1]
    with pytest.raises(RuleViolation, match="Line 2: enter a number after “bad line”"):
        parse_results("1 Ann\nbad line\n3 Bob", "place")


def test_what_was_entered_added_and_removed_is_named_in_the_log_and_can_be_undone(series):
    desk, first = club_desk(series), series.entries.first()

    def post(page_name, *more, **values):
        key = f"key {series.club.log.count()}"
        page = desk.post(at(series, page_name, *more), {"key": key, **values}, follow=True).content.decode()
        return re.search(r'action="(/c/[^"]*/undo/)"', page)[1]

    desk.post(post("series_elsewhere", checked="1", results="Bob 8", **FORM))
    assert not SeriesEntry.objects.filter(event=None) and not Person.objects.filter(name="Bob")
    desk.post(post("series_entry", first.pk, remove="1"))
    assert SeriesEntry.objects.filter(event=first.event).exists()
    post("series_entry", first.pk, remove="1")
    post("add_series_events", events=[first.event_id], weight="1")
    log = text_of(desk.get(reverse("club_log", args=[series.club.slug])))
    assert "Results from elsewhere entered in League: Before Topcut" in log
    assert f"Event removed from the series League: {first.event.name}" in log
    assert f"Events added to the series League: {first.event.name}" in log
