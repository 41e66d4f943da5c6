"""Import graph of tournaments/: module -> {imported module: [names]} (module-level and function-level)."""
import ast, os, sys
from collections import defaultdict

def modules(root):
    out = {}
    for d, dirs, fs in os.walk(os.path.join(root, "tournaments")):
        dirs[:] = [x for x in dirs if x not in ("__pycache__", "migrations")]
        for f in fs:
            if f.endswith(".py"):
                p = os.path.join(d, f)
                m = os.path.relpath(p, root)[:-3].replace("/", ".")
                if m.endswith(".__init__"): m = m[:-9]
                out[m] = p
    return out

def resolve(node, module, is_pkg):
    if node.level == 0: return node.module or ""
    parts = module.split(".")
    if not is_pkg: parts = parts[:-1]
    parts = parts[:len(parts) - (node.level - 1)]
    return ".".join(parts + ([node.module] if node.module else []))

def imports(path, module, mods):
    """Yield (target module, name or None, asname, node, toplevel)."""
    tree = ast.parse(open(path).read())
    is_pkg = path.endswith("__init__.py")
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = resolve(node, module, is_pkg)
            for a in node.names:
                full = f"{base}.{a.name}"
                if full in mods: yield full, None, a.asname or a.name, node, id(node) in top
                else: yield base, a.name, a.asname or a.name, node, id(node) in top
        elif isinstance(node, ast.Import):
            for a in node.names:
                yield a.name, None, a.asname or a.name, node, id(node) in top

def graph(root):
    mods = modules(root)
    g = {m: defaultdict(list) for m in mods}
    for m, p in mods.items():
        for t, n, a, node, top in imports(p, m, mods):
            if t in mods and t != m: g[m][t].append(n or "*")
    return mods, g

def sccs(g):
    sys.setrecursionlimit(10000)
    idx, low, st, on, out, c = {}, {}, [], set(), [], [0]
    def go(v):
        idx[v] = low[v] = c[0]; c[0] += 1; st.append(v); on.add(v)
        for w in g.get(v, ()):
            if w not in idx: go(w); low[v] = min(low[v], low[w])
            elif w in on: low[v] = min(low[v], idx[w])
        if low[v] == idx[v]:
            s = []
            while True:
                w = st.pop(); on.discard(w); s.append(w)
                if w == v: break
            if len(s) > 1: out.append(s)
    for v in list(g):
        if v not in idx: go(v)
    return out
