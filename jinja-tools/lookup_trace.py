"""pytest plugin: record how each Django template variable was looked up."""
import atexit, json, os, collections
from django.template import base

TRACE = collections.defaultdict(lambda: {"bits": [], "types": set(), "missing": 0})
FROM, KEEP = {}, []

old_init = base.FilterExpression.__init__
def init(self, token, parser):
    old_init(self, token, parser)
    if isinstance(self.var, base.Variable):
        FROM[id(self.var)] = getattr(parser.origin, "template_name", None) or "?"; KEEP.append(self.var)
    for _, args in self.filters:
        for lookup, arg in args:
            if lookup:
                FROM[id(arg)] = getattr(parser.origin, "template_name", None) or "?"; KEEP.append(arg)
base.FilterExpression.__init__ = init

def resolve_lookup(self, context):
    entry = TRACE[FROM.get(id(self), "?"), self.var]
    kinds = []
    current = context
    def note(missing_at=None):
        bits = entry["bits"]
        while len(bits) < len(self.lookups):
            bits.append(set())
        for index, kind in enumerate(kinds):
            bits[index].add(kind)
    try:
        for bit in self.lookups:
            try:
                clash = kinds and hasattr(type(current), bit)
                current = current[bit]
                kinds.append("clash" if clash else "item" if kinds else "var")
            except (TypeError, AttributeError, KeyError, ValueError, IndexError):
                try:
                    if isinstance(current, base.BaseContext) and getattr(type(current), bit):
                        raise AttributeError
                    current = getattr(current, bit)
                    kinds.append("attr")
                except (TypeError, AttributeError):
                    if not isinstance(current, base.BaseContext) and bit in dir(current):
                        raise
                    try:
                        current = current[int(bit)]
                        kinds.append("index")
                    except (IndexError, ValueError, KeyError, TypeError):
                        kinds.append("missing:" + type(current).__name__)
                        raise base.VariableDoesNotExist("Failed lookup for key [%s] in %r", (bit, current))
            if callable(current):
                if getattr(current, "do_not_call_in_templates", False):
                    kinds[-1] += "+nocall"
                elif getattr(current, "alters_data", False):
                    current = context.template.engine.string_if_invalid
                else:
                    kinds[-1] += "+call"
                    current = current()
    except Exception as e:
        template_name = getattr(context, "template_name", None) or "unknown"
        if not kinds or not kinds[-1].startswith("missing"):
            kinds.append("error:" + type(e).__name__)
        if getattr(e, "silent_variable_failure", False) and not isinstance(e, base.VariableDoesNotExist):
            current = context.template.engine.string_if_invalid
        else:
            raise
    finally:
        note()
    entry["types"].add(type(current).__name__)
    return current
base.Variable._resolve_lookup = resolve_lookup

def save():
    data = {f"{a}\t{b}": {"bits": [sorted(x) for x in e["bits"]], "types": sorted(e["types"])} for (a, b), e in TRACE.items()}
    with open(f"/tmp/jinja/trace/{os.getpid()}.json", "w") as file:
        json.dump(data, file)
atexit.register(save)
def pytest_sessionfinish(session):
    save()
