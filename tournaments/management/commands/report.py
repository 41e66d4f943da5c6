"""manage.py report SLUG TABLE RESULT…: report, correct or clear a result."""

from ...results.actions.results import report_result
from ...rules.errors import RuleViolation, _
from ...web.status import current_round, round_of_table
from ..shell import SHELL_ACTOR, ShellCommand, get_event


class Command(ShellCommand):
    help = "Report the result of a table in the current round; a second report corrects the first."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("table", metavar="TABLE")
        parser.add_argument(
            "result",
            metavar="RESULT",
            nargs="+",
            help="2-1 · 2-1-1 (drawn games last) · points 6-0 · vp 75-40 · draw · no-show 2 · concede 2 · "
            "double-loss · clear · in a pod: 3 (seat 3 won) · draw · places 1-3-2-4",
        )

    def handle(self, slug, table, result, **options):
        event = get_event(slug)
        phase, number = current_round(event)
        table = table_number(table)
        number = round_of_table(event, phase, number, table)
        report_result(event, SHELL_ACTOR, phase, number, table, " ".join(result))


def table_number(text):
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise RuleViolation(_("“{text}” isn’t a table. Enter the table number."), text=text)
    return int(text)
