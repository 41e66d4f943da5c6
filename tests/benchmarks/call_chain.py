"""The functions of the project between a view and another function."""

import sys
from inspect import unwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = (ROOT / "tournaments", ROOT / "config")


def chain_to(function, request) -> list[str]:
    """Return the longest chain of calls, from the view to the function, while `request()` is answered."""
    code, chains = unwrap(function).__code__, []

    def note(frame, event, _argument):
        if event == "call" and frame.f_code is code:
            chains.append(list(project_functions(frame))[::-1])

    sys.setprofile(note)
    request()
    sys.setprofile(None)
    return max(chains, key=len, default=[])


def project_functions(frame):
    """Yield the project's functions that called a frame, itself first, up to the view."""
    while frame and not frame.f_code.co_filename.endswith("django/core/handlers/base.py"):
        path = Path(frame.f_code.co_filename)
        if any(path.is_relative_to(folder) for folder in PROJECT):
            yield f"{path.relative_to(ROOT)} {frame.f_code.co_qualname}"
        frame = frame.f_back
