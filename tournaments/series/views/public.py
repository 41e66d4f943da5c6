"""The public pages of a series: the table, its rules, the race, CSV, print and screen."""

from collections.abc import Iterable
from functools import cached_property
from urllib.parse import quote

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ...access.clubs import SEE_CLUB, get_club_permissions, get_visible_series
from ...access.people_links import remembered_people
from ...models import Series
from ...rules.history import PUBLIC
from ...rules.series.stored_rules import RATING, read_rules
from ...web.answers import csv_response
from ...web.jinja import insert_open_row, render_template
from ...web.links import absolute_url, is_local_only, qr
from ..pages.champion import final_winner, get_champion_page
from ..pages.desk import list_prizes
from ..pages.explanations import explain
from ..pages.loading import LIVE, SeriesFacts, calculate, hides_points, list_begun, list_columns, version_of
from ..pages.race import draw_races
from ..pages.rules_text import describe_rules, preset_source
from ..pages.table import champions_of, get_table_page, list_season_prizes, season_text
from ..pages.table_csv import csv_rows

PART, MAX_OPEN_LENGTH = "explanation", 240
# Of the rendered table: its key changes with all that it shows.
CACHE_SECONDS = 3600
# A screen shows each page of names so long, and asks for the table again.
SCREEN_SECONDS, RELOAD_SECONDS = 12, 300
# So many people have one column on a screen.
MAX_ONE_COLUMN = 9


class SeriesReader:
    """The series of a request; its results are read once, and only if something needs them."""

    def __init__(self, series):
        self.series, self.now = series, timezone.now()
        self.columns = list_columns(series, self.now)
        self.version = version_of(series, self.columns)
        self.with_live = False

    @cached_property
    def live(self) -> list:
        """The events that are played now, unless one of them hides points."""
        live = [column for column in self.columns if column.state == LIVE]
        return [] if hides_points(live) else live

    @cached_property
    def has_begun(self) -> bool:
        """Whether an event that is played now has a complete round, so that it can be counted."""
        return bool(list_begun(self.live))

    def count_live_events(self):
        """Count the events that are played now as if they ended."""
        self.with_live = True
        self.version += "now"

    @cached_property
    def facts(self) -> SeriesFacts:
        return calculate(self.series, self.columns, self.with_live)

    def cached(self, name: str, make_part):
        """Return a part of the page, such as HTML; what follows from the same results is made once."""
        key = f"series:{self.version}:{get_language()}:{name}"
        return cache.get_or_set(key, make_part, CACHE_SECONDS)


def get_reader(request, slug: str, series: str) -> SeriesReader:
    return SeriesReader(get_visible_series(request, slug, series))


@require_safe
def series_page(request, slug, series):
    """Show the table; `division` and `open` (PERSON:COLUMN) in the address, `format=csv` downloads it."""
    reader = get_reader(request, slug, series)
    if request.GET.get("now") and reader.has_begun:
        reader.count_live_events()
    division, divisions = request.GET.get("division", "")[:60], divisions_of(reader)
    if division and division not in dict(divisions):
        raise Http404
    if request.GET.get("format") == "csv":
        return csv_response(f"{reader.series.slug}.csv", csv_rows(reader.facts, division))
    opened = open_row(request, reader, division)
    if request.GET.get("part") == PART:
        return row_response(request, opened, *links_of_open(request, reader, division))
    if (division, RATING) in divisions:
        # No version of the series changes with the ratings of the club.
        table = render_table(reader, division)
    else:
        table = reader.cached(f"table:{division}", lambda: render_table(reader, division))
    context = page_context(request, reader) | {
        "table": mark_own_rows(
            insert_open_row(table, opened, *links_of_open(request, reader, division)),
            [person.public_id for _secret, person in remembered_people(request, reader.series.club)],
        ),
        "division": division,
        "divisions": [name for name, _by in divisions],
    }
    return render(request, "series/page.jinja", context)


def mark_own_rows(table: str, people: Iterable[str]) -> str:
    """Return the HTML of the table, the same for everybody, with the rows of these people marked."""
    for person in people:
        row = f'<tr data-key="{escape(person)}"'
        table = table.replace(row, f'{row} class="mine"')
    return mark_safe(table)


def page_context(request, reader: SeriesReader) -> dict:
    series = reader.series
    return {
        "club": series.club,
        "series": series,
        "permissions": get_club_permissions(request, series.club),
        "about": reader.cached("about", lambda: season_text(reader.facts)),
        "live": reader.live,
        "has_begun": reader.has_begun,
        "with_live": reader.with_live,
        "champions": reader.cached("champions", lambda: champions_of(reader.facts))
        if series.ended_at
        else [],
        "final": series.final if series.final and series.final.visibility == PUBLIC else None,
        "following": Series.objects.filter(previous=series, is_public=series.is_public).first(),
        "prizes": reader.cached("prizes", lambda: list_season_prizes(reader.facts)) if series.prizes else [],
        "race": reader.cached(
            "race", lambda: render_template("series/_race.jinja", {"races": draw_races(reader.facts)})
        ),
    }


def divisions_of(reader: SeriesReader) -> list[tuple[str, str]]:
    """Return the name of each division and what it is by."""
    return [(row["name"], row["by"]) for row in reader.series.rules.get("divisions", ())]


def render_table(reader: SeriesReader, division: str) -> str:
    page = get_table_page(reader.facts, division)
    links = address(reader, division)
    context = {"page": page, "club": reader.series.club, "open": f"{links}{'&' if links != '?' else ''}open="}
    return render_template("series/_table.jinja", context)


def read_open(request) -> tuple[str, str]:
    """Return (person, column) of the number that is open; empty strings without one."""
    person, _colon, key = request.GET.get("open", "")[:MAX_OPEN_LENGTH].rpartition(":")
    return person, key


def address(reader: SeriesReader, division: str, *opened: str) -> str:
    """Return the query of the page; `opened` are the person and the column of the number that is open."""
    parts = ["now=1"] if reader.with_live else []
    parts += [f"division={quote(division)}"] if division else []
    parts += ["open=" + ":".join(quote(part, safe="") for part in opened)] if opened else []
    return "?" + "&".join(parts)


def open_row(request, reader: SeriesReader, division: str) -> str:
    """Return the HTML of the row that explains the open number; empty without one."""
    person, key = read_open(request)
    explanation = explain(reader.facts, person, key, division) if person else None
    if explanation is None:
        return ""
    context = {
        "explanation": explanation,
        "cell": f"{person}:{key}",
        **dict(zip(("open_link", "close_link"), links_of_open(request, reader, division), strict=True)),
    }
    return render_template("series/_opened.jinja", context)


def links_of_open(request, reader: SeriesReader, division: str) -> tuple[str, str]:
    """Return the links that open and close the number that is open."""
    return address(reader, division, *read_open(request)), address(reader, division)


def row_response(request, row: str, open_link: str, close_link: str) -> HttpResponse:
    """Return the row of the open number alone; the browser's address becomes that of the whole page."""
    response = HttpResponse(row)
    link = open_link if row else close_link
    response["HX-Push-Url"] = request.path + (link if link != "?" else "")
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def champion_page(request, slug, series):
    """Show the champion of a season that has ended; before that, the address leads to the table."""
    reader = get_reader(request, slug, series)
    series = reader.series
    season = reader.cached("champion", lambda: render_champion(reader)) if series.ended_at else {}
    if not season.get("names"):
        return redirect("series", series.club.slug, series.slug)
    context = page_context(request, reader)
    context |= season | {
        "winner": final_winner(series.final, SEE_CLUB in context["permissions"]),
        "prizes": list_prizes(reader.facts) if series.prizes else [],
    }
    return render(request, "series/champion.jinja", context)


def render_champion(reader: SeriesReader) -> dict:
    """Return what the champion's page has of the table: it changes with results alone."""
    page, series = get_champion_page(reader.facts), reader.series
    parts = {"page": page, "club": series.club, "series": series}
    body = render_template("series/_champion.jinja", parts)
    return {"names": page.names, "only": page.only, "body": body}


@require_safe
def rules_page(request, slug, series):
    """Say how points are given, with the source of the preset."""
    series = get_visible_series(request, slug, series)
    context = {
        "club": series.club,
        "series": series,
        "permissions": get_club_permissions(request, series.club),
        "sections": describe_rules(read_rules(series.rules)),
        "source": preset_source(series.preset),
    }
    return render(request, "series/rules.jinja", context)


@require_safe
def print_page(request, slug, series):
    """Show the table as a sheet to print, or with `sheet=poster` a poster with the address of the page."""
    reader = get_reader(request, slug, series)
    series = reader.series
    link = absolute_url(request, reverse("series", args=[series.club.slug, series.slug]))
    context = {"club": series.club, "series": series, "link": link, "code": qr(link), "now": reader.now}
    if request.GET.get("sheet") == "poster":
        context |= {"is_local_only": is_local_only(request)}
        return render(request, "series/poster.jinja", context)
    context |= {
        "is_local_only": False,
        "page": get_table_page(reader.facts),
        "about": season_text(reader.facts),
    }
    return render(request, "series/print.jinja", context)


@require_safe
def screen_page(request, slug, series):
    """Show the table on a screen at the venue, which loads the page anew every few minutes."""
    reader = get_reader(request, slug, series)
    context = {
        "club": reader.series.club,
        "series": reader.series,
        "page": get_table_page(reader.facts),
        "about": season_text(reader.facts),
        "few": MAX_ONE_COLUMN,
        "seconds": SCREEN_SECONDS,
        "reload_seconds": RELOAD_SECONDS,
    }
    return render(request, "series/screen.jinja", context)
