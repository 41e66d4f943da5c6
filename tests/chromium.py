"""The browser that the journeys drive: found, or fetched where none is (`python -m tests.chromium`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The one that draws no window first: the journeys cost it half as much.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
NONE = "No Chromium here: the browser tests are left out (CHROMIUM= names one)."


def find_chromium():
    """Path of the browser: CHROMIUM's, the system's or Playwright's own; None where there is none."""
    if "CHROMIUM" in os.environ:
        return shutil.which(os.environ["CHROMIUM"])
    return next(filter(None, map(shutil.which, NAMES)), None) or playwrights_own()


def playwrights_own():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def fetch():
    """Try Playwright's own install, then, as root on Debian, the package."""
    print("No Chromium here: trying Playwright's own …", flush=True)
    if ran([sys.executable, "-m", "playwright", "install", "chromium"], minutes=3) and find_chromium():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Trying Debian's packages …", flush=True)
        ran(["apt-get", "update", "-qq"], minutes=3)
        for name in NAMES[:2]:
            find_chromium() or ran(
                ["apt-get", "install", "-y", "-qq", "--no-install-recommends", name], minutes=10
            )


def ran(command, minutes):
    """Whether the command did its work in time; what it printed goes nowhere."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=quiet, capture_output=True, timeout=60 * minutes)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def is_required():
    return os.environ.get("CI") == "true"


if __name__ == "__main__":
    if not find_chromium() and "CHROMIUM" not in os.environ:
        fetch()
    if not find_chromium():
        print(NONE)
        sys.exit(is_required())
