"""Logging by structlog: text on a terminal, with LOGS=json one line of JSON for each request and fault."""

import logging
import os
import re
import time

import structlog

# Addresses whose next part is a secret: a player's page, a picked name, the venue's QR code and screens, an
# invitation, a new password. The address may also stand in the query of another, where its slashes are
# written as %2F.
SLASH = "(?:/|%2F)"
SECRET = re.compile(
    rf"({SLASH}(?:me|calendar|confirm|pick|hall|screen|invitations?|reset{SLASH}[^/%\s]+){SLASH}|'token': ')"
    r"[^/?#&%\s\"'<>\\]+",
    re.IGNORECASE,
)


class RateLimitFilter(logging.Filter):
    """Passes one record a minute, without its traceback. django-redis logs every call that failed."""

    last_passed = -60.0

    def filter(self, record):
        if time.monotonic() - self.last_passed < 60:
            return False
        self.last_passed = time.monotonic()
        reason = record.exc_info[1] if record.exc_info else record.getMessage()
        record.msg, record.args, record.exc_info = "Redis does not answer: %s", (reason,), None
        return True


def add_process(logger, name, event: dict) -> dict:
    event["process"] = os.getpid()
    return event


def mask_secrets(logger, name, line: str) -> str:
    return SECRET.sub(r"\g<1>…", line)


def is_fault(record) -> bool:
    return getattr(record, "status_code", 500) == 500


def drop_traceback(record) -> bool:
    """Pass every record, with a traceback only if something of ours is broken."""
    if not is_fault(record):
        record.exc_info = None
    return True


SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper("iso"),
]


def build_formatter(style: str) -> structlog.stdlib.ProcessorFormatter:
    json = [
        structlog.processors.format_exc_info,
        add_process,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    terminal = structlog.dev.ConsoleRenderer(
        colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(json if style == "json" else [terminal]),
            mask_secrets,
        ],
    )


def configure(style: str, testing: bool) -> dict:
    """Configure structlog, and return the setting for Python's own logging."""
    is_json = style == "json"
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        # Requests are logged as JSON only; on a terminal Django's own messages are enough.
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO if is_json else logging.CRITICAL),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    console = {"class": "logging.StreamHandler", "formatter": "line"}
    own = {"handlers": ["console"], "level": "INFO", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "rate_limit": {"()": "config.logs.RateLimitFilter"},
            "no_traceback": {"()": "django.utils.log.CallbackFilter", "callback": drop_traceback},
        },
        "formatters": {"line": {"()": lambda: build_formatter(style)}},
        "handlers": {
            "console": console,
            "rate_limited": console | {"filters": ["rate_limit"]},
            "null": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            # Tests read what reaches the root.
            "django": own | {"propagate": testing},
            "django.server": own,
            # In JSON the request's own line says it, with its route in place of its address.
            "django.request": {"level": "CRITICAL"} if is_json else {"filters": ["no_traceback"]},
            "django.security.DisallowedHost": {"handlers": ["null"], "propagate": False},
            "tournaments.requests": own,
            "django_redis.cache": own | {"handlers": ["rate_limited"]},
            # Each failed probe would be a traceback, and each waiting client a warning.
            "health_check": {"level": "ERROR"},
            "psycopg.pool": {"level": "ERROR"},
            "axes": own | {"level": "WARNING", "propagate": testing},
        },
    }
