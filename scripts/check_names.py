"""Fail on words that say nothing as a name, and on docstrings that are riddles.

A value or function is named after the thing it holds or returns (`history`, `player_report`), not after an
act (`told`, `said`); the first line of a docstring is a sentence about the thing.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("config", "scripts", "tests", "tournaments")

VAGUE = {
    *("told", "said", "found", "kept", "asked", "heard", "seen"),
    *("drawn", "shown", "given", "there", "gone", "stays", "whom"),
}
RIDDLES = re.compile(
    r"^(what|who|whom|whose|whoever|whether|those|where|nobody|nothing)\b"
    r"|\b(whoever|those (who|that)|as it is|by now|such(?! as)|of which|shall|there is none)\b",
    re.IGNORECASE,
)


def names(node: ast.AST) -> list[str]:
    """Return the names that a node of the syntax tree gives to something."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
            return [node.name]
        case ast.arg():
            return [node.arg]
        case ast.Name(ctx=ast.Store()):
            return [node.id]
        case ast.alias():
            return [node.asname or ""]
        case ast.MatchAs() | ast.MatchStar():
            return [node.name or ""]
    return []


def faults(path: Path) -> Iterator[str]:
    """Yield each fault of a file as "path:line: what is wrong"."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        for name in VAGUE.intersection(names(node)):
            yield f"{path}:{node.lineno}: name the thing, not the act: {name}"
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            first_line = (ast.get_docstring(node) or "").partition("\n")[0]
            if RIDDLES.search(first_line):
                yield f"{path}:{getattr(node, 'lineno', 1)}: say what it is or does: {first_line}"


if __name__ == "__main__":
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    all_faults = [fault for path in paths for fault in faults(path)]
    print("\n".join(all_faults))
    sys.exit(bool(all_faults))
