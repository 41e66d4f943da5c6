"""What is worked out once, however many ask for it at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache

from tournaments.queries.once import once


def test_many_who_ask_at_the_same_moment_get_what_was_made_once():
    at_once, made = Barrier(20), []

    def ask(_number):
        at_once.wait()
        return once("herd", lambda: made.append(cache.get("herd")) or "the answer")

    with ThreadPoolExecutor(20) as threads:
        assert set(threads.map(ask, range(20))) == {"the answer"}
    assert len(made) == 1


def test_who_waited_for_what_failed_makes_it_then():
    with pytest.raises(ZeroDivisionError):
        once("failing", lambda: 1 / 0)
    assert once("failing", lambda: "the answer") == "the answer"
