"""Addresses of standings."""

from django.urls import path

from . import views

phase_urls = [
    path("standings/", views.standings_page, name="standings"),
    path("standings/<int:number>/published/", views.published_page, name="published"),
]
event_urls = [
    path("forecast/", views.forecast_page, name="forecast"),
]
desk_urls = [
    path("settings/standings/", views.standings_settings, name="settings_standings"),
]
