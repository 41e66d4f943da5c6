"""Time and memory of simulations, compared with the same events through full histories: `make bench`."""

from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from tests.rules.simulation.plans import simulated_events
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.simulation import parse_plan, play_batch, summarise_plan
from tournaments.rules.simulation.run import play_batches
from tournaments.rules.standings.standings import standings

from .clock import timed

EVENTS, PROCESSES = 1_000, 2  # of the targets
MAX_MEGABYTES = 300
FORMAT = {"rulebook": "magic", "rounds": 7, "cut": 8}
FOLD = {**FORMAT, "pairing": "fold"}
FINALS = ("single", "mcintyre8", "afl8", "double")
# Name, the formats, events to measure, and the most seconds for EVENTS of each format on two processors.
PLANS = (
    ("random, own Swiss rounds", [{**FORMAT, "best_of": games} for games in (1, 3, 5, 7)], 92, 25),
    ("random, the same Swiss rounds", [{**FORMAT, "finals": key} for key in FINALS], 92, 25),
    ("fold, own Swiss rounds", [{**FOLD, "best_of": games} for games in (1, 3, 5, 7)], 16, 330),
    ("fold, the same Swiss rounds", [{**FOLD, "finals": key} for key in FINALS], 46, 90),
)
HEAD = """
Simulation: four formats of 88 players, 7 rounds and a top 8. Processor time for an event in all four formats,
and from it seconds for 1,000 events on two idle processors, with the most that they may take.
"""
LINE = "{:32} {:>10} {:>9} {:>7}"


def main():
    print(HEAD)
    print(LINE.format("pairing", "ms", "seconds", "limit"))
    slow = [text for plan in PLANS if (text := measured(*plan))]
    compared_with_histories()
    slow += memory()
    if slow:
        raise SystemExit(f"More than it may be: {'; '.join(slow)}")


def plan_of(players, formats, **keys):
    named = [{"name": f"Format {n}", **entry} for n, entry in enumerate(formats, 1)]
    return parse_plan({"players": players, "formats": named, **keys})


def measured(name, formats, events, limit):
    """Print the line of a plan; return what took too long, or an empty text."""
    plan = plan_of(88, formats)
    play_batch(plan, 1, range(1, 3))
    seconds, _values = timed(lambda: play_batch(plan, 1, range(1, events + 1)))
    total = seconds / events * EVENTS / PROCESSES
    print(LINE.format(name, f"{seconds / events * 1e3:.1f}", f"{total:.0f}", limit))
    return f"{name}: {total:.0f} s" if total > limit else ""


def compared_with_histories(events=4):
    """Print how many times as long the same rounds and standings take as records of a history."""
    print("\nThe same Swiss rounds of one format, paired and ranked as histories, so many times as long:")
    for name, entry in (("random", FORMAT), ("fold", FOLD)):
        plan = plan_of(88, [entry])
        simulated, _values = timed(lambda plan=plan: play_batch(plan, 1, range(1, events + 1)))
        played = simulated_events(88, entry, events)
        histories = [[event.history(number) for number in range(event.rounds + 1)] for event in played]

        def through_histories(played=played, histories=histories):
            for event, rounds in zip(played, histories, strict=True):
                for number in range(1, event.rounds + 1):
                    next_round(rounds[number - 1], event.luck.round_seed(event.index, number))
                standings(rounds[-1].phase(1))

        seconds, _nothing = timed(through_histories)
        print(f"{name:8} {seconds / simulated:.1f}")


def memory():
    """Print the memory of this process and of a worker for the largest fields; return what is too much."""
    large = {**FORMAT, "rounds": 9, "finals": "double", "cut": 64}
    plan = plan_of(512, [{**large, "best_of": games} for games in (1, 3, 5, 7)])
    summarise_plan(plan, 16, 1, play_batches(plan, 16, 1, PROCESSES))
    own, worker = (getrusage(who).ru_maxrss // 1024 for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    print(f"\nMost memory, with fields of 512: {own} MB, and {worker} MB for each worker.")
    return [f"{own} and {worker} MB"] if own + PROCESSES * worker > MAX_MEGABYTES else []


if __name__ == "__main__":
    main()
