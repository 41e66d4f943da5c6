"""Put block elements and the tags of Jinja around them on lines of their own, where whitespace means nothing.

loosen.py FOLDER [FILE…]: rewrites the files. Then djangofmt can format them readably.
"""
import re, sys, textwrap
from functools import cache
from pathlib import Path

BLOCK = set("""address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form
h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav ol optgroup option p script section style summary table
tbody td tfoot th thead title tr ul br
path use circle rect line g symbol defs""".split())
FLEX = set("row row-with-link row-actions page-actions actions page-head form-end small-buttons action-strip legend fields columns facts sidebar-desk".split())
BLOCK_CLASSES = set("row-lead row-main row-end row-actions small-buttons".split())
VOID = set("area base br col embed hr img input link meta source track wbr path use circle rect line".split())
MACROS = {"field_row", "live_fragment", "form_errors", "error_summary", "choice"}
JINJA = re.compile(r"\{%-?.*?-?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
RAW = re.compile(r"<(textarea|pre|script|style)\b.*?</\1>", re.S)


def tokenize(text):
    """Return [(kind, text)]: tag, block, expr, comment, text, raw."""
    tokens, at, buffer = [], 0, ""
    def flush():
        nonlocal buffer
        if buffer:
            tokens.append(("text", buffer))
            buffer = ""
    while at < len(text):
        if match := RAW.match(text, at):
            flush(); tokens.append(("raw", match[0])); at = match.end(); continue
        if match := JINJA.match(text, at):
            flush()
            kind = {"%": "block", "{": "expr", "#": "comment"}[match[0][1]]
            tokens.append((kind, match[0])); at = match.end(); continue
        if match := re.compile(r"<(/?)([a-zA-Z][\w-]*)|<!--.*?-->|<!doctype[^>]*>", re.S | re.I).match(text, at):
            flush()
            if match[2] is None:
                tokens.append(("raw", match[0])); at = match.end(); continue
            end, quote = match.end(), ""
            while True:
                if inner := JINJA.match(text, end):
                    end = inner.end(); continue
                char = text[end]; end += 1
                if quote:
                    if char == quote: quote = ""
                elif char in "\"'": quote = char
                elif char == ">": break
            tokens.append(("tag", text[at:end])); at = end; continue
        buffer += text[at]; at += 1
    flush()
    return tokens


OPEN = {"if", "for", "with", "block", "autoescape", "macro", "call", "filter"}
def word(token):
    match = re.match(r"\{%-?\s*(\w+)", token[1])
    name = match[1] if match else ""
    if name == "set" and "=" not in token[1]:
        return "setblock"
    return name

def element(token):
    return re.match(r"</?([\w-]+)", token[1])[1].lower()


class File:
    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.text = (folder / name).read_text()
        self.tokens = tokenize(self.text)
        self.pair()
        self.find_levels()
        self.memo = {}

    def find_levels(self):
        """Tokens of tags that are blocks: by name, by class, or as items of a flex container."""
        self.blocks, self.edges, stack = set(), set(), []
        for i, token in enumerate(self.tokens):
            if token[0] != "tag": continue
            name = element(token)
            if token[1].startswith("</"):
                while stack:
                    opened, is_block, _, start = stack.pop()
                    if opened == name: break
                else:
                    is_block = False
                if is_block or name in BLOCK: self.blocks.add(i)
                if is_block and name not in BLOCK and name not in ("button", "label") and sum(
                    len(t[1]) for t in self.tokens[start:i]
                ) > 80 and any(t[0] in ("tag", "block") for t in self.tokens[start + 1 : i]):
                    self.edges |= {start, i - 1}
                continue
            match = re.search(r'\sclass="([^"]*)"', token[1])
            classes = set(re.sub(r"\{[{%].*?[%}]\}", " ", match[1]).split()) if match else set()
            parent = stack[-1][2] if stack else set()
            is_block = bool(name in BLOCK or classes & (FLEX | BLOCK_CLASSES) or parent & FLEX
                            or name == "small" and "row-main" in parent)
            if is_block: self.blocks.add(i)
            if name not in VOID and not token[1].endswith("/>"):
                stack.append((name, is_block, classes, i))

    def pair(self):
        """match: index of opening → indices of its else/elif and end; owner: the other way."""
        self.parts, self.owner, stack = {}, {}, []
        for i, token in enumerate(self.tokens):
            if token[0] != "block": continue
            name = word(token)
            if name in OPEN or name == "setblock":
                stack.append([i]); self.parts[i] = stack[-1]; self.owner[i] = i
            elif name in ("else", "elif"):
                stack[-1].append(i); self.owner[i] = stack[-1][0]
            elif name.startswith("end"):
                stack[-1].append(i); self.owner[i] = stack[-1][0]; stack.pop()

    def left(self, i):
        """Whether whitespace after token i means nothing by what is left of it."""
        if i < 0: return False
        key = ("l", i)
        if key not in self.memo:
            self.memo[key] = True  # a circle of loops
            self.memo[key] = self.find_left(i)
        return self.memo[key]

    def find_left(self, i):
        kind, text = self.tokens[i]
        if kind == "tag": return i in self.blocks
        if kind == "text": return text[-1].isspace()
        if kind == "raw": return text.startswith(("<script", "<style", "<!"))
        if kind == "comment": return self.left(i - 1)
        if kind == "expr": return is_macro(text)
        name = word(self.tokens[i])
        if name in ("set", "from", "import", "extends"): return name == "extends" or self.left(i - 1)
        if name == "include": return include_edge(self.folder, text, "right")
        if name in ("macro", "setblock", "endset", "endmacro", "call", "endcall", "filter", "endfilter"):
            return name in ("endmacro",)
        first = self.owner[i]
        parts = self.parts[first]
        kind_of = word(self.tokens[first])
        if i == first:
            ok = self.left(i - 1)
            if kind_of == "for": ok = ok and self.left(parts[1] - 1)
            if kind_of == "block": ok = False if i == 0 else self.left(i - 1)
            return ok
        if name in ("else", "elif"): return self.left(first - 1)
        # an end
        ok = all(self.left(part - 1) for part in parts[1:])
        has_else = any(word(self.tokens[p]) == "else" for p in parts[1:-1])
        if kind_of == "if" and not has_else or kind_of == "for" and not has_else:
            ok = ok and self.left(first - 1)
        return ok

    def right(self, i):
        if i >= len(self.tokens): return False
        key = ("r", i)
        if key not in self.memo:
            self.memo[key] = True
            self.memo[key] = self.find_right(i)
        return self.memo[key]

    def find_right(self, i):
        kind, text = self.tokens[i]
        if kind == "tag": return i in self.blocks
        if kind == "text": return text[0].isspace()
        if kind == "raw": return text.startswith(("<script", "<style", "<!"))
        if kind == "comment": return self.right(i + 1)
        if kind == "expr": return is_macro(text)
        name = word(self.tokens[i])
        if name in ("set", "from", "import", "extends"): return self.right(i + 1)
        if name == "include": return include_edge(self.folder, text, "left")
        if name in ("macro", "setblock", "endset", "endmacro", "call", "endcall", "filter", "endfilter"):
            return False
        first = self.owner[i]
        parts = self.parts[first]
        kind_of = word(self.tokens[first])
        end = parts[-1]
        if i == first:
            if kind_of in ("if", "for"):
                has_else = any(word(self.tokens[p]) == "else" for p in parts[1:-1])
                ok = self.right(first + 1) and all(self.right(p + 1) for p in parts[1:-1])
                return ok and (has_else or self.right(end + 1))
            return self.right(i + 1)
        if name in ("else", "elif"):
            return self.right(end + 1)
        ok = self.right(end + 1)
        if kind_of == "for": ok = ok and self.right(first + 1)
        return ok

    def has_blocks(self, i):
        """Whether the statement of token i contains a block element at any depth, or an include."""
        first = self.owner.get(i)
        if first is None:
            return word(self.tokens[i]) == "include" and include_edge(self.folder, self.tokens[i][1], "right")
        for j in range(first + 1, self.parts[first][-1]):
            token = self.tokens[j]
            if token[0] == "tag" and j in self.blocks and element(token) not in {"br", "use", "path", "circle", "rect", "line"}: return True
            if token[0] == "expr" and is_macro(token[1]): return True
            if token[0] == "block" and word(token) == "include": return True
        return False

    def loosen(self):
        out = []
        for i, token in enumerate(self.tokens):
            out.append(token[1])
            if i + 1 == len(self.tokens): break
            following = self.tokens[i + 1]
            if "text" in (token[0], following[0]):
                # text with whitespace at its edge stays as it is
                if token[0] == "text" and token[1][-1].isspace() or following[0] == "text" and following[1][0].isspace(): continue
            if token[1].endswith("-%}") or following[1].startswith("{%-"): continue
            near = [j for j in (i, i + 1) if self.tokens[j][0] == "block" and self.has_blocks(j)
                    or self.tokens[j][0] == "expr" and is_macro(self.tokens[j][1])]
            siblings = token[0] == following[0] == "tag" and following[1][1] != "/" and (
                token[1][1] == "/" or element(token) in VOID) and i in self.blocks and i + 1 in self.blocks
            if not near and not siblings and i not in self.edges: continue
            if self.left(i) or self.right(i + 1):
                out.append("\n")
        return "".join(out)


def is_macro(text):
    match = re.match(r"\{\{-?\s*(\w+)\(", text)
    return bool(match) and match[1] in MACROS

@cache
def load(folder, name):
    return File(folder, name)

@cache
def include_edge(folder, text, side):
    match = re.search(r'"([^"]+)"', text)
    if not match or not (folder / match[1]).exists() or " ~ " in text: return False
    file = load(folder, match[1])
    if not file.tokens: return True
    if side == "left":
        i = 0
        while i < len(file.tokens) and (file.tokens[i][0] == "comment" or file.tokens[i][0] == "text" and not file.tokens[i][1].strip()): i += 1
        return file.right(i)
    i = len(file.tokens) - 1
    while i >= 0 and (file.tokens[i][0] == "comment" or file.tokens[i][0] == "text" and not file.tokens[i][1].strip()): i -= 1
    return file.left(i)


STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")

def arguments(text):
    """Split the arguments of a call at top-level commas."""
    out, depth, at, start = [], 0, 0, 0
    while at < len(text):
        if match := STRING.match(text, at):
            at = match.end(); continue
        if text[at] in "([{": depth += 1
        if text[at] in ")]}": depth -= 1
        if text[at] == "," and not depth:
            out.append(text[start:at].strip()); start = at + 1
        at += 1
    out.append(text[start:].strip())
    return out


def split_string(literal):
    quote, body = literal[0], literal[1:-1]
    if len(body) <= 100: return literal
    words, lines, line = re.split(r"(?<= )", body), [], ""
    for w in words:
        if line and len(line) + len(w) > 88:
            lines.append(line); line = ""
        line += w
    lines.append(line)
    return "\n".join(f"{quote}{l}{quote}" for l in lines)


def split_calls(text):
    """Break long calls of _() and ngettext(): each string and the values on lines of their own."""
    out, at = [], 0
    for start in re.finditer(r"(?<![\w.])(_|ngettext|query)\(", text):
        if start.start() < at: continue
        end, depth = start.end(), 1
        while depth:
            if match := STRING.match(text, end):
                end = match.end(); continue
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        call = text[start.start():end]
        out.append(text[at:start.start()]); at = end
        if len(call) <= 100:
            out.append(call); continue
        parts = [split_string(part) if STRING.fullmatch(part) else part for part in arguments(text[start.end():end - 1])]
        strings = [part for part in parts if part[0] in "\"'"]
        values = ", ".join(part for part in parts if part[0] not in "\"'")
        if start[1] == "query":
            out.append("query(" + ",\n".join(parts) + ")"); continue
        out.append(f"{start[1]}(" + ",\n".join([*strings, *([values] if values else [])]) + ")")
    return "".join([*out, text[at:]])


def wrap_comments(text):
    def fix(match):
        if max(map(len, match[0].split("\n"))) <= 118: return match[0]
        end = "-#}" if match[0].endswith("-#}") else "#}"
        body = " ".join(match[0][2:-len(end)].split())
        return "{#\n" + textwrap.fill(body, 118) + f"\n{end}"
    return re.sub(r"\{#.*?#\}", fix, text, flags=re.S)


def split_strings(text):
    return re.sub(r"\{\{.*?\}\}|\{%.*?%\}", lambda match: split_calls(match[0]), text, flags=re.S)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    names = sys.argv[2:] or sorted(str(p.relative_to(folder)) for p in folder.rglob("*.jinja"))
    results = {}
    for name in names:
        if name.endswith((".txt.jinja", ".js.jinja")): continue
        try:
            results[name] = wrap_comments(load(folder, name).loosen())
        except Exception as error:
            print(name, repr(error))
    for name, text in results.items():
        (folder / name).write_text(split_strings(text))
