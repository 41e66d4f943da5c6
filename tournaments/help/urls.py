"""Addresses of the help."""

from django.urls import include, path

from . import views

help_urls = [
    path("", views.help_page, name="help"),
    path("tiebreakers/<str:key>/", views.tiebreaker_page, name="help_tiebreaker"),
    path("rulebooks/<str:key>/", views.rulebook_page, name="help_rulebook"),
    path("finals/", views.all_finals_page, name="help_all_finals"),
    path("finals/<str:key>/", views.finals_page, name="help_finals"),
    path("drafts/", views.reference_page, name="help_draft"),
    path("pods/", views.reference_page, name="help_pods"),
    path("compare/", views.compare_page, name="compare"),
    path("roles/", views.reference_page, name="help_roles"),
    path("rounds/", views.rounds_page, name="help_rounds"),
    path("lab/", views.reference_page, name="help_lab"),
    path("privacy/", views.reference_page, name="help_privacy"),
    path("parts/", views.parts_page, name="help_parts"),
    path("<slug:key>/", views.guide_page, name="help_guide"),
]
site_urls = [path("help/", include(help_urls))]
