"""patch.py FILE: reads blocks '@@ path', '<<<' old '===' new '>>>' and applies them exactly once each."""
import sys,re
path=None; bad=0
text=open(sys.argv[1]).read()
for m in re.finditer(r"^@@ ([^\n]+)$|^<<<\n(.*?)^===\n(.*?)^>>>$",text,re.M|re.S):
    if m.group(1): path=m.group(1).strip(); continue
    s=open(path).read(); old,new=m.group(2),m.group(3)
    if s.count(old)!=1: print("MISS",path,s.count(old),old[:80]); bad=1; continue
    open(path,"w").write(s.replace(old,new))
sys.exit(bad)
