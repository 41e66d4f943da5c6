"""The secret of the own page belongs to the entry; a player without one has an own secret."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.player


def refer_to_players(apps, schema_editor):
    here = schema_editor.connection.alias
    players = apps.get_model("tournaments", "Player").objects.using(here)
    entries = apps.get_model("tournaments", "Registration").objects.using(here)
    own = players.filter(token=models.OuterRef("token"), event=models.OuterRef("event")).values("pk")[:1]
    entries.update(player=models.Subquery(own))
    players.filter(pk__in=entries.exclude(player=None).values("player")).update(token=None)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0032_log_sentences"),
    ]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="token",
            field=models.CharField(default=tournaments.models.player.new_token, editable=False, max_length=16, null=True, unique=True, verbose_name="secret of the player’s page"),
        ),
        migrations.AddField(
            model_name="registration",
            name="player",
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="registration", to="tournaments.player", verbose_name="player"),
        ),
        migrations.RunPython(refer_to_players, migrations.RunPython.noop),
    ]
