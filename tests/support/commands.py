"""Events played with the command line."""

import json
from io import StringIO

from django.core.management import call_command

from tests.support.played_events import reload_history
from tournaments.rules.finals import FINALS, bracket_of

BRACKET_SIZES = {key: 8 if len(system.sizes) > 1 else system.sizes[0] for key, system in FINALS.items()}


def run_command(*command):
    out = StringIO()
    call_command(*command, stdout=out)
    return json.loads(out.getvalue()) if "json" in command else out.getvalue()


def best_wins(entrants, match, two="2-0", upset=False):
    """Return a result by which the best seed wins, or loses with `upset`; `two`: a win of the first seat."""
    seat = 1 + min(range(len(match.players)), key=lambda at: entrants.index(match.players[at]))
    if match.is_pod:
        return str(seat)
    return two if (seat == 1) != upset else "-".join(two.split("-")[::-1])


def play_by_commands(event, upsets=()):
    """Pair and report until nothing is left; return the slots in the order of play."""
    slots, entrants = [], bracket_of(reload_history(event).phase(1)).entrants
    while True:
        rounds_ = [round_ for round_ in reload_history(event).phase(1).rounds if not round_.finished]
        for match in [match for round_ in rounds_ for match in round_.matches if not match.reported]:
            result_text = best_wins(entrants, match, upset=match.slot in upsets)
            run_command("report", event.slug, str(match.table), result_text)
            slots.append(match.slot)
        if run_command("pair", event.slug, "--format", "json")["round"] is None:
            return slots
