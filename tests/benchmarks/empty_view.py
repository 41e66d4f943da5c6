"""The site's URLs and an empty view, with which bench_requests compares the others."""

from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [path("empty/", lambda request: HttpResponse()), path("", include("config.urls"))]
