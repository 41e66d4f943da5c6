"""current.py ROOT: `number = history.current` -> `phase = history.current_phase` with its uses."""
import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor, tidy
pr=Project(sys.argv[1],("tournaments","tests"))
for m,p in pr.files.items():
    if str(p).endswith("history/events.py"): continue
    src=pr.src[m]; tree=pr.trees[m]; ed=Editor(src)
    for fn in ast.walk(tree):
        if not isinstance(fn,ast.FunctionDef): continue
        asg=[]
        for n in ast.walk(fn):
            if isinstance(n,ast.Assign) and len(n.targets)==1:
                t,v=n.targets[0],n.value
                pairs=[(t,v)] if isinstance(t,ast.Name) else list(zip(t.elts,v.elts)) if isinstance(t,ast.Tuple) and isinstance(v,ast.Tuple) and len(t.elts)==len(v.elts) else []
                for a,b in pairs:
                    if isinstance(a,ast.Name) and isinstance(b,ast.Attribute) and b.attr=="current" and "history" in ed.text(b.value).split(".")[-1]+"|before": asg.append((a,b))
        if len(asg)!=1:
            if asg: print("SEVERAL",p,fn.name)
            continue
        a,b=asg[0]; V=a.id; X=ed.text(b.value)
        if X.split(".")[-1] not in ("history","before","changed","after","event","visible"): print("SKIP",p,fn.name,X); continue
        stores=[n for n in ast.walk(fn) if isinstance(n,ast.Name) and n.id==V and isinstance(n.ctx,ast.Store)]
        params=[x.arg for x in fn.args.args+fn.args.kwonlyargs]
        if len(stores)!=1: print("REASSIGNED",p,fn.name,V); continue
        other=[n for n in ast.walk(fn) if isinstance(n,ast.Name) and n.id=="phase" and isinstance(n.ctx,ast.Store) and n is not a]
        ok=[]
        for n in ast.walk(fn):
            if isinstance(n,ast.Assign):
                t,v=n.targets[0],n.value
                pairs=[(t,v)] if isinstance(t,ast.Name) else list(zip(t.elts,v.elts)) if isinstance(t,ast.Tuple) and isinstance(v,ast.Tuple) and len(t.elts)==len(v.elts) else []
                ok+=[x for x,y in pairs if x in other and ed.text(y) in (f"{X}.phase({V})",f"{X}.current_phase")]
        if len(ok)!=len(other) or "phase" in params: print("CLASH",p,fn.name,V); continue
        handled={a}
        ed.replace(ed.start(a),ed.end(a),"phase"); ed.replace(ed.end(b.value),ed.end(b),".current_phase")
        for n in ast.walk(fn):
            if isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute) and n.func.attr=="phase" and ed.text(n.func.value)==X and len(n.args)==1:
                N=n.args[0]
                if isinstance(N,ast.Name) and N.id==V: ed.replace(ed.start(n),ed.end(n),"phase"); handled.add(N)
                elif isinstance(N,ast.BinOp) and isinstance(N.left,ast.Name) and N.left.id==V: print("NEXT",p,n.lineno,ed.text(n)); ed.replace(ed.start(n),ed.end(n),"phase.previous" if isinstance(N.op,ast.Sub) else "phase.next"); handled.add(N.left)
            elif isinstance(n,ast.Attribute) and n.attr=="current_phase" and ed.text(n.value)==X:
                ed.replace(ed.start(n),ed.end(n),"phase")
            elif isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute) and n.func.attr in ("find_round","find_match") and ed.text(n.func.value)==X and isinstance(n.args[0],ast.Name) and n.args[0].id==V:
                ed.replace(ed.start(n),ed.start(n.args[1]),f"phase.{n.func.attr}("); handled.add(n.args[0])
        for n in ast.walk(fn):
            if isinstance(n,ast.Name) and n.id==V and n not in handled and isinstance(n.ctx,ast.Load): ed.replace(ed.start(n),ed.end(n),"phase.number")
    if ed.edits:
        out=tidy(ed.result()); ast.parse(out); p.write_text(out)
