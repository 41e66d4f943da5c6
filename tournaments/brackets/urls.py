"""Addresses of brackets."""

from django.urls import path

from . import views

phase_urls = [
    path("bracket/", views.bracket_page, name="bracket"),
]
desk_urls = [
    path("round/cut/", views.cut_page, name="cut_to_finals"),
    path("round/cut/size/", views.fix_cut, name="fix_cut"),
    path("round/open/", views.open_matches, name="open_matches"),
    path("round/call/", views.call, name="call_opponent"),
]
