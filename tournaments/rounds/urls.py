"""Addresses of rounds."""

from django.urls import path

from .views import adjustments, rounds

phase_urls = [
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/draw/", rounds.draw_page, name="draw"),
]
desk_urls = [
    path("correct/", adjustments.correct, name="correct"),
    path("players/pairs/", rounds.pairs_page, name="desk_pairs"),
    path("players/pairs/remove/", rounds.remove, name="release_pair"),
    path("round/", rounds.round_desk, name="desk_round"),
    path("round/pair/", rounds.pair, name="pair"),
    path("round/publish/", rounds.publish, name="publish_round"),
    path("round/unpublish/", rounds.unpublish, name="unpublish_round"),
    path("round/redraw/", rounds.redraw, name="redraw_round"),
    path("round/adjust/", adjustments.adjust, name="adjust_round"),
    path("round/finish/", rounds.finish, name="finish_round"),
]
