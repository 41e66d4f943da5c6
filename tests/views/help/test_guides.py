"""The guides: every page of the desk links to its help, and buttons are named as on the pages."""

import re
from html import unescape
from pathlib import Path

from tests.case_tables import every
from tests.journeys.accessibility.pages import NO_PAGES
from tests.views.desk_events import friday, paired
from tests.views.help.test_help import page_at
from tournaments import urls
from tournaments.queries.help.pages import GUIDES
from tournaments.views.help.desk_links import DESK_HELP, desk_help_address

DESK_PAGES = {entry.name for entry in urls.desk_urls} - NO_PAGES
PICTURES = Path("static/help")
MAX_PICTURE_BYTES = 150_000
# Labels that are put together from a text and a value: (in a guide, in the program).
COMPOSED_LABELS = {"Cut to top 8": "Cut to top {size}", "Publish round 1": "Publish {round}"}


def test_every_page_of_the_desk_has_its_help():
    assert DESK_PAGES - set(DESK_HELP) == set()


def test_no_help_belongs_to_a_page_that_is_gone():
    assert set(DESK_HELP) - {entry.name for entry in urls.desk_urls} == set()


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
    files = [
        *Path("templates").rglob("*.html"),
        *Path("templates").rglob("*.jinja"),
        *Path("tournaments").rglob("*.py"),
    ]
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
