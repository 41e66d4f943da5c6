"""Addresses of ratings."""

from django.urls import path

from . import views

# At the desk of an event.
desk_urls = [path("players/ratings/", views.take_into_event, name="take_ratings")]
# At a club's public page.
club_urls = [path("ratings/<slug:game>/", views.public_page, name="club_rating_list")]
# At the desk of a club.
club_desk_urls = [
    path("ratings/", views.games_page, name="club_ratings"),
    path("ratings/on/", views.switch_on, name="switch_club_ratings_on"),
    path("ratings/<slug:game>/", views.list_page, name="club_ratings_desk"),
    path("ratings/<slug:game>/settings/", views.settings_page, name="change_club_ratings"),
    path("ratings/<slug:game>/off/", views.switch_off, name="switch_club_ratings_off"),
]
