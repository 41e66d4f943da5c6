"""manage.py verify_draw SLUG ROUND: redraw a round, or with `--pods` a draft's pods, and compare."""

from ...drafts.pages import get_draft_page
from ...rounds.pages.proofs import get_draw_page
from ...rules.errors import RuleViolation, _
from ..shell import ShellCommand, get_event


class Command(ShellCommand):
    help = "Pair a round again from its seed and the results before it, and check that it is the same."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        subject = parser.add_mutually_exclusive_group(required=True)
        subject.add_argument("round", metavar="ROUND", type=int, nargs="?")
        subject.add_argument(
            "--pods", action="store_true", help="check the pods of a draft instead of a round"
        )
        parser.add_argument("--phase", type=int, metavar="N", help="default: the current one")

    def handle(self, slug, round, pods, phase, **options):
        event = get_event(slug)
        if pods:
            return self.stdout.write(pods_proven(event, phase))
        draw = get_draw_page(event, phase, round, drafts=True)
        if draw is None:
            raise RuleViolation(_("Round {round} doesn’t exist."), round=round)
        texts = [draw.verdict, *([draw.seed_check] if draw.by_lot else []), draw.draws]
        if not draw.is_proven:
            texts += [describe_change(table) for table in draw.changed]
            raise RuleViolation("{verdict}", verdict=" ".join(texts).strip())
        return self.stdout.write(" ".join(texts).strip())


def pods_proven(event, phase) -> str:
    """Return the verdict on a draft's pods; RuleViolation with it if they differ."""
    draft = get_draft_page(event, phase)
    if draft is None:
        raise RuleViolation(_("There are no pods to check."))
    if not draft.is_proven:
        raise RuleViolation("{verdict}", verdict=draft.verdict)
    return draft.verdict


def describe_change(table) -> str:
    """Return the text of a table that differs from the draw, with the log's words for it."""
    change = f" ({table.line.who}: {table.line.text})" if table.line else ""
    return f"{table.label}: {table.now}, paired as {table.as_drawn}{change}."
