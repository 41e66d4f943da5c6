"""Topcut for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

from config import services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
services.answer_in_time()
application = get_asgi_application()
