from django.db import migrations, models

from ._log_sentences import find_sentence

BATCH_SIZE = 200


def add_sentences(apps, schema_editor):
    """Give each entry the sentence that pages have shown for it; the action's name stays where there is none."""
    entries = apps.get_model("tournaments", "LogEntry").objects.using(schema_editor.connection.alias)
    last = 0
    while batch := list(entries.filter(pk__gt=last).order_by("pk").only("action", "changes")[:BATCH_SIZE]):
        for entry in batch:
            entry.sentence, entry.values = find_sentence(entry.action, entry.changes)
        entries.bulk_update(batch, ["sentence", "values"])
        last = batch[-1].pk


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_trust_by_settings")]

    operations = [
        migrations.AddField(
            model_name="logentry",
            name="sentence",
            field=models.CharField(blank=True, max_length=60, verbose_name="sentence"),
        ),
        migrations.AddField(
            model_name="logentry",
            name="values",
            field=models.JSONField(blank=True, default=dict, verbose_name="values"),
        ),
        migrations.RunPython(add_sentences, migrations.RunPython.noop),
    ]
