"""Requests to the whole application in this process, measured in processor time."""

import sys
import time

REQUESTS, WARM_UP = 400, 20


def get(path, etag=""):
    """Return (microseconds, status, headers) of one request."""
    from django.test import RequestFactory

    from config.wsgi import application

    headers = {"accept-encoding": "gzip", "host": "localhost"}
    headers |= {"if-none-match": etag, "hx-request": "true"} if etag else {}
    environ = RequestFactory().get(path, headers=headers).environ
    start = []
    began = time.thread_time_ns()
    response = application(environ, lambda status, headers: start.extend((status, dict(headers))))
    b"".join(response)
    response.close()
    microseconds = (time.thread_time_ns() - began) / 1000
    status, headers = start
    return microseconds, int(status.split()[0]), headers


def get_etag(path):
    return get(path)[2]["ETag"]


def measure(path, expected, etag=""):
    """Return the microseconds of each repetition of a request, after some to warm up."""
    taken = []
    for number in range(WARM_UP + REQUESTS):
        microseconds, status, _headers = get(path, etag)
        check(path, status, expected)
        if number >= WARM_UP:
            taken.append(microseconds)
    return taken


def check(name, value, expected):
    """End the program if a value is not the expected one."""
    if value != expected:
        sys.exit(f"{name}: {value} instead of {expected}")
