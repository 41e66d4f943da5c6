"""The site's addresses and `/empty/`, behind which there is nothing; renderings of live parts are counted."""

import os

from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path

from tournaments.views import live

render_to_string = live.render_to_string


def counted(template, context):
    # The clock and what is said to everybody come along with every part, and are no part of a page.
    if not template.endswith("#brought"):
        counter = os.open(settings.RENDERED, os.O_WRONLY | os.O_APPEND)
        os.write(counter, b"o" if template.startswith("me/") else b".")
        os.close(counter)
    return render_to_string(template, context)


live.render_to_string = counted
urlpatterns = [path("empty/", lambda request: HttpResponse()), path("", include("config.urls"))]
