"""Run the simulations of docs/format-lab.md, or write the page from their results."""

import json
import sys

from tournaments.rules.simulation import parse_plan, summarise_plan
from tournaments.rules.simulation.run import play_batches

from . import page
from .plans import EVENTS, EXAMPLES, FEWER_EVENTS, PLANS, SEED
from .rankings import rank_all
from .results import EXAMPLES_FOLDER, FOLDER, read_result

PROCESSES = 2


def run(names):
    """Play the plans of these names, all by default, and store their results."""
    for name in names or [*PLANS, "rankings"]:
        if name == "rankings":
            stored = rank_all(EVENTS)
        else:
            plan = parse_plan(PLANS[name])
            events = FEWER_EVENTS.get(name, EVENTS)
            played = play_batches(plan, events, SEED, PROCESSES)
            stored = {"plan": PLANS[name], "result": summarise_plan(plan, events, SEED, played)}
        write_json(FOLDER / f"{name}.json", stored)
        print(f"Played {name}.", flush=True)


def write_examples():
    """Write the examples of the site: some formats of a plan, whose numbers don't depend on the others."""
    for name, source, formats in EXAMPLES:
        stored = read_result(source)
        plan, result = stored["plan"], stored["result"]
        chosen = {
            "formats": [only(result["formats"], "name", one) for one in formats],
            "differences": [
                one for one in result["differences"] if one["a"] in formats and one["b"] in formats
            ],
        }
        plan = plan | {"formats": [only(plan["formats"], "name", one) for one in formats]}
        write_json(EXAMPLES_FOLDER / f"{name}.json", {"plan": plan, "result": result | chosen})


def only(entries, key, value):
    return next(entry for entry in entries if entry[key] == value)


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    command, *names = sys.argv[1:] or ["write"]
    if command == "run":
        run(names)
    page.write()
    write_examples()
