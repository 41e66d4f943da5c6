#!/usr/bin/env python
"""Convert Django templates to Jinja2: convert.py templates/lists/index.html … (writes index.jinja beside it).

Reads /tmp/jinja/trace.json if it is there: what each variable was in the tests (method, item of a dict, missing).
What it is unsure of is printed as a warning `file: …`.
"""

import json
import re
import sys
from pathlib import Path

from django.template.base import filter_re
from django.utils.text import smart_split

TRACE_FILE = Path("/tmp/jinja/trace.json")
TRACE = json.loads(TRACE_FILE.read_text()) if TRACE_FILE.exists() else {}
TAG = re.compile(r"(\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})", re.S)
OPERATORS = {"and", "or", "not", "in", "is", "==", "!=", "<", ">", "<=", ">="}
DICT_METHODS = {"items", "values", "keys", "get", "pop", "update", "copy", "clear"}
# Includes that are macros: path → (macro, positional parameters, other parameters).
MACROS = {
    "forms/_field.html": ("forms/macros.jinja", "field_row", ("field",), {"hint", "big"}),
    "forms/_choice.html": ("forms/macros.jinja", "choice", ("field", "value", "option", "loop.first"), set()),
    "forms/_errors.html": ("forms/macros.jinja", "form_errors", ("form",), set()),
    "forms/_error_summary.html": ("forms/macros.jinja", "error_summary", ("form",), set()),
    "forms/_guard.html": ("forms/macros.jinja", "guard", (), set()),
    "_live.html": ("_live.jinja", "live_fragment", ("fragment",), {"class"}),
}
LITERAL_LENGTH = 88


class Converter:
    def __init__(self, name, source):
        self.name, self.source, self.warnings = name, source, []
        self.macros = {}
        self.facts, self.stack, self.guards = set(), [], []

    def warn(self, text):
        self.warnings.append(f"{self.name}: {text}")

    def trace(self, var):
        return TRACE.get(f"{self.name}\t{var}")

    # Expressions

    def var(self, text, test=False):
        """Return a variable's lookups; `test`: in a condition, where Django took what is missing as false."""
        if re.fullmatch(r"-?\d+(\.\d+)?", text) or text[0] in "\"'":
            return text
        if text in ("True", "False", "None"):
            return text.lower()
        if text.startswith("_("):
            return text
        if text.startswith("forloop."):
            return self.forloop(text)
        if text == "block.super":
            return "super()"
        trace = self.trace(text)
        bits, out, guards = text.split("."), "", []
        for index, bit in enumerate(bits):
            kinds = trace["bits"][index] if trace and index < len(trace["bits"]) else []
            missing = [kind for kind in kinds if kind.startswith("missing")]
            known = [kind for kind in kinds if not kind.startswith(("missing", "error"))]
            if index == 0:
                if missing:
                    guards.append(f"{bit} is defined")
                out = {"LANGUAGE_CODE": "get_language()"}.get(bit, bit)
            else:
                for kind in missing:
                    owner = kind.partition(":")[2]
                    if owner in ("NoneType", "str", "SafeString", "bool"):
                        if out not in guards:
                            guards.append(out)
                    else:
                        guards.append(f"{out}[{bit}] is defined" if bit.isdigit() else f"{out}.{bit} is defined")
                if bit.isdigit():
                    out += f"[{bit}]"
                elif "clash" in known:
                    out += f'["{bit}"]'
                else:
                    out += f".{bit}"
            if any(kind.endswith("+call") for kind in known):
                out += "()"
                if not all(kind.endswith("+call") for kind in known):
                    self.warn(f"{text}: sometimes a method: {known}")
            elif not known and bit in DICT_METHODS and index:
                out += "()"
                self.warn(f"{text}: taken as a method, never rendered")
        if not trace:
            self.untraced.add(text)
        guards = [guard for guard in dict.fromkeys(guards) if not self.known(guard)]
        if test:
            own = f"{out} is defined"
            if own in guards and trace["types"] == ["BoundField"]:
                parts = guards
            else:
                parts = [*guards, out]
            self.operand_facts = parts
            return parts[0] if len(parts) == 1 else f"({' and '.join(parts)})"
        self.guards += guards
        return out

    def known(self, guard):
        if guard in self.facts:
            return True
        name = guard.removesuffix(" is defined")
        return name != guard and any(
            fact == name or fact.startswith((name + ".", name + "[")) for fact in self.facts
        )

    untraced: set = set()

    def forloop(self, text):
        parents = text.count("parentloop")
        last = text.rpartition(".")[2]
        if parents:
            self.warn(f"{text}: set the outer loop's name by hand")
        names = {
            "counter": "index", "counter0": "index0", "revcounter": "revindex", "revcounter0": "revindex0",
        }  # fmt: skip
        return "outer." * parents + ("" if parents else "loop.") + names.get(last, last)

    def expr(self, token, test=False, nested=False):
        """Return a filter expression."""
        self_guards = getattr(self, "guards", [])
        self.guards = []
        pos, out, compound = 0, None, False
        for match in filter_re.finditer(token):
            if match.start() != pos:
                self.warn(f"cannot parse {token!r}")
                return token
            pos = match.end()
            if out is None:
                if match["constant"]:
                    out = match["constant"]
                    base = out
                else:
                    base = match["var"]
                    out = self.var(base, test and "|" not in token)
                continue
            arg = None
            if match["constant_arg"]:
                arg = match["constant_arg"]
            elif match["var_arg"]:
                arg = self.var(match["var_arg"])
            out, compound = self.filter(out, match["filter_name"], arg, base, match["var_arg"], compound)
        if pos != len(token):
            self.warn(f"cannot parse {token!r}")
        guards, self.guards = self.guards, self_guards
        if guards:
            condition = " and ".join(dict.fromkeys(guards))
            if test:
                out = f"({condition} and {out})"
                compound = False
            else:
                out = f"{out} if {condition}"
                if nested:
                    out = f"({out} else none)"
                self.warn(f"guarded: {out}")
        if compound and nested:
            out = f"({out})"
        return out

    def filter(self, value, name, arg, base, var_arg, compound):
        plain = value if not compound else f"({value})"
        if name in ("capfirst", "length", "urlencode", "linebreaks", "safe", "last", "first", "upper", "lower"):
            if name == "urlencode" and arg is not None:
                return f"quote({value})", False
            return f"{plain}|{name}", False
        if name == "join":
            return f"{plain}|join({arg})", False
        if name == "default":
            trace = self.trace(base)
            return f"{plain} or {arg}", True
        if name == "default_if_none":
            return f"{value} if {value} is not none else {arg}", True
        if name == "yesno":
            parts = arg.strip("\"'").split(",")
            if len(parts) == 2:
                quote = arg[0]
                return f"{quote}{parts[0]}{quote} if {value} else {quote}{parts[1]}{quote}", True
        if name == "unlocalize":
            return value, compound
        if name == "slice":
            return f"{plain}[{arg.strip(chr(34) + chr(39))}]", False
        if name == "stringformat" and arg.strip("\"'") in ("s", "d"):
            return f"{plain}|string", False
        if name == "date":
            return f"{plain}|date({arg})", False
        if name == "add":
            types = set((self.trace(base) or {}).get("types", ()))
            arg_types = set((self.trace(var_arg) or {}).get("types", ())) if var_arg else set()
            if base[0] in "\"'" or types & {"str", "SafeString"} or arg and arg[0] in "\"'" and not arg[1:-1].isdigit():
                return f"{plain} ~ {arg}", True
            if types and types <= {"int"} or arg and re.fullmatch(r"-?\d+", arg):
                return (f"{plain} - {arg[1:]}" if arg.startswith("-") else f"{plain} + {arg}"), True
            if types and types <= {"list", "tuple"}:
                return f"{plain} + {arg}", True
            self.warn(f"add of {base}: {types} {arg_types}")
            return f"{plain} + {arg}", True
        self.warn(f"filter {name}")
        return f"{plain}|{name}" + (f"({arg})" if arg else ""), False

    def condition(self, bits):
        """Return the text of a condition; sets what is known where it is true and where it is false."""
        before, group = set(self.facts), []
        pieces, k = [], 0
        known = []
        while k < len(bits):
            if bits[k] == "or":
                self.facts = set(before)
                pieces.append("or")
                k += 1
                continue
            if bits[k] == "and":
                pieces.append("and")
                k += 1
                continue
            span = []
            while k < len(bits) and bits[k] not in ("and", "or"):
                span.append(bits[k])
                k += 1
            negated = span[0] == "not"
            operand = span[1:] if negated else span
            if len(operand) == 1:
                self.operand_facts = []
                text = self.expr(operand[0], test=True, nested=True)
                facts = self.operand_facts
                if not negated:
                    self.facts |= set(facts)
                    known += facts
                pieces.append(f"not {text}" if negated else text)
            else:
                texts, guards = [], []
                for bit in operand:
                    if bit in OPERATORS:
                        texts.append(bit)
                        continue
                    item = self.comparison_operand(bit)
                    if isinstance(item, tuple):
                        guards += item[1]
                        item = item[0]
                    texts.append(item)
                guards = list(dict.fromkeys(guards))
                text = " ".join(texts)
                if guards:
                    text = f"({' and '.join([*guards, text])})"
                    if operand[1] in ("!=",) or "not" in operand:
                        self.warn(f"missing on one side of a negation: {text}")
                elif negated:
                    text = f"({text})"
                if not negated:
                    self.facts |= set(guards)
                    known += guards
                pieces.append(f"not {text}" if negated else text)
        self.facts = before
        self.if_facts = [] if "or" in bits else known
        self.else_facts = []
        if bits[0] == "not" and len(bits) == 2:
            self.operand_facts = []
            self.expr(bits[1], test=True, nested=True)
            self.else_facts = self.operand_facts
        text = " ".join(pieces)
        if len(pieces) == 1 and text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1]
        if "or" not in bits:
            text = re.sub(r"(?:^|(?<=and ))\((\w[^()]*(?:\(\)[^()]*)*)\)(?= and|$)", lambda m: m[0] if " or " in m[1] or " if " in m[1] else m[1], text)
        return text

    def comparison_operand(self, bit):
        saved = getattr(self, "guards", [])
        self.guards = []
        holder = []
        pos, out, compound, base = 0, None, False, None
        for match in filter_re.finditer(bit):
            pos = match.end()
            if out is None:
                base = match["constant"] or match["var"]
                out = match["constant"] or self.var(base)
                continue
            arg = match["constant_arg"] or (self.var(match["var_arg"]) if match["var_arg"] else None)
            out, compound = self.filter(out, match["filter_name"], arg, base, match["var_arg"], compound)
        guards, self.guards = self.guards, saved
        if compound:
            out = f"({out})"
        return (out, tuple(guards)) if guards else out

    # Translation

    def message(self, text, quote='"'):
        """Return a string literal; long ones are split into adjacent literals."""
        other = "'" if quote == '"' else '"'
        if quote in text and other not in text:
            quote = other
        text = text.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("\n", "\\n")
        if len(text) <= LITERAL_LENGTH + 16:
            return f"{quote}{text}{quote}"
        words, lines, line = re.split(r"(?<= )", text), [], ""
        for word in words:
            if line and len(line) + len(word) > LITERAL_LENGTH:
                lines.append(line)
                line = ""
            line += word
        lines.append(line)
        return "\n".join(f"{quote}{line}{quote}" for line in lines)

    def pairs(self, bits):
        out = []
        for bit in bits:
            name, _, value = bit.partition("=")
            out.append((name, self.expr(value, nested=True)))
        return out

    def block_translate(self, bits, tokens):
        """Return the call, and the name for `asvar`."""
        options, values, count, asvar, trimmed, k = {}, {}, None, None, False, 0
        while k < len(bits):
            bit = bits[k]
            if bit in ("with", "and"):
                k += 1
                while k < len(bits) and "=" in bits[k]:
                    name, _, value = bits[k].partition("=")
                    values[name] = self.expr(value)
                    k += 1
            elif bit == "count":
                name, _, value = bits[k + 1].partition("=")
                count = name, self.expr(value)
                k += 2
            elif bit == "asvar":
                asvar = bits[k + 1]
                k += 2
            elif bit == "trimmed":
                trimmed = True
                k += 1
            elif "=" in bit:
                name, _, value = bit.partition("=")
                values[name] = self.expr(value)
                k += 1
            else:
                self.warn(f"blocktranslate {bit}")
                k += 1
        parts, used = [""], []
        for token in tokens:
            if token.startswith("{{"):
                name = token[2:-2].strip()
                if "|" in name or "." in name:
                    self.warn(f"blocktranslate with {name}")
                parts[-1] += f"%({name})s"
                if name not in used:
                    used.append(name)
            elif token.startswith("{%"):
                parts.append("")
            else:
                parts[-1] += token.replace("%", "%%")
        if trimmed:
            parts = [" ".join(line.strip() for line in part.strip().splitlines()) for part in parts]
        arguments = []
        if count:
            arguments.append(f"{count[0]}={count[1]}")
        for name in used:
            if count and name == count[0]:
                continue
            arguments.append(f"{name}={values.pop(name, None) or self.var(name)}")
        for name in values:
            if name not in used:
                self.warn(f"blocktranslate: {name} is not used")
        reserved = [a for a in arguments if a.split("=")[0] in ("in", "is", "if", "else", "not", "and", "or", "true", "false", "none")]
        for a in reserved:
            self.warn(f"reserved: {a}")
        if not used and not count:
            parts = [part.replace("%%", "%") for part in parts]
        literals = [self.message(part) for part in parts]
        glue = ",\n" if any("\n" in literal for literal in literals) else ", "
        call = ("ngettext" if count else "_") + "(" + glue.join([*literals, *([", ".join(arguments)] if arguments else [])]) + ")"
        return call, asvar

    # Tags

    def url(self, bits):
        asvar = None
        if len(bits) > 2 and bits[-2] == "as":
            asvar = bits[-1]
            bits = bits[:-2]
        out = []
        for bit in bits:
            match = re.match(r"(\w+)=(.+)", bit)
            out.append(f"{match[1]}={self.expr(match[2], nested=True)}" if match else self.expr(bit, nested=True))
        return f"url({', '.join(out)})", asvar

    def include(self, bits):
        target, rest = bits[0], bits[1:]
        only = bool(rest) and rest[-1] == "only"
        if only:
            rest = rest[:-1]
            self.warn(f"include {target} … only")
        if rest and rest[0] == "with":
            rest = rest[1:]
        path = target.strip("\"'")
        if path in MACROS:
            file, macro, positional, allowed = MACROS[path]
            values = dict(self.pairs(rest))
            arguments = [values.pop(name, name) for name in positional]
            if values.keys() <= allowed:
                self.macros.setdefault(file, set()).add(macro)
                arguments += [f"{name}={value}" for name, value in values.items()]
                return f"{{{{ {macro}({', '.join(arguments)}) }}}}"
        name = re.sub(r"\.html(?=[\"'])", ".jinja", target) if target[0] in "\"'" else self.expr(target)
        include = f"{{% include {name} %}}"
        if rest:
            values = ", ".join(f"{key} = {value}" for key, value in self.pairs(rest))
            return f"{{% with {values} %}}{include}{{% endwith %}}"
        return include

    def shadow(self, names):
        self.stack.append((set(self.facts), None))
        self.facts = {fact for fact in self.facts if re.match(r"\w+", fact)[0] not in names}

    def convert(self):
        tokens = [t for t in TAG.split(self.source) if t]
        out, k, stack = [], 0, []
        while k < len(tokens):
            token = tokens[k]
            k += 1
            if token.startswith("{{"):
                text = self.expr(token[2:-2].strip())
                out.append(f"{{{{ {text} }}}}")
                continue
            if token.startswith("{#"):
                out.append(token)
                continue
            if not token.startswith("{%"):
                out.append(token)
                continue
            bits = list(smart_split(token[2:-2].strip()))
            tag, bits = bits[0], bits[1:]
            if tag == "load":
                pass
            elif tag == "comment":
                inner = ""
                while not re.match(r"\{%\s*endcomment", tokens[k]):
                    inner += tokens[k]
                    k += 1
                k += 1
                out.append("{#" + (inner if inner[:1].isspace() else f" {inner} ") + "#}")
            elif tag == "extends":
                out.append("{% extends " + re.sub(r"\.html(?=[\"'])", ".jinja", bits[0]) + " %}")
            elif tag == "include":
                out.append(self.include(bits))
            elif tag == "csrf_token":
                out.append("{{ csrf_input }}")
            elif tag == "static":
                out.append("{{ static(" + self.expr(bits[0]) + ") }}")
            elif tag == "htmx_script":
                out.append("{{ htmx_script() }}")
            elif tag == "now":
                out.append("{{ now(" + bits[0] + ") }}")
            elif tag == "get_current_language":
                pass
            elif tag == "get_current_language_bidi":
                out.append("{% set " + bits[-1] + " = get_language_bidi() %}")
            elif tag == "url":
                call, asvar = self.url(bits)
                out.append(f"{{% set {asvar} = {call} %}}" if asvar else f"{{{{ {call} }}}}")
            elif tag in ("translate", "trans"):
                asvar = None
                if len(bits) > 2 and bits[-2] == "as":
                    asvar, bits = bits[-1], bits[:-2]
                if len(bits) > 1:
                    self.warn(f"translate {bits}")
                first = bits[0]
                if first[0] in "\"'" and first.endswith(first[0]):
                    text = first[1:-1].replace("\\" + first[0], first[0]).replace("\\\\", "\\")
                    call = f"_({self.message(text, first[0])})"
                elif first[0] in "\"'":
                    literal, _, filters = first.rpartition("|")
                    self.warn(f"translate with filter {first}")
                    call = f"_({literal})|{filters}"
                else:
                    call = f"_({self.expr(first)})"
                out.append(f"{{% set {asvar} = {call} %}}" if asvar else f"{{{{ {call} }}}}")
            elif tag in ("blocktranslate", "blocktrans"):
                inner = []
                while not re.match(r"\{%\s*endblocktrans", tokens[k]):
                    inner.append(tokens[k])
                    k += 1
                k += 1
                call, asvar = self.block_translate(bits, inner)
                out.append(f"{{% set {asvar} = {call} %}}" if asvar else f"{{{{ {call} }}}}")
            elif tag in ("if", "elif"):
                if tag == "if":
                    self.stack.append((set(self.facts), []))
                base, negative = self.stack[-1]
                self.facts = base | set(negative)
                text = self.condition(bits)
                negative += self.else_facts
                self.facts |= set(self.if_facts)
                out.append(f"{{% {tag} {text} %}}")
            elif tag == "else" and self.stack and self.stack[-1][1] is not None:
                self.facts = self.stack[-1][0] | set(self.stack[-1][1])
                out.append("{% else %}")
            elif tag == "endif":
                self.facts = self.stack.pop()[0]
                out.append("{% endif %}")
            elif tag == "for":
                at = bits.index("in")
                names = " ".join(bits[:at])
                rest = bits[at + 1 :]
                is_reversed = rest[-1:] == ["reversed"]
                trace = self.trace(rest[0])
                sequence = self.expr(rest[0], nested=True)
                if trace and "NoneType" in trace["types"]:
                    self.warn(f"for over None: {rest[0]}")
                if " else none)" in sequence:
                    sequence = sequence.replace(" else none)", " else ())")
                if is_reversed:
                    sequence += "|reverse"
                self.shadow(re.split(r"[ ,]+", names))
                out.append(f"{{% for {names} in {sequence} %}}")
            elif tag == "endfor":
                self.facts = self.stack.pop()[0]
                out.append("{% endfor %}")
            elif tag == "empty":
                out.append("{% else %}")
            elif tag == "ifchanged":
                if not bits:
                    self.warn("ifchanged of its content")
                out.append("{% if loop.changed(" + ", ".join(self.expr(bit, nested=True) for bit in bits) + ") %}")
            elif tag == "endifchanged":
                out.append("{% endif %}")
            elif tag == "with":
                pairs = self.pairs(bits)
                values = ", ".join(f"{key} = {value}" for key, value in pairs)
                self.shadow([key for key, _ in pairs])
                out.append(f"{{% with {values} %}}")
            elif tag == "endwith":
                self.facts = self.stack.pop()[0]
                out.append("{% endwith %}")
            elif tag == "autoescape":
                out.append("{% autoescape " + {"off": "false", "on": "true"}[bits[0]] + " %}")
            elif tag == "block":
                out.append(f"{{% block {bits[0]} %}}")
            elif tag == "endblock":
                out.append("{% endblock %}")
            elif tag in ("else", "endif", "endfor", "endwith", "endautoescape"):
                out.append(f"{{% {tag} %}}")
            else:
                self.warn(f"tag {tag}")
                out.append(token)
        text = "".join(out)
        if self.macros:
            line = "".join(
                f'\n{{% from "{file}" import {", ".join(sorted(names))} %}}' for file, names in self.macros.items()
            )
            if match := re.match(r"\s*\{% extends [^%]+%\}", text):
                text = f"{text[: match.end()]}{line}{text[match.end() :]}"
            else:
                text = line.lstrip() + text
        return text


def main(paths):
    for path in map(Path, paths):
        name = str(path).rpartition("templates/")[2]
        converter = Converter(name, path.read_text())
        converter.untraced = set()
        text = converter.convert()
        target = path.with_suffix(".jinja") if path.suffix == ".html" else path.with_name(path.name + ".jinja")
        target.write_text(text)
        for warning in converter.warnings:
            print(warning)
        if converter.untraced:
            print(f"{name}: never rendered in the tests: {' '.join(sorted(converter.untraced))}")


if __name__ == "__main__":
    main(sys.argv[1:])
