"""The search of the help: by title, heading and text, with a line of context."""

import re
from concurrent.futures import ThreadPoolExecutor

from tests.support.case_tables import every
from tests.support.pages import source_of, text_of
from tournaments.help.pages.search import Section, search_sections
from tournaments.help.views import build_search_index, load_search_index


def results(client, query, **params):
    """Return the (address, title) of each result."""
    page = source_of(client.get("/help/", {"q": query, "part": "results", **params}))
    return re.findall(r'href="([^"]+)"><span class="row-main"><b>([^<]+)</b>', page)


def addresses(client, query):
    return [address for address, _title in results(client, query)]


@every(
    ("query", "first"),
    (
        ("how do I undo a result", "/help/desk/#undo"),
        ("dropping out of an event", "/help/players/#drop"),
        ("GW %", "/help/tiebreakers/gw/"),
        ("McIntyre final eight", "/help/finals/mcintyre8/"),
        ("QR code", "/help/screens/#code"),
        ("print slips", "/help/printing/#print"),
        ("bye", "/help/pairing/#rules"),
        ("late player", "/help/players/#late"),
        ("intentional draw", "/help/rounds/"),
    ),
)
def test_the_best_page_comes_first(client, query, first):
    assert addresses(client, query)[:1] == [first]


def test_pages_with_more_of_the_words_come_first(client):
    assert addresses(client, "emergency pack")[0] == "/help/printing/#power"
    assert addresses(client, "slips zzzz yyyy") == []


def test_title_and_heading_come_before_text_and_guides_before_reference():
    text = Section("Scores", "/scores/", "", "A bye, a bye and a bye.")
    guide = Section("Rounds", "/rounds/", "", "A bye.", is_guide=True)
    head = Section("Magic", "/magic/", "The bye", "Nothing else.")
    others = [Section("Other", f"/{number}/", "", "") for number in range(9)]
    ranked = search_sections([text, guide, head, *others], "bye")
    assert [result.section for result in ranked] == [head, guide, text]


def test_a_page_is_listed_once(client):
    pages = [address.split("#")[0] for address in addresses(client, "round")]
    assert len(pages) == len(set(pages)) <= 12


def test_a_result_shows_a_line_of_context_with_the_word_marked(client):
    page = client.get("/help/", {"q": "unticked", "part": "results"}).content.decode()
    assert re.search(r"Leave all parts <mark>unticked</mark> for automatic", page)


def test_without_a_script_the_start_page_shows_the_results(client):
    page = client.get("/help/?q=announcement")
    assert "Announcements" in text_of(page)
    assert 'value="announcement"' in page.content.decode()
    assert "Tiebreakers" in text_of(page)


def test_nothing_found_says_what_to_do(client):
    assert "Try one word" in text_of(client.get("/help/?q=qqqq"))


@every("query", ("<script>alert(1)</script>", "\\", "(((", "…", "' OR 1", "٣", " " * 80))
def test_any_text_can_be_searched(client, query):
    response = client.get("/help/", {"q": query})
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()


@every("query", ("x" * 81, "nul\0"))
def test_a_search_that_is_too_long_or_broken_is_refused_beside_the_field(client, query):
    response = client.get("/help/", {"q": query})
    assert response.status_code == 422
    assert '<p class="error"' in response.content.decode()


def test_a_search_reads_no_database(client):
    """A test without a database fails on any query."""
    assert client.get("/help/?q=bye").status_code == 200


def test_a_process_builds_the_index_once_even_for_searches_at_the_same_moment():
    build_search_index.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda _number: load_search_index(), range(2))
    assert first is second
