"""The tables, sentences and plots of docs/format-lab.md, written between markers from the stored results."""

import re

from tournaments.web.charts import Scale

from .results import FOLDER, ROOT, read_result
from .sentences import SENTENCES, SIZES

PAGE = ROOT / "docs" / "format-lab.md"
MARKER = "<!-- {name} -->"
# Measures: a title, and whether it is a share, shown in percent.
TITLES = {
    "best_wins": ("strongest wins", True),
    "cut_accuracy": ("strongest in the cut", True),
    "missed_on_tiebreaks": ("miss on tiebreakers", False),
    "unbeaten_out": ("unbeaten, not champion", True),
    "first_seed_misses_top4": ("first seed below 4th", True),
    "live_matches": ("something at stake", True),
    "comebacks": ("champion had lost", True),
    "rounds": ("rounds", False),
    "hours": ("hours", False),
}
WIDTH, LEFT, RIGHT, ROW = 720, 260, 90, 26


def write():
    """Write all tables, sentences and plots."""
    text = PAGE.read_text(encoding="utf-8")
    for name, block in blocks().items():
        text = re.sub(block_pattern(name), lambda parts, block=block: parts[1] + block + parts[2], text)
    PAGE.write_text(text, encoding="utf-8")
    for key in ("best_wins", "live_matches"):
        (FOLDER / f"{key}.svg").write_text(draw_sizes(key), encoding="utf-8")


def block_pattern(name: str) -> re.Pattern:
    """Return the pattern of what is written between two markers."""
    start, end = MARKER.format(name=name), MARKER.format(name=f"/{name}")
    return re.compile(f"({re.escape(start)}\n).*?({re.escape(end)})", re.S)


def blocks() -> dict[str, str]:
    """Return the tables and sentences by the name of their markers."""
    sentences = {name: "".join(f"{line}\n" for line in write()) for name, write in SENTENCES.items()}
    return tables() | sentences


def tables() -> dict[str, str]:
    """Return the tables by the name of their markers."""
    measures = ("best_wins", "unbeaten_out", "first_seed_misses_top4", "live_matches", "comebacks", "rounds")
    return {
        **{name: formats_table(name, measures) for name in (*SIZES, "88-championship")},
        "rounds": formats_table(
            "rounds", ("best_wins", "cut_accuracy", "missed_on_tiebreaks", "live_matches", "hours")
        ),
        "rankings": rankings_table(),
    }


def formats_table(name: str, measures) -> str:
    """Return a table of the formats of a plan, a column for each measure."""
    titles = [TITLES[key][0] for key in measures]
    lines = [f"| format | {' | '.join(titles)} |", f"| --- |{' ---: |' * len(measures)}"]
    for entry in read_result(name)["result"]["formats"]:
        cells = [estimate_text(key, entry["measures"][key]) for key in measures]
        lines.append(f"| {entry['name']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def rankings_table() -> str:
    lines = ["| system | matches | pairs in the right order |", "| --- | ---: | ---: |"]
    for name, of in read_result("rankings").items():
        lines.append(f"| {name} | {of['matches']} | {of['mean']:.1%} ± {of['error'] * 100:.1f} |")
    return "\n".join(lines) + "\n"


def estimate_text(key: str, estimate) -> str:
    """Return “46.1 % ± 1.0”, “7” or “–”."""
    if estimate is None:
        return "–"
    mean, error = estimate["mean"], estimate["error"]
    if TITLES[key][1]:
        return f"{mean * 100:.1f} % ± {error * 100:.1f}"
    return f"{mean:.2f}".rstrip("0").rstrip(".")


def draw_sizes(key: str) -> str:
    """Return an SVG with a row for each size and format: the mean of a share and its 95 % interval."""
    groups = [(size, read_result(size)["result"]["formats"]) for size in SIZES]
    estimates = [entry["measures"][key] for _size, formats in groups for entry in formats]
    low = min(of["mean"] - of["error"] for of in estimates)
    high = max(of["mean"] + of["error"] for of in estimates)
    across = Scale(low, high, LEFT, WIDTH - RIGHT)
    parts, y = [], 0
    for size, formats in groups:
        y += ROW + 8
        parts.append(f'<text x="0" y="{y - 8}" font-weight="bold">{size} players: {TITLES[key][0]}</text>')
        for entry in formats:
            of = entry["measures"][key]
            left, middle, right = (across(of["mean"] + side * of["error"]) for side in (-1, 0, 1))
            parts.append(f'<text x="0" y="{y + 14}">{entry["name"]}</text>')
            parts.append(f'<path d="M{LEFT} {y + 10}H{WIDTH - RIGHT}" stroke="#bbb"/>')
            parts.append(f'<path d="M{left} {y + 10}H{right}" stroke="#444" stroke-width="3"/>')
            parts.append(f'<circle cx="{middle}" cy="{y + 10}" r="5" fill="#c5301a"/>')
            parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{y + 14}">{of["mean"] * 100:.1f} %</text>')
            y += ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" width="{WIDTH}" '
        f'font-family="sans-serif" font-size="14" fill="#222">'
        f'<rect width="100%" height="100%" fill="#fffdf7"/>{"".join(parts)}</svg>\n'
    )
