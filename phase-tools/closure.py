import ast,sys,pathlib
R=pathlib.Path("tournaments/rules")
def mod(path):
    parts=list(path.with_suffix("").parts)
    if parts[-1]=="__init__": parts=parts[:-1]
    return ".".join(parts)
mods={mod(p):p for p in R.rglob("*.py")}
def imports(m):
    p=mods[m]; pkg=m if p.name=="__init__.py" else m.rpartition(".")[0]
    out=[]
    for n in ast.walk(ast.parse(p.read_text())):
        if isinstance(n,ast.ImportFrom):
            base=n.module or ""
            if n.level:
                b=pkg.split("."); b=b[:len(b)-n.level+1]; base=".".join(b+([n.module] if n.module else []))
            for a in n.names:
                full=base+"."+a.name
                out.append((full if full in mods else base,a.name,n.col_offset))
    return out
seen=set(); todo=["tournaments.rules.rulebooks"]
while todo:
    m=todo.pop()
    if m in seen or m not in mods or m.startswith("tournaments.rules.history"): continue
    seen.add(m)
    parent=m.rpartition(".")[0]
    if parent in mods: todo.append(parent)
    for t,name,col in imports(m):
        if t.startswith("tournaments.rules.history"): print(m,"->",t,name, "in function" if col else "")
        elif not col: todo.append(t)
print(sorted(seen))
