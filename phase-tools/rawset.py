import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor
pr=Project(sys.argv[1],tuple(sys.argv[2:]) or ("tournaments",))
for m,p in pr.files.items():
    ed=Editor(pr.src[m]); par={}
    for n in ast.walk(pr.trees[m]):
        for c in ast.iter_child_nodes(n): par[c]=n
    for n in ast.walk(pr.trees[m]):
        if isinstance(n,ast.Attribute) and n.attr=="settings" and not isinstance(par[n],ast.Attribute):
            t=ed.text(n)
            if "record.settings" in t or t.startswith(("django","self.")) : continue
            print(p.relative_to(pr.root),n.lineno,pr.src[m].splitlines()[n.lineno-1].strip()[:120])
