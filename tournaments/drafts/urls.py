"""Addresses of drafts."""

from django.urls import path

from . import views

phase_urls = [
    path("draft/", views.draft_page, name="draft"),
]
desk_urls = [
    path("draft/", views.draft_desk, name="desk_draft"),
    path("draft/draw/", views.draw, name="draw_pods"),
    path("draft/change/", views.change, name="adjust_pods"),
    path("draft/build/", views.build, name="start_building"),
]
