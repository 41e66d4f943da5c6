import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_simulation_runs'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='chances_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='chances calculated at'),
        ),
        migrations.CreateModel(
            name='CutChances',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField(default=0, verbose_name='version')),
                ('values', models.JSONField(default=dict, verbose_name='values')),
                ('next_at', models.DateTimeField(verbose_name='not calculated again before')),
                ('is_queued', models.BooleanField(default=False, verbose_name='queued')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='cut_chances', to='tournaments.event', verbose_name='event')),
            ],
            options={
                'verbose_name': 'chances',
                'verbose_name_plural': 'chances',
            },
        ),
    ]
