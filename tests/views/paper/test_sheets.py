"""Paper: the sheets that the desk prints."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.qr_codes import codes_in
from tests.views.desk_events import NAMES, draft_night, friday, paired, played, reported, sits
from tournaments.models import Player
from tournaments.views.paper.pages import LETTER_REGIONS
from tournaments.views.paper.sheets import SHEETS

WITH_SECRETS = ("slips", "cards")


def at(event, key="", **asked):
    place = reverse("sheet", args=[event.slug, key]) if key else reverse("desk_paper", args=[event.slug])
    return place + "".join(f"{'&' if n else '?'}{k}={v}" for n, (k, v) in enumerate(asked.items()))


def text_of(answer):
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(words.split())


def own_page(event, player):
    token = Player.objects.get(event=event, key=player).token
    return f"http://testserver/e/{event.slug}/me/{token}/"


def asked_for(desk, address):
    """How many queries the page takes."""
    with CaptureQueriesContext(connection) as asked:
        assert desk.get(address).status_code == 200
    return len(asked)


def tables_on(answer):
    return re.findall(r'class="slip-table"><small>Table</small><b>(\d*)</b>', answer.content.decode())


def test_the_list_names_what_there_is_to_print(desk, draft):
    page = desk.get(at(draft))
    for key in ("slips", "names", "tables", "standings", "players", "cards", "poster", "pack"):
        assert reverse("sheet", args=[draft.slug, key]) in page.content.decode()
    assert at(draft, "bracket") not in page.content.decode()
    assert "not published: nobody sees this round yet" in text_of(page)
    for place in ("desk", "desk_round"):
        assert at(draft) in desk.get(reverse(place, args=[draft.slug])).content.decode()


def test_paper_is_for_who_runs_the_event(client, django_user_model, published):
    addresses = [at(published, key) for key in (*SHEETS, "")]
    assert {client.get(address).status_code for address in addresses} == {302}
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert {client.get(address).status_code for address in addresses} == {403}


def test_every_sheet_is_there_or_says_that_there_is_nothing_yet(desk, organiser):
    event = friday(organiser, names=[])
    pages = {key: desk.get(at(event, key)) for key in SHEETS}
    assert {page.status_code for page in pages.values()} == {200}
    there = {key for key, page in pages.items() if "Nothing to print yet" not in text_of(page)}
    assert there == {"poster", "blanks"}


def test_there_is_no_other_sheet(desk, published):
    assert desk.get(at(published, "nothing")).status_code == 404


def test_slips_of_a_draft_lead_each_player_to_their_own_page(desk, organiser, draft):
    page = desk.get(at(draft, "slips"))
    tables = sits(draft, 2)
    assert tables_on(page) == ["1", "2", "3", "4"]
    seated = [player for table in (1, 2, 3, 4) for player in tables[table]]
    assert codes_in(page.content.decode()) == [own_page(draft, player) for player in seated]
    assert own_page(draft, seated[0]) in text_of(page) and own_page(draft, tables[None][0]) not in text_of(
        page
    )
    assert "best of 3, 50 minutes, not published" in text_of(page)


def test_slips_lie_so_that_the_cut_stack_is_sorted(desk, organiser):
    event = paired(friday(organiser, names=[f"Player {n}" for n in range(1, 27)]), organiser)
    assert tables_on(desk.get(at(event, "slips", order="read"))) == [str(n) for n in range(1, 14)]
    # Three sheets: the first pile that is cut off has tables 1, 2 and 3.
    sheets = ["1", "4", "7", "10", "13"], ["2", "5", "8", "11"], ["3", "6", "9", "12"]
    assert tables_on(desk.get(at(event, "slips"))) == [table for sheet in sheets for table in sheet]


def test_slips_can_be_of_those_who_still_play(desk, published):
    assert tables_on(desk.get(at(published, "slips", tables="waiting"))) == ["2", "3", "4"]
    assert tables_on(desk.get(at(published, "slips", tables="nonsense"))) == ["1", "2", "3", "4"]


def test_a_card_for_each_player_who_is_there(desk, organiser):
    event = friday(organiser)
    Player.objects.filter(event=event, key="p2").update(dropped_after=0)
    found = codes_in(desk.get(at(event, "cards", order="read")).content.decode())
    assert found == [own_page(event, f"p{n}") for n in range(1, 9) if n != 2]


def test_only_slips_and_cards_hold_secrets(desk, published):
    tokens = Player.objects.filter(event=published).values_list("token", flat=True)
    for key in (*SHEETS, ""):
        page = desk.get(at(published, key)).content.decode()
        assert any(token in page for token in tokens) == (key in WITH_SECRETS), key


def test_the_poster_leads_to_the_event(desk, published, settings):
    address = f"/e/{published.slug}/"
    assert codes_in(desk.get(at(published, "poster")).content.decode()) == ["http://testserver" + address]
    settings.SITE_URL = "https://topcut.example"
    page = desk.get(at(published, "poster"))
    assert codes_in(page.content.decode()) == [settings.SITE_URL + address]
    assert settings.SITE_URL + address in text_of(page)


def test_codes_that_no_phone_can_open_are_said_to_be_so(desk, published):
    warning = "Phones cannot open these codes"
    for key in (*WITH_SECRETS, "poster"):
        assert warning in text_of(desk.get(at(published, key), headers={"host": "127.0.0.1"})), key
        assert warning not in text_of(desk.get(at(published, key))), key
    assert warning not in text_of(desk.get(at(published, "names"), headers={"host": "127.0.0.1"}))


@pytest.mark.parametrize(
    "language, asked, size",
    [
        ("en-GB,en", {}, "a4"),
        ("en-US,en", {}, "letter"),
        ("de", {}, "a4"),
        ("en-US", {"paper": "a4"}, "a4"),
        ("en-GB", {"paper": "letter"}, "letter"),
        ("", {"paper": "a0"}, "a4"),
    ],
)
def test_paper_has_the_size_of_its_region_or_the_one_asked_for(desk, published, language, asked, size):
    page = desk.get(at(published, "names", **asked), headers={"accept-language": language})
    assert f'<body class="paper {size}' in page.content.decode()
    assert all(len(region) == 2 for region in LETTER_REGIONS)


def test_pairings_for_the_wall_are_by_name_and_by_table(desk, draft):
    names = text_of(desk.get(at(draft, "names")))
    assert all(name in names for name in (*NAMES, "Ivo"))
    assert names.index("Anna") < names.index("Cleo") < names.index("Ivo")
    assert "Not published" in names and "bye, 3 points" in names
    tables = text_of(desk.get(at(draft, "tables")))
    assert re.search(r"\b1 \w+ 1–0 – \w+ 1–0", tables)


def test_results_that_are_hidden_stand_on_no_sheet_for_the_wall(desk, organiser):
    event = friday(organiser, rulebook="hareruya", names=NAMES)
    event = reported(paired(event, organiser), organiser, said="2-1")
    for key in ("names", "tables", "slips"):
        assert "2–1" not in text_of(desk.get(at(event, key))), key
    assert "2–1" in text_of(desk.get(at(event, "pack")))
    assert "Only you see this" in text_of(desk.get(at(event, "standings")))


def test_standings_are_as_of_now_or_after_a_round(desk, published):
    page = desk.get(at(published, "standings"))
    assert "Round 2: 1 of 4 results in" in text_of(page) and "OMW %" in text_of(page)
    assert "After round 1 of 3" in text_of(desk.get(at(published, "standings", after=1)))
    assert "Round 2: 1 of 4" in text_of(desk.get(at(published, "standings", after=9)))


def test_a_bracket_and_a_draft_have_their_sheets(desk, organiser):
    event = paired(played(friday(organiser, rounds=1, finals=("single", 4)), organiser), organiser)
    page = desk.get(at(event, "bracket"))
    assert "Single elimination" in text_of(page) and 'class="br"' in page.content.decode()
    event = paired(draft_night(organiser, NAMES), organiser)
    assert "Pod 1" in text_of(desk.get(at(event, "pods")))


def test_the_pack_has_a_table_of_what_is_in_it(desk, published):
    page = desk.get(at(published, "pack")).content.decode()
    for anchor in re.findall(r'<a href="#(\w+)">', page):
        assert f'id="{anchor}"' in page
    assert re.findall(r'<section id="(\w+)">', page)[:2] == ["first", "afterwards"]


@pytest.mark.slow
def test_a_sheet_asks_as_much_of_the_database_for_many_as_for_few(desk, organiser):
    few, many = (
        paired(played(friday(organiser, names=[f"Player {n}" for n in range(count)]), organiser), organiser)
        for count in (4, 12)
    )
    desk.get(reverse("account"))  # a session is written the first time that it is seen
    for key in SHEETS:
        assert asked_for(desk, at(few, key)) == asked_for(desk, at(many, key)), key
