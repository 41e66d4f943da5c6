import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor
pr=Project(sys.argv[1],("tournaments","tests","scripts"))
def isphase(n): return isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute) and n.func.attr in("phase","find_phase") and len(n.args)==1 or isinstance(n,ast.Attribute) and n.attr in("current_phase",)
for m,p in pr.files.items():
    ed=Editor(pr.src[m])
    for fn in ast.walk(pr.trees[m]):
        if not isinstance(fn,(ast.FunctionDef,)): continue
        vs={a.arg for a in fn.args.args if a.annotation and "EventPhase" in ast.unparse(a.annotation)}
        for n in ast.walk(fn):
            if isinstance(n,ast.Assign):
                t,v=n.targets[0],n.value
                prs=[(t,v)] if isinstance(t,ast.Name) else list(zip(t.elts,v.elts)) if isinstance(t,ast.Tuple) and isinstance(v,ast.Tuple) and len(t.elts)==len(v.elts) else []
                vs|={a.id for a,b in prs if isinstance(a,ast.Name) and isphase(b)}
        def P(n): return isphase(n) or isinstance(n,ast.Name) and n.id in vs
        for n in ast.walk(fn):
            if isinstance(n,ast.Call) and isinstance(n.func,ast.Name) and n.func.id=="replace" and n.args and P(n.args[0]): print("REPLACE",p,n.lineno,ed.text(n)[:90])
            if isinstance(n,ast.Compare) and (P(n.left) or any(P(c) for c in n.comparators)) and not any(isinstance(o,(ast.Is,ast.IsNot)) for o in n.ops): print("COMPARE",p,n.lineno,ed.text(n)[:90])
            if isinstance(n,ast.keyword) and n.arg=="phases":
                for x in ast.walk(n.value):
                    if P(x) : print("PHASES",p,n.value.lineno,ed.text(n.value)[:90])
            if isinstance(n,ast.Attribute) and n.attr in("get","items","keys","values","pop") and isinstance(n.value,ast.Attribute) and n.value.attr=="settings" and P(n.value.value): print("RAW",p,n.lineno,ed.text(n)[:90])
            if isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute) and n.func.attr=="set_part" and any(P(a) for a in n.args): print("PART",p,n.lineno)
            for f in ("BinOp","Subscript","Dict"):
                pass
            if isinstance(n,(ast.BinOp,ast.Subscript)) :
                for x in ([n.left,n.right] if isinstance(n,ast.BinOp) else [n.value]):
                    if isinstance(x,ast.Attribute) and x.attr=="settings" and P(x.value): print("RAW2",p,n.lineno,ed.text(n)[:90])
            if isinstance(n,ast.Dict):
                for k,v in zip(n.keys,n.values):
                    if k is None and isinstance(v,ast.Attribute) and v.attr=="settings" and P(v.value): print("RAW3",p,n.lineno,ed.text(n)[:90])
