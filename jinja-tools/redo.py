import re
T='templates/'
def q(p):
    s=open(T+p).read()
    def fix(m):
        params=[]
        for part in m[1].split('&amp;'):
            k,v=part.split('=',1)
            if v.startswith('{{'):
                v=v[2:-2].strip()
                v=re.sub(r'^quote\((.*)\)$',r'\1',v); v=v.removesuffix('|urlencode')
            else: v=f"'{v}'"
            params.append(f'{k}={v}')
        return ', '.join(params)
    s=re.sub(r"\}\}\?((?:\w+=(?:\{\{[^}]*\}\}|\w+)&amp;)(?:\w+=(?:\{\{[^}]*\}\}|\w+))(?:&amp;\w+=(?:\{\{[^}]*\}\}|\w+))*)", lambda m: '}}{{ query('+fix(m)+') }}', s)
    open(T+p,'w').write(s)
def sub(p, *pairs):
    s=open(p).read()
    for a,b in pairs:
        assert a in s, (p,a)
        s=s.replace(a,b)
    open(p,'w').write(s)
for p in ('registration/desk/list','players/edit'): q(p+'.jinja')
sub(T+'results/_table.jinja',('<span class="hidden"> {{ _("won") }}, {% else %}','<span class="hidden"> {{ _("won") }}, {{ table_name }}</span>{% else %}'),('{{ button.description }}, {% endif %}{{ table_name }}</span></button>','{{ button.description }}, {{ table_name }}</span>{% endif %}</button>'))
sub(T+'players/_roster.jinja',('permissions.can_manage','layout.can_manage'))
sub(T+'registration/desk/list.jinja',('{{ rows }}','{% include "registration/desk/_entries.jinja" %}'))
