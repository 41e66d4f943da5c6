"""What is typed into a form: mostly what belongs there, now and then what nobody would think of."""

from urllib.parse import quote_from_bytes

from hypothesis import strategies as st

from tests.fuzz.hall import SECRET

RESULTS = (
    "2-1 2-0 0-2 1-1-1 draw 1-2 3-0 1 2 3 clear double-loss no-show~2 concede~1 places~1-2-3-4 places~1-2-3 "
    "draw~1~2 points~6-0 vp~75-40 2-1-5 1-0"
)
WORDS = {
    "said": RESULTS.replace(" ", "|").replace("~", " ").split("|"),
    "names": ["Ada", "Ada; Lantern Club; 1800; B\nGrace", "Émile\nZoë\n李雷"],
    "first": ["2", "1"],
    "second": ["0", "1"],
    "drawn": ["", "1"],
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
# In place of a value: one of another page or event.
OTHERS = "another's"
odd = st.sampled_from(ODD) | st.text(max_size=30) | st.integers().map(str) | st.floats().map(str)


def usual(chance, one) -> list:
    """What somebody could mean to send in this field: a list, for a field may be sent not at all."""
    if one.kind == "checkbox":
        ticked = chance.random() < (0.7 if one.checked else 0.4)
        return [one.value or "on"] if ticked else []
    if one.name == "csrfmiddlewaretoken":
        return [SECRET]
    if one.kind == "hidden":
        return [one.value]
    if one.value and chance.random() < 0.5:
        return [one.value]
    if one.kind == "select":
        return [chance.choice(one.options or [one.value])]
    if one.kind == "number":
        low = whole(one.low, 1)
        return [str(chance.randint(low, max(low, min(whole(one.high, 9), low + 9))))]
    return [chance.choice(PRIZES if one.name.startswith("prizes_") else WORDS.get(one.name, PLAIN))]


def whole(text, otherwise):
    return int(text) if text.lstrip("-").isdigit() else otherwise


def filled(chance, form) -> list:
    """(name, value) pairs that a good form sends; of radio buttons of one name, one."""
    sent, rings = [], {}
    for one in form.fields:
        if one.kind == "radio":
            rings.setdefault(one.name, []).append(one)
        elif one.kind != "file":
            sent += [(one.name, value) for value in usual(chance, one)]
    for name, ring in rings.items():
        now = [one.value for one in ring if one.checked]
        sent.append((name, now[0] if now and chance.random() < 0.5 else chance.choice(ring).value))
    return sent


def spoiled(chance, sent: list, values: list[str]) -> list:
    """The same with a fault for each of the values: it is where it does not belong, or a field twice or not
    at all. What lets a form in stays."""
    sent = list(sent)
    for value in values:
        places = [at for at, (name, _value) in enumerate(sent) if name != "csrfmiddlewaretoken"]
        # What people type is spoiled more often than what the page carries along.
        typed = [at for at in places if sent[at][0] not in ("key", "version")]
        if not places or chance.random() < 0.1:
            sent.append((chance.choice(("part", "entry", "picked", "\u202e", "a" * 3000)), value))
            continue
        at = chance.choice(typed if typed and chance.random() < 0.8 else places)
        how = chance.choice(("put", "put", "put", "drop", "twice"))
        if how == "put":
            sent[at] = (sent[at][0], value)
        elif how == "drop":
            del sent[at]
        else:
            sent.insert(chance.choice((at, len(sent))), (sent[at][0], value))
    return sent


def urlencoded(sent) -> bytes:
    """As a browser sends it, but for what no browser would: lone surrogates go as they are."""
    return b"&".join(escaped(name) + b"=" + escaped(value) for name, value in sent)


def escaped(text) -> bytes:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass")).encode()


BOUNDARY = "a-line-between"


def multipart(sent, files=()) -> bytes:
    """The same in parts; `files` are (name, file name, bytes)."""
    parts = [(f'name="{name}"', value.encode("utf-8", "surrogatepass")) for name, value in sent]
    parts += [(f'name="{name}"; filename="{called}"', content) for name, called, content in files]
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    body = b"".join(
        head + said.encode("utf-8", "surrogatepass") + b"\r\n\r\n" + value + b"\r\n" for said, value in parts
    )
    return body + f"--{BOUNDARY}--\r\n".encode()
