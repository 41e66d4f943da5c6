"""Makes and alters backups for tests."""

import io
import json
import re
import zipfile

from django.contrib.auth import get_user_model

from tests.journeys.accessibility.pages import PAGES
from tests.journeys.accessibility.places import (
    evening_of,
    former_name,
    mail_to_confirm,
    own_club_page,
    ratings_of,
    season_that_ended,
    series_with_final,
)
from tests.support.database_states import clear_caches
from tournaments.log.actions import backups


def backup_of(*slugs) -> dict[str, str]:
    """Return {name: text} of the files in a backup of these events."""
    with io.BytesIO() as file:
        file.writelines(backups.stream_backup(slugs))
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}


def make_zip(files: dict[str, str | bytes], compression=zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file


def with_extras(files: dict[str, str], slug: str, /, **changed) -> dict[str, str]:
    """Return the backup with changed values in addition to the event's file."""
    name = f"{slug}/beside.json"
    return files | {name: json.dumps(json.loads(files[name]) | changed)}


SMALL_FILE = """{"format": "topcut/1", "event": {"name": "Club night", "rulebook": "magic"},
 "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bo"}]}"""


# Values that differ in each response: form keys, times, row ids.
VARIABLE = (
    r"(?<=/desk/staff/)(invitations/)?\d+",
    r'(?<="role)\d+',
    r"data-etag='[^']+'",
    r'(?<=data-version=")\d+',
    r'(?<=data-key=")[hl]\d+',
    r'(?<=data-alerts=")[^"]+',
    r'name="csrfmiddlewaretoken" value="[^"]+"',
    r'name="key" value="[^"]+"',
    r'data-now="[^"]+"',
    r"(?<=>)printed [^<]+",
    # Said of mails that have waited for a minute, with the line break after it.
    r"(\. Mails are sent by the worker[^<]+)?\s*(?=</p>)",
    r'name="entry" value="r?\d+"|(?<=data-player=")r\d+|\br\d+(?=")',
    r'(?<=value=")(first|up|down) \d+',
    # Of events, players and people in a series, at its desk.
    r'(?<=/events/)\d+|(?<=name="events" value=")\d+',
    r'(?<=value="accept )\d+|(?<=value="decline )\d+|(?<=value="again )\d+|(?<=value="give )\d+',
    r'(?<=id="link-)\d+|(?<=data-copy="link-)\d+',
    # Of rows of players, and of other names, at the desk of a club.
    r"(?<=/desk/people/players/)\d+|(?<=/names/)\d+",
    r'(?<=name="players" value=")\d+',
    r"/desk/(messages|registration|log|log/before|log/points)/\d+/",
    # Not in a backup: picked names, and the codes of the screens and of the venue's QR code.
    r"(?<=/)(pick|screen|hall)/[\w-]{16,}/",
    r'(?s)(?<=<div class="own-link">).*?</svg>',
    r'(?<=\?a=)\d+|(?<=<option value=")\d+(?=")',
    # The log of a club that is still there has the keys of the events that were deleted.
    r"(?<=Players recognised in )[^<:]+",
)


EXAMPLES = [
    (name, example)
    for name, examples in PAGES.items()
    # Each visit creates an invitation; simulations belong to no event.
    if name not in ("invitation", "simulation")
    for example in examples
    # Chances are calculated again.
    if example.state not in ("", "with_chances") and not example.typed
]


# What examples of pages add to the club of the busy event when they are first asked for.
MAKERS = (own_club_page, former_name, mail_to_confirm, evening_of, series_with_final, season_that_ended)


def make_lazy_examples(events: dict):
    """Make what the examples would make when they are first asked for; `events` are those of their states."""
    for make in MAKERS:
        make(events["busy"])
    ratings_of(events["ended"])


def pages(client, events_by_state) -> dict[str, str]:
    """Return address → page of every page of every event, signed in and not."""
    pages = {}
    clear_caches()
    organiser = get_user_model().objects.get(username="organiser")
    for signed, change in ((False, client.logout), (True, lambda: client.force_login(organiser))):
        change()
        for name, example in EXAMPLES:
            address = example.address(name, events_by_state)
            # The preview uses a random seed unless the address has one.
            address += "&seed=the+same" if name == "correct" else ""
            if example.is_signed(address) == signed:
                pages[without_variable(address)] = plain(client.get(address))
    for event in events_by_state.values():
        pages[event.slug] = plain(client.get(f"/e/{event.slug}/desk/file/"))
    return pages


def plain(response) -> str:
    assert response.status_code == 200, response
    return without_variable(response.content.decode())


def without_variable(text) -> str:
    for pattern in VARIABLE:
        text = re.sub(pattern, "", text)
    return text
