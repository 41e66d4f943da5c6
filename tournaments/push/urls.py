"""Addresses of push messages: of the site, below an event, and below a club."""

from django.urls import path

from . import views

event_urls = [
    path("me/<str:token>/push/", views.change_own, name="push_own"),
    path("pick/<str:token>/push/", views.change_picked, name="push_picked"),
]
site_urls = [path("push/key/", views.public_key, name="push_key")]
club_urls = [path("me/<str:token>/push/", views.change_person, name="push_person")]
