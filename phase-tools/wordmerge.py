"""Word-level three-way merge of files in conflict: wordmerge.py FILE..."""
import re,subprocess,sys,tempfile,os
def toks(s): return re.findall(r"\w+|[^\w\n]|\n",s)
def enc(t): return "\n".join({"\n":"\\n"}.get(x,x.replace("\\","\\\\")) for x in t)+"\n"
def dec(s): return "".join({"\\n":"\n"}.get(x,x.replace("\\\\","\\")) for x in s.split("\n")[:-1])
for f in sys.argv[1:]:
    v=[subprocess.run(["git","show",f":{n}:{f}"],capture_output=True,text=True).stdout for n in (2,1,3)]
    paths=[]
    for x in v:
        fd,p=tempfile.mkstemp(); os.write(fd,enc(toks(x)).encode()); os.close(fd); paths.append(p)
    r=subprocess.run(["git","merge-file","-p","-L","OURS","-L","BASE","-L","THEIRS",*paths],capture_output=True,text=True)
    out=r.stdout
    n=out.count("\n<<<<<<< OURS")
    # render conflicts inline
    if n:
        out=re.sub(r"<<<<<<< OURS\n(.*?)=======\n(.*?)>>>>>>> THEIRS\n",lambda m:"\u00ab\n"+m.group(1)+"\u2016\n"+m.group(2)+"\u00bb\n",out,flags=re.S)
    open(f,"w").write(dec(out)); print(n,f)
