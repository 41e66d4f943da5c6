import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor
pr=Project(sys.argv[1],("tournaments","tests"))
for m,p in pr.files.items():
    src=pr.src[m]; tree=pr.trees[m]; ed=Editor(src)
    scopes=[]
    for n in ast.walk(tree):
        if isinstance(n,ast.For): scopes.append((n.target,n.iter,n,n.body))
        elif isinstance(n,(ast.ListComp,ast.SetComp,ast.GeneratorExp)) :
            g=n.generators[0]; scopes.append((g.target,g.iter,n,[n.elt]+g.ifs+[x for gg in n.generators[1:] for x in (gg.iter,*gg.ifs)]))
        elif isinstance(n,ast.DictComp):
            g=n.generators[0]; scopes.append((g.target,g.iter,n,[n.key,n.value]+g.ifs+[x for gg in n.generators[1:] for x in (gg.iter,*gg.ifs)]))
    for t,it,node,body in scopes:
        if not (isinstance(it,ast.Call) and isinstance(it.func,ast.Name)): continue
        if it.func.id=="enumerate" and isinstance(t,ast.Tuple) and len(t.elts)==2 and all(isinstance(e,ast.Name) for e in t.elts) and isinstance(it.args[0],ast.Attribute) and it.args[0].attr=="phases" and len(it.args)==2:
            a,b=t.elts[0].id,t.elts[1].id; X=ed.text(it.args[0].value)
        elif it.func.id=="range" and isinstance(t,ast.Name) and ed.text(it).startswith("range(1, len(") and ed.text(it).endswith(".phases) + 1)"):
            a,b=t.id,None; X=ed.text(it)[len("range(1, len("):-len(".phases) + 1)")]
        else: continue
        nodes=[x for s in body for x in ast.walk(s)]
        uses=[x for x in nodes if isinstance(x,ast.Call) and isinstance(x.func,ast.Attribute) and x.func.attr=="phase" and ed.text(x.func.value)==X and len(x.args)==1 and isinstance(x.args[0],ast.Name) and x.args[0].id==a]
        if not uses: continue
        if any(isinstance(x,ast.Name) and x.id in(a,b) and isinstance(x.ctx,ast.Store) for x in nodes): print("STORE",p,node.lineno); continue
        raw=[x for x in nodes if isinstance(x,ast.Attribute) and x.attr=="settings" and isinstance(x.value,ast.Name) and x.value.id==b]
        v=b or "phase"
        if b is None and any(isinstance(x,ast.Name) and x.id=="phase" for x in nodes): print("CLASH",p,node.lineno); continue
        if raw: print("RAW",p,node.lineno)
        ed.replace(ed.start(t),ed.end(t),v); ed.replace(ed.start(it),ed.end(it),f"{X}.all_phases")
        h=set()
        for x in uses: ed.replace(ed.start(x),ed.end(x),v); h.add(x.args[0])
        for x in raw: ed.replace(ed.end(x.value),ed.end(x.value),".record")
        for x in nodes:
            if isinstance(x,ast.Name) and x.id==a and x not in h: ed.replace(ed.start(x),ed.end(x),f"{v}.number")
    if ed.edits: out=ed.result(); ast.parse(out); p.write_text(out); print("changed",p)
