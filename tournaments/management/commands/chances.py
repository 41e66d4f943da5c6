"""manage.py chances SLUG: print each player's chance to make the cut."""

from hashlib import sha256

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...rules.errors import RuleViolation, _
from ...rules.forecast.chances import PLAYOUTS, PlayerChance, chances_now
from ...rules.standings.standings import standings
from ..shell import JSON, TABLE, ShellCommand, get_event

MAX_PLAYOUTS = 100_000


class Command(ShellCommand):
    help = "Print each player's chance to make the cut, and what the results of their match make of it."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--playouts",
            type=int,
            default=PLAYOUTS,
            metavar="N",
            help=f"how often the rest is played; default: {PLAYOUTS}",
        )
        parser.add_argument(
            "--seed",
            metavar="TEXT",
            help="seed of the playouts; default: the event's version, as pages do",
        )
        self.add_format_option(parser, TABLE, JSON)

    def handle(self, slug, playouts, seed, format, **options):
        event = get_event(slug)
        if not 1 <= playouts <= MAX_PLAYOUTS:
            raise RuleViolation(_("--playouts: use a number from 1 to {most}."), most=MAX_PLAYOUTS)
        history = without_draft_rounds(load_history(event))
        number = history.version if seed is None else seed_number(seed)
        chances, running = chances_now(history, number, playouts), history.current_phase.open_round
        listed = standings(history.current_phase, live=True).rows
        rows = [(row, chances.players[row.player]) for row in listed if row.player in chances.players]
        if format == TABLE:
            return self.print_table(
                [["player", "name", "chance", "win", "draw", "loss"], *(table_row(*row) for row in rows)]
            )
        return self.print_json(
            {
                "event": event.slug,
                "phase": chances.phase,
                "round": running.number if running else None,
                "rows": [json_row(*row) for row in rows],
            }
        )


def seed_number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def json_row(row, chance: PlayerChance) -> dict:
    results = {name: getattr(chance, name) for name in ("win", "draw", "loss")}
    return {
        "player": row.player,
        "name": row.name,
        **certain_or_not(chance.chance),
        **{name: None if value is None else certain_or_not(value) for name, value in results.items()},
    }


def certain_or_not(chance: float) -> dict:
    """Return `in`, true or false only if it is certain, and the chance."""
    return {"in": bool(chance) if chance in (0, 1) else None, "chance": chance}


def table_row(row, chance: PlayerChance) -> list[str]:
    values = (chance.chance, chance.win, chance.draw, chance.loss)
    return [row.player, row.name, *("" if value is None else percent_text(value) for value in values)]


def percent_text(chance: float) -> str:
    """Return the chance in percent; 0 and 100 only if it is certain."""
    if chance in (0, 1):
        return f"{chance:.0%}"
    return "<0.1%" if chance < 0.001 else ">99.9%" if chance > 0.999 else f"{chance:.1%}"
