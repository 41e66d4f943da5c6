"""Django's admin: read-only, except for edits that run as actions (admin/rows.py)."""

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Count, F
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_tasks_db.admin import DBTaskResultAdmin
from django_tasks_db.models import DBTaskResult
from qsessions.models import Session

from ..changes.change import Actor
from ..models import (
    AccountMail,
    AccountTrust,
    DeckCheck,
    Event,
    ListVersion,
    LogEntry,
    Mail,
    Match,
    Phase,
    Player,
    PlayerResult,
    RatingList,
    Registration,
    RestorePoint,
    ResultRevision,
    Round,
    Seat,
    Series,
    SeriesEntry,
    SimulationRun,
    Staff,
    WorkerHeartbeat,
)
from ..registration.actions.mails import release_waiting_mails
from ..rules.errors import RuleViolation
from ..rules.history import ADMIN
from ..rules.history.players import ASKED_FACTS, TEXT_FACTS
from ..web.wording import message_text
from . import clubs as clubs  # registers its pages
from .base import ReadOnlyAdmin, RowAdmin, SafeLookups, event_link_column, link
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


@admin.register(Series)
class SeriesAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "is_public", "ended_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name", "club__slug")


@admin.register(SeriesEntry)
class SeriesEntryAdmin(ReadOnlyAdmin):
    list_display = ("series", "event", "name", "date", "kind", "weight")
    list_select_related = ("series", "event")
    search_fields = ("series__name", "event__name", "name")


@admin.register(RatingList)
class RatingListAdmin(ReadOnlyAdmin):
    list_display = ("club", "game", "is_on", "preset")
    list_select_related = ("club",)
    search_fields = ("game", "club__name", "club__slug")


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
