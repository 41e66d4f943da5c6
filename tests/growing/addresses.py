"""The addresses of an event of any size: pages, live fragments and files."""

import re

from django.core.exceptions import ObjectDoesNotExist

from tests.journeys.accessibility.pages import PAGES, STATES, at
from tests.journeys.accessibility.places import token_of
from tests.support.repetitions import count

# Addresses that are not pages.
FILES = {
    "event_file": [at("busy")],
    "restore_point_file": [at("busy", pk=lambda event: event.restore_points.last().pk)],
    "event_backup": [at("busy")],
    "export_player": [at("busy", key="p1")],
    "status_fragment": [at("busy"), at("busy", query="part=progress")],
    "manifest": [at("busy")],
    "own_manifest": [at("busy", token=token_of("p5"))],
}
EXAMPLES = [
    (name, example)
    for name, examples in (PAGES | FILES).items()
    # Each visit creates an invitation.
    if name != "invitation"
    for example in [example for example in examples if example.state and not example.typed][: count(1, 1000)]
]
# The progress of the round is on own pages whose player is done, and among the files above.
PART = re.compile(r'hx-get="([^"]*part=(?!progress)[^"]*)"')


def addresses(event):
    """Return {example: (address, whether signed in)} for all examples that the event supports."""
    by_example = {}
    for name, example in EXAMPLES:
        try:
            address = example.address(name, dict.fromkeys(STATES, event))
        except (ObjectDoesNotExist, AttributeError):
            continue
        by_example[name, example.query, str(example.place), example.signed] = (
            address,
            example.is_signed(address),
        )
    return by_example
