"""Rewrite functions that take (history, phase number) to take a phase, and their calls.

python convert.py ROOT TARGETS.json PREFIX [--calls-only]  : TARGETS maps fq name -> [i, j, H, P]; functions whose name starts with PREFIX are converted;
calls of these functions are rewritten in every module.
"""
import ast, json, sys, pathlib
sys.path.insert(0,"/tmp/phase")
from tool import Project, allargs, ann

SIMPLE=(ast.Name,ast.Attribute,ast.Call,ast.Subscript)

class Editor:
    def __init__(self,src):
        self.src=src
        self.line_starts=[0]
        for l in src.encode().split(b"\n"): self.line_starts.append(self.line_starts[-1]+len(l)+1)
        self.b=src.encode(); self.edits=[]
    def pos(self,line,col): return self.line_starts[line-1]+col
    def start(self,n): return self.pos(n.lineno,n.col_offset)
    def end(self,n): return self.pos(n.end_lineno,n.end_col_offset)
    def text(self,n): return self.b[self.start(n):self.end(n)].decode()
    def replace(self,a,b,t): self.edits.append((a,b,t.encode()))
    def result(self):
        out=self.b
        # drop edits nested in a replaced span (a wider edit wins), keep zero-width inserts at borders
        es=sorted(self.edits,key=lambda e:(e[0],-e[1]))
        kept=[]; 
        for e in es:
            if any(k[0]<=e[0] and e[1]<=k[1] and k!=e and k[1]>k[0] and not (e[0]==e[1] and e[0] in (k[0],k[1])) for k in kept): continue
            if e in kept: continue
            kept.append(e)
        for i,(a,b,t) in sorted(enumerate(kept),key=lambda x:(x[1][0],x[1][1],x[0]),reverse=True): out=out[:a]+t+out[b:]
        return out.decode()

def is_name(n,i): return isinstance(n,ast.Name) and n.id==i

def convert(pr, targets, prefix, report, only=None):
    for m,path in pr.files.items():
        if only and not str(path).endswith(tuple(only)): continue
        src=pr.src[m]; tree=pr.trees[m]; ed=Editor(src)
        conv={}   # FunctionDef node -> (H,P) of functions defined here that are converted
        def visit_defs(node,pre):
            for c in ast.iter_child_nodes(node):
                if isinstance(c,ast.FunctionDef):
                    fq=pre+"."+c.name
                    if fq in targets and fq.startswith(prefix): conv[c]=targets[fq]
                    visit_defs(c,fq)
                elif isinstance(c,ast.ClassDef): visit_defs(c,pre+"."+c.name)
                else: visit_defs(c,pre)
        visit_defs(tree,m)
        owner={}
        for fn in conv:
            for n in ast.walk(fn): owner.setdefault(n,fn)
        handled=set()
        needs_import=False
        def pair(call_node,H,N,fn,wrap=None):
            """Edit so that the two argument nodes become one phase expression."""
            if fn is not None:
                h,p=conv[fn][2],conv[fn][3]
                if is_name(H,h):
                    if is_name(N,p):
                        ed.replace(ed.start(H),ed.end(N),"phase"); handled.update((H,N)); return
                    if isinstance(N,ast.BinOp) and is_name(N.left,p) and isinstance(N.right,ast.Constant) and N.right.value==1:
                        ed.replace(ed.start(H),ed.end(N),"phase.previous" if isinstance(N.op,ast.Sub) else "phase.next"); handled.update((H,N.left)); return
            if isinstance(N,ast.Attribute) and N.attr=="current" and ed.text(N.value)==ed.text(H):
                ed.replace(ed.end(H),ed.end(N),".current_phase"); 
                if isinstance(N.value,ast.Name): handled.add(N.value)
                return
            if not isinstance(H,SIMPLE):
                ed.replace(ed.start(H),ed.start(H),"("); ed.replace(ed.end(H),ed.start(N),").phase(")
            else: ed.replace(ed.end(H),ed.start(N),".phase(")
            ed.replace(ed.end(N),ed.end(N),")")
        for n in ast.walk(tree):
            if not isinstance(n,ast.Call): continue
            fn=owner.get(n)
            t=pr.resolve(m,n.func)
            offset=0; args=n.args
            if t and t.rsplit(".",1)[-1]=="partial" and n.args:
                t=pr.resolve(m,n.args[0]); args=n.args[1:]
            if t in targets and t.startswith(prefix):
                i,j,hn,pn=targets[t]
                kw={k.arg:k for k in n.keywords}
                if any(isinstance(a,ast.Starred) for a in args[:j+1]): report.append(f"STAR {path}:{n.lineno} {ed.text(n)[:100]}"); continue
                if hn in kw or pn in kw:
                    report.append(f"KW {path}:{n.lineno} {ed.text(n)[:100]}"); continue
                if len(args)<=max(i,j):
                    report.append(f"SHORT {path}:{n.lineno} {ed.text(n)[:100]}"); continue
                if abs(i-j)!=1 or i>j:
                    report.append(f"ORDER {path}:{n.lineno} {ed.text(n)[:100]}"); continue
                pair(n,args[i],args[j],fn)
        for n in ast.walk(tree):
            fn=owner.get(n)
            if isinstance(n,ast.Call) and isinstance(n.func,ast.Attribute):
                f=n.func; a=f.attr; X=f.value
                if a=="phase" and len(n.args)==1:
                    N=n.args[0]
                    if fn is not None and is_name(X,conv[fn][2]):
                        p=conv[fn][3]
                        if is_name(N,p): ed.replace(ed.start(n),ed.end(n),"phase"); handled.update((X,N)); continue
                        if isinstance(N,ast.BinOp) and is_name(N.left,p) and isinstance(N.right,ast.Constant) and N.right.value==1:
                            ed.replace(ed.start(n),ed.end(n),"phase.previous" if isinstance(N.op,ast.Sub) else "phase.next"); handled.update((X,N.left)); report.append(f"NEXT {path}:{n.lineno} {ed.text(n)}"); continue
                    if isinstance(N,ast.Attribute) and N.attr=="current" and ed.text(N.value)==ed.text(X):
                        ed.replace(ed.end(X),ed.end(n),".current_phase")
                        if isinstance(N.value,ast.Name): handled.add(N.value)
                elif a in ("rounds_before","round","find_round","find_match","with_phase","with_round","with_match") and n.args and fn is not None and is_name(X,conv[fn][2]) and is_name(n.args[0],conv[fn][3]):
                    N=n.args[0]; handled.update((X,N))
                    after=ed.start(n.args[1]) if len(n.args)>1 else (ed.start(n.keywords[0]) if n.keywords and n.keywords[0].arg else None)
                    if n.keywords and not n.keywords[0].arg and len(n.args)==1: after=ed.start(n.keywords[0].value)-2
                    if a=="rounds_before": ed.replace(ed.start(X),ed.end(n),"phase.rounds_before")
                    else:
                        new={"with_phase":"replace"}.get(a,a)
                        ed.replace(ed.start(X),after,f"phase.{new}(")
                        if a.startswith("with_"): ed.replace(ed.end(n),ed.end(n),".history"); report.append(f"WITH {path}:{n.lineno} {ed.text(n)[:80]}")
        for fn,(i,j,h,p) in conv.items():
            args=fn.args.args
            ha=next(a for a in args if a.arg==h); pa=next(a for a in args if a.arg==p)
            annotated=bool(pa.annotation)
            text="phase: EventPhase" if annotated else "phase"
            if annotated: needs_import=True
            hi,pi=args.index(ha),args.index(pa)
            if pi==hi+1: ed.replace(ed.start(ha),ed.end(pa),text)
            else:
                ed.replace(ed.start(pa),ed.end(pa),text)
                if hi+1<len(args): ed.replace(ed.start(ha),ed.start(args[hi+1]),"")
                else: ed.replace(ed.end(args[hi-1]),ed.end(ha),"")
            rest=[]
            for st in fn.body:
                for n in ast.walk(st):
                    if isinstance(n,ast.Name) and n not in handled:
                        if n.id==p and isinstance(n.ctx,ast.Load):
                            if p=="phase" and False: pass
                            ed.replace(ed.start(n),ed.end(n),"phase.number")
                        elif n.id==p: report.append(f"STORE {path}:{n.lineno} {fn.name}: {p} is assigned")
                        elif n.id==h:
                            if isinstance(n.ctx,ast.Load): rest.append(n)
                            else: report.append(f"STORE {path}:{n.lineno} {fn.name}: {h} is assigned")
            if len(rest)>=3:
                body=fn.body; first=body[0]
                if isinstance(first,ast.Expr) and isinstance(first.value,ast.Constant) and isinstance(first.value.value,str) and len(body)>1: first=body[1]
                ind=" "*first.col_offset
                ed.replace(ed.start(first),ed.start(first),f"{h} = phase.history\n{ind}")
            else:
                for n in rest: ed.replace(ed.start(n),ed.end(n),"phase.history")
        if not ed.edits: continue
        out=ed.result()
        if needs_import: out=add_import(out)
        out=tidy(out)
        try: ast.parse(out)
        except SyntaxError as e: report.append(f"SYNTAX {path}: {e}")
        path.write_text(out)

def add_import(out):
    if "EventPhase" in out.split("\ndef ")[0].split("\nclass ")[0]: return out
    import re
    m=re.search(r"^(from [\w.]*history import )(\(\n(?:.*\n)*?\)|.*)$",out,re.M)
    if m:
        names=m.group(2)
        if names.startswith("("): new=names.replace("EventHistory,","EventHistory,\n    EventPhase,") if "EventHistory" in names else names.replace("(\n","(\n    EventPhase,\n",1)
        else: new=names+", EventPhase"
        return out[:m.start(2)]+new+out[m.end(2):]
    return out+"\n# IMPORT EventPhase\n"

def tidy(out):
    """Remove `phase = phase` left by the conversion."""
    tree=ast.parse(out); ed=Editor(out)
    for n in ast.walk(tree):
        if isinstance(n,ast.Assign) and len(n.targets)==1:
            t,v=n.targets[0],n.value
            if isinstance(t,ast.Name) and isinstance(v,ast.Name) and t.id==v.id=="phase":
                # delete the whole line
                ed.replace(ed.line_starts[n.lineno-1],ed.line_starts[n.end_lineno],"")
            elif isinstance(t,ast.Tuple) and isinstance(v,ast.Tuple) and len(t.elts)==len(v.elts):
                keep=[(a,b) for a,b in zip(t.elts,v.elts) if not(isinstance(a,ast.Name) and isinstance(b,ast.Name) and a.id==b.id=="phase")]
                if len(keep)<len(t.elts) and keep:
                    ed.replace(ed.start(n),ed.end(n),", ".join(ed.text(a) for a,_ in keep)+" = "+", ".join(ed.text(b) for _,b in keep))
    out=ed.result() if ed.edits else out
    # `record = phase`: use phase instead
    tree=ast.parse(out); ed=Editor(out)
    for fn in ast.walk(tree):
        if not isinstance(fn,ast.FunctionDef): continue
        if not any(a.arg=="phase" for a in fn.args.args): continue
        for n in ast.walk(fn):
            if isinstance(n,ast.Assign) and len(n.targets)==1:
                t,v=n.targets[0],n.value
                pairs=[(t,v)] if isinstance(t,ast.Name) else list(zip(t.elts,v.elts)) if isinstance(t,ast.Tuple) and isinstance(v,ast.Tuple) and len(t.elts)==len(v.elts) else []
                al=[a for a,b in pairs if isinstance(a,ast.Name) and isinstance(b,ast.Name) and b.id=="phase" and a.id!="phase"]
                if not al: continue
                rest=[(a,b) for a,b in pairs if a not in al]
                if rest: ed.replace(ed.start(n),ed.end(n),", ".join(ed.text(a) for a,_ in rest)+" = "+", ".join(ed.text(b) for _,b in rest))
                else: ed.replace(ed.line_starts[n.lineno-1],ed.line_starts[n.end_lineno],"")
                for x in ast.walk(fn):
                    if isinstance(x,ast.Name) and x.id==al[0].id and isinstance(x.ctx,ast.Load): ed.replace(ed.start(x),ed.end(x),"phase")
    return ed.result() if ed.edits else out

if __name__=="__main__":
    root,tj,prefix=sys.argv[1:4]
    only=[a for a in sys.argv[4:]] or None
    targets={k:tuple(v) for k,v in json.load(open(tj)).items()}
    report=[]
    pr=Project(root)
    convert(pr,targets,prefix,report,only)
    print("\n".join(report))
