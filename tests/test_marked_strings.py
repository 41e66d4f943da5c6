"""Strings for translators: Babel extracts all that are marked, and templates mark all their text."""

import ast
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.template import engines
from jinja2 import nodes

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.jinja"))
# Each function that marks a string, and its number of strings: the singular and the plural are two.
MARKS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2, "ngettext_lazy": 2}
PUT_TOGETHER = (nodes.BinExpr, nodes.Concat, ast.JoinedStr, ast.BinOp)
LETTERS = re.compile(r"[^\W\d_]{2,}")
TEXT_ATTRIBUTES = ("alt", "aria-label", "label", "placeholder", "title")
# Blocks and macros that fill attributes of an element, without its tag.
ATTRIBUTES = ("body_class", "body_data", "data", "guard")
# Names, notation and commands, the same in every language.
UNMARKED = {
    *("Topcut", "· Topcut", "CSV", "Esc"),
    *("3-4: 100 + playmat", "x-2: 20 each", "5-2: share 200", "15+ points: 10 each"),
    *("printf %s … | sha256sum", "manage.py verify_draw … … --phase …"),
}


@pytest.fixture(scope="module")
def extracted(tmp_path_factory):
    """Return the messages that `pybabel extract` finds: each a string, or (singular, plural)."""
    file = tmp_path_factory.mktemp("strings") / "messages.pot"
    options = ["-F", "pyproject.toml", "-k", "gettext_lazy gettext_noop ngettext_lazy:1,2", "-o", str(file)]
    command = [str(Path(sys.executable).with_name("pybabel")), "-q", "extract", *options, "."]
    subprocess.run(command, cwd=ROOT, check=True)
    with file.open("rb") as opened:
        found = [message.id for message in read_po(opened) if message.id]
    # A string with a plural somewhere is one message, also where it is marked alone.
    return {*found, *(message[0] for message in found if isinstance(message, tuple))}


def parse_template(path):
    return engines["jinja2"].env.parse(path.read_text())


def find_template_calls(path):
    """Yield (place, function, arguments) of each call that translates."""
    for call in parse_template(path).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in MARKS:
            yield f"{path}:{call.lineno}", call.node.name, call.args


def find_code_calls(path):
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) in MARKS:
            yield f"{path}:{call.lineno}", call.func.id, call.args


def split_calls(calls):
    """Return the messages of all calls with literal texts, and the places of calls that put a text together.

    A text that is translated by its name is marked elsewhere; what an expression makes is marked nowhere.
    """
    messages, put_together = set(), []
    for place, function, arguments in calls:
        texts = arguments[: MARKS[function]]
        if all(isinstance(text, nodes.Const | ast.Constant) for text in texts):
            values = tuple(text.value for text in texts)
            messages.add(values if len(values) > 1 else values[0])
        elif isinstance(texts[0], PUT_TOGETHER):
            put_together.append(place)
    return messages, put_together


@pytest.mark.slow
def test_babel_extracts_every_string_that_a_template_marks(extracted):
    messages, put_together = split_calls(call for path in TEMPLATES for call in find_template_calls(path))
    assert len(messages) > 1500
    assert messages - extracted == set() and put_together == []


def test_babel_extracts_every_string_that_the_code_marks(extracted):
    modules = (ROOT / "tournaments").rglob("*.py")
    messages, put_together = split_calls(call for path in modules for call in find_code_calls(path))
    assert len(messages) > 2000
    assert messages - extracted == set() and put_together == []


def test_a_text_that_a_call_puts_together_is_found(tmp_path):
    template, module = tmp_path / "page.jinja", tmp_path / "page.py"
    template.write_text('{{ _("Round " ~ number) }}{{ _("Table %s" % number) }}{{ _(label) }}')
    module.write_text('gettext(f"Round {number}")\n_("Table " + number)\ngettext(label)\n')
    assert len(split_calls(find_template_calls(template))[1]) == 2
    assert len(split_calls(find_code_calls(module))[1]) == 2


class TextParser(HTMLParser):
    """Collects the texts of a page, also those of attributes."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def handle_data(self, data):
        self.texts.append(data)

    def handle_starttag(self, tag, attrs):
        self.texts += [value or "" for name, value in attrs if name in TEXT_ATTRIBUTES]


def unmarked_html(node):
    """Return the HTML that a template writes itself, with … for each value and each marked string."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Const):
        return str(node.value)
    if isinstance(node, nodes.Block | nodes.Macro) and node.name in ATTRIBUTES:
        return ""
    if isinstance(node, nodes.CondExpr):
        branches = filter(None, (node.expr1, node.expr2))
        return " ".join(map(unmarked_html, branches))
    if isinstance(node, nodes.Expr) and not isinstance(node, nodes.Or | nodes.And | nodes.Concat):
        return "…"
    return "".join(map(unmarked_html, written_parts(node)))


def written_parts(node):
    """Return the parts of a node that write to the page: not its conditions, values and arguments."""
    if isinstance(node, nodes.Stmt) and not isinstance(node, nodes.Output):
        return [part for part in node.iter_child_nodes() if isinstance(part, nodes.Stmt)]
    return node.iter_child_nodes()


def unmarked_texts(tree):
    parser = TextParser()
    parser.feed(unmarked_html(tree))
    parser.close()
    texts = (" ".join(text.split()) for text in parser.texts)
    return {text for text in texts if LETTERS.search(text)} - UNMARKED


@pytest.mark.parametrize(
    "source",
    [
        "<p>Pair round</p>",
        '<a title="Pair round">{{ _("Pair") }}</a>',
        '{% if a %}{{ "Pair round" if b else _("Pair") }}{% endif %}',
        '{{ name or "Pair round" }}',
        '{% macro row() %}{% for x in y %}{{ "Pair round" ~ x }}{% endfor %}{% endmacro %}',
    ],
)
def test_a_text_that_is_not_marked_is_found(source):
    assert any("Pair round" in text for text in unmarked_texts(engines["jinja2"].env.parse(source)))


def test_templates_mark_every_text():
    pages = [path for path in TEMPLATES if not path.name.endswith(".js.jinja")]
    unmarked = {str(path): unmarked_texts(parse_template(path)) for path in pages}
    assert {path: texts for path, texts in unmarked.items() if texts} == {}
