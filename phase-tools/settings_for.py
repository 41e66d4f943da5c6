import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor
pr=Project(sys.argv[1])
for m,p in pr.files.items():
    ed=Editor(pr.src[m])
    for n in ast.walk(pr.trees[m]):
        if isinstance(n,ast.Call) and (getattr(n.func,"id",None)=="settings_for" or getattr(n.func,"attr",None)=="settings_for"):
            if len(n.args)==2:
                H,N=n.args; ed.replace(ed.start(n),ed.start(H),"")
                if isinstance(N,ast.Attribute) and N.attr=="current" and ed.text(N.value)==ed.text(H): ed.replace(ed.end(H),ed.end(n),".current_phase.settings")
                else: ed.replace(ed.end(H),ed.start(N),".phase("); ed.replace(ed.end(N),ed.end(n),").settings")
                continue
            if len(n.args)!=1: print("?",p,n.lineno,ed.text(n)); continue
            ed.replace(ed.start(n),ed.start(n.args[0]),""); ed.replace(ed.end(n.args[0]),ed.end(n),".settings")
    if ed.edits: p.write_text(ed.result())
