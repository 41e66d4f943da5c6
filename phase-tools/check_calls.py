"""Report calls of converted functions that still pass two arguments (history, number), by counting parameters."""
import ast,sys,json; sys.path.insert(0,"/tmp/phase")
from tool import Project,allargs
pr=Project(sys.argv[1])
fns={}
def walk(n,pre,m):
    for c in ast.iter_child_nodes(n):
        if isinstance(c,ast.FunctionDef): fns[pre+"."+c.name]=c; walk(c,pre+"."+c.name,m)
        elif isinstance(c,ast.ClassDef): fns[pre+"."+c.name]=c; walk(c,pre+"."+c.name,m)
        else: walk(c,pre,m)
for m in pr.files: walk(pr.trees[m],m,m)
for m,p in pr.files.items():
    for n in ast.walk(pr.trees[m]):
        if isinstance(n,ast.Call):
            t=pr.resolve(m,n.func)
            f=fns.get(t)
            if isinstance(f,ast.FunctionDef) and not any(isinstance(a,ast.Starred) for a in n.args) and not any(k.arg is None for k in n.keywords):
                a=f.args; pos=[x.arg for x in a.posonlyargs+a.args]; kwo=[x.arg for x in a.kwonlyargs]
                if any("property" in ast.unparse(d) for d in f.decorator_list): continue
                nd=len(a.defaults); req=pos[:len(pos)-nd] if nd else pos
                given=pos[:len(n.args)]; kws=[k.arg for k in n.keywords]
                dec=[ast.unparse(d) for d in f.decorator_list]
                if dec and not all(d.startswith(("lru_cache","cache","_keep","functools.")) for d in dec): continue
                if len(n.args)>len(pos) and not a.vararg: print("MANY",p,n.lineno,ast.unparse(n)[:110]); continue
                miss=[r for r in req if r not in given and r not in kws]
                if miss: print("MISSING",miss,p,n.lineno,ast.unparse(n)[:110])
                bad=[k for k in kws if k not in pos+kwo and not a.kwarg]
                if bad: print("UNKNOWN",bad,p,n.lineno)
        if isinstance(n,ast.ImportFrom):
            pass
    for n in ast.walk(pr.trees[m]):
        if isinstance(n,ast.Attribute):
            b=pr.resolve(m,n.value) if isinstance(n.value,(ast.Name,ast.Attribute)) else None
            if b in pr.files and b.startswith("tournaments") and not isinstance(getattr(n,'ctx',None),ast.Store):
                if n.attr not in pr.names[b] and b+"."+n.attr not in pr.files:
                    defs={x.id for s in ast.walk(pr.trees[b]) for x in [s] if isinstance(s,ast.Name) and isinstance(s.ctx,ast.Store)}
                    if n.attr not in defs and not n.attr.startswith("__"): print("NOATTR",p,n.lineno,b,n.attr)
    for k,v in pr.names[m].items():
        mod,_,name=v.rpartition(".")
        if mod in pr.files and v not in pr.files and mod.startswith(("tournaments","tests")):
            if name not in pr.names[mod]:
                defs={x.id for x in ast.walk(pr.trees[mod]) if isinstance(x,ast.Name) and isinstance(x.ctx,ast.Store)}
                if name not in defs: print("NOIMPORT",p,v)
