"""What the environment names, the database and the cache above all; what is wrong with it, in one line."""

import os
import re
import warnings
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import environ
import psycopg
import redis
from django_redis.exceptions import ConnectionInterrupted
from django_redis.serializers.pickle import PickleSerializer
from redis.backoff import NoBackoff
from redis.retry import Retry

SQLITE, POSTGRESQL = "django.db.backends.sqlite3", "django.db.backends.postgresql"
# Seconds until a server that does not answer is given up, so that a request hangs no longer than that.
PATIENCE = 2
# Seconds that one statement may take while somebody waits for a page; a phone gives up after ten.
LONGEST = 6
MEMORY = "django.core.cache.backends.locmem.LocMemCache"
SWITCH = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
# Seconds for which nobody of this process waits for Redis where somebody has waited in vain; until when.
PAUSE, PAUSED = 5, {"until": 0.0}


class OnceMore(Retry):
    """Tries once more at once, for a connection that the server has forgotten (the default waits in between).

    A server that says nothing is left alone for a while: a page asks it often, and would wait each time.
    """

    def call_with_retry(self, *called, **named):
        if monotonic() < PAUSED["until"]:
            raise redis.TimeoutError("Redis did not answer a moment ago")
        try:
            return super().call_with_retry(*called, **named)
        except (redis.TimeoutError, TimeoutError):
            PAUSED["until"] = monotonic() + PAUSE
            raise


class Readable(PickleSerializer):
    """What cannot be read, as what somebody else has put there, is passed over as is a cache that is gone."""

    def loads(self, value):
        try:
            return super().loads(value)
        except Exception as error:
            raise ConnectionInterrupted(None) from error


class Patient(psycopg.Connection):
    """Gives up a server that says nothing, as one that is frozen: its machine goes on to take what is sent,
    so no limit of the network's ends the wait. What was asked may be done all the same once it goes on."""

    limit = None

    def wait(self, gen, *told, **more):
        try:
            return super().wait(gen, *told, **{"timeout": self.limit, **more})
        except psycopg.OperationalError:
            # It was given up in the middle, and nobody shall read the answer as that to another question.
            if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                self.close()
            raise

    def execute(self, *asked, **more):
        """What the pool asks before it lends a connection. (Django asks by cursors.)"""
        self.limit = PATIENCE
        try:
            return super().execute(*asked, **more)
        finally:
            del self.limit


def answer_in_time():
    """From now on no statement of this process may take longer than somebody waits for a page."""
    Patient.limit = LONGEST


def stop(words: str):
    """End the start with one line."""
    raise SystemExit(f"Topcut does not start: {words}")


def masked(url: str) -> str:
    """The address without its password, which stands before the last @; without one, in a port's place."""
    url = re.sub(r"(?<=:)(?!//).*@", "…@", url)
    url = re.sub(r"(://[^/@:\[]*:)(?!\d*(?:[/?]|$))[^/@]+(?=/|$)", r"\g<1>…", url)
    return re.sub(r"(?<=password=)[^&\s]*", "…", url)


def told(reader, name: str, default, words: str):
    """The variable as `reader` takes its text, the default where it is empty; stops where it cannot."""
    text = os.environ.get(name, "").strip()
    try:
        return reader(text) if text else default
    except (ValueError, LookupError, environ.ImproperlyConfigured):
        stop(f"{name}={masked(text)} is not {words}.")


def switch(text: str) -> bool:
    """On or off; a word that is neither shall not pass for off."""
    return SWITCH[text.lower()]


def read(name: str, url: str, reader, kinds: dict[str, str], example: str) -> dict:
    """What `reader` makes of the address in the variable; stops where its scheme is none of `kinds`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = reader(url) if url.partition(":")[0] in kinds else None
    except (ValueError, environ.ImproperlyConfigured):
        found = None
    return found or stop(f"{name}={masked(url)} is no address that it knows; {example}.")


def database(url: str) -> dict:
    """What Django's DATABASES takes of DATABASE_URL."""
    kinds = {"sqlite": SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL}
    example = "give postgresql://user:password@host/name or sqlite:////path/to/file.sqlite3"
    found = read("DATABASE_URL", url, environ.Env.db_url_config, kinds, example)
    found["ENGINE"] = kinds[url.partition(":")[0]]
    if not found["NAME"]:
        stop(f"DATABASE_URL={masked(url)} names no database; {example}.")
    return found | (sqlite(found) if found["ENGINE"] == SQLITE else postgresql(found))


def sqlite(found: dict) -> dict:
    folder = Path(found["NAME"]).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(f"DATABASE_URL: the folder {folder} cannot be made ({error.strerror}).")
    # Opening the file takes longer than what a poll asks of it.
    return {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;",
        },
    }


def postgresql(found: dict) -> dict:
    # A pool asks again for a lost server after 1, 2, 4, 8 seconds …; given up, it begins anew with the next
    # request.
    pool = {
        "connection_class": Patient,
        "min_size": 1,
        "max_size": 32,
        "timeout": PATIENCE,
        "reconnect_timeout": PATIENCE,
    }
    # A host that vanishes without a word is noticed, too.
    waits = {"connect_timeout": PATIENCE, "tcp_user_timeout": 1000 * PATIENCE}
    return {
        # After the server was started again, nobody is given a connection that it has forgotten.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**waits, **found.get("OPTIONS", {}), "pool": pool},
    }


def memory(name: str, most: int) -> dict:
    """What Django's CACHES takes of a part of each process's memory for at most so many things."""
    return {"BACKEND": MEMORY, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": most}}


def cache(url: str) -> dict:
    """What Django's CACHES takes of CACHE_URL: Redis, or the memory of each process.

    Redis gone is a cache that holds nothing: pages go on, slower.
    """
    if not url:
        return {"BACKEND": MEMORY}
    kinds = dict.fromkeys(("redis", "rediss", "unix"))
    example = "give redis://host:6379/0"
    found = read("CACHE_URL", url, urlsplit, kinds, example)
    try:
        named = found.path if found.scheme == "unix" else found.hostname and (found.port or True)
    except ValueError:
        named = None
    if not named:
        stop(f"CACHE_URL={masked(url)} names no server; {example}.")
    return {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": url,
        "OPTIONS": {
            "IGNORE_EXCEPTIONS": True,
            "SERIALIZER": "config.services.Readable",
            "SOCKET_CONNECT_TIMEOUT": 0.25,
            "SOCKET_TIMEOUT": 0.5,
            "CONNECTION_POOL_KWARGS": {"retry": OnceMore(NoBackoff(), 1)},
        },
    }
