"""Topcut for gunicorn."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
# Django loads all views with the first address: here, and not while somebody waits for a worker's first page.
reverse("home")
