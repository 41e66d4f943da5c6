"""The prepared simulations, which everybody can read: files below `example_results/`."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import gettext, gettext_noop

from .simulation_page import Simulation

FOLDER = Path(__file__).parent / "example_results"


@dataclass(frozen=True)
class ExampleText:
    title: str
    about: str


# By file name, which is also the address.
TEXTS = {
    "hearthstone": ExampleText(
        gettext_noop("The Hearthstone Championship Tour of 2017, and what it could have been"),
        gettext_noop(
            "88 players and seven rounds: the tour’s own tiebreakers and a top 8, percentages as "
            "tiebreakers, a McIntyre final eight, and no finals at all."
        ),
    ),
    "finals": ExampleText(
        gettext_noop("Four kinds of finals with a second chance or a bye"),
        gettext_noop(
            "88 players and seven rounds: a top 6 with byes, the stepladder of Magic’s Pro Tours, a McIntyre "
            "final eight, and double elimination."
        ),
    ),
    "rounds": ExampleText(
        gettext_noop("One round more, or better finals?"),
        gettext_noop(
            "88 players: seven rounds and a McIntyre final eight last as long as eight rounds and single "
            "elimination."
        ),
    ),
    "shop": ExampleText(
        gettext_noop("A Friday night with 24 players"),
        gettext_noop("Four or five rounds, with and without a cut, and how long each takes."),
    ),
}


def list_examples() -> list[Simulation]:
    return [find_example(name) for name in TEXTS]


def find_example(name: str) -> Simulation | None:
    """Return the example at this address."""
    if name not in TEXTS:
        return None
    text, stored = TEXTS[name], read_example(name)
    return Simulation(
        address=name,
        title=gettext(text.title),
        about=gettext(text.about),
        plan=stored["plan"],
        events=stored["result"]["events"],
        seed=stored["result"]["seed"],
        result=stored["result"],
    )


@cache
def read_example(name: str) -> dict:
    """Return {"plan", "result"} of a file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
