"""methods.py ROOT [files]: history.with_phase/with_round/... -> methods of the phase; raw settings; peepholes."""
import ast,sys; sys.path.insert(0,"/tmp/phase")
from tool import Project
from convert import Editor, SIMPLE
pr=Project(sys.argv[1]); only=sys.argv[2:]
NEW={"with_phase":("replace",True),"with_round":("with_round",True),"with_match":("with_match",True),"round":("round",False)}
NARGS={"with_phase":1,"with_round":2,"with_match":4,"round":2}
def once(src):
    tree=ast.parse(src); ed=Editor(src); parent={}
    for n in ast.walk(tree):
        for c in ast.iter_child_nodes(n): parent[c]=n
    for n in ast.walk(tree):
        if isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute):
            a,X=n.func.attr,n.func.value
            if a=="rounds_before" and len(n.args)==1:
                ed.replace(ed.end(X),ed.start(n.args[0]),".phase("); ed.replace(ed.end(n),ed.end(n),".rounds_before"); continue
            if a in NEW and len(n.args)==NARGS[a] and not any(isinstance(x,ast.Starred) for x in n.args):
                # with_phase has one positional; with_round of a phase has one
                N=n.args[0]; name,hist=NEW[a]
                rest=n.args[1:]+n.keywords
                if rest:
                    r=rest[0]; rs=ed.start(r) if not(isinstance(r,ast.keyword) and r.arg is None) else ed.start(r.value)-2
                else: rs=ed.end(n)-1
                if isinstance(N,ast.Attribute) and N.attr=="current" and ed.text(N.value)==ed.text(X):
                    ed.replace(ed.end(X),rs,f".current_phase.{name}(")
                elif isinstance(N,ast.Attribute) and N.attr=="number" and isinstance(X,ast.Attribute) and X.attr=="history" and ed.text(N.value)==ed.text(X.value):
                    ed.replace(ed.end(X.value),rs,f".{name}(")
                else:
                    ed.replace(ed.end(X),ed.start(N),".phase("); ed.replace(ed.end(N),rs,f").{name}(")
                if hist: ed.replace(ed.end(n),ed.end(n),".history")
            # E.history.phase(N)
            if a=="phase" and len(n.args)==1 and isinstance(X,ast.Attribute) and X.attr=="history":
                inner=X.value; Nt=ed.text(n.args[0]); e=inner
                while isinstance(e,ast.Call) and isinstance(e.func,ast.Attribute) and e.func.attr in ("replace","with_round","with_match","with_player"): e=e.func.value
                if e is not inner and isinstance(e,ast.Call) and isinstance(e.func,ast.Attribute) and e.func.attr=="phase" and e.args and ed.text(e.args[0])==Nt:
                    ed.replace(ed.end(inner),ed.end(n),"")
                elif Nt==ed.text(inner)+".number": ed.replace(ed.end(inner),ed.end(n),"")
        if isinstance(n,ast.Attribute) and n.attr=="settings" and isinstance(n.value,ast.Call) and isinstance(n.value.func,ast.Attribute) and n.value.func.attr=="phase":
            p=parent[n]
            raw=(isinstance(p,ast.BinOp) and isinstance(p.op,ast.BitOr)) or (isinstance(p,ast.Subscript) and p.value is n) or (isinstance(p,ast.Attribute) and p.attr in ("get","items","keys","values")) or (isinstance(p,ast.Dict) and n in p.values and p.keys[p.values.index(n)] is None) or (isinstance(p,ast.Compare) and (any(isinstance(o,(ast.In,ast.NotIn)) for o in p.ops) or any(isinstance(c,ast.Dict) for c in p.comparators))) or (isinstance(p,ast.keyword) and p.arg is None)
            if raw: ed.replace(ed.end(n.value),ed.end(n.value),".record")
    return ed.result() if ed.edits else src
for m,p in pr.files.items():
    if only and not any(str(p).startswith(str(pr.root/o)) for o in only): continue
    if str(p).endswith("rules/history/events.py"): continue
    s=pr.src[m]
    for _ in range(6):
        t=once(s)
        if t==s: break
        s=t
    if s!=pr.src[m]: p.write_text(s)
