import re,subprocess
from pathlib import Path
keyed=set("desk/page desk/_forms desk/staff results/_tables results/_table results/table results/round results/_fields rounds/desk/pairing_requests rounds/desk/_pair_list".split())
INC='{% include "forms/_hidden_fields.jinja" %}'
for p in Path('templates').rglob('*.jinja'):
    s=p.read_text()
    if INC not in s: continue
    keys=', keys()' if str(p)[10:-6] in keyed else ''
    s=re.sub(r'\{% with version = ([\w.]+) %\}'+re.escape(INC)+r'\{% endwith %\}', lambda m: '{{ hidden_fields(csrf_input, %s%s) }}'%(m[1],keys), s)
    s=s.replace(INC,'{{ hidden_fields(csrf_input, version%s) }}'%keys)
    m=re.search(r'\{% from "forms/macros.jinja" import ([\w, ]+) %\}',s)
    if m:
        names=sorted({*m[1].split(', '),'hidden_fields'})
        s=s[:m.start(1)]+', '.join(names)+s[m.end(1):]
    else:
        line='{% from "forms/macros.jinja" import hidden_fields %}\n'
        e=re.match(r'\{% extends [^%]+%\}\n?',s)
        s=s[:e.end()]+line+s[e.end():] if e else line+s
    p.write_text(s); print(p, keys)
