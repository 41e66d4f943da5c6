"""The one app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
