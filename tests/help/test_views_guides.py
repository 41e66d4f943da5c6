"""The guides: every page of the desk links to its help, and buttons are named as on the pages."""

import re
from html import unescape
from pathlib import Path

from tests.journeys.accessibility.pages import NO_PAGES
from tests.support.case_tables import every
from tests.support.desk_events import actor_of, draft_night, friday, paired
from tests.support.pages import page_at
from tournaments import urls
from tournaments.drafts.actions import draw_pods
from tournaments.help.pages.topics import GUIDES
from tournaments.web.layout import DESK_HELP, desk_help_address

DESK_PAGES = {entry.name for entry in urls.desk_urls} - NO_PAGES
# Pages that only answer a form: the columns of a pasted list.
PAGES_OF_FORMS = {"add_players"}
PICTURES = Path("static/help")
MAX_PICTURE_BYTES = 150_000
# Labels that are put together from a text and a value: (in a guide, in the program).
COMPOSED_LABELS = {"Cut to top 8": "Cut to top {size}", "Publish round 1": "Publish {round}"}


def test_the_pages_of_the_desk_have_their_help_and_nothing_else_has():
    assert set(DESK_HELP) == DESK_PAGES | PAGES_OF_FORMS


@every("url_name", sorted(DESK_HELP))
def test_the_help_of_every_page_of_the_desk_exists(url_name):
    address, anchor = desk_help_address(url_name).split("#")
    assert f'id="{anchor}"' in page_at(address)


def test_a_page_of_the_desk_links_to_its_help_and_a_public_page_does_not(client, organiser):
    event = paired(friday(organiser), organiser)
    client.force_login(organiser)
    assert 'href="/help/pairing/#start"' in client.get(f"/e/{event.slug}/desk/round/").content.decode()
    assert "/help/" not in client.get(f"/e/{event.slug}/").content.decode()


def words_of_the_program():
    """Return the text of everything except the help."""
    files = [*Path("templates").rglob("*.jinja"), *Path("tournaments").rglob("*.py")]
    return "\n".join(path.read_text() for path in files if "help" not in path.parts)


def test_buttons_are_named_as_on_the_pages():
    program = words_of_the_program()
    labels = {
        (key, unescape(label))
        for key in GUIDES
        for label in re.findall(r"<b>(.*?)</b>", page_at(f"/help/{key}/"))
    }
    assert len(labels) > 50
    unknown = {
        (key, label)
        for key, label in labels
        if not re.search(rf'["\'>]{re.escape(COMPOSED_LABELS.get(label, label))}["\'<]', program)
    }
    assert unknown == set()


def section_at(address):
    """Return the HTML of a section of a guide."""
    path, anchor = address.split("#")
    return page_at(path).split(f'<section class="section" id="{anchor}">')[1].split("</section>")[0]


def labels_of_section(address):
    """Return the labels that a section of a guide names."""
    return {unescape(label) for label in re.findall(r"<b>(.*?)</b>", section_at(address))}


def labels_of_pages(client, event, *paths):
    """Return the texts of the buttons and links of pages at the desk, without what is hidden in them."""
    pages = [client.get(f"/e/{event.slug}/desk/{path}").content.decode() for path in paths]
    texts = re.findall(r"<(?:a|button|summary)\b[^>]*>(.*?)</(?:a|button|summary)>", "".join(pages), re.S)
    return {unescape(re.sub(r"<span class=.hidden.*?</span>|<[^>]+>", "", text)).strip() for text in texts}


def test_the_buttons_of_a_round_are_named_as_on_the_desk(desk, organiser):
    event = friday(organiser)
    labels = labels_of_pages(desk, event, "", "round/")
    for publish in (False, True):
        labels |= labels_of_pages(desk, paired(friday(organiser), organiser, publish), "", "round/")
    assert labels_of_section("/help/pairing/#start") - labels == set()


def test_the_buttons_of_the_players_are_named_as_on_their_page(desk, organiser):
    labels = labels_of_pages(desk, friday(organiser), "", "players/")
    named = labels_of_section("/help/players/#add") | labels_of_section("/help/players/#late")
    assert "Add players" in named and named - labels == set()


def test_the_buttons_of_a_draft_are_named_as_on_the_desk(desk, organiser):
    event = draft_night(organiser, [f"Player {number}" for number in range(8)])
    draw_pods(event, actor_of(organiser))
    named = labels_of_section("/help/pairing/#draft")
    assert "Pair round 1" in named
    assert named - labels_of_pages(desk, event, "", "draft/") == set()


def test_the_round_length_is_described_on_the_page_that_has_it(desk, organiser):
    event = friday(organiser)
    for subject in ("format", "reporting"):
        has_field = 'name="minutes"' in desk.get(f"/e/{event.slug}/desk/settings/{subject}/").content.decode()
        assert ("ound length" in section_at(f"/help/settings/#{subject}")) == has_field


@every(
    ("address", "words"),
    (
        ("/help/players/#add", "already on the list are skipped"),
        ("/help/screens/#code", "screens opened with their link"),
        ("/help/for-players/#drop", "on the page of your personal link, or tell the desk"),
        ("/help/for-players/#names", "on the page of your personal link, or tell the desk"),
    ),
)
def test_a_guide_says_who_sees_what(address, words):
    assert words in section_at(address)


def test_the_privacy_page_names_the_cookies_of_phones_that_scan_the_code_and_pick_a_name():
    page = page_at("/help/privacy/")
    assert (
        "Scanning the venue’s QR code, picking a name and contesting one each set a cookie for two days"
        in page
    )
    assert "nothing about visitors: no cookies" not in page


def test_the_first_event_has_ten_steps_with_light_pictures_that_load_late():
    page = page_at("/help/first-event/")
    pictures = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in re.findall(r"<img [^>]*>", page)]
    assert re.findall(r"<h2>(\d+)\. ", page) == [str(number) for number in range(1, 11)]
    assert len(pictures) == 10
    files = [(PICTURES / Path(picture["src"]).name).read_bytes() for picture in pictures]
    assert sum(map(len, files)) <= MAX_PICTURE_BYTES
    for picture, content in zip(pictures, files, strict=True):
        assert picture["loading"] == "lazy"
        assert picture["alt"]
        assert (int(picture["width"]), int(picture["height"])) == webp_size(content)


def webp_size(content):
    """Return width and height of a WebP picture in the extended format."""
    assert content[12:16] == b"VP8X"
    return tuple(int.from_bytes(content[start : start + 3], "little") + 1 for start in (24, 27))
