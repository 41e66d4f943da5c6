import django.db.models.deletion
from django.db import migrations, models

RENAMED = {"Report": "ResultRevision", "Seal": "NextSeed", "Snapshot": "RestorePoint"}
ACTIONS = ("add", "change", "delete", "view")


def rename_permissions(apps, schema_editor, names=RENAMED):
    """Let accounts of the admin keep their permissions: Django renames the content types only."""
    permissions = apps.get_model("auth", "Permission").objects.using(schema_editor.connection.alias)
    for old, new in names.items():
        for action in ACTIONS:
            rows = permissions.filter(
                content_type__app_label="tournaments", codename=f"{action}_{old.lower()}"
            )
            rows.update(codename=f"{action}_{new.lower()}")


def restore_permissions(apps, schema_editor):
    rename_permissions(apps, schema_editor, {new: old for old, new in RENAMED.items()})


class Migration(migrations.Migration):
    """Gives models and columns the names that pages use; no value changes."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0027_trust_by_settings"),
    ]

    operations = [
        *(migrations.RenameModel(old, new) for old, new in RENAMED.items()),
        migrations.AlterField(
            "resultrevision",
            "match",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="revisions",
                to="tournaments.match",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            "nextseed",
            "event",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="next_seed",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AlterField(
            "restorepoint",
            "event",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="restore_points",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.RunPython(rename_permissions, restore_permissions),
        migrations.RemoveConstraint("player", "player_key_once_an_event"),
        migrations.RenameField("player", "key", "public_id"),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(fields=["event", "public_id"], name="public_id_once_an_event"),
        ),
        migrations.RenameField("player", "soft", "soft_score"),
        migrations.RenameField("seat", "claim", "player_report"),
        migrations.RenameField("event", "frame_version", "layout_version"),
    ]
