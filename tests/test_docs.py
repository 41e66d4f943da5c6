"""The tests that docs/reliability.md names exist."""

import re
from itertools import accumulate
from pathlib import Path

from django.conf import settings

REFERENCE = re.compile(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`")


def test_every_promise_names_existing_tests():
    text = Path(settings.BASE_DIR, "docs/reliability.md").read_text()
    references = [reference for reference in REFERENCE.findall(text) if any(reference)]
    # A reference without a file means the file before it.
    files = accumulate((file for file, _test in references), lambda before, file: file or before)
    tests = list(zip(files, (test for _file, test in references), strict=True))
    assert len(tests) > 40
    missing = [
        f"{file}::{test}"
        for file, test in tests
        if f"def {test}" not in Path(settings.BASE_DIR, file).read_text()
    ]
    assert missing == []
