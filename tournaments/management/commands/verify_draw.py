"""manage.py verify_draw SLUG ROUND: redraw a round, or with `--pods` a draft's pods, and compare."""

from ...queries.drafts.pods_page import draft_shown
from ...queries.rounds.draw_proof import get_draw
from ...rules.errors import RuleViolation, _
from ..shell import ShellCommand, event_named


class Command(ShellCommand):
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
        draw = get_draw(event, phase, round, drafts=True)
        if draw is None:
            raise RuleViolation(_("There is no round {round}."), round=round)
        texts = [draw.verdict, *([draw.seal] if draw.by_lot else []), draw.draws]
        if not draw.proven:
            texts += [changed(table) for table in draw.changed]
            raise RuleViolation("{said}", said=" ".join(texts).strip())
        return self.stdout.write(" ".join(texts).strip())


def pods_proven(event, phase) -> str:
    """Return the verdict on a draft's pods; RuleViolation with it if they differ."""
    draft = draft_shown(event, phase)
    if draft is None:
        raise RuleViolation(_("There are no pods to draw again."))
    if not draft.proven:
        raise RuleViolation("{said}", said=draft.verdict)
    return draft.verdict


def changed(table) -> str:
    """Return the text of a table that differs from the draw, with the log's words for it."""
    change = f" ({table.line.who}: {table.line.words})" if table.line else ""
    return f"{table.where}: {table.now}, drawn {table.was_drawn}{change}."
