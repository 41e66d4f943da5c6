import subprocess,sys,json,re; sys.path.insert(0,"/tmp/phase")
from convert import add_import
out=subprocess.run([".venv/bin/ruff","check","--select","F821","--output-format","json","."],capture_output=True,text=True).stdout
files={x["filename"] for x in json.loads(out) if "EventPhase" in x["message"]}
for f in files:
    s=open(f).read()
    m=re.search(r"^from [\w.]*history import ",s,re.M)
    t=s
    mm=re.search(r"^(from [\w.]*rules\.history import |from \.+history import )(\(\n(?:.*\n)*?\)|.*)$",s,re.M)
    if mm:
        n=mm.group(2); new=n.replace("(\n","(\n    EventPhase,\n",1) if n.startswith("(") else n+", EventPhase"
        t=s[:mm.start(2)]+new+s[mm.end(2):]
    else: print("no import in",f)
    open(f,"w").write(t)
