"""Values for form fields: mostly valid ones, sometimes odd ones."""

from urllib.parse import quote_from_bytes

from hypothesis import strategies as st

from tests.fuzz.venue import SECRET

RESULTS = (
    "2-1 2-0 0-2 1-1-1 draw 1-2 3-0 1 2 3 clear double-loss no-show~2 concede~1 places~1-2-3-4 places~1-2-3 "
    "draw~1~2 points~6-0 vp~75-40 2-1-5 1-0"
)
VALUES = {
    "result_text": RESULTS.replace(" ", "|").replace("~", " ").split("|"),
    "names": ["Ada", "Ada; Lantern Club; 1800; B\nGrace", "Émile\nZoë\n李雷"],
    "first": ["2", "1"],
    "second": ["0", "1"],
    "drawn_games": ["", "1"],
    "place": ["1", "2", "3", "4"],
    "table": ["1", "2", "3", "4"],
    "minutes": ["5", "50", "3"],
    "seed": ["a seed", ""],
    "sum": ["50", "12.50"],
    "fee": ["10", ""],
    "reason": ["a late arrival"],
    "email": ["ada@topcut.example"],
}
PLAIN = ["Third", "Lunch until 14:00", "2", "4", ""]
PRIZES = ["1st 50\n2nd 30 playmat", "1st 60%\n2nd 40%", "x-0 10"]

ODD = [
    *("", " ", "\t", "\x00", "a\x00b", "\x1b[31m", "\x7f", "\x85", "\ud800", "\udfff\ud800", "￾", "￿"),
    *(
        "\u200b",
        "\u2060\u200d",
        "\u202eelba\u202c",
        "\u2066",
        "\ufeff",
        "\u061c",
        "\U000e0041",
        "e" + "\u0301" * 500,
    ),
    *("a" * 10_000, "١", "½", "²", "１２", "Ⅷ", "\u2028", "\r\n", "a\r\nSet-Cookie: b=c", "🏴‍☠️", "ﷺ" * 300),
    *(
        "-1",
        "0",
        "1",
        "1.5",
        "1e3",
        "1e999",
        "-1e999",
        "nan",
        "inf",
        "0x10",
        "1_000",
        "+1",
        " 1 ",
        "1,5",
        "--1",
    ),
    *("99999", "100000", "100001", "2147483647", "2147483648", "9223372036854775807", "9223372036854775808"),
    *(
        "9" * 400,
        "9" * 5000,
        "null",
        "true",
        "[]",
        "{}",
        "[" * 3000,
        '{"a":' * 3000,
        '"\\ud800"',
        '["\\u0000"]',
    ),
    *(
        '{"matches": [[1, "F", "S1", "S2"]]}',
        '{"matches": [[1, "F", "S1", "S99999999999"]]}',
        "{name}",
        "%s%n",
        "%",
    ),
    *(
        "{{7*7}}",
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "../../etc/passwd",
        "//evil.example/",
        "javascript:1",
    ),
    *(
        "=1+1",
        "@SUM(1)",
        "2026-02-30",
        "0001-01-01",
        "9999-12-31",
        "24:00",
        "25:61",
        "Nowhere/Nothing",
        "p1",
        "p99",
    ),
]
# Placeholder for a value of another page or event.
OTHERS = "another's"
odd = st.sampled_from(ODD) | st.text(max_size=30) | st.integers().map(str) | st.floats().map(str)


def typical_values(random, control) -> list:
    """Return typical values of a field; empty if it is not sent."""
    if control.kind == "checkbox":
        is_ticked = random.random() < (0.7 if control.checked else 0.4)
        return [control.value or "on"] if is_ticked else []
    if control.name == "csrfmiddlewaretoken":
        return [SECRET]
    if control.kind == "hidden":
        return [control.value]
    if control.value and random.random() < 0.5:
        return [control.value]
    if control.kind == "select":
        return [random.choice(control.options or [control.value])]
    if control.kind == "number":
        low = int_or(control.low, 1)
        return [str(random.randint(low, max(low, min(int_or(control.high, 9), low + 9))))]
    return [random.choice(PRIZES if control.name.startswith("prizes_") else VALUES.get(control.name, PLAIN))]


def int_or(text, default):
    return int(text) if text.lstrip("-").isdigit() else default


def fill_form(random, form) -> list:
    """Return (name, value) pairs of a typical form; one for radio buttons of the same name."""
    pairs, radio_groups = [], {}
    for control in form.fields:
        if control.kind == "radio":
            radio_groups.setdefault(control.name, []).append(control)
        elif control.kind != "file":
            pairs += [(control.name, value) for value in typical_values(random, control)]
    for name, group in radio_groups.items():
        checked = [control.value for control in group if control.checked]
        keeps = checked and random.random() < 0.5
        pairs.append((name, checked[0] if keeps else random.choice(group).value))
    return pairs


def spoil_pairs(random, pairs: list, values: list[str]) -> list:
    """Return the pairs with a fault for each value: it replaces another, is added, or a field is dropped.

    The CSRF token stays.
    """
    pairs = list(pairs)
    for value in values:
        places = [at for at, (name, _value) in enumerate(pairs) if name != "csrfmiddlewaretoken"]
        # Visible fields are spoiled more often than hidden ones.
        visible = [at for at in places if pairs[at][0] not in ("key", "version")]
        if not places or random.random() < 0.1:
            pairs.append((random.choice(("part", "entry", "picked", "\u202e", "a" * 3000)), value))
            continue
        at = random.choice(visible if visible and random.random() < 0.8 else places)
        fault = random.choice(("replace", "replace", "replace", "drop", "add"))
        if fault == "replace":
            pairs[at] = (pairs[at][0], value)
        elif fault == "drop":
            del pairs[at]
        else:
            pairs.insert(random.choice((at, len(pairs))), (pairs[at][0], value))
    return pairs


def urlencoded(pairs) -> bytes:
    """Return the body of a form as a browser sends it, except that lone surrogates stay."""
    return b"&".join(escaped(name) + b"=" + escaped(value) for name, value in pairs)


def escaped(text) -> bytes:
    return quote_from_bytes(encoded(text)).encode()


def encoded(text) -> bytes:
    return text.encode("utf-8", "surrogatepass")


BOUNDARY = "a-line-between"


def multipart(pairs, files=()) -> bytes:
    """Return the body of a multipart form; `files` are (name, file name, bytes)."""
    parts = [(f'name="{name}"', encoded(value)) for name, value in pairs]
    parts += [(f'name="{name}"; filename="{file_name}"', content) for name, file_name, content in files]
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    body = b"".join(head + encoded(header) + b"\r\n\r\n" + value + b"\r\n" for header, value in parts)
    return body + f"--{BOUNDARY}--\r\n".encode()
