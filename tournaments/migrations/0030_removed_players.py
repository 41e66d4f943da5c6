"""Removed players get rows again, made from the log and the links that were stored of them."""

from django.core.exceptions import ValidationError
from django.db import migrations, models
from django.utils import timezone

from tournaments.rules.log.removed_players import find_removed_players

# The columns of a player, by the keys of the event file, which never change.
COLUMNS = {
    **{key: key for key in ("club", "rating", "seed", "joined_round", "dropped_after", "disqualified")},
    **{key: key for key in ("household", "division", "table", "byes", "checked_in_at", "order")},
    "soft": "soft_score",
}


def store_removed_players(apps, schema_editor):
    here = schema_editor.connection.alias
    models_by_name = {
        name: apps.get_model("tournaments", name)
        for name in ("Event", "Player", "LogEntry", "RemovedLink", "Registration")
    }
    Event, Player, LogEntry, RemovedLink, Registration = models_by_name.values()
    for event in Event.objects.using(here).iterator():
        listed = dict(Player.objects.using(here).filter(event=event).values_list("public_id", "token"))
        links = RemovedLink.objects.using(here).filter(entry__event=event).order_by("id")
        links = {(entry, key): token for entry, key, token in links.values_list("entry", "key", "token")}
        lines = LogEntry.objects.using(here).filter(event=event).order_by("id")
        lines = lines.values_list("id", "version", "at", "action", "changes").iterator(500)
        removed, event.reused_ids = find_removed_players(lines, links, listed)
        entries = Registration.objects.using(here).filter(event=event)
        names = dict(entries.filter(token__in=[player.token for player in removed]).values_list("token", "name"))
        rows = []
        for player in removed:
            if len(player.id) > 200:
                continue
            row = Player(event=event, public_id=player.id, removed_at=player.at or timezone.now())
            name = valid_value(Player, "name", player.fields.get("name"))
            row.name = name or names.get(player.token) or player.id
            if player.token:
                row.token = player.token
            for key, column in COLUMNS.items():
                setattr(row, column, valid_value(Player, column, player.fields.get(key)))
            rows.append(row)
        Player.objects.using(here).bulk_create(rows, 500)
        if event.reused_ids:
            event.save(using=here, update_fields=["reused_ids"])


def valid_value(model, column, value):
    """Return the value of a log entry for a column, or the column's default if it is missing or invalid."""
    field = model._meta.get_field(column)
    if value is None:
        return field.get_default()
    try:
        return field.clean(value, None)
    except (ValidationError, TypeError, ValueError, OverflowError):
        return field.get_default()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_venue_link'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='player',
            options={'default_manager_name': 'objects', 'ordering': ['event_id', 'order', 'id'], 'verbose_name': 'player', 'verbose_name_plural': 'players'},
        ),
        migrations.AddField(
            model_name='player',
            name='removed_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='removed at'),
        ),
        migrations.AddField(
            model_name='event',
            name='reused_ids',
            field=models.JSONField(default=dict, editable=False, verbose_name='ids given twice'),
        ),
        migrations.RunPython(store_removed_players, migrations.RunPython.noop),
        migrations.DeleteModel(
            name='RemovedLink',
        ),
    ]
