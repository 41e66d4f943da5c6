"""Addresses of the pictures of link previews."""

from django.urls import path

from . import views

event_urls = [path("preview.png", views.event_picture, name="event_preview")]
site_urls = [path("c/<slug:slug>/preview.png", views.club_picture, name="club_preview")]
