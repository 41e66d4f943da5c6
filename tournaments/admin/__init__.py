"""Django's admin: read-only, except for edits that run as actions (admin/rows.py)."""

from operator import attrgetter

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.admin.views.main import ERROR_FLAG, ChangeList
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import DataError
from django.db.models import Count, F
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django_tasks_db.admin import DBTaskResultAdmin
from django_tasks_db.models import DBTaskResult
from qsessions.models import Session

from ..changes.change import Actor
from ..models import (
    AccountMail,
    AccountTrust,
    Club,
    ClubLogEntry,
    ClubStaff,
    DeckCheck,
    Event,
    ListVersion,
    LogEntry,
    Mail,
    Match,
    Person,
    PersonIdentifier,
    PersonName,
    PersonRequest,
    Phase,
    Player,
    PlayerResult,
    Preview,
    Registration,
    RestorePoint,
    ResultRevision,
    Round,
    Seat,
    SimulationRun,
    Staff,
    WorkerHeartbeat,
)
from ..registration.actions.mails import release_waiting_mails
from ..rules.errors import RuleViolation
from ..rules.history import ADMIN
from ..rules.history.players import ASKED_FACTS, TEXT_FACTS
from ..web.wording import message_text
from .forms import AmendForm, EventRowForm, PlayerRowForm
from .rows import amend, remove

admin.site.site_header = "Topcut"
admin.site.site_title = "Topcut"
admin.site.index_title = _("All data")
admin.site.disable_action("delete_selected")
# Its pages would show session secrets; users end their sessions on the account page.
admin.site.unregister(Session)


def get_actor(request) -> Actor:
    return Actor(request.user.get_username(), request.user, source=ADMIN)


def link(address, text):
    return format_html('<a href="{}">{}</a>', address, text)


def event_link_column(path: str):
    """Return a column that links to the row's event; `path` leads from the row to it."""

    @admin.display(description=_("event"))
    def event_page(self, obj):
        event = attrgetter(path)(obj)
        return link(event.get_absolute_url(), event.name)

    return event_page


class SafeLookups:
    """A list that can be filtered only by what its pages show: secrets can't be guessed letter by letter."""

    def lookup_allowed(self, lookup, value, request):
        fields = {*flatten_fieldsets(self.get_fieldsets(request)), *self.list_display, self.date_hierarchy}
        fields |= {"pk", self.opts.pk.name, *(field.name for field in self.opts.fields if field.is_relation)}
        filters = [one[0] if isinstance(one, (list, tuple)) else one for one in self.list_filter]
        fields |= {path.partition("__")[0] for path in filters if isinstance(path, str)}
        return lookup.partition("__")[0] in fields and super().lookup_allowed(lookup, value, request)

    def changelist_view(self, request, extra_context=None):
        """Answer values that no row can have, as in `?at__year=99999`, with the list and a message."""
        if request.method != "GET" or not request.GET or ERROR_FLAG in request.GET:
            return super().changelist_view(request, extra_context)
        try:
            response = super().changelist_view(request, extra_context)
            return response.render() if hasattr(response, "render") else response
        except (DataError, OverflowError, ValueError):
            messages.error(request, _("No row can have this value; the list shows all rows."))
            return redirect(f"{request.path}?{ERROR_FLAG}=1")


class RowAdmin(SafeLookups, admin.ModelAdmin):
    """A model whose rows cannot be added in the admin."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request, obj=None):
        return False


class ReadOnlyAdmin(RowAdmin):
    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


class ActionAdmin(RowAdmin):
    """A model whose rows are edited as actions, with a log entry."""

    form = AmendForm

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change, **kwargs)
        form.actor = get_actor(request)
        return form

    def save_model(self, request, obj, form, change):
        amend(obj, get_actor(request))

    def delete_model(self, request, obj):
        remove(obj, get_actor(request))

    def delete_view(self, request, object_id, extra_context=None):
        try:
            return super().delete_view(request, object_id, extra_context)
        except RuleViolation as violation:
            messages.error(request, message_text(violation))
            return redirect(f"admin:tournaments_{self.opts.model_name}_change", object_id)


class EventList(ChangeList):
    """The list of events, with the numbers of players of one page: of all events they would take long."""

    def get_results(self, request):
        super().get_results(request)
        self.result_list = list(self.result_list)
        players = Player.objects.filter(event__in=self.result_list).order_by().values_list("event")
        numbers = dict(players.annotate(Count("pk")))
        for event in self.result_list:
            event.player_number = numbers.get(event.pk, 0)


@admin.register(Event)
class EventAdmin(ActionAdmin):
    form = EventRowForm
    list_display = ("name", "rulebook", "starts_at", "place", "player_count", "version", "page", "desk")
    list_filter = ("rulebook", "starts_at")
    search_fields = ("name", "slug", "place", "staff__user__username")
    date_hierarchy = "starts_at"
    # PostgreSQL would have events without a time first, SQLite last.
    ordering = (F("starts_at").desc(nulls_last=True), "-id")
    readonly_fields = ("forbidden", "wished", "pot", "slug", "version", "created_at", "page", "end")
    fields = ("name", "rulebook", "starts_at", "timezone", "place", *readonly_fields)

    def get_changelist(self, request, **kwargs):
        return EventList

    def has_delete_permission(self, request, obj=None):
        return False

    @admin.display(description=_("players"))
    def player_count(self, obj):
        return obj.player_number

    @admin.display(description=_("page"))
    def page(self, obj):
        return link(obj.get_absolute_url(), _("Public page"))

    @admin.display(description=_("desk"))
    def desk(self, obj):
        return link(reverse("desk", args=[obj.slug]), _("Desk"))

    @admin.display(description=_("delete"))
    def end(self, obj):
        return link(reverse("delete_event", args=[obj.slug]), _("Delete (shows what will be deleted first)"))


PLAYER_FACTS = ("rating", "seed", "joined_round", "dropped_after", "disqualified")


@admin.register(Player)
class PlayerAdmin(ActionAdmin):
    form = PlayerRowForm
    event_page = event_link_column("event")
    list_display = ("name", "club", *PLAYER_FACTS, "event_page")
    list_filter = ("disqualified", ("dropped_after", admin.EmptyFieldListFilter), "event__rulebook")
    list_select_related = ("event",)
    search_fields = ("name", "club", "public_id", "event__name", "event__slug")
    fields = (
        "event_page",
        "public_id",
        "name",
        *TEXT_FACTS,
        *PLAYER_FACTS,
        "table",
        "byes",
        "soft_score",
    )
    readonly_fields = ("event_page", "public_id")


@admin.register(Phase)
class PhaseAdmin(ActionAdmin):
    event_page = event_link_column("event")
    list_display = ("event_page", "number", "kind", "name", "settings")
    list_filter = ("kind",)
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug", "name")
    fields = ("event_page", "number", "kind", "name", "settings", "entrants")
    readonly_fields = ("event_page", "number", "kind", "entrants")


@admin.register(Staff)
class StaffAdmin(ActionAdmin):
    event_page = event_link_column("event")
    list_display = ("user", "role", "event_page")
    list_filter = ("role",)
    list_select_related = ("event", "user")
    search_fields = ("user__username", "user__email", "event__name", "event__slug")
    fields = ("event", "user", "role")
    autocomplete_fields = ("event", "user")

    def has_add_permission(self, request, obj=None):
        return super(RowAdmin, self).has_add_permission(request)

    def get_readonly_fields(self, request, obj=None):
        return ("event", "user") if obj else ()


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


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    event_page = event_link_column("phase.event")
    list_display = ("number", "phase", "state", "seed", "event_page")
    list_filter = ("state", "in_bracket")
    list_select_related = ("phase__event",)
    search_fields = ("phase__event__name", "phase__event__slug", "seed")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    event_page = event_link_column("round.phase.event")
    list_display = ("table", "round", "slot", "drawn_games", "event_page")
    list_filter = ("round__state", "round__in_bracket")
    list_select_related = ("round__phase__event",)
    search_fields = ("round__phase__event__name", "round__phase__event__slug", "seats__player__name", "slot")


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    event_page = event_link_column("player.event")
    list_display = ("player", "match", "position", "games", "result", "points", "event_page")
    list_filter = ("result",)
    list_select_related = ("player__event", "match__round__phase__event")
    search_fields = ("player__name", "player__public_id", "player__event__name", "player__event__slug")


@admin.register(ResultRevision)
class ResultRevisionAdmin(ReadOnlyAdmin):
    event_page = event_link_column("match.round.phase.event")
    list_display = ("at", "who", "source", "match", "result", "event_page")
    list_filter = ("at",)
    date_hierarchy = "at"
    list_select_related = ("match__round__phase__event",)
    search_fields = ("who", "match__round__phase__event__name", "match__seats__player__name")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("at", "event_page", "who", "source", "action", "version", "undoes_version")
    list_filter = ("action", "source", "at")
    date_hierarchy = "at"
    list_select_related = ("event", "undoes")
    search_fields = ("who", "action", "event__name", "event__slug")

    @admin.display(description=_("undoes"))
    def undoes_version(self, obj):
        return obj.undoes.version if obj.undoes else ""


@admin.register(PlayerResult)
class PlayerResultAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("player", "place", "won", "lost", "drawn", "event_page")
    list_select_related = ("event", "player")
    search_fields = ("player__name", "event__name", "event__slug")


@admin.register(RestorePoint)
class RestorePointAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("at", "event_page", "reason", "who", "version", "download")
    list_filter = ("at",)
    date_hierarchy = "at"
    list_select_related = ("event",)
    search_fields = ("reason", "event__name", "event__slug")
    fields = ("event", "version", "at", "reason", "who", "download")
    readonly_fields = ("download",)

    def get_queryset(self, request):
        return super().get_queryset(request).defer("file")

    @admin.display(description=_("event file"))
    def download(self, obj):
        return link(reverse("restore_point_file", args=[obj.event.slug, obj.pk]), _("Download"))


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("name", "event_page", "state", "at", "email", *ASKED_FACTS)
    list_filter = ("state", "at")
    date_hierarchy = "at"
    list_select_related = ("event",)
    search_fields = ("name", "email", "event__name", "event__slug")


@admin.register(Mail)
class MailAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("at", "event_page", "kind", "registration", "sent_at", "attempts", "error")
    list_filter = ("kind", "sent_at")
    date_hierarchy = "at"
    list_select_related = ("event", "registration__event")
    search_fields = ("registration__name", "event__name", "event__slug")


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnlyAdmin):
    list_display = ("at", "user", "kind", "sent_at", "attempts", "error")
    list_filter = ("kind", "sent_at")
    date_hierarchy = "at"
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email")


@admin.register(AccountTrust)
class AccountTrustAdmin(SafeLookups, admin.ModelAdmin):
    list_display = ("user", "is_trusted", "mails_per_hour", "mails_per_day")
    list_filter = ("is_trusted",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email")
    autocomplete_fields = ("user",)

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        release_waiting_mails(obj.user)


@admin.register(ListVersion)
class ListVersionAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("at", "player", "event_page", "who", "reason")
    date_hierarchy = "at"
    list_select_related = ("event", "player")
    search_fields = ("who", "event__name", "event__slug")


@admin.register(DeckCheck)
class DeckCheckAdmin(ReadOnlyAdmin):
    event_page = event_link_column("event")
    list_display = ("at", "player", "event_page", "who", "passed", "note")
    list_filter = ("passed",)
    date_hierarchy = "at"
    list_select_related = ("event", "player")
    search_fields = ("who", "note", "event__name", "event__slug")


@admin.register(SimulationRun)
class SimulationRunAdmin(ReadOnlyAdmin):
    list_display = ("address", "by", "state", "queued_at", "finished_at", "events", "events_played")
    list_filter = ("state",)
    date_hierarchy = "queued_at"
    list_select_related = ("by",)
    search_fields = ("address", "by__username")


@admin.register(WorkerHeartbeat)
class WorkerHeartbeatAdmin(ReadOnlyAdmin):
    list_display = ("worker", "at")
    search_fields = ("worker",)


class SafeUserAdmin(SafeLookups, UserAdmin):
    pass


class SafeGroupAdmin(SafeLookups, GroupAdmin):
    pass


class SafeTaskAdmin(SafeLookups, DBTaskResultAdmin):
    pass


for model, safe_admin in ((User, SafeUserAdmin), (Group, SafeGroupAdmin), (DBTaskResult, SafeTaskAdmin)):
    admin.site.unregister(model)
    admin.site.register(model, safe_admin)
