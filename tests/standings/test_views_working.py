"""A tap on a number or a rank: its working under the row, by its address alone."""

import csv
import io
import re
import sys

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import sample_event
from tests.support.database_states import clear_caches
from tests.support.desk_events import NAMES, friday, paired, played, reported
from tests.support.pages import ended_event
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers import TIEBREAKERS
from tournaments.standings.pages.working import explain_column

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database


def at(event, query=""):
    return f"/e/{event.slug}/standings/{query}"


def working_in(client, address):
    """The text of what stands open, without its markup."""
    page = client.get(address)
    assert page.status_code == 200
    body = page.content.decode()
    if 'id="open"' not in body:
        return ""
    part = body[body.index('id="open"') :]
    return " ".join(re.sub(r"<[^>]+>", " ", part[: part.index("</section>")]).split())


def test_each_number_and_rank_links_to_its_explanation(client, organiser):
    event = played(friday(organiser), organiser)
    page = client.get(at(event)).content.decode()
    for key in ("rank", "points", "omw", "gw", "ogw"):
        assert page.count(f":{key}#open") == len(NAMES)
    assert 'class="working"' not in page


def test_a_number_opens_below_its_row_and_closes_again(client, organiser):
    event = played(friday(organiser), organiser, 2)
    page = client.get(at(event, "?open=p1:omw")).content.decode()
    assert page.count('class="working"') == 1
    row = page[: page.index('class="working"')].rsplit("<tr id=", 1)[1]
    assert 'data-player="p1"' in row
    assert re.search(r'href="\?" aria-expanded="true">\d+\.\d\d</a>', row)
    words = working_in(client, at(event, "?open=p1:omw"))
    assert "OMW %" in words and "Magic Tournament Rules, appendix C" in words
    assert re.search(r"\(\d+\.\d\d \+ \d+\.\d\d\) / 2", words)


def test_a_floor_is_noted_at_the_round_that_it_raises(client, organiser):
    event = played(friday(organiser), organiser)
    page = client.get(at(event)).content.decode()
    winner = re.search(r'data-rank="1" data-player="(p\d)"', page)[1]
    assert "0.00 raised to the minimum, 33.00" in working_in(client, at(event, f"?open={winner}:omw"))


def test_a_rank_explanation_names_the_deciding_columns(client, organiser):
    event = played(friday(organiser), organiser)
    words = working_in(client, at(event, "?open=p1:rank"))
    assert "points" in words or "Tied with" in words
    assert words.count(".") >= 2


def test_the_live_fragment_keeps_the_explanation_open(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    page = client.get(at(event, "?open=p1:omw")).content.decode()
    part = re.search(r'hx-get="([^"]*part=table)"', page)[1].replace("&amp;", "&")
    first = client.get(part)
    assert 'class="working"' in first.content.decode()
    assert client.get(part, headers={"if-none-match": first["ETag"]}).status_code == 304
    reported(event, organiser, 1)
    again = client.get(part, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200 and 'class="working"' in again.content.decode()


def test_a_poll_with_an_unchanged_explanation_takes_one_query(client, organiser):
    event = played(friday(organiser), organiser)
    address = at(event, "?open=p1:omw&part=table")
    etag = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    assert len(queries) == 1


def test_explanation_queries_do_not_grow_with_the_players(client, organiser):
    def queries(event, query):
        clear_caches()
        with CaptureQueriesContext(connection) as queries:
            client.get(at(event, query))
        return len(queries)

    few = played(friday(organiser, NAMES[:2]), organiser)
    many = played(friday(organiser), organiser)
    assert (
        queries(few, "?open=p1:omw")
        == queries(many, "?open=p1:omw")
        == queries(many, "?open=p2:rank&hide=gw")
    )


@pytest.mark.parametrize(
    "cell",
    (
        "p1",
        "p1:",
        ":omw",
        "p1:luck",
        "nobody:omw",
        "p1:buchholz",
        "%00:omw",
        "p1:omw:gw",
        "x" * 4000,
        "p1:OMW",
    ),
)
def test_an_unknown_cell_opens_nothing(client, organiser, cell):
    event = played(friday(organiser), organiser)
    assert working_in(client, at(event, f"?open={cell}")) == ""


def test_a_hidden_column_opens_nothing(client, organiser):
    event = played(friday(organiser), organiser)
    assert working_in(client, at(event, "?open=p1:omw&hide=omw")) == ""
    assert working_in(client, at(event, "?open=p1:gw&hide=omw"))


def test_other_parameters_of_the_address_stay(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    page = client.get(at(event, "?after=1&hide=gw&open=p1:omw")).content.decode()
    assert 'href="?after=1&amp;hide=gw" aria-expanded="true"' in page
    assert 'href="?after=1&amp;hide=gw&amp;open=p2:omw#open"' in page


def test_places_in_finals_have_no_explanation(client, organiser):
    event = ended_event(organiser)
    page = client.get(f"/e/{event.slug}/phases/2/standings/?open=p1:rank").content.decode()
    assert ":rank#open" not in page and 'class="working"' not in page


def test_an_empty_calculation_says_so(client, organiser):
    event = friday(organiser)
    assert "No round counts yet" in working_in(client, at(event, "?open=p1:omw"))
    assert "Tied with" in working_in(client, at(event, "?open=p1:rank"))


def test_an_id_may_hold_anything(client, event_from):
    odd = "a&b:c #%/é"
    event = event_from(
        {
            "format": "topcut/1",
            "event": {"name": "Odd", "rulebook": "magic"},
            "players": [{"id": odd, "name": "Odd"}, {"id": "b", "name": "Bo"}],
            "phases": [{"kind": "swiss"}],
        }
    )
    page = client.get(at(event)).content.decode()
    [address] = re.findall(r'href="(\?open=a[^"#]*:omw)#open"', page)
    assert "Odd OMW %" in working_in(client, at(event, address))


def test_the_file_is_the_same_whatever_is_open(client, organiser):
    event = played(friday(organiser), organiser)
    usual = client.get(at(event, "?format=csv")).content
    assert client.get(at(event, "?format=csv&open=p1:omw")).content == usual
    assert len(list(csv.reader(io.StringIO(usual.decode())))) == 9


# --- What is stored, and what it costs ---


def stored_keys():
    return [key for key in cache._cache if "fragment:" in key and not key.endswith(":lock")]


def test_explanations_make_no_table_in_the_cache(client, organiser):
    event = played(friday(organiser), organiser)
    client.get(at(event))
    stored = stored_keys()
    for cell in ("p1:omw", "p2:gw", "p3:rank", "p4:points"):
        for part in ("", "&part=table", "&part=explanation"):
            assert working_in(client, at(event, f"?open={cell}{part}"))
    assert stored_keys() == stored


def test_an_explanation_is_a_fragment_of_its_own(client, organiser):
    event = played(friday(organiser), organiser, 2)
    answer = client.get(at(event, "?after=1&hide=gw&open=p1:omw&part=explanation"))
    text = answer.content.decode()
    assert text.startswith('<tr class="working" id="open" data-open="p1:omw"') and text.count("<section") == 1
    assert text.rstrip().endswith("</tr>") and "data-player" not in text
    assert answer["HX-Push-Url"] == at(event, "?after=1&hide=gw&open=p1:omw")
    assert answer["Cache-Control"] == "private, no-cache"


def test_a_closed_explanation_is_an_empty_fragment(client, organiser):
    event = played(friday(organiser), organiser)
    for query in ("", "&open=nobody:omw", "&open=p1:luck"):
        answer = client.get(at(event, f"?hide=gw&part=explanation{query}"))
        assert answer.content == b"" and answer["HX-Push-Url"] == at(event, "?hide=gw")


def test_an_explanation_of_an_unknown_round_is_404(client, organiser):
    event = played(friday(organiser), organiser)
    assert client.get(at(event, "?after=9&open=p1:omw&part=explanation")).status_code == 404


def test_only_few_selections_of_columns_are_stored(client, organiser):
    event = played(friday(organiser), organiser, 2)
    columns = [key for key in TIEBREAKERS if key != "points"]
    for first in columns:
        for after in ("", "&after=1"):
            assert client.get(at(event, f"?hide={first},gw{after}")).status_code == 200
    # The live standings without gw, and without gw and omw or ogw.
    assert len(stored_keys()) == 3


def test_an_explanation_looks_at_each_player_a_few_times_only():
    """In an event of 600 players it takes fewer steps for each player than in one of 60."""
    assert steps_of_explanation(600) < 6 * steps_of_explanation(60)


def steps_of_explanation(players) -> int:
    """Count the function calls of an explanation, after the standings themselves."""
    history = sample_event.played("Steps", players)
    table = standings(history.phase(1), live=True)
    calls = 0

    def count(_frame, happening, _argument):
        nonlocal calls
        calls += happening == "call"

    sys.setprofile(count)
    try:
        explain_column(history.phase(1), table, table.rows[0], "omw", None)
    finally:
        sys.setprofile(None)
    return calls
