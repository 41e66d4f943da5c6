"""Shared: index of modules, import resolution, and the list of functions that take (history, phase number)."""
import ast, pathlib, sys, json

class Project:
    def __init__(self, root, folders=("tournaments","tests","scripts","config")):
        self.root=pathlib.Path(root)
        self.files={}
        for f in folders:
            for p in sorted((self.root/f).rglob("*.py")):
                rel=p.relative_to(self.root)
                parts=list(rel.with_suffix("").parts)
                if parts[-1]=="__init__": parts=parts[:-1]
                self.files[".".join(parts)]=p
        self.trees={}; self.src={}
        for m,p in self.files.items():
            s=p.read_text(); self.src[m]=s; self.trees[m]=ast.parse(s)
        self.names={m:self._names(m) for m in self.files}
    def _names(self,m):
        """local name -> fq target for imports and own definitions (module level and function level)."""
        p=self.files[m]; pkg=m if p.name=="__init__.py" else m.rpartition(".")[0]
        out={}
        for n in ast.walk(self.trees[m]):
            if isinstance(n,ast.ImportFrom):
                base=n.module or ""
                if n.level:
                    b=pkg.split("."); b=b[:len(b)-n.level+1]; base=".".join(b+([n.module] if n.module else []))
                for a in n.names: out[a.asname or a.name]=base+"."+a.name
            elif isinstance(n,ast.Import):
                for a in n.names:
                    if a.asname: out[a.asname]=a.name
                    else: out[a.name.split(".")[0]]=a.name.split(".")[0]
        for n in self.trees[m].body:
            if isinstance(n,(ast.FunctionDef,ast.ClassDef)): out[n.name]=m+"."+n.name
        return out
    def canon(self,fq,depth=0):
        """follow re-exports"""
        if depth>10: return fq
        m,_,name=fq.rpartition(".")
        if fq in self.files: return fq
        if m in self.files:
            t=self.names[m].get(name)
            if t and t!=fq: return self.canon(t,depth+1)
            return fq
        if m:
            cm=self.canon(m,depth+1)
            if cm!=m: return self.canon(cm+"."+name,depth+1)
        return fq
    def resolve(self,m,node):
        if isinstance(node,ast.Name):
            t=self.names[m].get(node.id)
            return self.canon(t) if t else None
        if isinstance(node,ast.Attribute):
            b=self.resolve(m,node.value)
            return self.canon(b+"."+node.attr) if b else None
        return None

def allargs(fn): return fn.args.posonlyargs+fn.args.args+fn.args.kwonlyargs
def ann(a): return ast.unparse(a.annotation) if a.annotation else ""

def targets(pr, roots=("tournaments",)):
    fns={}
    for m in pr.files:
        if m.split(".")[0] not in roots: continue
        stack=[(pr.trees[m],m)]
        while stack:
            node,prefix=stack.pop()
            for c in ast.iter_child_nodes(node):
                if isinstance(c,(ast.FunctionDef,)):
                    fns[prefix+"."+c.name]=(m,c); stack.append((c,prefix+"."+c.name))
                elif isinstance(c,ast.ClassDef): stack.append((c,prefix+"."+c.name))
                else: stack.append((c,prefix))
    found={}
    changed=True
    while changed:
        changed=False
        for fq,(m,fn) in fns.items():
            if fq in found: continue
            args=allargs(fn); names=[a.arg for a in args]
            hist=[a.arg for a in args if a.arg=="history" or "EventHistory" in ann(a)]
            if not hist: continue
            P=None
            for a in args:
                if a.arg in hist or ann(a) not in ("","int","int | None"): continue
                if a.arg in ("phase_number",) or (a.arg=="phase"): P=a.arg; break
                for c in ast.walk(fn):
                    if not isinstance(c,ast.Call): continue
                    cargs=[x.id if isinstance(x,ast.Name) else None for x in c.args]
                    f=c.func
                    if isinstance(f,ast.Attribute) and isinstance(f.value,ast.Name) and f.value.id in hist and f.attr in ("phase","find_phase","with_phase","rounds_before","with_round","with_match") and cargs[:1]==[a.arg]: P=a.arg
                    t=pr.resolve(m,f)
                    if t in found:
                        i,j,hn,pn=found[t]
                        if len(cargs)>j and cargs[j]==a.arg: P=a.arg
                if P: break
            if P:
                h=hist[0]
                if len(hist)>1: h=[x for x in hist if x=="history"][0] if "history" in hist else hist[0]
                found[fq]=(names.index(h),names.index(P),h,P); changed=True
    return found,fns

if __name__=="__main__":
    pr=Project(sys.argv[1]); f,fns=targets(pr)
    for k,v in sorted(f.items()): print(k,v,"int?" if not ann([a for a in allargs(fns[k][1]) if a.arg==v[3]][0]) else "")
    print(len(f))
