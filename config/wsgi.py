"""Topcut for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from config import services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
services.answer_in_time()
application = get_wsgi_application()

# What is loaded now stays: to look for garbage in it again and again took a twentieth of each page.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
