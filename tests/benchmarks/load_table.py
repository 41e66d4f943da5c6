"""The figures of the load test as a table.

`python -m tests.benchmarks.load_table OLD NEW` compares the output of two runs of `make bench-load`.
"""

import json
import sys
from pathlib import Path
from statistics import quantiles

from tests.benchmarks.crowd import DESK, OWN_POLL, PAIRING, POLL, PUBLISHING, RESULT, VISIT

KINDS = (DESK, RESULT, POLL, OWN_POLL, VISIT, PAIRING, PUBLISHING)
# Milliseconds for the 95th percentile: desk pages and results, polls. Without errors, always.
# Shares of polls that may be refused; seconds from a phone's first request since the new round was published
# until it shows the round, for 95 % of the phones and for all.
MAX_REFUSED, MAX_SHOWN_SECONDS = 0.05, (5, 15)
TARGETS = {"shop": (150, 300), "hall": (300, 1000), "convention": (300, 2000), "new round": (500, 5000)}


def figures(crowd, phases) -> dict:
    """Return the figures of the first phase; from the others only first visits, errors and refused polls."""
    times = {kind: crowd.times[phases[0], kind] for kind in KINDS}
    for phase in phases[1:]:
        times[VISIT] = times[VISIT] + crowd.times[phase, VISIT]
    errors = {what: number for (phase, what), number in crowd.errors.items() if phase in phases}
    polls = sum(len(crowd.times[phase, kind]) for phase in phases for kind in (POLL, OWN_POLL))
    refused = sum(crowd.refused[phase] for phase in phases)
    return {
        "errors": errors,
        "refused": {"polls": polls, "refused": refused, "share": refused / max(1, polls)},
        "times": {kind: percentiles(taken) for kind, taken in times.items() if taken},
    }


def shown_figures(new_round) -> dict:
    """Return the seconds until phones show the new round, and how many never do."""
    seconds = percentiles(new_round.seconds())
    never = new_round.waiting_phones()
    return {
        "phones": seconds["requests"],
        "p95": seconds["p95"],
        "max": max(new_round.seconds()),
        "never": never,
    }


def percentiles(milliseconds) -> dict:
    """Return the number of requests and the milliseconds of the 50th, 95th and 99th percentile."""
    cuts = quantiles(milliseconds, n=100, method="inclusive") if len(milliseconds) > 1 else milliseconds * 99
    return {"requests": len(milliseconds), **{f"p{share}": cuts[share - 1] for share in (50, 95, 99)}}


def target(phase, kind):
    """Return the milliseconds allowed for a kind of request, None without a target."""
    desk, polls = TARGETS[phase]
    targets = {DESK: desk, RESULT: desk, POLL: polls, OWN_POLL: polls}
    if phase == "new round":
        targets[VISIT] = polls
    return targets.get(kind)


def table(runs) -> str:
    """Return a Markdown table with the columns of each run by name."""
    head = ["phase", "", "target"]
    for name in runs:
        head += [f"{name} requests".strip(), f"{name} p50 / p95 / p99 ms".strip(), "met"]
    rows = [head, ["---"] * len(head)]
    for phase in TARGETS:
        for kind in KINDS:
            limit = target(phase, kind)
            cells = [cell for run in runs.values() for cell in time_cells(run, phase, kind, limit)]
            if any(cells):
                rows.append([phase, kind, f"p95 {limit}" if limit else "", *cells])
        errors = [cell for run in runs.values() for cell in error_cells(run, phase)]
        cores = [cell for run in runs.values() for cell in cpu_cells(run, phase)]
        refused = [cell for run in runs.values() for cell in refused_cells(run, phase)]
        rows += [[phase, "errors", "0", *errors], [phase, "polls refused", f"{MAX_REFUSED:.0%}", *refused]]
        if phase == "new round":
            limit = "p95 {} s, max {} s".format(*MAX_SHOWN_SECONDS)
            shown = [cell for run in runs.values() for cell in shown_cells(run.get(phase, {}).get("shown"))]
            rows.append([phase, "phones show it", limit, *shown])
        rows.append([phase, "cores used", "", *cores])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def time_cells(run, phase, kind, limit):
    times = run.get(phase, {}).get("times", {}).get(kind)
    if not times:
        return ["", "", ""]
    milliseconds = " / ".join(f"{times[share]:.0f}" for share in ("p50", "p95", "p99"))
    return [str(times["requests"]), milliseconds, verdict(times["p95"] <= limit) if limit else ""]


def error_cells(run, phase):
    if phase not in run:
        return ["", "not measured", verdict(False)]
    errors = run[phase]["errors"]
    most = sorted(errors.items(), key=lambda error: -error[1])[:3]
    words = "; ".join(f"{number} × {what}" for what, number in most)
    return [str(sum(errors.values())), words, verdict(not errors)]


def refused_cells(run, phase):
    if "refused" not in run.get(phase, {}):
        return ["", "", ""]
    refused = run[phase]["refused"]
    words = f"{refused['refused']} of {refused['polls']}, {refused['share']:.1%}"
    return [str(refused["polls"]), words, verdict(refused["share"] <= MAX_REFUSED)]


def shown_cells(shown):
    if not shown:
        return ["", "", ""]
    is_met = (
        shown["p95"] <= MAX_SHOWN_SECONDS[0] and shown["max"] <= MAX_SHOWN_SECONDS[1] and not shown["never"]
    )
    words = f"p95 {shown['p95']:.1f} s, max {shown['max']:.1f} s, never {shown['never']}"
    return [str(shown["phones"]), words, verdict(is_met)]


def cpu_cells(run, phase):
    cores = run.get(phase, {}).get("cpu", {})
    return ["", ", ".join(f"{name} {used:.2f}" for name, used in cores.items()), ""]


def verdict(is_met):
    return "met" if is_met else "**missed**"


def last_line(path):
    return json.loads(Path(path).read_text().splitlines()[-1])


if __name__ == "__main__":
    print(table({Path(path).stem: last_line(path) for path in sys.argv[1:]}))
