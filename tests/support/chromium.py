"""Find the browser that the journeys drive, or install one: `python -m tests.support.chromium`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The one without windows comes first: with it the journeys take half as long.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOT_FOUND = "No Chromium here: the browser tests are left out (CHROMIUM= names one)."


def find_chromium():
    """Return the path of the browser: CHROMIUM's, the system's or Playwright's own; None without one."""
    if "CHROMIUM" in os.environ:
        return shutil.which(os.environ["CHROMIUM"])
    return next(filter(None, map(shutil.which, NAMES)), None) or find_playwright_chromium()


def find_playwright_chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install():
    """Try Playwright's own installation, then, as root on Debian, the package."""
    print("No Chromium here: trying Playwright's own …", flush=True)
    if run([sys.executable, "-m", "playwright", "install", "chromium"], minutes=3) and find_chromium():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Trying Debian's packages …", flush=True)
        run(["apt-get", "update", "-qq"], minutes=3)
        for name in NAMES[:2]:
            if not find_chromium():
                run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", name], minutes=10)


def run(command, minutes) -> bool:
    """Run a command silently; return whether it succeeded in time."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, timeout=60 * minutes)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def is_required():
    return os.environ.get("CI") == "true"


if __name__ == "__main__":
    if not find_chromium() and "CHROMIUM" not in os.environ:
        install()
    if not find_chromium():
        print(NOT_FOUND)
        sys.exit(is_required())
