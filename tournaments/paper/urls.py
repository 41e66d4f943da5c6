"""Addresses of printed sheets."""

from django.urls import path

from . import views

desk_urls = [
    path("print/", views.list_page, name="desk_paper"),
    path("print/<slug:key>/", views.sheet_page, name="sheet"),
]
