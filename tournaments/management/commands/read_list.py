"""manage.py read_list FILE: print what is read of a decklist, and what is wrong with it."""

from ...lists.pages import warning_texts
from ...models.lists import MAX_LIST_LENGTH
from ...rules.errors import RuleViolation, _
from ...rules.lists.decklist import clean_text, parse_decklist
from ...rules.lists.limits import LIMITS
from ..shell import JSON, TABLE, ShellCommand
from .import_event import read_bytes


class Command(ShellCommand):
    help = "Print a decklist as it is read: cards by section, lines that are no cards, and warnings."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the list; - for standard input")
        parser.add_argument("--limits", metavar="KEY", help="check these limits, such as constructed")
        self.add_format_option(parser, TABLE, JSON)

    def handle(self, file, limits, format, **options):
        if limits is not None and limits not in LIMITS:
            message = _("Limits {key} don’t exist. Choose one of {known}.")
            raise RuleViolation(message, key=limits, known=", ".join(LIMITS))
        decklist = parse_decklist(read_list_text(file))
        warnings = warning_texts(decklist, LIMITS[limits]) if limits else ()
        if format == JSON:
            self.print_json(as_json(decklist, warnings))
            return
        rows = [[card.count, card.name, section] for section, cards in decklist.sections for card in cards]
        self.print_table([["count", "card", "section"], *rows])
        for section, _cards in decklist.sections:
            self.stdout.write(f"{section}: {decklist.count(section)}")
        for line in decklist.unread:
            self.stdout.write(f"not read: {line}")
        for warning in warnings:
            self.stdout.write(f"warning: {warning}")


def read_list_text(file) -> str:
    """Return the text of a list as pages store it; RuleViolation if it is too long or no UTF-8 text."""
    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleViolation(_("{file}: the list must be UTF-8 text."), file=file) from None
    if len(text) > MAX_LIST_LENGTH:
        raise RuleViolation(_("{file}: use at most {most} characters."), file=file, most=MAX_LIST_LENGTH)
    return clean_text(text)


def as_json(decklist, warnings):
    sections = {
        section: [{"count": card.count, "card": card.name} for card in cards]
        for section, cards in decklist.sections
    }
    return {
        "sections": sections,
        "counts": {section: decklist.count(section) for section in sections},
        "unread": list(decklist.unread),
        "warnings": list(warnings),
    }
