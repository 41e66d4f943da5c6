"""manage.py simulate PLAN.json: play whole events under several formats and compare them."""

from ...rules.settings.fields import whole
from ...rules.simulation import MAX_EVENTS, MAX_SEED, MEASURES, batches, parse_plan, summarise_plan
from ...rules.simulation.run import play_batches
from ..shell import JSON, TABLE, ShellCommand
from .import_event import read_json

EVENTS, SEED, PROCESSES = 1_000, 1, 2
PROGRESS_STEPS = 20


class Command(ShellCommand):
    help = "Play whole events under several formats by the real rules, and compare the formats."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="PLAN", help="the plan, a JSON file; - for standard input")
        parser.add_argument(
            "--events", type=int, default=EVENTS, metavar="N", help=f"events per format; default {EVENTS}"
        )
        parser.add_argument(
            "--seed", type=int, default=SEED, metavar="N", help="the same seed gives the same numbers"
        )
        self.add_format_option(parser, TABLE, JSON)

    def handle(self, file, events, seed, format, **options):
        events = whole(events, "--events", 1, MAX_EVENTS)
        seed = whole(seed, "--seed", 0, MAX_SEED)
        plan = parse_plan(read_json(file))
        played = self.show_progress(plan, events, play_batches(plan, events, seed, PROCESSES))
        answer = summarise_plan(plan, events, seed, played)
        if format == JSON:
            self.print_json(answer)
            return
        for n, rows in enumerate(tables(answer)):
            if n:
                self.stdout.write("")
            self.print_table(rows)

    def show_progress(self, plan, events, played):
        """Yield the played batches, and print to standard error how many events have been played."""
        step = 0
        for numbers, batch in zip(batches(plan, events), played, strict=True):
            yield batch
            done = numbers[-1] * PROGRESS_STEPS // events
            if done > step:
                step = done
                self.stderr.write(f"Played {numbers[-1]} of {events} events.", style_func=str)


def tables(answer):
    """Yield the rows of each table: the measures, the champions by seed, and the differences."""
    formats = answer["formats"]
    yield [
        ["measure", *(format_["name"] for format_ in formats)],
        *([key, *(estimate_text(format_["measures"][key]) for format_ in formats)] for key in MEASURES),
    ]
    shares = [format_["champion_seed"] or {} for format_ in formats]
    if seeds := max(shares, key=len):
        yield [
            ["champion’s seed", *(format_["name"] for format_ in formats)],
            *(
                [seed, *(f"{share[seed]:.3f}" if seed in share else "–" for share in shares)]
                for seed in seeds
            ),
        ]
    if differences := answer["differences"]:
        yield [
            ["difference", *(f"{pair['a']} − {pair['b']}" for pair in differences)],
            *([key, *(estimate_text(pair["measures"][key]) for pair in differences)] for key in MEASURES),
        ]


def estimate_text(estimate):
    """Return “0.461 ± 0.031”, or “–” for a measure that does not apply."""
    if estimate is None:
        return "–"
    error = "" if estimate["error"] is None else f" ± {estimate['error']:.3f}"
    return f"{estimate['mean']:.3f}{error}"
