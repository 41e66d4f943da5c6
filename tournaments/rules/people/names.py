"""Compares names of people: equal apart from spelling, or near enough to ask."""

import re
from unicodedata import category, normalize

# Marks above and below letters of alphabets. Marks of other scripts, such as Thai vowels, tell names apart.
ACCENTS = re.compile("[\u0300-\u036f]")
# Letters with a stroke, and ligatures, have no decomposition; static/app.js has the same, of lower case.
PLAIN_LETTERS = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
    | {"ẞ": "SS", "Ł": "L", "Ø": "O", "Đ": "D", "Ð": "D", "Þ": "TH", "Æ": "AE", "Œ": "OE"}
)
MAX_KEY_LENGTH = 300
# A shorter word is an initial, which most names share.
MIN_WORD_LENGTH = 2
# A word of fewer letters differs from too many others by one letter.
MIN_TYPO_LENGTH = 5
# An abbreviation of fewer letters begins too many first names: "Al", "Jo".
MIN_SHORT_FORM_LENGTH = 3
# Groups of first names for the same person that do not begin alike. Longer forms that do, such as Alex and
# Alexander, need no entry.
FIRST_NAMES = (
    "ana ann anna anne",
    "andy andrew andrea andreas andres drew",
    "abby abigail",
    "bill billy will willy william",
    "bob bobby rob robbie robert",
    "becky rebecca",
    "betty beth liz lizzie elizabeth eliza",
    "charlie charles chuck karl",
    "dick rick ricky richard",
    "ed eddie ted edward edmund",
    "fran frances francis francisco paco frank",
    "gert gerrit gerard",
    "hana hanna hannah",
    "hank harry henry",
    "hans johann johannes jan",
    "jack jacky john johnny jon jonathan",
    "jim jimmy james jamie",
    "jo joe joey joseph jose pepe josef sepp",
    "kate katie kathy katherine catherine cathy",
    "larry lawrence laurence",
    "maggie meg peggy margaret margarita",
    "mandy amanda",
    "mike mick micky mikey michael michele miguel michal",
    "nacho ignacio",
    "nick nicky nico nicolas nicholas klaus claus",
    "pat paddy patrick patricia trish tricia",
    "pete peter pedro piotr",
    "phil pip philip phillip felipe",
    "sara sarah",
    "sandy sasha alexander alexandra alejandro alex",
    "steve stevie steven stephen stefan esteban",
    "sue susie susan suzanne",
    "tom tommy thomas tomas",
    "tony antonio anthony anton toni",
    "vicky victoria",
)
SAME_FIRST_NAME = {}
for _group in FIRST_NAMES:
    for _name in _group.split():
        SAME_FIRST_NAME[_name] = {*SAME_FIRST_NAME.get(_name, ()), *_group.split()}


def name_key(name: str) -> str:
    """Return the words of a name in alphabetical order, without case, accents and commas.

    Two names are the same if their keys are: "Müller, Jürgen" and "jurgen MULLER". A name of commas and
    accents alone is its own key. Case and accents can make a name longer: a key is cut, as its column is.
    """
    letters = ACCENTS.sub("", normalize("NFKD", name).casefold().translate(PLAIN_LETTERS))
    key = " ".join(sorted(letters.replace(",", " ").split())) or name.casefold()
    return key[:MAX_KEY_LENGTH]


def is_typed(text: str, name: str) -> bool:
    """Return whether a text is a name as it is read: kinds of spaces and invisible marks do not count."""
    return as_read(text) == as_read(name)


def as_read(text: str) -> str:
    visible = "".join(letter for letter in normalize("NFC", text) if category(letter) != "Cf")
    return " ".join(visible.split())


def name_words(key: str) -> frozenset[str]:
    """Return the words of a key, parted at hyphens and apostrophes, initials without their dot."""
    words = re.split(r"[\s\-‐-―'’ʼ]+", key)
    return frozenset(word.strip(".") for word in words) - {""}


def first_name_and_initial(name: str) -> str:
    """Return a name with the family name shortened: "Eva Duarte" and "Duarte, Eva" → "Eva D."."""
    family, comma, given = name.partition(",")
    words = [*given.split(), *family.split()] if comma else name.split()
    if len(words) < 2:
        return name
    last = family.split() if comma and family.split() else words[-1:]
    return f"{words[0]} {last[0][0]}."


def are_near(key: str, other: str) -> bool:
    """Return whether two keys of different names may be the same person's.

    They share a word, mostly the family name, and the others are short forms, initials, typing errors of one
    letter, or there in one of the names alone. A single name is never near.
    """
    words, others = name_words(key), name_words(other)
    if words == others:
        return True
    common = words & others
    if not any(len(word) >= MIN_WORD_LENGTH for word in common):
        return False
    fewer, more = sorted((words - common, others - common), key=len)
    # "Ana Popescu" beside "Ana Maria Popescu", but never "Ana" alone.
    if not fewer:
        return len(common) > 1
    return all(any(are_words_near(word, candidate) for candidate in more) for word in fewer)


def are_words_near(word: str, other: str) -> bool:
    """Return whether one word is an initial, a short form or a mistyped form of the other."""
    short, long = sorted((word, other), key=len)
    if len(short) == 1 or (len(short) >= MIN_SHORT_FORM_LENGTH and long.startswith(short)):
        return long.startswith(short)
    if other in SAME_FIRST_NAME.get(word, ()):
        return True
    return len(short) >= MIN_TYPO_LENGTH and is_one_typo(short, long)


def is_one_typo(short: str, long: str) -> bool:
    """Return whether one letter was added, left out or replaced, or two neighbours were swapped."""
    if len(long) - len(short) > 1:
        return False
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    is_swapped = short[start : start + 2] == long[start : start + 2][::-1]
    return short[start + 1 :] == long[start + 1 :] or (is_swapped and short[start + 2 :] == long[start + 2 :])
