"""Addresses of the app."""

urlpatterns = []
