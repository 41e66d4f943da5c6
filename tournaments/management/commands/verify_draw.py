"""manage.py verify_draw SLUG ROUND: draws a round again from its seed and says whether it is the same; with
`--pods` the pods of a draft."""

from ...queries.drafts.pods_page import draft_shown
from ...queries.rounds.draw_proof import draw_of
from ...rules.errors import RuleViolation, _
from ..shell import Command as Shell
from ..shell import event_named


class Command(Shell):
    help = "Draw a round again from the results before it and its seed, and say whether it is the same."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("round", metavar="ROUND", type=int, nargs="?")
        what.add_argument("--pods", action="store_true", help="the pods of a draft in place of a round")
        parser.add_argument("--phase", type=int, metavar="N", help="default: the current one")

    def handle(self, slug, round, pods, phase, **options):
        event = event_named(slug)
        if pods:
            return self.stdout.write(pods_proven(event, phase))
        draw = draw_of(event, phase, round, drafts=True)
        if draw is None:
            raise RuleViolation(_("There is no round {round}."), round=round)
        said = [draw.verdict, *([draw.seal] if draw.by_lot else []), draw.draws]
        if not draw.proven:
            said += [changed(table) for table in draw.changed]
            raise RuleViolation("{said}", said=" ".join(said).strip())
        return self.stdout.write(" ".join(said).strip())


def pods_proven(event, phase) -> str:
    """What the replay of a draft's pods came to; RuleViolation with the same words where they are others."""
    shown = draft_shown(event, phase)
    if shown is None:
        raise RuleViolation(_("There are no pods to draw again."))
    if not shown.proven:
        raise RuleViolation("{said}", said=shown.verdict)
    return shown.verdict


def changed(table) -> str:
    """A table that is another than was drawn, with the log's words for it."""
    by = f" ({table.line.who}: {table.line.words})" if table.line else ""
    return f"{table.where}: {table.now}, drawn {table.drawn}{by}."
