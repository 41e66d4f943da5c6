"""Addresses of standings."""

from django.urls import path

from .views import settings, standings

phase_urls = [
    path("standings/", standings.standings_page, name="standings"),
    path("standings/<int:number>/published/", standings.published_page, name="published"),
]
event_urls = [
    path("forecast/", standings.forecast_page, name="forecast"),
]
desk_urls = [
    path("settings/standings/", settings.standings_settings, name="settings_standings"),
]
