import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor
pr=Project("/work/phase",("tournaments","tests"))
for m,p in pr.files.items():
    ed=Editor(pr.src[m])
    for n in ast.walk(pr.trees[m]):
        if isinstance(n,ast.Call) and len(n.args)>=2 and not (pr.resolve(m,n.func)):
            a=ed.text(n.args[0])
            if a.split(".")[-1] in("history","event","before","after","now") and ed.text(n.args[1]).split(".")[-1] in ("number","phase","phase_number","1","2"):
                if isinstance(n.func,ast.Attribute) and n.func.attr in("format",): continue
                print(p,n.lineno,ed.text(n)[:110])
