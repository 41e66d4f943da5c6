"""What all tests share: how long properties are tried, an organiser, events from files, browsers."""

import gc
import os

import hypothesis
import pytest
from django.core.cache import caches
from django.template import Template

from tests import chromium as browsers
from tests import postgres as servers
from tests.database_states import kept, reset_sequences
from tests.processes import forked
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.queries.history.cache import _history_cache as histories
from tournaments.rules import event_file

PASSWORD = "a hall full of tables"

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

# What a console calls an error, and is none of the page's: a form refused, a network that a test has cut.
NO_FAULT = (
    "a status of 422",
    "a status of 429",
    "Error Code 429",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
    "htmx:afterRequest",
    "htmx:sendError",
)

# A page of a phone that scrolls sideways says so on the console, where a test hears of it.
SIDEWAYS = """(() => {
  const look = () => {
    const width = document.documentElement.scrollWidth;
    // The browser's own page, where there is no network, is not ours.
    if (location.protocol === "chrome-error:" || width <= screen.width + 1) return;
    console.error(`${location.pathname} scrolls sideways: ${width} px`);
  };
  addEventListener("load", look);
  addEventListener("htmx:afterSettle", look);
})()"""

# Choose the other one with `--hypothesis-profile=thorough`.
hypothesis.settings.register_profile("default", max_examples=5, deadline=None)
hypothesis.settings.register_profile("thorough", max_examples=100, deadline=None)
hypothesis.settings.load_profile("default")

# As it is before Django's test environment notes what is rendered.
RENDER = Template._render

# Modules and thousands of tests stay to the end: to look for garbage among them took a third of the time.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish():
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """First what starts a whole site: whoever has nothing left to do takes from the end of another's, and
    would start one more."""
    items.sort(key=lambda item: item.path.parent.name != "hosts")


def pytest_xdist_auto_num_workers():
    """One more than there are processors: whoever waits for a browser leaves one idle."""
    return os.cpu_count() + 1


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """SQLite in a file, as in production: the live server's threads shall not share one connection."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def templates_are_not_watched(django_test_environment):
    """No test asks which templates were rendered, with what: to note it all takes a twentieth of a page."""
    Template._render = RENDER


@pytest.fixture(autouse=True)
def nothing_kept():
    """Rows get the same numbers again in the next test; what was cached for them shall not."""
    forget_all()


def forget_all():
    """As in a process that was just started, with an empty cache."""
    for one in (*caches.all(), histories):
        one.clear()


@pytest.fixture
def organiser(db, django_user_model):
    reset_sequences()
    return django_user_model.objects.create_user("organiser", password=PASSWORD)


@pytest.fixture
def event_from(organiser):
    """Makes an event, run by the organiser, of an event file's values."""
    return lambda told: imported(organiser, told)


@kept
def imported(organiser, told):
    return events.import_event(event_file.read(told), Actor(organiser.get_username(), organiser))


@pytest.fixture
def manage(tmp_path):
    """Runs manage.py in a process and on a database of its own; gives the finished process.

    `told` goes to its standard input, the rest into its environment; `start=anew` takes a new Python.
    """
    here = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    here["DATABASE_URL"] = f"sqlite:///{tmp_path / 'manage.sqlite3'}"

    def run(*command, told=None, start=forked, **environment):
        return start("manage.py", *command, environment={**here, **environment}, told=told)

    return run


@pytest.fixture(scope="session")
def postgres():
    """A running PostgreSQL server; without one the test is left out, or fails where CI=true."""
    if servers.programs() is None:
        (pytest.fail if servers.is_required() else pytest.skip)(servers.NONE)
    with servers.server() as running:
        yield running


@pytest.fixture(scope="session")
def chromium():
    """A running browser; without one the test is left out, or fails where CI=true."""
    path = browsers.find_chromium()
    if path is None:
        (pytest.fail if browsers.is_required() else pytest.skip)(browsers.NONE)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patched:
        # Playwright keeps an event loop in this thread, so Django would refuse to touch the database in it.
        patched.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def site_url(live_server):
    """Where the browsers find the site; tests/hosts has another."""
    return live_server.url


@pytest.fixture
def visitor(chromium, site_url, settings):
    """Opens a browser of its own on the live site; whatever its console calls an error fails the test."""
    settings.POLL_SECONDS = 0.4
    contexts, errors = [], []

    def hear(message):
        if message.type == "error" and not any(words in message.text for words in NO_FAULT):
            errors.append(f"{message.location['url']}: {message.text}")

    def open_page(device, service_workers="block"):
        # Rows that change fade for seconds, which a busy machine would paint frame by frame.
        context = chromium.new_context(
            base_url=site_url, reduced_motion="reduce", service_workers=service_workers, **device
        )
        context.set_default_timeout(10_000)
        if device is PHONE:
            context.add_init_script(SIDEWAYS)
        contexts.append(context)
        context.on("console", hear)
        context.on("weberror", lambda web: errors.append(str(web.error)))
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(visitor):
    """A desk's browser."""
    return visitor(DESKTOP)


@pytest.fixture
def phone(visitor):
    """A phone of 390 px; a page that scrolls sideways on it fails the test."""
    return visitor(PHONE)
