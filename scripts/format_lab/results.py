"""The stored results of the simulations."""

import json
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "format-lab"
EXAMPLES_FOLDER = ROOT / "tournaments" / "lab" / "pages" / "example_results"


@cache
def read_result(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
