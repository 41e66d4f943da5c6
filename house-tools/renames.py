
RENAME.update({
 (F+"events.phases","OWN"):"OWN_SYSTEM", (Q+"results.entry_page","describe_result"):"describe_entered_result",
 (V+"drafts.desk","draft_page"):"draft_desk", (V+"prizes.desk","prizes_page"):"prizes_desk",
 (V+"lists.desk","lists_page"):"lists_desk", (V+"lists.desk","list_page"):"list_desk",
 (A+"events.phases","without_cut"):"without_cut_phase",
 (Q+"events.overview","points_text"):"points_rule_text",
 (Q+"results.keyboard_entry","LABELS"):"FIELD_LABELS", (Q+"events.settings_differences","LABELS"):"SETTING_LABELS",
 (F+"events.phases","initial_of"):"initial_of_phase",
 (Q+"help.finals","SIZES"):"EXAMPLE_SIZES", (Q+"help.finals","count_text"):"matches_text", (Q+"help.finals","rematch_text"):"rematches_text",
 (Q+"help.finals","sizes_text"):"finals_sizes_text", (Q+"help.pods","sizes_text"):"pod_sizes_text",
 (Q+"help.drafts","NAMES"):"DRAFTERS",
 (Q+"help.rulebooks","rulebook_page"):"get_rulebook_page", (Q+"help.tiebreakers","tiebreaker_page"):"get_tiebreaker_page",
 (V+"rounds.pairing_requests","show"):"show_requests",
 (V+"log.log","undo"):"undo_entry",
 (Q+"standings.working","floor_note"):"floor_note_of_line",
})
