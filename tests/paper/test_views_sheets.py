"""Paper: the sheets that the desk prints."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.desk_events import NAMES, draft_night, friday, paired, played, reported
from tests.support.pages import sheet_at, tables_on
from tests.support.played_events import pairings_of
from tests.support.qr_codes import codes_in
from tournaments.models import Player
from tournaments.models.player import SECRET
from tournaments.paper.views import LETTER_REGIONS, SHEETS

WITH_SECRETS = ("slips", "cards")


def text_of(response):
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(text.split())


def own_page(event, player):
    token = Player.objects.get(event=event, public_id=player).secret
    return f"http://testserver/e/{event.slug}/me/{token}/"


def count_queries(desk, address):
    """Count the queries of the page."""
    with CaptureQueriesContext(connection) as queries:
        assert desk.get(address).status_code == 200
    return len(queries)


def test_the_list_names_the_available_sheets(desk, draft):
    page = desk.get(sheet_at(draft))
    for key in ("slips", "names", "tables", "standings", "players", "cards", "poster", "pack"):
        assert reverse("sheet", args=[draft.slug, key]) in page.content.decode()
    assert sheet_at(draft, "bracket") not in page.content.decode()
    assert "not published yet" in text_of(page)
    for place in ("desk", "desk_round"):
        assert sheet_at(draft) in desk.get(reverse(place, args=[draft.slug])).content.decode()


def test_printing_needs_permission(client, django_user_model, published):
    addresses = [sheet_at(published, key) for key in (*SHEETS, "")]
    assert {client.get(address).status_code for address in addresses} == {302}
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert {client.get(address).status_code for address in addresses} == {403}


def test_each_sheet_is_rendered_for_an_empty_event(desk, organiser):
    event = friday(organiser, names=[])
    pages = {key: desk.get(sheet_at(event, key)) for key in SHEETS}
    assert {page.status_code for page in pages.values()} == {200}
    printable = {key for key, page in pages.items() if "Nothing to print yet" not in text_of(page)}
    assert printable == {"poster", "blanks"}


def test_an_unknown_sheet_is_not_found(desk, published):
    assert desk.get(sheet_at(published, "nothing")).status_code == 404


def test_slips_of_a_draft_lead_each_player_to_their_own_page(desk, organiser, draft):
    page = desk.get(sheet_at(draft, "slips"))
    tables = pairings_of(draft, 2)
    assert tables_on(page) == ["1", "2", "3", "4"]
    seated = [player for table in (1, 2, 3, 4) for player in tables[table]]
    assert codes_in(page.content.decode()) == [own_page(draft, player) for player in seated]
    assert own_page(draft, seated[0]) in text_of(page) and own_page(draft, tables[None][0]) not in text_of(
        page
    )
    assert "best of 3, 50 minutes, not published" in text_of(page)


def test_slips_are_arranged_so_that_the_cut_stack_is_sorted(desk, organiser):
    event = paired(friday(organiser, names=[f"Player {n}" for n in range(1, 27)]), organiser)
    assert tables_on(desk.get(sheet_at(event, "slips", order="read"))) == [str(n) for n in range(1, 14)]
    # Three sheets: the first pile that is cut off has tables 1, 2 and 3.
    sheets = ["1", "4", "7", "10", "13"], ["2", "5", "8", "11"], ["3", "6", "9", "12"]
    assert tables_on(desk.get(sheet_at(event, "slips"))) == [table for sheet in sheets for table in sheet]


def test_slips_can_be_limited_to_unreported_tables(desk, published):
    assert tables_on(desk.get(sheet_at(published, "slips", tables="waiting"))) == ["2", "3", "4"]
    assert tables_on(desk.get(sheet_at(published, "slips", tables="nonsense"))) == ["1", "2", "3", "4"]


def test_each_present_player_has_a_card(desk, organiser):
    event = friday(organiser)
    Player.objects.filter(event=event, public_id="p2").update(dropped_after=0)
    codes = codes_in(desk.get(sheet_at(event, "cards", order="read")).content.decode())
    assert codes == [own_page(event, f"p{n}") for n in range(1, 9) if n != 2]


def test_only_slips_and_cards_hold_secrets(desk, published):
    tokens = Player.objects.filter(event=published).values_list(SECRET, flat=True)
    for key in (*SHEETS, ""):
        page = desk.get(sheet_at(published, key)).content.decode()
        assert any(token in page for token in tokens) == (key in WITH_SECRETS), key


def test_the_poster_leads_to_the_event(desk, published, settings):
    address = f"/e/{published.slug}/"
    assert codes_in(desk.get(sheet_at(published, "poster")).content.decode()) == [
        "http://testserver" + address
    ]
    settings.SITE_URL = "https://topcut.example"
    page = desk.get(sheet_at(published, "poster"))
    assert codes_in(page.content.decode()) == [settings.SITE_URL + address]
    assert settings.SITE_URL + address in text_of(page)


def test_local_addresses_have_a_warning(desk, published):
    warning = "These codes point to this computer only"
    for key in (*WITH_SECRETS, "poster"):
        assert warning in text_of(desk.get(sheet_at(published, key), headers={"host": "127.0.0.1"})), key
        assert warning not in text_of(desk.get(sheet_at(published, key))), key
    assert warning not in text_of(desk.get(sheet_at(published, "names"), headers={"host": "127.0.0.1"}))


@pytest.mark.parametrize(
    "language, params, size",
    [
        ("en-GB,en", {}, "a4"),
        ("en-US,en", {}, "letter"),
        ("de", {}, "a4"),
        ("en-US", {"paper": "a4"}, "a4"),
        ("en-GB", {"paper": "letter"}, "letter"),
        ("", {"paper": "a0"}, "a4"),
    ],
)
def test_the_paper_size_is_that_of_the_region_or_the_address(desk, published, language, params, size):
    page = desk.get(sheet_at(published, "names", **params), headers={"accept-language": language})
    assert f'<body class="paper {size}' in page.content.decode()
    assert all(len(region) == 2 for region in LETTER_REGIONS)


def test_pairings_for_the_wall_are_by_name_and_by_table(desk, draft):
    names = text_of(desk.get(sheet_at(draft, "names")))
    assert all(name in names for name in (*NAMES, "Ivo"))
    assert names.index("Anna") < names.index("Cleo") < names.index("Ivo")
    assert "Not published" in names and "bye, 3 points" in names
    tables = text_of(desk.get(sheet_at(draft, "tables")))
    assert re.search(r"\b1 \w+ 1–0 – \w+ 1–0", tables)


def test_hidden_results_are_on_no_public_sheet(desk, organiser):
    event = friday(organiser, rulebook="hareruya", names=NAMES)
    event = reported(paired(event, organiser), organiser, result_text="2-1")
    for key in ("names", "tables", "slips"):
        assert "2–1" not in text_of(desk.get(sheet_at(event, key))), key
    assert "2–1" in text_of(desk.get(sheet_at(event, "pack")))
    assert "Only you can see this" in text_of(desk.get(sheet_at(event, "standings")))


def test_standings_are_as_of_now_or_after_a_round(desk, published):
    page = desk.get(sheet_at(published, "standings"))
    assert "Round 2: 1 of 4 results reported" in text_of(page) and "OMW %" in text_of(page)
    assert "After round 1 of 3" in text_of(desk.get(sheet_at(published, "standings", after=1)))
    assert "Round 2: 1 of 4" in text_of(desk.get(sheet_at(published, "standings", after=9)))


def test_a_bracket_and_a_draft_have_their_sheets(desk, organiser):
    event = paired(played(friday(organiser, rounds=1, finals=("single", 4)), organiser), organiser)
    page = desk.get(sheet_at(event, "bracket"))
    assert "Single elimination" in text_of(page) and 'class="br type-14"' in page.content.decode()
    event = paired(draft_night(organiser, NAMES), organiser)
    assert "Pod 1" in text_of(desk.get(sheet_at(event, "pods")))


def test_the_pack_has_a_table_of_contents(desk, published):
    page = desk.get(sheet_at(published, "pack")).content.decode()
    for anchor in re.findall(r'<a href="#(\w+)">', page):
        assert f'id="{anchor}"' in page
    assert re.findall(r'<section id="(\w+)">', page)[:2] == ["start", "afterwards"]


@pytest.mark.slow
def test_sheet_queries_do_not_grow_with_the_players(desk, organiser):
    few, many = (
        paired(played(friday(organiser, names=[f"Player {n}" for n in range(count)]), organiser), organiser)
        for count in (4, 12)
    )
    desk.get(reverse("account"))  # a session is written the first time that it is seen
    for key in SHEETS:
        assert count_queries(desk, sheet_at(few, key)) == count_queries(desk, sheet_at(many, key)), key


def test_the_sign_in_sheet_has_nobody_who_has_withdrawn(desk, organiser):
    event = friday(organiser)
    Player.objects.filter(event=event, name="Ben").update(dropped_after=0)
    sheet = text_of(desk.get(sheet_at(event, "players")))
    assert "Anna" in sheet and "Ben" not in sheet
