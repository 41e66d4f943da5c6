"""Addresses of the format lab."""

from django.urls import include, path

from . import views

simulation_urls = [
    path("", views.simulation_page, name="simulation"),
    path("cancel/", views.cancel_simulation, name="cancel_simulation"),
    path("again/", views.repeat_simulation, name="repeat_simulation"),
    path("measures.csv", views.measures_csv, name="simulation_csv"),
    path("plan.json", views.plan_json, name="simulation_plan"),
]
site_urls = [
    path("lab/", views.lab_page, name="lab"),
    path("lab/run/", views.run_simulation, name="run_simulation"),
    path("lab/<str:address>/", include(simulation_urls)),
]
