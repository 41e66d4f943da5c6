"""Lists and pages of rows that nobody edits in the admin."""

from operator import attrgetter

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.admin.views.main import ERROR_FLAG
from django.db import DataError
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _


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
