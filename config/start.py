"""Checks that the database and the cache answer: `python -m config.start`."""

import os

import django
import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django_redis import get_redis_connection

from config.environment import abort_startup
from tournaments.actions.log.databases import single_connection


def check():
    """End with one line if the database or the cache does not answer."""
    # A pool would not give the reason.
    connection = single_connection(DEFAULT_DB_ALIAS, connections.settings[DEFAULT_DB_ALIAS])
    try:
        connection.ensure_connection()
    except Error as error:
        abort_startup(f"DATABASE_URL: {first_line(error)}")
    finally:
        connection.close()
    try:
        if settings.CACHE_URL:
            get_redis_connection().ping()
    except redis.RedisError as error:
        abort_startup(f"CACHE_URL: {first_line(error)}")


def first_line(error: Exception) -> str:
    return " ".join(str(error).split("\n")[0].split())


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    check()


if __name__ == "__main__":
    main()
