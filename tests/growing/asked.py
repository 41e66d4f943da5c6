"""All that can be asked of an event of any size: pages, their live parts, files."""

import re

from django.core.exceptions import ObjectDoesNotExist

from tests.journeys.everyone.pages import PAGES, STATES, at, token_of
from tests.repetitions import count

# No pages, and read all the same.
FILES = {
    "event_file": [at("busy")],
    "snapshot": [at("busy", pk=lambda event: event.snapshots.last().pk)],
    "event_backup": [at("busy")],
    "export_player": [at("busy", key="p1")],
    "hall": [at("busy")],
    "manifest": [at("busy")],
    "own_manifest": [at("busy", token=token_of("p5"))],
}
EXAMPLES = [
    (name, example)
    for name, examples in (PAGES | FILES).items()
    # Each look at an invitation makes one.
    if name != "invitation"
    for example in [one for one in examples if one.state and not one.typed][: count(1, 1000)]
]
PART = re.compile(r'hx-get="([^"]*part=[^"]*)"')


def addresses(event):
    """{what is asked: (its address at this event, whether signed in)} of all examples that it can show."""
    told = {}
    for name, example in EXAMPLES:
        try:
            address = example.address(name, dict.fromkeys(STATES, event))
        except (ObjectDoesNotExist, AttributeError):
            continue
        told[name, example.query, str(example.place), example.signed] = address, example.is_signed(address)
    return told
