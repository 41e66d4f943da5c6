// The players at the desk: one box selects all players that are shown, the bar counts the selected ones, and the list keeps its place
// when a press loads the page again. It reads:
//   table#roster    its rows have [data-player] with input[name=player]; #find-roster searches them (search.js)
//   #roster-form    the buttons of single rows; #selected-form: those of the bar, which has [data-selected]
(() => {
  "use strict";
  const { all, stored } = window.topcut;
  const roster = document.getElementById("roster");
  const count = document.querySelector("[data-selected]");
  if (!roster || !count) return;
  const selectAll = roster.querySelector("[data-select-all]");
  const boxes = all('[name="player"]:not([disabled])', roster);
  const rows = all("[data-player]", roster);

  const shown = () => boxes.filter((box) => !box.closest("tr").hidden);

  function showCount() {
    const selected = boxes.filter((box) => box.checked).length;
    count.textContent = count.dataset.selected.replace("{count}", selected);
    selectAll.checked = selected > 0 && shown().every((box) => box.checked);
    selectAll.indeterminate = selected > 0 && !selectAll.checked;
  }

  roster.addEventListener("change", (event) => {
    if (event.target === selectAll) {
      for (const box of shown()) box.checked = selectAll.checked;
    }
    showCount();
  });
  // A page that the browser restores has its boxes ticked after this script has run.
  addEventListener("pageshow", showCount);

  // --- The list's place: its search, how far it is scrolled, and what was pressed. It is kept until the list is loaded again, at most
  // so long: a page that asks, or a player's own, may come between. What is refused answers with the list at the address of the press.
  const KEPT_MS = 5 * 60e3;
  const storedPlace = (value) => stored(`topcut:roster ${document.body.dataset.event}`, value, "sessionStorage");
  const searchField = document.getElementById("find-roster");
  const keyOf = (row) => row.dataset.player;
  const topOf = (row) => row.getBoundingClientRect().top;
  const shownRows = () => rows.filter((row) => !row.hidden);
  const BOX = "[name=player]";
  const BUTTON = ".act button";
  const NAME = ".name a";

  // `pressed` are rows of the list, and `target` is what takes the focus in them, empty for a press elsewhere.
  function savePlace(pressed, target = "") {
    const visible = shownRows();
    const next = pressed.length && visible.slice(visible.indexOf(pressed.at(-1)) + 1)[0];
    const anchor = pressed.find((row) => topOf(row) >= 0) ?? pressed[0];
    const values = { at: Date.now(), find: searchField?.value, scrolled: scrollY, target, keys: pressed.map(keyOf) };
    storedPlace(JSON.stringify({ ...values, next: next && keyOf(next), top: anchor && topOf(anchor) }));
  }

  // Go to the row that was pressed, or the one that has taken its place: the next one, or the last of the list.
  function goToPressed({ keys, next, target, top }) {
    const visible = shownRows();
    const placeOf = (key) => visible.findIndex((row) => keyOf(row) === key);
    const nextPlace = placeOf(next);
    const ownPlace = keys.map(placeOf).find((place) => place >= 0 && (nextPlace < 0 || place < nextPlace));
    const row = visible[ownPlace ?? nextPlace] ?? visible.at(-1);
    if (!row) return;
    // The button of another row would be pressed by mistake.
    const isSafe = ownPlace !== undefined || target === BOX;
    scrollBy(0, topOf(row) - top);
    if (!target) return;
    ((isSafe && row.querySelector(target)) || row.querySelector(NAME))?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  function restorePlace() {
    const place = JSON.parse(storedPlace() || "null");
    storedPlace("");
    if (!place || Date.now() - place.at > KEPT_MS) return;
    // The address may name the row, for browsers without scripts: here nothing jumps.
    history.replaceState(history.state, "", location.pathname + location.search);
    if (place.find && searchField) {
      searchField.value = place.find;
      searchField.dispatchEvent(new Event("input", { bubbles: true }));
    }
    scrollTo(0, place.scrolled);
    if (place.keys.length) goToPressed(place);
  }

  const rowOf = (el) => el.closest("[data-player]");
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id === "roster-form") savePlace([rowOf(submitter)], BUTTON);
    else if (target.id === "selected-form") savePlace(boxes.filter((box) => box.checked).map(rowOf), BOX);
    else if (target.closest(".messages")) savePlace(shownRows().filter((row) => topOf(row) >= 0).slice(0, 1));
  });
  // The order, a filter, or the page of a player.
  document.addEventListener("click", ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target.closest("#roster a, .roster-tools a");
    const opensHere = !ctrlKey && !metaKey && !shiftKey;
    if (link && opensHere) savePlace([rowOf(link)].filter(Boolean), NAME);
  });
  restorePlace();
})();
