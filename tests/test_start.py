"""The start: a database or a cache that is not there, or is none, ends it with one line that names it."""

import os

import pytest

from tests.hosts.services import ROOT
from tests.processes import anew, forked
from tests.repetitions import count


def started(*command, start=forked, **told):
    """What the command said on its way to the site, and how it ended."""
    told = {"DJANGO_SETTINGS_MODULE": "config.settings", **told}
    return start(*command, environment={**os.environ, **told})


def assert_stopped(done, variable, words):
    """It ended with one line that names the variable, without any password."""
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if "[info " not in line]
    assert len(lines) == 1 and lines[0].startswith(f"Topcut does not start: {variable}"), done.stderr
    assert words in lines[0] and "hush" not in done.stderr + done.stdout


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
    ],
)
def test_an_address_that_is_wrong_stops_the_start(setting):
    variable, _, url = setting.partition("=")
    assert_stopped(started("-m", "config.start", **{variable: url}), variable, "is not the address of a")


def test_so_does_a_folder_that_cannot_be_created():
    done = started("-m", "config.start", DATABASE_URL="sqlite:////proc/no/topcut.sqlite3", CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "unable to open database file")


GUNICORN = ("-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0")


@pytest.mark.parametrize(
    "command", [GUNICORN, ("manage.py", "migrate"), ("scripts/run.py", "127.0.0.1", "8999")][: count(1, 3)]
)
def test_a_database_that_does_not_answer_stops_whatever_is_started(command):
    done = started(*command, start=anew, DATABASE_URL="postgresql://u:hush@127.0.0.1:1/name", CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "Connection refused")


def test_so_does_a_file_that_is_no_database(tmp_path):
    (tmp_path / "file").write_text("no database")
    done = started("-m", "config.start", start=anew, DATABASE_URL=f"sqlite:///{tmp_path}/file", CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "file is not a database")


def test_so_does_a_cache_that_does_not_answer(tmp_path):
    url = "redis://:hush@127.0.0.1:1/0"
    done = started("-m", "config.start", DATABASE_URL=f"sqlite:///{tmp_path}/file", CACHE_URL=url)
    assert_stopped(done, "CACHE_URL", "Connection refused")


NEEDS_A_NEWER_ONE = """
from django.db.backends.postgresql.features import DatabaseFeatures
DatabaseFeatures.minimum_database_version = (99,)
from config import start
start.main()
"""


def test_a_server_that_is_too_old_stops_the_start_or_one_without_the_database(postgres):
    url = postgres.address("postgres")
    assert started("-m", "config.start", DATABASE_URL=url, CACHE_URL="").returncode == 0
    done = started("-c", NEEDS_A_NEWER_ONE, DATABASE_URL=url, CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", "PostgreSQL 99 or later is required")
    done = started("-m", "config.start", DATABASE_URL=postgres.address("other"), CACHE_URL="")
    assert_stopped(done, "DATABASE_URL", 'database "other" does not exist')


KEYS = """
import os, django
from django.core.cache import caches
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
print(*(caches[name].make_key("a") for name in ("default", "limits")))
"""


def test_two_sites_that_have_the_same_redis_keep_things_of_their_own():
    keys = [started("-c", KEYS, SECRET_KEY=secret).stdout for secret in ("one", "one", "another")]
    assert keys[0] == keys[1] and len({*keys[0].split(), *keys[2].split()}) == 4


@pytest.mark.parametrize(
    "setting, words",
    [
        ("HTTPS=maybe", "not 1 or 0"),
        ("DEBUG=2", "not 1 or 0"),
        ("PROXIES=one", "not a number"),
        ("POLL_SECONDS=often", "not a number of seconds"),
        ("TIME_ZONE=Atlantis", "not a time zone"),
        ("EMAIL_URL=smtp://u:hush@h:port", "not a mail server"),
        ("SIGN_UP=all", "not open, invitation or closed"),
        ("LOGS=xml", "not json"),
    ][:: count(2, 1)],
)
def test_so_does_any_setting_that_cannot_be_meant(setting, words):
    variable, _, value = setting.partition("=")
    assert_stopped(started("-m", "config.start", **{variable: value}), variable, words)


@pytest.mark.slow
def test_what_gunicorn_says_itself_is_json_too_where_dot_env_says_so(tmp_path):
    conf = tmp_path / "gunicorn.conf.py"
    conf.write_text((ROOT / conf.name).read_text())
    for told, is_json in {"": False, "LOGS=json": True}.items():
        (tmp_path / ".env").write_text(told)
        said = started(*GUNICORN, f"--config={conf}", start=anew, DATABASE_URL="nonsense").stderr
        assert said.startswith("{") == is_json and "Starting gunicorn" in said.splitlines()[0]


def test_a_setting_left_empty_is_one_that_is_not_there():
    names = ("HTTPS", "DEBUG", "PROXIES", "POLL_SECONDS", "TIME_ZONE", "EMAIL_URL", "CACHE_URL")
    assert started("-m", "config.start", **dict.fromkeys(names, "")).returncode == 0
