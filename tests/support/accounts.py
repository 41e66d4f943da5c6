"""Browsers and their accounts."""

from django.test import Client
from django.urls import reverse

PASSWORD = "a hall full of tables"


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def is_signed_in(client):
    return "_auth_user_id" in client.session


def post_to(client, name, data, *args, **options):
    return client.post(reverse(name, args=args), data, **options)


def open_browser(name="organiser", password=PASSWORD, **headers):
    """Return a new browser that has signed in."""
    client = Client(headers={"user-agent": FIREFOX, **headers})
    post_to(client, "login", {"username": name, "password": password})
    return client
