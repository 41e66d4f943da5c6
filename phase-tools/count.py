"""List functions whose parameters are a history and a phase number: python count.py [-v] ROOT..."""
import ast, sys, pathlib
HIST={"history","event","before","after","now","plan"}
NUM={"phase_number","phase","number","following","phase_"}
verbose="-v" in sys.argv
total=0; per={}
for root in [a for a in sys.argv[1:] if a!="-v"]:
    for path in sorted(pathlib.Path(root).rglob("*.py")):
        tree=ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node,(ast.FunctionDef,ast.AsyncFunctionDef)):
                args=[a.arg for a in node.args.posonlyargs+node.args.args+node.args.kwonlyargs]
                anns={a.arg: ast.unparse(a.annotation) if a.annotation else "" for a in node.args.posonlyargs+node.args.args+node.args.kwonlyargs}
                hist=[a for a in args if a=="history" or "EventHistory" in anns[a]]
                src=ast.get_source_segment(path.read_text(),node)
                if hist and any(a in ("phase_number","phase") for a in args if anns[a] in ("","int","int | None")):
                    total+=1; per[path.parts[1]+"/"+path.parts[2]]=per.get(path.parts[1]+"/"+path.parts[2],0)+1
                    if verbose: print(f"{path}:{node.lineno}: {node.name}({', '.join(a+(':'+anns[a] if anns[a] else '') for a in args)})")
print(total); print(per)
