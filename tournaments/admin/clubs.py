"""Clubs, their people and the pictures of their links in the admin."""

from django.contrib import admin
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ..models import (
    Club,
    ClubLogEntry,
    ClubStaff,
    Person,
    PersonIdentifier,
    PersonName,
    PersonRequest,
    Preview,
)
from .base import ReadOnlyAdmin, link


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "slug", "is_published", "place", "created_at", "desk")
    list_filter = ("is_published", "created_at")
    search_fields = ("name", "slug", "place", "staff__user__username")

    @admin.display(description=_("desk"))
    def desk(self, obj):
        return link(reverse("club_desk", args=[obj.slug]), _("Desk"))


@admin.register(ClubStaff)
class ClubStaffAdmin(ReadOnlyAdmin):
    list_display = ("user", "role", "club")
    list_filter = ("role",)
    list_select_related = ("club", "user")
    search_fields = ("user__username", "user__email", "club__name", "club__slug")


@admin.register(ClubLogEntry)
class ClubLogEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "club", "who", "source", "action", "version")
    list_filter = ("action", "source", "at")
    date_hierarchy = "at"
    list_select_related = ("club",)
    search_fields = ("who", "action", "club__name", "club__slug")


@admin.register(Preview)
class PreviewAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "hash", "version", "has_people", "waits_since")
    list_filter = ("has_people", "waits_since")
    list_select_related = ("event", "club")
    search_fields = ("event__name", "event__slug", "club__name", "club__slug")


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    list_display = ("name", "public_name", "club", "public_id", "has_profile", "is_hidden", "created_at")
    list_filter = ("has_profile", "is_hidden", "is_minor", "created_at")
    list_select_related = ("club",)
    search_fields = ("name", "public_name", "public_id", "club__name", "club__slug")
    fields = (
        "club",
        "public_id",
        "name",
        "public_name",
        "account",
        "birth_year",
        "is_minor",
        "has_profile",
        "is_hidden",
        "remembered_at",
        "merged_into",
        "created_at",
    )

    def get_queryset(self, request):
        # Merged people too.
        return Person.with_merged.order_by(*(self.get_ordering(request) or Person._meta.ordering))


@admin.register(PersonName)
class PersonNameAdmin(ReadOnlyAdmin):
    list_display = ("name", "kind", "person")
    list_filter = ("kind",)
    list_select_related = ("person",)
    search_fields = ("name", "person__name", "person__club__name", "person__club__slug")
    fields = ("person", "kind", "name")


@admin.register(PersonIdentifier)
class PersonIdentifierAdmin(ReadOnlyAdmin):
    list_display = ("person", "publisher", "value")
    list_select_related = ("person",)
    search_fields = ("person__name", "person__club__name", "person__club__slug")
    fields = ("person", "publisher", "value")


@admin.register(PersonRequest)
class PersonRequestAdmin(ReadOnlyAdmin):
    list_display = ("at", "person", "kind", "done_at")
    list_filter = ("kind", "done_at")
    date_hierarchy = "at"
    list_select_related = ("person",)
    search_fields = ("person__name", "person__club__name", "person__club__slug")
