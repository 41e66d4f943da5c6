"""Phones that poll while results come in, the round that all of them want next, and what the desk feels."""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass

EVERY = 10
# What is asked, by kind; what phones poll is told apart by what they may find.
VISIT, POLL, OWN = "first visit", "poll", "own page’s poll"
DESK, TYPED, REPORTED = "desk page", "result at the desk", "report from a phone"
PAIRING, PUBLISHING, HERD = "pairing", "publishing", "first visit, all at once"
UNCHANGED, NEW_ROUND = ", nothing new", ", new round"
KINDS = (
    VISIT,
    *(f"{kind}{moment}" for moment in (UNCHANGED, "", NEW_ROUND) for kind in (POLL, OWN, DESK)),
    *(TYPED, REPORTED, PAIRING, PUBLISHING, HERD),
)
# The desk's forms carry what its cookie says; any 32 letters will do.
TOKEN = "abcdefghijklmnopqrstuvwxyz012345"


@dataclass(frozen=True)
class Plan:
    """What a crowd does, in seconds: phones come for `arriving` and poll; then `results` a second come in,
    from the desk and from phones, for `lasts` at most; then the first hall's next round is drawn and
    published, `newcomers` open a page at once, and it goes on for `after`. Without `after` no round is drawn.
    """

    phones: int
    arriving: float
    lasts: float
    results: int
    newcomers: int = 0
    after: float = 0


@dataclass(frozen=True)
class Told:
    """What was asked and answered, by kind of request: how often, and milliseconds; what was no good answer;
    processors kept busy meanwhile, by program; how many results came in."""

    seconds: float
    a_second: float
    kinds: dict[str, dict[str, float]]
    wrong: list[str]
    errors: int
    busy: dict[str, float]
    results: int


def load(halls, plan) -> Told:
    """What a crowd of phones, desks and an organiser told, who are a program of their own beside the site."""
    site = halls[0].site
    watched = {"hosts": site.hosts, **{name: (pid,) for name, pid in site.beside.items()}}
    told = {"base": site.base, "plan": asdict(plan), "watched": watched, "halls": list(map(asdict, halls))}
    command = [sys.executable, "-m", "tests.benchmarks.hall_crowd"]
    asked = json.dumps(told, default=str)
    crowd = subprocess.run(
        command, input=asked, stdout=subprocess.PIPE, text=True, check=True, env=os.environ
    )
    return Told(**json.loads(crowd.stdout.splitlines()[-1]))
