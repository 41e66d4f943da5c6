"""Addresses of screens."""

from django.urls import path

from . import views

event_urls = [
    path("screen/", views.screen_page, name="screen"),
    path("screen/<str:code>/", views.signed_screen_page, name="signed_screen"),
]
desk_urls = [
    path("screens/", views.screens_page, name="desk_screens"),
    path("screens/link/", views.renew_link, name="renew_screen_link"),
]
