"""Lists and deck checks refer to the player, no longer by the secret of the own page."""

import django.db.models.deletion
from django.db import migrations, models


def refer_to_players(apps, schema_editor):
    here = schema_editor.connection.alias
    players = apps.get_model("tournaments", "Player").objects.using(here)
    own = players.filter(token=models.OuterRef("token"), event=models.OuterRef("event")).values("pk")[:1]
    for name in ("ListVersion", "DeckCheck"):
        rows = apps.get_model("tournaments", name).objects.using(here)
        rows.update(player=models.Subquery(own))
        # No page could show them.
        rows.filter(player=None).delete()


def to_player(name, null=False):
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to="tournaments.player", verbose_name="player", null=null)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0030_removed_players"),
    ]

    operations = [
        migrations.AddField("listversion", "player", to_player("list_versions", null=True)),
        migrations.AddField("deckcheck", "player", to_player("deck_checks", null=True)),
        migrations.RunPython(refer_to_players, migrations.RunPython.noop),
        migrations.AlterField("listversion", "player", to_player("list_versions")),
        migrations.AlterField("deckcheck", "player", to_player("deck_checks")),
        migrations.RemoveIndex("listversion", "lists_of_player"),
        migrations.RemoveField("listversion", "token"),
        migrations.RemoveField("deckcheck", "token"),
    ]
