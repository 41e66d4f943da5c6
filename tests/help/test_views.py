"""Help: a page for every entry of the registries, comparisons, and unknown pages."""

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.case_tables import every
from tests.support.desk_events import friday, played
from tests.support.pages import page_at, text_of
from tournaments.help.pages.topics import GUIDES
from tournaments.rules.finals import FINALS
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.tiebreakers import TIEBREAKERS

PAGES = (
    "/help/",
    "/help/compare/",
    "/help/drafts/",
    "/help/pods/",
    "/help/finals/",
    "/help/rounds/",
    "/help/lab/",
    "/help/privacy/",
    "/help/roles/",
    *(f"/help/{key}/" for key in GUIDES),
    *(f"/help/tiebreakers/{key}/" for key in TIEBREAKERS),
    *(f"/help/rulebooks/{key}/" for key in RULEBOOKS),
    *(f"/help/finals/{key}/" for key in FINALS),
)


@every("address", PAGES)
def test_every_page_answers_without_an_account_or_a_query(address):
    page = page_at(address)
    assert page.count("<h1>") == 1
    assert 'style="' not in page


@every("address", PAGES)
def test_every_link_of_the_help_works(address):
    page = page_at(address)
    for link, anchor in set(re.findall(r'href="(/help/[^"#]*)(#[^"]*)?', page)):
        assert link.split("?")[0] in PAGES
        if anchor:
            assert f'id="{anchor[1:]}"' in page_at(link)


def test_links_of_other_pages_to_the_start_page_lead_to_its_sections():
    templates = "\n".join(path.read_text() for path in Path("templates").rglob("*.*"))
    anchors = set(re.findall(r"""['"]help['"]\)? [%}]\}#(\w+)""", templates))
    assert "tiebreakers" in anchors
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page_at("/help/")] == []


@every("address", PAGES)
def test_tables_that_may_be_wide_scroll_in_their_own_frame(address):
    page = page_at(address)
    for match in re.finditer(r'<table class="([^"]*)"', page):
        before = page[: match.start()]
        framed = before.rfind('<div class="scroll-x" tabindex="0" role="region"') > before.rfind("</table>")
        # A table without a frame has few columns and lets its names wrap.
        assert framed or "help-table" in match[1]


def test_the_start_page_links_to_every_page(client, db):
    page = client.get("/help/").content.decode()
    assert all(f'href="{address}"' in page for address in PAGES if address != "/help/")


@every(
    "address", ("/help/tiebreakers/luck/", "/help/rulebooks/<b>/", "/help/finals/../", "/help/finals/%00/")
)
def test_unknown_pages_are_404_with_a_link_back(client, address, db):
    response = client.get(address)
    assert response.status_code == 404
    assert 'href="/help/"' in response.content.decode() or 'href="/"' in response.content.decode()


def test_an_unknown_key_links_to_the_index(client, db):
    page = client.get("/help/tiebreakers/luck/")
    assert "Help page not found" in text_of(page)
    assert '<a class="button" href="/help/">' in page.content.decode()


@every("size", ("4", "16", "32"))
def test_finals_are_shown_for_the_requested_size(client, size, db):
    page = text_of(client.get(f"/help/finals/single/?size={size}"))
    assert f"With {size}" in page


@every("size", ("0", "7", "9999999", "x", "-8", "٨", ""))
def test_an_invalid_size_is_ignored(client, size, db):
    assert "With 8 " in text_of(client.get("/help/finals/single/", {"size": size}))


def test_the_default_comparison_explains_greensheep_and_twink(client, db):
    page = text_of(client.get("/help/compare/"))
    assert "GreenSheep is ahead of Twink on Opponents’ win/loss sum, 57 v 49." in page
    assert "GreenSheep is ahead of Twink on GW %, 65.50 v 58.10." in page


@every("query", ("a=luck", "b=", "a=%00&b=magic", "event="))
def test_an_unknown_rulebook_is_the_default(client, query, db):
    assert client.get(f"/help/compare/?{query}").status_code == 200


@every("slug", ("nothing", "%00", "../x"))
def test_comparing_an_unknown_event_is_404(client, slug, db):
    assert client.get(f"/help/compare/?event={slug}").status_code == 404


def test_an_event_is_compared_by_its_current_results(client, organiser):
    event = friday(organiser)
    address = f"/help/compare/?event={event.slug}&a=magic&b=chess"
    assert client.get(address).status_code == 200
    before = client.get(address).content
    played(event, organiser)
    after = client.get(address).content
    assert before != after
    assert f'name="event" value="{event.slug}"' in after.decode()


def test_a_comparison_costs_few_queries(client, organiser):
    event = played(friday(organiser), organiser)
    with CaptureQueriesContext(connection) as first:
        client.get(f"/help/compare/?event={event.slug}")
    with CaptureQueriesContext(connection) as second:
        client.get(f"/help/compare/?event={event.slug}")
    # The first also reads the public names of people. The second reads nothing but the event's own row.
    assert (len(first), len(second)) == (8, 1)


def test_names_are_escaped(client, organiser, event_from):
    event_file = {
        "format": "topcut/1",
        "event": {"name": "<b>Open</b>", "rulebook": "magic"},
        "players": [{"id": "p1", "name": "<script>"}, {"id": "p2", "name": "O'Neil & Co"}],
        "phases": [{"kind": "swiss", "rounds": []}],
    }
    page = client.get(f"/help/compare/?event={event_from(event_file).slug}").content.decode()
    assert "&lt;script&gt;" in page
    assert "<b>Open</b>" not in page


def test_standings_and_about_link_to_the_help(client, organiser):
    event = friday(organiser)
    standings = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert f'href="/help/compare/?event={event.slug}"' in standings
    about = client.get(f"/e/{event.slug}/about/").content.decode()
    assert 'href="/help/rulebooks/magic/"' in about
    assert 'href="/help/tiebreakers/omw/"' in about


def test_help_templates_contain_no_registry_entries():
    """A new tiebreaker, rulebook or finals system needs no template."""
    words = Path("templates/help").glob("*.jinja")
    keys = "|".join(map(re.escape, (*TIEBREAKERS, *RULEBOOKS, *FINALS)))
    for template in words:
        assert not re.search(rf"(tiebreakers|rulebooks|finals)/({keys})/", template.read_text())


def test_finals_for_eight_are_compared(client, db):
    page = text_of(client.get("/help/finals/?size=8"))
    assert all(name in page for name in ("McIntyre final eight", "AFL final eight", "Double elimination"))
    assert "Final ten" not in page
    assert "26 of 28" in page
    assert "14 or 15" in page
    assert "still alive after a first loss: 3/4" in page, "McIntyre's third seed"
    assert "0.75 on average" in page, "McIntyre's dead rubbers"
    assert "from round 3" in page, "the stepladder's first seeds"


@pytest.mark.parametrize("size", ["", "x", "1", "99", "00088", "٣"])
def test_an_invalid_number_of_players_is_the_default(client, size, db):
    assert "Finals systems for 8 players" in text_of(client.get("/help/finals/", {"size": size}))


def test_the_deciding_match_of_a_double_elimination_is_optional(client, db):
    assert "14 matches in 6 rounds, plus one if needed" in text_of(client.get("/help/finals/double/"))


def test_a_system_page_has_its_use_criticism_and_impossible_finals(client, db):
    response = client.get("/help/finals/mcintyre8/")
    assert "AFL) 1994–99" in text_of(response)
    assert "depends on other matches" in text_of(response)
    assert response.content.decode().count('hidden">never<') == 4, "seeds 1 and 7, 2 and 8, in both rows"


def test_only_sizes_that_fit_are_compared(client):
    assert "Compare finals systems for 13" in text_of(client.get("/help/finals/pods13/"))
    assert "side by side" not in text_of(client.get("/help/finals/pods40/"))
    assert "Finals systems for 13 players" in text_of(client.get("/help/finals/", {"size": "13"}))
