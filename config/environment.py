"""Reads settings from environment variables. An invalid value ends the start with one line."""

import os
from collections.abc import Callable

import environ
from django.core.exceptions import ImproperlyConfigured
from redis.connection import parse_url

BOOLEANS = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)


def abort_startup(problem: str):
    raise SystemExit(f"Topcut does not start: {problem}")


def read(name: str, parse: Callable, default, expected: str):
    """Return the variable's value as `parse` reads it, or the default if it is not set or empty."""
    text = os.environ.get(name, "").strip()
    try:
        return parse(text) if text else default
    except (ValueError, LookupError, ImproperlyConfigured):
        # An address may contain a password.
        abort_startup(f"{name if name.endswith('_URL') else f'{name}={text}'} is not {expected}.")


def parse_bool(text: str) -> bool:
    return BOOLEANS[text.lower()]


def parse_choice(*choices: str) -> Callable:
    return {choice: choice for choice in choices}.__getitem__


def parse_database_url(url: str) -> dict:
    """Return Django's settings of the database at this address."""
    if url.partition(":")[0] not in ("sqlite", "postgresql", "postgres"):
        raise ValueError
    settings = environ.Env.db_url_config(url)
    if not settings["NAME"]:
        raise ValueError
    return settings


def parse_redis_url(url: str) -> str:
    if not {"host", "path"} & parse_url(url).keys():
        raise ValueError
    return url
