"""Merge /tmp/jinja/trace/*.json into trace.json."""
import glob, json
out = {}
for file in glob.glob("/tmp/jinja/trace/*.json"):
    for key, entry in json.load(open(file)).items():
        mine = out.setdefault(key, {"bits": [], "types": []})
        for i, kinds in enumerate(entry["bits"]):
            if i == len(mine["bits"]):
                mine["bits"].append([])
            mine["bits"][i] = sorted({*mine["bits"][i], *kinds})
        mine["types"] = sorted({*mine["types"], *entry["types"]})
json.dump(out, open("/tmp/jinja/trace.json", "w"))
print(len(out))
