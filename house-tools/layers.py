import sys; sys.path.insert(0,"/tmp/house")
from graph import *
root=sys.argv[1] if len(sys.argv)>1 else "/work/house"
mods,g=graph(root)
order={"urls":8,"admin":8,"management":8,"web":6,"access":5,"changes":4,"history":3,"models":2,"rules":1}
def lvl(m):
    p=m.split(".")
    return order.get(p[1],7) if len(p)>1 else 9
def kind(m):
    p=m.split(".")
    return p[2] if len(p)>2 and p[1] not in order else None
rank={"pages":1,"actions":2,"forms":3,"views":4,"urls":5}
for m in sorted(g):
    if m in("tournaments","tournaments.apps"): continue
    for t in sorted(g[m]):
        if t in("tournaments","tournaments.apps"): continue
        a,b=lvl(m),lvl(t)
        if a<b: print("UP    ",m[12:],"→",t[12:],g[m][t])
        elif a==b==7:
            f1,f2=m.split(".")[1],t.split(".")[1]; k1,k2=kind(m),kind(t)
            if f1!=f2 and k2 in("views","forms"): print("OTHER ",m[12:],"→",t[12:],g[m][t])
            r1,r2=rank.get(k1,0),rank.get(k2,0)
            if r1 and r2 and r1<r2: print("WITHIN",m[12:],"→",t[12:],g[m][t])
