"""manage.py verify_draw SLUG ROUND: draws a round again from its seed and says whether it is the same."""

from ...queries.draws import draw_of
from ...rules.errors import RuleViolation, _
from ..shell import Command as Shell
from ..shell import event_named


class Command(Shell):
    help = "Draw a round again from the results before it and its seed, and say whether it is the same."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("round", metavar="ROUND", type=int)
        parser.add_argument("--phase", type=int, metavar="N", help="default: the current one")

    def handle(self, slug, round, phase, **options):
        draw = draw_of(event_named(slug), phase, round, drafts=True)
        if draw is None:
            raise RuleViolation(_("There is no round {round}."), round=round)
        said = [draw.verdict, *([draw.seal] if draw.by_lot else []), draw.draws]
        if not draw.proven:
            said += [changed(table) for table in draw.changed]
            raise RuleViolation("{said}", said=" ".join(said).strip())
        self.stdout.write(" ".join(said).strip())


def changed(table) -> str:
    """A table that is another than was drawn, with the log's words for it."""
    by = f" ({table.line.who}: {table.line.words})" if table.line else ""
    return f"{table.where}: {table.now}, drawn {table.drawn}{by}."
