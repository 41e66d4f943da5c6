"""Staff of an event, each in a browser of their own."""

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tournaments.models import Staff


def at(event, name="desk_staff", *more):
    return reverse(name, args=[event.slug, *more])


def joined(event, name, role):
    """Somebody with a role in the event, and their browser."""
    user = get_user_model().objects.create_user(name)
    return Staff.objects.create(event=event, user=user, role=role), signed_in(user)


def signed_in(user):
    browser = Client()
    browser.force_login(user)
    return browser
