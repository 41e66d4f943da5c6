"""A wrong setting, or a database that does not answer, stops the start with one line; a cache does not."""

import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing

import pytest

from tests.support.disks import fill_disk
from tests.support.processes import run_python, started
from tests.support.repetitions import count
from tests.support.services import ROOT


def assert_stopped(done, variable, reason):
    """Check that it ended with one line that names the variable, without a password."""
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if "[info " not in line]
    assert len(lines) == 1 and lines[0].startswith(f"Topcut does not start: {variable}"), done.stderr
    assert reason in lines[0] and "hush" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    "setting",
    [
        "DATABASE_URL=nonsense",
        "DATABASE_URL=mysql://u:hush@h/name",
        "DATABASE_URL=postgresql://u:hush@h:port/name",
        "DATABASE_URL=postgresql://u:hush@host",
        "CACHE_URL=nonsense",
        "CACHE_URL=memcached://h:11211",
        "CACHE_URL=redis://",
        "CACHE_URL=redis://:hush@h:port/0",
    ][:: count(4, 1)],
)
def test_a_malformed_address_stops_the_start(setting):
    variable, _, url = setting.partition("=")
    assert_stopped(started("-m", "config.start", **{variable: url}), variable, "is not the address of a")


def test_a_folder_that_cannot_be_created_stops_the_start():
    done = started("-m", "config.start", DATABASE_URL="sqlite:////proc/no/topcut.sqlite3", CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "unable to open database file")


GUNICORN = ("-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0")


def test_a_worker_has_loaded_all_views_before_it_takes_its_first_request(tmp_path):
    show = "import config.wsgi, sys; print('tournaments.urls' in sys.modules)"
    done = started("-c", show, DATABASE_URL=f"sqlite:///{tmp_path}/file", CACHE_URL="")
    assert done.stdout.strip() == "True", done.stderr


@pytest.mark.parametrize(
    "command", [GUNICORN, ("manage.py", "migrate"), ("scripts/run.py", "127.0.0.1", "8999")][: count(1, 3)]
)
def test_a_database_that_does_not_answer_stops_every_command(command):
    done = started(
        *command, start=run_python, DATABASE_URL="postgresql://u:hush@127.0.0.1:1/name", CACHE_URL=""
    )
    assert_stopped(done, "DATABASE_URL", "Connection refused")


def test_a_file_that_is_not_a_database_stops_the_start(tmp_path):
    (tmp_path / "file").write_text("no database")
    done = started(
        "-m", "config.start", start=run_python, DATABASE_URL=f"sqlite:///{tmp_path}/file", CACHE_URL=""
    )
    assert_stopped(done, "DATABASE_URL", "file is not a database")


def test_the_site_starts_without_a_cache_that_does_not_answer_and_warns(tmp_path):
    url = "redis://:hush@127.0.0.1:1/0"
    done = started("-m", "config.start", DATABASE_URL=f"sqlite:///{tmp_path}/file", CACHE_URL=url)
    assert done.returncode == 0
    assert done.stderr.startswith("Topcut starts without its cache: CACHE_URL: ")
    assert "Connection refused" in done.stderr and len(done.stderr.splitlines()) == 1
    assert "hush" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    "state, exit_code, line",
    [
        ("ro", 1, "Topcut does not start: DATABASE_URL: {file} can’t be written: Read-only file system\n"),
        ("full", 0, "Topcut starts, but saves nothing: DATABASE_URL: {file} can’t be written: No space"),
    ],
)
def test_a_read_only_disk_stops_the_start_and_a_full_one_does_not(
    small_disk, tmp_path, state, exit_code, line
):
    """The database is that of a site that was killed: nothing has to be written to open it."""
    file = small_disk / "topcut.sqlite3"
    with closing(sqlite3.connect(tmp_path / file.name)) as running:
        running.executescript("PRAGMA journal_mode = WAL; CREATE TABLE results (id)")
        for path in tmp_path.glob(f"{file.name}*"):
            shutil.copy(path, small_disk)
    if state == "ro":
        subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    else:
        fill_disk(small_disk, free_bytes=100_000)
    done = started("-m", "config.start", DATABASE_URL=f"sqlite:///{file}", CACHE_URL="")
    assert done.returncode == exit_code
    assert done.stderr.startswith(line.format(file=file)), done.stderr


def test_the_database_and_the_folder_of_the_laptop_can_be_read_only_by_their_owner(tmp_path):
    file = tmp_path / "new" / "topcut.sqlite3"
    assert started("-m", "config.start", DATABASE_URL=f"sqlite:///{file}", CACHE_URL="").returncode == 0
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert started("-m", "config.start", DATABASE_URL=f"sqlite:///{file}", CACHE_URL="").returncode == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


START_REQUIRING_POSTGRESQL_99 = """
from django.db.backends.postgresql.features import DatabaseFeatures
DatabaseFeatures.minimum_database_version = (99,)
from config import start
start.main()
"""


@pytest.mark.slow
def test_an_old_server_or_a_missing_database_stops_the_start(postgres):
    url = postgres.address("postgres")
    assert started("-m", "config.start", DATABASE_URL=url, CACHE_URL="").returncode == 0
    done = started("-c", START_REQUIRING_POSTGRESQL_99, DATABASE_URL=url, CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "PostgreSQL 99 or later is required")
    done = started("-m", "config.start", DATABASE_URL=postgres.address("other"), CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", 'database "other" does not exist')


PRINT_CACHE_KEYS = """
import os, django
from django.core.cache import caches
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
print(*(caches[name].make_key("a") for name in ("default", "limits")))
"""


def test_sites_with_different_secret_keys_share_no_cache_keys():
    keys = [started("-c", PRINT_CACHE_KEYS, SECRET_KEY=secret).stdout for secret in ("one", "one", "another")]
    assert keys[0] == keys[1] and len({*keys[0].split(), *keys[2].split()}) == 4


@pytest.mark.parametrize(
    "setting, reason",
    [
        ("HTTPS=maybe", "not 1 or 0"),
        ("DEBUG=2", "not 1 or 0"),
        ("PROXIES=one", "not a number"),
        ("POLL_SECONDS=often", "not a number of seconds"),
        ("TIME_ZONE=Atlantis", "not a time zone"),
        ("EMAIL_URL=smtp://u:hush@h:port", "not a mail server"),
        ("SIGN_UP=all", "not open, invitation or closed"),
        ("LOGS=xml", "not json"),
    ][:: count(4, 1)],
)
def test_an_invalid_setting_stops_the_start(setting, reason):
    variable, _, value = setting.partition("=")
    assert_stopped(started("-m", "config.start", **{variable: value}), variable, reason)


@pytest.mark.slow
def test_gunicorns_own_log_is_json_if_dot_env_sets_it(tmp_path):
    conf = tmp_path / "gunicorn.conf.py"
    conf.write_text((ROOT / conf.name).read_text())
    for setting, is_json in {"": False, "LOGS=json": True}.items():
        (tmp_path / ".env").write_text(setting)
        output = started(*GUNICORN, f"--config={conf}", start=run_python, DATABASE_URL="nonsense").stderr
        assert output.startswith("{") == is_json and "Starting gunicorn" in output.splitlines()[0]


def test_an_empty_setting_means_the_default():
    names = ("HTTPS", "DEBUG", "PROXIES", "POLL_SECONDS", "TIME_ZONE", "EMAIL_URL", "CACHE_URL")
    assert started("-m", "config.start", **dict.fromkeys(names, "")).returncode == 0
