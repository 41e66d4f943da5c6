"""bench.py ROOT: processor seconds of standings and pairing of 1,000 players (best of n), printed as JSON."""
import sys, json
root=sys.argv[1]; sys.path.insert(0,root)
import os; os.chdir(root)
from dataclasses import replace
from time import process_time
from tests.benchmarks.sample_event import play_rounds
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.standings.standings import standings
from tournaments.rules.rounds import progress
from tournaments.rules import finals
new=hasattr(EventHistory,"all_phases")
people=tuple(PlayerRecord(f"p{n:05}",f"p{n:05}") for n in range(1001))
event=EventHistory("Bench","magic",people,(PhaseRecord(settings={"rounds":9},rounds=play_rounds(people,7)),PhaseRecord("bracket",settings={"cut":{"top":8}})))
def at(h,n): return (h.phase(n),) if new else (h,n)
def best(f,n):
    out=1e9
    for _ in range(n):
        h=replace(event); s=process_time(); f(h); out=min(out,process_time()-s)
    return out
def many(f,times):
    def run(h):
        for _ in range(times): f(h)
    return run
from tournaments.rules.standings.hidden import is_hidden
from tournaments.rules.rounds.phases import round_count
cut=progress.next_round(replace(event,phases=(replace(event.phases[0],settings={"rounds":7}),event.phases[1])),"s").event
def brackets(h):
    for _ in range(20): finals.bracket_of(*at(replace(cut),2))
def small(h):
    for _ in range(200):
        is_hidden(*at(h,1)); round_count(*at(h,1)); progress.is_over(*at(h,1))
r={"standings":best(lambda h: standings(*at(h,1)),15),"standings again x1000":best(many(lambda h: standings(*at(h,1)),1000),3),"pairing":best(lambda h: progress.next_round(h,"seed"),2),"20 brackets of new histories":best(brackets,5),"200 small questions":best(small,5)}
print(json.dumps(r))
