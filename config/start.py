"""Checks the database and the cache before the site starts: `python -m config.start`."""

import errno
import os
import sys
from pathlib import Path

import django
import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django_redis import get_redis_connection

from config.environment import abort_startup
from tournaments.log.actions.databases import make_private, single_connection
from tournaments.web.durability import probe_disk

FULL_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check():
    """End with one line if the database fails or cannot be written; warn if the cache does not answer."""
    # A pool would not give the reason.
    connection = single_connection(DEFAULT_DB_ALIAS, connections.settings[DEFAULT_DB_ALIAS])
    file = Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None
    if file:
        make_private(file)
        if file.parent == settings.DATA_DIR:
            make_private(file.parent)
    try:
        connection.ensure_connection()
    except Error as error:
        abort_startup(f"DATABASE_URL: {first_line(error)}")
    finally:
        connection.close()
    if file:
        check_disk(file)
    try:
        if settings.CACHE_URL:
            get_redis_connection().ping()
    except redis.RedisError as error:
        warning = f"CACHE_URL: {first_line(error)}. Pages are slower until it answers."
        print(f"Topcut starts without its cache: {warning}", file=sys.stderr)


def check_disk(file: Path):
    """End with one line if the database cannot be written; warn if its disk is full: it can be read."""
    try:
        probe_disk(file)
    except OSError as error:
        problem = f"DATABASE_URL: {file} can’t be written: {error.strerror}"
        if error.errno not in FULL_DISK:
            abort_startup(problem)
        print(f"Topcut starts, but saves nothing: {problem}", file=sys.stderr)


def first_line(error: Exception) -> str:
    return " ".join(str(error).split("\n")[0].split())


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    check()


if __name__ == "__main__":
    main()
