import os
Q,A,F,V="tournaments.queries.","tournaments.actions.","tournaments.forms.","tournaments.views."
T="tournaments."
FEATURES={}
def feature(name, **files):
    """files: new module (dots as __) = list of old modules [+ docstring]."""
    FEATURES[name]={T+(k.replace("__",".")):v for k,v in files.items()}
def q(f,*ms): return [f"{Q}{f}.{m}" for m in ms]
def a(f,*ms): return [f"{A}{f}.{m}" for m in ms]
def fo(f,*ms): return [f"{F}{f}.{m}" for m in ms]
def v(f,*ms): return [f"{V}{f}.{m}" for m in ms]

feature("history", history__cache=q("history","cache"), history__load=q("history","load"))
feature("changes",
  changes__change=[A+"change"], changes__side_effects=[A+"side_effects"],
  changes__parts=(a("rows","parts","matches","proofs"),"Reads and writes the parts of an event: rows of the database as records."),
  changes__tasks=[A+"task_queue"])
feature("web",
  web__forms=v("http","forms"), web__fields=[F+"fields"], web__live=v("http","live"), web__turns=v("http","turns"),
  web__layout=v("http","page_layout"), web__links=v("http","urls"), web__service_worker=v("http","service_worker"),
  web__jinja=v("http","jinja"), web__status=(q("rounds","clock")+q("events","status"),"The status of an event, on all its pages, and the clock of its round."), web__help_links=v("help","desk_links"),
  web__wording=(q("wording","formats","csv","cuts","lists"),"Words and numbers that pages of many features share."),
  web__middleware__errors=(v("middleware","errors","database_errors"),"Answers refused requests and outages of the database with a page."),
  web__middleware__limits=(v("middleware","rate_limits","client_ip","methods"),"Limits requests: methods, and how many from one address."),
  web__middleware__headers=(v("middleware","headers","robots","sessions"),"Headers and cookies of answers."),
  web__middleware__monitoring=(v("middleware","health","metrics","request_log"),"Health check, metrics and the log of requests."),
)
feature("admin", admin__rows=[A+"admin_rows"], admin__forms=[F+"admin_rows"], admin=[T+"admin"])
feature("accounts",
  accounts__actions=(a("accounts","account","deletion","mails")+q("accounts","sessions"),"Accounts: sign-up, mails, sessions, deletion."),
  accounts__forms=fo("accounts","account"),
  accounts__views=(v("accounts","accounts","invitations"),"Pages of accounts and invitations."))
feature("brackets",
  brackets__actions=a("brackets","early_matches"),
  brackets__pages__bracket=(q("brackets","bracket_page","odds","paper_tiles"),"The page of a bracket, its odds and its sheets of paper."),
  brackets__pages__cut=(q("brackets","cut_preview","planned_cut"),"The cut: what is planned, who advances."),
  brackets__pages__early_matches=q("brackets","early_matches"),
  brackets__drawing__layout=(q("brackets","drawing.layout","drawing.shapes"),"Where the matches of a bracket stand."),
  brackets__drawing__lines=(q("brackets","drawing.routing","drawing.connectors"),"The lines between matches."),
  brackets__drawing__picture=(q("brackets","drawing","drawing.labels"),"The picture of a bracket, as SVG."),
  brackets__views=(v("brackets","cut","early_matches","public"),"Pages of brackets and cuts."))
feature("desk",
  desk__actions__messages=(a("desk","announcements","messages"),"Announcements and messages to the desk."),
  desk__actions__staff=a("desk","staff"),
  desk__pages__dashboard=q("desk","dashboard"),
  desk__pages__next_step=(q("desk","next_step"),""), desk__step=q("desk","step"),
  desk__pages__staff=q("desk","staff"),
  desk__views=(v("desk","inbox","staff"),"Pages of the desk: inbox and staff."),
  desk__messages=v("desk","messages"))
feature("drafts",
  drafts__actions=a("drafts","drafts"),
  drafts__pages=(q("drafts","pods_page","next_step"),"What pages show of draft pods."),
  drafts__forms=(fo("drafts","draft"),""),
  drafts__wording=q("wording","drafts"),
  drafts__views=(v("drafts","desk","public"),"Pages of draft pods."))
feature("events",
  events__actions__events=(a("events","events","on_site","repeat"),"Events: create, import, change, repeat, delete."),
  events__actions__phases=a("events","phases"),
  events__pages__addresses=q("events","addresses"),
  events__pages__plan=(q("events","event_plan","presets"),"The plan of a new event: presets, rounds, time."),
  events__pages__lists=(q("events","lists","winners"),"Lists of events and who won."),
  events__pages__overview=(q("events","overview","front_page","phase_plan"),"The event's own pages."),
  events__pages__settings=(q("events","settings_page","finals_settings","settings_differences","rulebook_change","settings_preview"),"The pages of settings."),
  events__wording=q("wording","on_site"),
  events__forms__event=(fo("events","event","on_site","repeat","staff","new_event"),"Forms of an event."),
  events__forms__phases=(fo("events","phases","phase_settings","finals"),"Forms of phases and their settings."),
  events__views__desk=v("events","desk"),
  events__views__create=(v("events","create","repeat"),"Creates events."),
  events__views__public=v("events","public"),
  events__views__settings=(v("events","settings","phases"),"Pages of settings."),
  events__views__settings_nav=v("events","settings_nav"))
feature("help",
  help__pages__example=(q("help","example_event"),""),
  help__pages__rulebooks=(q("help","rulebooks","rulebook_options"),"Rulebooks and their options, in words."),
  help__pages__finals=(q("help","finals","finals_comparison"),"Systems of finals and how they compare."),
  help__pages__calculators=(q("help","round_calculator","swiss_triangle","record_chart"),"The round calculator and its chart."),
  help__pages__topics=(q("help","pages","drafts","pods","tiebreakers"),"The topics of the help."),
  help__pages__search=q("help","search"),
  help__forms=(fo("help","round_calculator","search"),"Forms of the help."),
  help__views=(v("help","help","bodies","round_calculator"),"Pages of the help."),
  )
feature("lab",
  lab__actions=(a("lab","runs","playing"),"Simulations: start, play in batches, cancel, delete."),
  lab__pages__plan=(q("lab","formats","runs","equal_time"),"What a simulation compares."),
  lab__pages__results=(q("lab","simulation_page","comparison","chart","measures"),"What a simulation has shown."),
  lab__pages__examples=q("lab","examples"),
  lab__forms=fo("lab","plan"),
  lab__views=v("lab","pages"))
feature("lists",
  lists__actions=a("lists","lists"),
  lists__pages=(q("lists","own_list","public_lists","read_list","staff_lists"),"What pages show of players’ lists."),
  lists__forms=fo("lists","lists"),
  lists__views=(v("lists","desk","own","public","settings"),"Pages of players’ lists."))
feature("log",
  log__actions=(a("log","undo","restore_points"),"Undo, redo and restore."),
  log__pages__log=(q("log","log_page"),""),
  log__pages__undo=(q("log","undo","undo_conflicts","self_service"),"Computes the state after undo, redo and restore."),
  log__pages__preview=(q("log","undo_preview","diff","diff_facts"),"What an undo would change."),
  log__pages__restore_points=q("log","restore_points"),
  log__backups__archive=(a("log","archive","backup_tokens")+q("log","backup"),"Archives of a site."),
  log__backups__restore=a("log","backups"),
  log__backups__databases=(a("log","databases","database_copy","secret_files"),"Copies of a whole database."),
  log__backups__move=a("log","site_move"),
  log__views=(v("log","log","undo","backups"),"Pages of the log, undo and backups."))
feature("paper",
  paper__pages__sheets=(q("paper","sheets","print_ranges","result_slips"),""),
  paper__pages__emergency=(q("paper","emergency_pack","manual_pairing"),"The emergency pack."),
  paper__qr_codes=q("paper","qr_codes"),
  paper__views=(v("paper","pages","sheets"),"Pages to print."))
feature("players",
  players__actions__players=(a("players","players","no_shows"),"Players: add, edit, drop, bring back."),
  players__actions__roster=a("players","roster"), players__actions__joining=a("players","joining"),
  players__actions__picks=a("players","picks"),
  players__actions__erasure=a("players","erasure"),
  players__pages__drops=(q("players","drop_preview","drop_question","no_shows"),"What a drop changes, and who has not come."),
  players__pages__own_history=(q("players","own_history"),""),
  players__pages__own_page=(q("players","own_page","own_table","own_report"),"A player’s own page."),
  players__pages__own_outlook=(q("players","own_outlook","own_chance"),"What a player can still reach."),
  players__pages__profile=(q("players","profile"),""), players__pages__entry_list=q("players","entry_list"),
  players__pages__roster=(q("players","roster"),""),
  players__pages__personal_data=q("players","personal_data"),
  players__pages__picks=q("players","picks"),
  players__search=q("players","search"),
  players__forms=(fo("players","add","player"),"Forms of players."),
  players__views__desk=(v("players","add","desk","links"),"Pages of the desk about players."),
  players__views__own_page=v("players","own_page"),
  players__views__picks=(v("players","picks","picks_desk"),"Picking one’s own name."),
  players__views__public=(v("players","public","personal_data"),"Public pages of players, and their data."))
feature("prizes",
  prizes__actions=a("prizes","prizes"),
  prizes__pages=(q("prizes","plan","prizes_page","wording"),"What pages show of prizes."),
  prizes__forms=fo("prizes","prize"),
  prizes__views=(v("prizes","desk","public"),"Pages of prizes."))
feature("registration",
  registration__actions__entries=(a("registration","entries","lost_links"),"Entries on phones: register, edit, withdraw, find a lost link."),
  registration__actions__desk=(a("registration","desk","entering","editing"),"What the staff do with entries."),
  registration__actions__acceptance=(a("registration","acceptance","settings"),""),
  registration__actions__check_in=a("registration","check_in"),
  registration__actions__contact_data=a("registration","contact_data"),
  registration__actions__mails=(a("registration","mail_delivery","mails"),"Mails of registration."),
  registration__pages__check_in=q("registration","check_in"),
  registration__pages__entry_list=(q("registration","entry_list","csv","settings_page","contact"),""),
  registration__pages__offer=(q("registration","offer","places","states","check_in_step"),"What registration offers: places, states."),
  registration__pages__own_page=(q("registration","own_page"),""),
  registration__pages__mails=(q("registration","mail","mail_limits","mail_text","confirm_codes"),"Texts and limits of mails."),
  registration__forms=(fo("registration","entry","desk","settings","check_in"),"Forms of registration."),
  registration__views__check_in=(v("registration","check_in","start"),"Check-in and the start of round 1."),
  registration__views__desk=(v("registration","desk","entering","settings"),"Registration at the desk."),
  registration__views__public=(v("registration","public","own_page","address_limits"),"Registration on phones."))
feature("results",
  results__actions__results=(a("results","results","agreed_results"),""), results__actions__reports=a("results","player_reports"),
  results__pages__entry=(q("results","entry_page","entry_buttons","keyboard_entry"),"Result entry."),
  results__pages__reports=(q("results","player_reports","revisions","consequences"),"Players’ reports and revisions of results."),
  results__pages__cells=(q("results","result_cells","result_icons","bets")+q("wording","betting"),"Results as cells and icons."),
  results__forms=(fo("results","result","player_report","betting"),"Forms of results."),
  results__views__desk=v("results","desk"), results__views__tables=v("results","tables"))
feature("rounds",
  rounds__actions__rounds=a("rounds","rounds"), rounds__actions__seeds=a("rounds","next_seed"),
  rounds__actions__adjustments=(a("rounds","adjustments","corrections"),"Changes of pairings."), rounds__actions__requests=a("rounds","pairing_requests"),
  rounds__actions__clock=a("rounds","clock"),
  rounds__pages__desk=(q("rounds","desk_round"),""),
  rounds__pages__adjustments=(q("rounds","adjustments","redraw_options","corrections"),""),
  rounds__pages__notices=q("rounds","change_notices"),
  rounds__pages__proofs=(q("rounds","draw_proof","proof_of_optimality","table_reasons"),"The proof of a draw."),
  rounds__pages__pairings=(q("rounds","round_page","tables","neighbours"),"Public pairings."),
  rounds__pages__requests=q("rounds","pairing_requests"),
  rounds__wording=q("wording","pairing"),
  rounds__forms=(fo("rounds","clock","pairing"),"Forms of rounds."),
  rounds__views__desk=(v("rounds","desk","clock","pairing_requests"),"Rounds at the desk."),
  rounds__views__adjust=(v("rounds","adjust","adjust_request","correct"),"Changes of pairings and finished rounds."),
  rounds__views__public=v("rounds","public"))
feature("screens",
  screens__actions=a("screens","links"), screens__pages=q("screens","screens_page"),
  screens__views=(v("screens","desk","public"),"Screens of the hall."))
feature("standings",
  standings__actions=[A+"chances"],
  standings__pages__standings=(q("standings","standings_page","rows","columns","cut_line","printed"),"Standings."),
  standings__pages__published=q("standings","published"),
  standings__pages__working=(q("standings","working","working_terms","explanation","rank_explanation"),"How a number was calculated."),
  standings__pages__chances=(q("standings","forecast","stakes","chances"),"Who has clinched, and chances."),
  standings__pages__comparison=(q("standings","rulebook_comparison"),""),
  standings__forms=(fo("standings","columns","percentages"),"Forms of columns."),
  standings__views__desk=(v("standings","columns_desk","columns_panel"),""),
  standings__views__public=(v("standings","public","explanations","forecast"),"Public standings."))
only=os.environ.get("ONLY","").split(",") if os.environ.get("ONLY") else None
MAP={}
for name,files in FEATURES.items():
    if only and name not in only: continue
    for new,value in files.items():
        MAP[new]=value if isinstance(value,tuple) else (value,"")
RENAME={}
exec(open("house-tools/renames.py").read()) if os.path.exists("house-tools/renames.py") else None
