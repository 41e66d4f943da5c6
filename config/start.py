"""Whether the database and the cache answer, asked once before the site starts: `python -m config.start`."""

import os

import django
import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django_redis import get_redis_connection

from config.services import masked, stop
from tournaments.actions.databases import alone


def trouble() -> str:
    """One line that says what does not answer and what it is called; empty where both do."""
    # A pool would only say that it waited in vain.
    connection = alone(DEFAULT_DB_ALIAS, connections.settings[DEFAULT_DB_ALIAS])
    try:
        connection.ensure_connection()
    except Error as error:
        return f"DATABASE_URL={masked(settings.DATABASE_URL)}: {first_line(error)}"
    finally:
        connection.close()
    if settings.CACHE_URL:
        try:
            get_redis_connection().ping()
        except redis.RedisError as error:
            return f"CACHE_URL={masked(settings.CACHE_URL)}: {first_line(error)}"
    return ""


def first_line(error: Exception) -> str:
    return " ".join(str(error).split("\n")[0].split())


def check():
    """Stop with one line where one of the two does not answer."""
    found = trouble()
    if found:
        stop(found)


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    check()


if __name__ == "__main__":
    main()
