"""What tests share is in helpers: no test imports from another, or from fixtures."""

import re
from pathlib import Path

IMPORT = re.compile(
    r"^\s*(?:from|import) [\w.]*\b(?:test_\w+|conftest)\b|^\s*from [\w.]+ import (?:test_|conftest)", re.M
)


def test_no_test_imports_from_another():
    texts = {path: path.read_text() for path in Path(__file__).parent.rglob("*.py")}
    assert {path: IMPORT.findall(text) for path, text in texts.items() if IMPORT.search(text)} == {}
