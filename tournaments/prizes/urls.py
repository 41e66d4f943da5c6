"""Addresses of prizes."""

from django.urls import path

from . import views

event_urls = [
    path("prizes/", views.prizes_page, name="prizes"),
]
desk_urls = [
    path("prizes/", views.prizes_desk, name="desk_prizes"),
]
