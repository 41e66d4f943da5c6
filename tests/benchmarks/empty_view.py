"""The site's addresses and one with nothing behind it, the yardstick of bench_requests."""

from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [path("empty/", lambda request: HttpResponse()), path("", include("config.urls"))]
