import subprocess,json,statistics as st
py="/work/main/.venv/bin/python"
res={"base":[], "phase":[]}
for n in range(3):
    for k,root in (("base","/tmp/phase/base"),("phase","/work/phase")):
        res[k].append(json.loads(subprocess.run([py,"/tmp/phase/bench.py",root],capture_output=True,text=True,check=True).stdout.splitlines()[-1]))
for key in res["base"][0]:
    a,b=(min(r[key] for r in res[k]) for k in ("base","phase"))
    print(f"{key:32} before {a*1000:9.2f} ms  after {b*1000:9.2f} ms  ratio {b/a:.3f}")
