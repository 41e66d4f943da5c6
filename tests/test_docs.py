"""The pages under docs/: what they name is there."""

import re
from itertools import accumulate
from pathlib import Path

from django.conf import settings

NAMED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`")


def test_every_promise_names_tests_that_there_are():
    text = Path(settings.BASE_DIR, "docs/reliability.md").read_text()
    named = [found for found in NAMED.findall(text) if any(found)]
    files = accumulate((file for file, _test in named), lambda before, file: file or before)
    told = list(zip(files, (test for _file, test in named), strict=True))
    assert len(told) > 40
    lacking = [
        f"{file}::{test}"
        for file, test in told
        if f"def {test}" not in Path(settings.BASE_DIR, file).read_text()
    ]
    assert lacking == []
