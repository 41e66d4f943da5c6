"""Fixtures of all tests: an organiser, events and their states, the desk, manage.py, PostgreSQL, browsers."""

import gc
import os
import subprocess

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from qsessions.backends.db import SessionStore

from tests.support import browser, chance
from tests.support import chromium as browsers
from tests.support import postgres as servers
from tests.support.accounts import PASSWORD
from tests.support.browser import ARGS, DESKTOP, PHONE
from tests.support.database_states import cached_state, clear_caches, reset_sequences
from tests.support.desk_events import NAMES, friday, paired, played, reported
from tests.support.played_events import STATES, make, pair, play_round, reload_event
from tests.support.processes import run_forked
from tournaments.changes.change import Actor
from tournaments.events.actions.events import import_event
from tournaments.history import cache
from tournaments.rules import event_file

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}
# Longer than a busy machine takes for any page.
BROWSER_TIMEOUT_MS = 30_000

# Reports a phone's page that scrolls sideways as a console error, which fails the test.
REPORT_SIDEWAYS_SCROLLING = """(() => {
  const check = () => {
    const width = document.documentElement.scrollWidth;
    // Without a network this is the browser's own page.
    if (location.protocol === "chrome-error:" || width <= screen.width + 1) return;
    console.error(`${location.pathname} scrolls sideways: ${width} px`);
  };
  addEventListener("load", check);
  addEventListener("htmx:afterSettle", check);
})()"""

# Choose the other one with `--hypothesis-profile=thorough`.
for name, examples in {"default": 5, "thorough": 80}.items():
    hypothesis.settings.register_profile(name, max_examples=examples, deadline=None, derandomize=chance.IS_CI)
hypothesis.settings.load_profile("default")

# Modules and thousands of tests live until the end: looking for garbage in them took a third of the time.
gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    config.option.hypothesis_seed = config.option.hypothesis_seed or chance.SEED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    if report.failed:
        report.sections.append(("seed", f"Repeat it with SEED={chance.SEED}"))
    return report


def pytest_itemcollected(item):
    """Mark tests that would show the same again on PostgreSQL: without a database, and of pages and forms.

    tests/backups/test_moving compares every page from both databases.
    """
    uses_database = DATABASE_FIXTURES.intersection(item.fixturenames) or item.get_closest_marker("django_db")
    if not uses_database or item.path.name.startswith(("test_pages", "test_forms")):
        item.add_marker("any_database")


def pytest_collection_finish():
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Put the tests that start a whole site first.

    Idle workers steal tests from the end, and each worker that has such a test starts another site.
    """
    items.sort(key=lambda item: item.path.parent.name != "hosts")


def pytest_xdist_auto_num_workers():
    """Return one more than there are processors: a process that waits for a browser uses none."""
    return os.cpu_count() + 1


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """Use SQLite in a file, as in production, so that the live server's threads have own connections."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def seeded_secrets(request):
    with chance.seeded(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def empty_caches():
    """Clear the caches, because rows have the same ids again in the next test."""
    clear_caches()


@pytest.fixture
def organiser(db, django_user_model):
    reset_sequences()
    return django_user_model.objects.create_user("organiser", password=PASSWORD)


@pytest.fixture
def event_from(organiser):
    """A function that imports the data of an event file as an event of the organiser."""
    return lambda data: import_data(organiser, data)


@cached_state
def import_data(organiser, data):
    return import_event(event_file.read(data), Actor(organiser.get_username(), organiser))


@pytest.fixture
def manage(tmp_path):
    """A function that runs manage.py on a new database and returns the finished process.

    `stdin` is its standard input, other keywords are environment variables; `start=run_python` takes a
    new Python.
    """
    variables = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    variables["DATABASE_URL"] = f"sqlite:///{tmp_path / 'manage.sqlite3'}"

    def run(*command, stdin=None, start=run_forked, **environment):
        return start("manage.py", *command, environment={**variables, **environment}, stdin=stdin)

    return run


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of its own with 4 MB; only root can mount it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("no right to mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="session")
def postgres():
    """A running PostgreSQL server; without one the test is skipped, or fails with CI=true."""
    if servers.find_programs() is None:
        (pytest.fail if servers.is_required() else pytest.skip)(servers.NOT_FOUND)
    with servers.server() as running:
        yield running


@pytest.fixture(scope="session")
def chromium():
    """A running browser; without one the test is skipped, or fails with CI=true."""
    path = browsers.find_chromium()
    if path is None:
        (pytest.fail if browsers.is_required() else pytest.skip)(browsers.NOT_FOUND)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(BROWSER_TIMEOUT_MS)
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patched:
        # Playwright keeps an event loop in this thread, so Django would refuse to touch the database in it.
        patched.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        running = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield running
        running.close()


@pytest.fixture
def site_url(live_server):
    """The site's address for browsers; tests/hosts has another."""
    return live_server.url


@pytest.fixture
def visitor(chromium, site_url, settings):
    """A function that opens a new browser on the live site; an error on its console fails the test."""
    settings.POLL_SECONDS = 0.4
    contexts, errors = [], []

    def note_error(message):
        if message.type == "error" and not any(
            text in message.text for text in browser.IGNORED_CONSOLE_ERRORS
        ):
            errors.append(f"{message.location['url']}: {message.text}")

    def open_page(device, service_workers="block"):
        # Without animations: changed rows fade for seconds, which a busy machine would paint frame by frame.
        context = chromium.new_context(
            base_url=site_url, reduced_motion="reduce", service_workers=service_workers, **device
        )
        context.set_default_timeout(BROWSER_TIMEOUT_MS)
        if device is PHONE:
            context.add_init_script(REPORT_SIDEWAYS_SCROLLING)
        contexts.append(context)
        context.on("console", note_error)
        context.on("weberror", lambda web: errors.append(str(web.error)))
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(visitor):
    """The browser of a desk."""
    return visitor(DESKTOP)


@pytest.fixture
def phone(visitor):
    """A phone of 390 px; a page that scrolls sideways on it fails the test."""
    return visitor(PHONE)


class Outside:
    """The database connection without the test's own transaction, as a request sees it."""

    @property
    def in_atomic_block(self):
        return not all(block._from_testcase for block in connection.atomic_blocks)

    def __getattr__(self, name):
        return getattr(connection, name)


@pytest.fixture(autouse=True)
def histories_are_kept(request):
    """Read an event once per process in tests of views, as in production."""
    if not request.path.name.startswith("test_views"):
        yield
        return
    request.getfixturevalue("monkeypatch").setattr(cache, "connection", Outside())
    yield
    # What the next module begins with is made before its first test, and has the same numbers.
    cache._history_cache.clear()


@pytest.fixture
def desk(client, organiser):
    """A client signed in by a row of a session: the sign-in page takes longer and has its own tests."""
    session = SessionStore()
    session.update(
        {
            SESSION_KEY: str(organiser.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
            HASH_SESSION_KEY: organiser.get_session_auth_hash(),
        }
    )
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@pytest.fixture
def draft(organiser):
    """Nine players, round 2 drawn and not published."""
    return paired(played(friday(organiser, names=[*NAMES, "Ivo"]), organiser), organiser, publish=False)


@pytest.fixture
def published(organiser):
    """Eight players, round 2 published, table 1 reported."""
    return reported(paired(played(friday(organiser), organiser), organiser), organiser, count=1)


@pytest.fixture
def late(organiser):
    """Eight players, round 2 published without a result; table 1 of round 1 was reported wrongly."""
    return paired(played(friday(organiser), organiser), organiser)


@pytest.fixture
def before_correction(db):
    """Eight players in round 2 of 3 without results; a result of round 1 is wrong."""
    event = make(8)
    play_round(event)
    pair(event)
    return reload_event(event)


for name, build in STATES.items():
    globals()[f"fixture_{name}"] = pytest.fixture(lambda db, build=build: build(), name=name)
