"""Topcut for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from config import services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
services.answer_in_time()
site = get_wsgi_application()


def application(environ, start_response):
    return site(environ, start_response)


# CPython 3.11 takes the frames of calls from pieces of 16 kB. A loop at the edge of one makes it ask the
# system for another, and give it back, at each turn: thousands of times for one page. Below a frame that
# needs more than 256 kB it takes 512 kB at once, of which the system provides what is used.
application.__code__ = application.__code__.replace(co_stacksize=2**15 + 1)
# What is loaded now stays: to look for garbage in it again and again took a twentieth of each page.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
