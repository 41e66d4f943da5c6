"""What is logged: to a terminal little, with LOGS=json a line of JSON for each request and each fault."""

import json
import logging
import socket
from datetime import UTC, datetime

HOST = socket.gethostname()
KINDS = ("", "json")


class Seldom(logging.Filter):
    """Lets one record of the cache's client a minute through, in a line: it has one for whatever is
    asked while the cache is gone."""

    said = -60.0

    def filter(self, record):
        if record.relativeCreated / 1000 - self.said < 60:
            return False
        self.said = record.relativeCreated / 1000
        error, record.exc_info = record.exc_info[1], None
        record.msg, record.args = "The cache does not answer, and pages go on without: %s", (error,)
        return True


class Terminal(logging.Formatter):
    """The message, and in brackets the request's id."""

    def formatMessage(self, record):  # noqa: N802
        return f"{record.message} [{record.request_id}]" if record.request_id else record.message


class Json(logging.Formatter):
    """One line of JSON: when, how bad, who says what, in which request, on which host and process; beside it
    what the record `told`."""

    def format(self, record):
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": at,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", ""),
            **getattr(record, "told", {}),
            "host": HOST,
            "process": record.process,
        }
        if record.exc_info or record.exc_text:
            line["traceback"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def without_traceback(record):
    """Every record passes; that of an answer below 500 without its traceback, and of an outage."""
    if getattr(record, "status_code", 500) != 500:
        record.exc_info = None
    return True


def faults_by_route(record):
    """Whether something broke, which is told by its page's route; any other answer has the line that every
    request has."""
    found = getattr(getattr(record, "request", None), "resolver_match", None)
    if found:
        # The path is what is said last: why a form cannot be read Django says without a word for it.
        record.args = (*record.args[:-1], f"/{found.route}")
    return getattr(record, "status_code", 500) == 500


CONSOLE = {"class": "logging.StreamHandler", "filters": ["named", "masked"], "formatter": "line"}
HANDLERS = {
    "console": CONSOLE,
    "seldom": CONSOLE | {"filters": ["seldom", *CONSOLE["filters"]]},
    "cache_errors": {"()": "tournaments.views.metrics.CacheErrors"},
    "nowhere": {"class": "logging.NullHandler"},
}


def configured(kind: str, testing: bool) -> dict:
    """Django's LOGGING. Errors reach the terminal or the service's journal; Django's own default says nothing
    where DEBUG is off."""
    is_json = kind == "json"
    if is_json:
        # Where in the program and in which thread a line was written it does not say: to find out is a third
        # of its cost.
        logging._srcfile, logging.logThreads, logging.logMultiprocessing = None, False, False
    return {
        "version": 1,
        "disable_existing_loggers": False,
        # Who asks for what is not there, or not for them, is answered; a traceback is for our own faults.
        "filters": {
            "answered": {
                "()": "django.utils.log.CallbackFilter",
                "callback": faults_by_route if is_json else without_traceback,
            },
            "named": {"()": "tournaments.views.watched.Named"},
            "masked": {"()": "config.masking.Masked"},
            "seldom": {"()": "config.logs.Seldom"},
        },
        "formatters": {"line": {"()": "config.logs.Json" if is_json else "config.logs.Terminal"}},
        "handlers": HANDLERS,
        # Whoever logs without a handler of their own is masked, too.
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": loggers(is_json, testing),
    }


def loggers(is_json: bool, testing: bool) -> dict:
    """Who says how much, and to whom; in tests it comes to the root, too, where pytest reads it."""
    return {
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django": {"handlers": ["console"], "level": "INFO", "propagate": testing},
        "django.request": {"filters": ["answered"]},
        "topcut.requests": {"level": "INFO" if is_json else "WARNING"},
        # Whoever asks for another host is answered 400; a traceback for each would drown the rest.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # It says of each connection what who wanted it says, too.
        "psycopg.pool": {"level": "ERROR"},
        "django_redis.cache": {"handlers": ["cache_errors", "seldom"], "propagate": False},
        "axes": {"handlers": ["console"], "level": "WARNING", "propagate": testing},
    }
