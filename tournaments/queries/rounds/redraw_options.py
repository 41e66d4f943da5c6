"""The choices for the open round after a correction: keep it, repair it, or draw it again."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.history import PUBLISHED, EventPhase, RoundRecord
from ...rules.results import corrections
from ...rules.results.corrections import CorrectedPhase
from .adjustments import AdjustmentPreview, preview_adjustment


@dataclass(frozen=True)
class ChoiceLabels:
    """Labels of the choices and their buttons for one kind of correction.

    `repair_button` has a singular and a plural form; `no_change_button` is for zero tables.
    """

    keep: str
    keep_button: str
    repair_button: tuple[str, str]
    redraw_button: str
    no_change_button: str = ""


CORRECTION_LABELS = ChoiceLabels(
    gettext_noop("Keep the pairings"),
    gettext_noop("Save, keep pairings"),
    (gettext_noop("Save and change {n} table"), gettext_noop("Save and change {n} tables")),
    gettext_noop("Save and pair again"),
)
ADMISSION_LABELS = ChoiceLabels(
    gettext_noop("Leave them unpaired this round"),
    gettext_noop("Leave unpaired"),
    (gettext_noop("Add them and change {n} table"), gettext_noop("Add them and change {n} tables")),
    gettext_noop("Add them and pair again"),
    gettext_noop("Add them without changing tables"),
)
REMOVAL_LABELS = ChoiceLabels(
    gettext_noop("Keep them in this round"),
    "",
    (gettext_noop("Remove them and change {n} table"), gettext_noop("Remove them and change {n} tables")),
    gettext_noop("Remove them and pair again"),
    gettext_noop("Remove them without changing other tables"),
)


@dataclass(frozen=True)
class RedrawChoice:
    """A choice for the open round.

    `effect` describes what happens to matches under way; `preview` is None if the pairings are kept; `button`
    is empty if nothing can be stored.
    """

    key: str
    name: str
    effect: str
    button: str
    preview: AdjustmentPreview | None = None


def preview_redraw(
    phase: EventPhase,
    corrected: CorrectedPhase,
    labels: ChoiceLabels,
    key: str,
    **draw_options,
) -> RedrawChoice:
    """Preview changing the fewest tables of the open round, or drawing it again with `draw_options`."""
    number = corrected.open_round.number
    preview = preview_adjustment(
        corrected.phase,
        number,
        key,
        published_round=phase.round(number),
        **corrections.adjustment_options(corrected, key, **draw_options),
    )
    if key == "draw":
        name, button = gettext("Pair again"), gettext(labels.redraw_button)
    else:
        name, button = gettext("Fix with fewest changes"), gettext(labels.no_change_button)
        if preview.new_tables:
            button = ngettext(*labels.repair_button, preview.new_tables).format(n=preview.new_tables)
    effect = describe_effect(key, preview, corrected.open_round)
    return RedrawChoice(key, name, effect, "" if preview.error else button, preview)


def describe_effect(key: str, preview: AdjustmentPreview, open_round: RoundRecord) -> str:
    """Describe the effect of a redraw on the matches of the open round."""
    new, unchanged = preview.new_tables, preview.unchanged_tables
    reported, moved = preview.reported_tables, preview.players_moved
    if not new and reported and reported == sum(not match.is_bye for match in open_round.matches):
        return gettext("Every table has a result, so no table can change.")
    if preview.is_same and key == "fewest":
        return gettext("These are already the best pairings. No table needs to change.")
    if preview.error:
        return preview.error
    if open_round.state == PUBLISHED and not new and not moved:
        return gettext("No table changes. Matches in progress continue.")
    counts = [
        ngettext("{n} table changes", "{n} tables change", new).format(n=new),
        ngettext("{n} stays the same", "{n} stay the same", unchanged).format(n=unchanged),
    ]
    if reported:
        results = ngettext("{n} has a result and stays", "{n} have results and stay", reported)
        counts.append(results.format(n=reported))
    summary = ", ".join(counts) + "."
    if open_round.state != PUBLISHED:
        return summary
    if not moved:
        return summary + " " + gettext("Matches in progress continue.")
    leaving = ngettext(
        "{n} player has to leave a match that may have started.",
        "{n} players have to leave matches that may have started.",
        moved,
    )
    return f"{summary} {leaving.format(n=moved)}"
