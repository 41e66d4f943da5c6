// The desk: quick entry of results by keyboard, and alerts. It reads:
// The desk: quick entry of results by keyboard, and alerts. It reads:
//   form[data-quick-entry]  with inputs table and first, second, drawn_games (or result_text, for pods) and output[data-readback];
//                           + goes to the table of form[data-extend]; ? and [data-open-shortcuts] open dialog[data-shortcuts];
//                           an input with [data-one-digit] passes the focus on;
//                           tables are [data-match][data-seat1][data-seat2]…, li.line in ul.tables with their [data-key]; one with the class
//                           “stored” was stored by this page, “out” is not in the chosen filter
//   form[data-find-table]   its field shows the lines of a number or a name
//   details.desk-part       beside the tables; with [data-open-wide] open where these have a column of their own
//   [data-alerts="t1.3.12 m45"]  in a live fragment: the names of the open alerts; its text is copied to [data-alert-text]
//   button[data-mute]       switches the sound off in this browser
//   button[data-select-all=ID]  selects all shown rows of that list
//   textarea[data-offers=ADDRESS]  people of the club are offered in the [data-offered] after it, for the line that is typed;
//                           ticking one takes the line out and puts the person into [data-chosen]; the arrow keys lead there,
//                           and Enter ticks
(() => {
  "use strict";
  const { all, fillText, isTyping, startsWords, stored, wordsOf } = window.topcut;

  // --- Quick entry: table ⏎ games ⏎, read back before it is sent ---
  const FIELDS = ["table", "first", "second", "drawn_games", "result_text"];
  const fieldsOf = (form) => FIELDS.filter((name) => form.elements[name]);
  const entryForm = () => document.querySelector("form[data-quick-entry]");
  const isDigit = (key) => /^\d$/.test(key);

  function focusAndSelect(field) {
    field?.focus();
    field?.select();
  }

  function readBack(form) {
    const out = form.querySelector("[data-readback]");
    if (!out) return;
    const typed = Object.fromEntries(new FormData(form));
    const table = typed.table;
    const match = table && document.querySelector(`[data-match="${CSS.escape(table.trim())}"]`);
    all("[data-match]").forEach((el) => el.classList.toggle("typing", el === match));
    const score = typed.result_text ?? [typed.first, typed.second, typed.drawn_games].filter(Boolean).join("-");
    all(".line button.typed, .line.typing button").forEach((button) => button.classList.toggle("typed", button.closest(".typing") && button.value === score));
    out.classList.toggle("wrong", Boolean(table) && !match);
    if (!table) return void (out.textContent = form.dataset.textEmpty);
    if (!match) return void (out.textContent = fillText(form.dataset.textUnknown, { table }));
    out.textContent = "result_text" in typed ? readBackPod(form, out, match, typed) : readBackPair(form, match, typed);
  }

  function readBackPair({ dataset: texts }, match, typed) {
    const values = { ...match.dataset, ...typed };
    return fillText(typed.first && typed.second ? texts.textScore : texts.textNames, values) + (+typed.drawn_games ? fillText(texts.textDrawnGames, values) : "");
  }

  function readBackPod({ dataset: texts }, out, match, { table, result_text: resultText }) {
    const seats = Object.keys(match.dataset).filter((name) => /^seat\d/.test(name)).map((name) => match.dataset[name]);
    const names = seats.map((name, n) => `${n + 1} ${name}`).join(", ");
    const typed = resultText.trim().toLowerCase();
    if (seats.length < 3) return names;
    if (["d", "draw"].includes(typed)) return fillText(texts.textDraw, { table });
    const winner = seats[typed - 1];
    if (typed && winner) return fillText(texts.textWon, { table, winner });
    const isNumber = /^\d+$/.test(typed);
    out.classList.toggle("wrong", isNumber);
    return isNumber ? fillText(texts.textNoSeat, { table, seat: typed }) : names;
  }

  function moveFocus(form, name, steps) {
    const fields = fieldsOf(form);
    focusAndSelect(form.elements[fields[fields.indexOf(name) + steps]]);
  }

  document.addEventListener("input", (e) => {
    const form = e.target.closest("form[data-quick-entry]");
    if (!form) return;
    const { name, value } = e.target;
    readBack(form);
    // Games are one digit each; points may have more.
    if ("oneDigit" in e.target.dataset && value.trim()) moveFocus(form, name, 1);
  });

  document.addEventListener("keydown", (e) => {
    const form = e.target.closest?.("form[data-quick-entry]");
    if (!form) return void handleKeyElsewhere(e);
    const { name, value } = e.target;
    if (!fieldsOf(form).includes(name)) return;
    if (e.key === "Escape") return clearEntry(form);
    if (e.key === "?") return toggleShortcuts(e);
    if (e.key === "+" && name === "table") return goToExtension(e);
    const isFilled = value.trim() !== "";
    const isSeparator = name !== "result_text" && (e.key === " " || (name !== "table" && ["-", ":", "/"].includes(e.key)));
    if (isSeparator || (e.key === "Enter" && (name === "table" || name === "first"))) {
      e.preventDefault();
      if (isFilled) moveFocus(form, name, 1);
      return;
    }
    if (e.key === "Backspace" && !isFilled && name !== "table") {
      e.preventDefault();
      moveFocus(form, name, -1);
      return;
    }
    const hasSelection = e.target.selectionStart !== e.target.selectionEnd;
    if (isDigit(e.key) && name === "second" && value && !hasSelection) moveFocus(form, name, 1);
  });

  function clearEntry(form) {
    fieldsOf(form).forEach((name) => (form.elements[name].value = ""));
    readBack(form);
    form.elements.table.focus();
  }

  function handleKeyElsewhere(e) {
    const form = entryForm();
    if (!form || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return;
    if (e.key === "?") return toggleShortcuts(e);
    if (shortcuts?.open) return;
    if (e.key === "+") return goToExtension(e);
    if (isDigit(e.key)) focusAndSelect(form.elements.table);
  }

  function goToExtension(e) {
    const table = document.querySelector("form[data-extend]")?.elements.table;
    if (!table) return;
    e.preventDefault();
    table.closest("details").open = true;
    focusAndSelect(table);
  }

  // After a time extension the next input is a result again.
  addEventListener("extended", () => entryForm()?.elements.table.focus());

  // The dialog closes with Escape and returns the focus by itself.
  const shortcuts = document.querySelector("dialog[data-shortcuts]");
  function toggleShortcuts(e) {
    if (!shortcuts) return;
    e.preventDefault();
    if (shortcuts.open) shortcuts.close();
    else shortcuts.showModal();
  }
  document.addEventListener("click", (e) => {
    // A press beside the dialog's content is a press on the dialog itself.
    if (e.target.closest("[data-open-shortcuts]") || (shortcuts?.open && e.target === shortcuts)) toggleShortcuts(e);
  });

  // --- The tables: a line keeps its place and height while a pointer or the focus is among them; a stored one until the page is loaded ---
  const listIn = (box) => box.querySelector("ul.tables");
  const shownList = () => document.querySelector("#live-tables ul.tables");
  const keyOf = (row) => row.dataset.key;
  const isStored = (row) => row.classList.contains("stored");
  let isPointed = false;
  const isInUse = (list) => isPointed || list.contains(document.activeElement);

  // Set after the swap, and taken from the old line before it: htmx would copy the attribute, which the page's policy forbids.
  const keepHeight = (row, property, height) => height && queueMicrotask(() => (row.style[property] = `${height}px`));
  const dropHeight = (row) => row.removeAttribute("style");

  // Return the keys in the server's order, but stored lines behind the open line that they are behind now.
  function placeStored(keys, rows) {
    const places = keys.filter((key) => !isStored(rows.get(key)));
    let before = null;
    for (const [key, row] of rows) {
      if (isStored(row)) places.splice(places.indexOf(before) + 1, 0, key);
      if (isStored(row) || !row.classList.contains("in")) before = key;
    }
    return places;
  }

  function sortRows(list, keys) {
    const places = new Map(keys.map((key, place) => [key, place]));
    list.append(...[...list.children].sort((a, b) => places.get(keyOf(a)) - places.get(keyOf(b))));
  }

  // A line that this page stored keeps its mark and, while nobody has changed its result, its Undo.
  function keepStored(old, row) {
    if (!row.classList.contains("in")) return;
    row.classList.add("stored");
    row.classList.remove("out");
    const textIn = (line) => line.querySelector(".line-score").textContent;
    if (textIn(old) === textIn(row)) row.querySelector(".line-end").replaceWith(old.querySelector(".line-end"));
    keepHeight(row, "minHeight", old.offsetHeight);
  }

  const fieldsOfRow = (row) => all("input.score-input", row);
  function keepTyped(old, row) {
    const typed = fieldsOfRow(old);
    fieldsOfRow(row).forEach((field, n) => typed[n] && typed[n].value !== typed[n].defaultValue && (field.value = typed[n].value));
  }

  function keepInPlace(old, row) {
    row.classList.toggle("out", old.classList.contains("out"));
    row.classList.toggle("waits", Boolean(row.querySelector(".line-open")) && (old.classList.contains("waits") || !old.querySelector(".line-open")));
    keepHeight(row, "height", old.offsetHeight);
  }

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    if (target.id !== "live-tables") return;
    const [old, list] = [listIn(target), listIn(fragment)];
    if (!old || !list) return;
    const oldRows = new Map([...old.children].map((row) => [keyOf(row), row]));
    const keys = [...list.children].map(keyOf);
    const rows = new Map([...list.children].map((row) => [keyOf(row), row]));
    const pairs = [...rows].filter(([key]) => oldRows.has(key)).map(([key, row]) => [oldRows.get(key), row]);
    pairs.forEach(([oldRow, row]) => isStored(oldRow) && keepStored(oldRow, row));
    pairs.forEach(([oldRow, row]) => keepTyped(oldRow, row));
    list.dataset.order = keys.join(" ");
    list.dataset.out = keys.filter((key) => rows.get(key).classList.contains("out")).join(" ");
    if (isInUse(old)) {
      list.classList.add("kept");
      pairs.forEach(([oldRow, row]) => keepInPlace(oldRow, row));
    }
    pairs.forEach(([oldRow]) => dropHeight(oldRow));
    const inOldOrder = new Map([...oldRows.keys(), ...keys].filter((key) => rows.has(key)).map((key) => [key, rows.get(key)]));
    sortRows(list, isInUse(old) ? [...inOldOrder.keys()] : placeStored(keys, inOldOrder));
  });

  function takeOrder() {
    const list = shownList();
    if (!list?.matches(".kept") || isInUse(list)) return;
    const out = new Set(list.dataset.out.split(" "));
    const rows = new Map([...list.children].map((row) => [keyOf(row), row]));
    list.classList.remove("kept");
    rows.forEach((row, key) => {
      row.classList.toggle("out", out.has(key) && !isStored(row));
      row.classList.remove("waits");
      row.style.height = "";
    });
    sortRows(list, placeStored(list.dataset.order.split(" "), rows));
  }
  // A finger points where it was last: it leaves the tables with the next touch elsewhere.
  function notePointer(target) {
    isPointed = Boolean(target.closest?.("#live-tables"));
    takeOrder();
  }
  // After a touch, browsers invent a mouse in the corner of the page: it counts once it moves.
  let usedPointer = "";
  for (const name of ["pointerdown", "pointermove"]) document.addEventListener(name, (e) => (usedPointer = e.pointerType), { passive: true });
  document.addEventListener("pointerdown", (e) => notePointer(e.target), { passive: true });
  document.addEventListener("pointerover", (e) => [e.pointerType, ""].includes(usedPointer) && notePointer(e.target), { passive: true });
  document.documentElement.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && notePointer(document));
  document.addEventListener("focusin", takeOrder);

  // A press that waited for the answer to another one presses the button that the answer brought, if it brought that one again.
  document.addEventListener("htmx:confirm", (e) => {
    const button = e.detail.triggeringEvent?.submitter;
    if (!button || button.isConnected) return;
    e.preventDefault();
    [...e.detail.elt.elements].find((other) => other.name === button.name && other.value === button.value)?.click();
  });

  // The line of a result that was pressed or typed keeps its height, and stays hidden if the filter hides it.
  function takeState(row) {
    const state = { isOut: row.classList.contains("out"), height: row.offsetHeight };
    dropHeight(row);
    return state;
  }
  function keepLine({ isOut, height }, row) {
    row.classList.toggle("out", isOut);
    keepHeight(row, "minHeight", height);
  }
  let pressed = null;
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => (pressed = target.matches("li.line") ? takeState(target) : null));
  document.addEventListener("htmx:load", ({ detail: { elt } }) => pressed && elt.matches?.("li.line") && keepLine(pressed, elt));
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    if (target.matches("li.line")) keepLine(takeState(target), fragment.querySelector("li.line"));
  });

  // --- Jump to a table: the lines with this number or name, whatever filter is chosen; Enter goes to the first ---
  const findField = () => document.getElementById("find-table");
  const namesOf = (row) => Object.keys(row.dataset).filter((name) => /^seat\d/.test(name)).map((name) => row.dataset[name]);
  function isFound(row, text) {
    if (/^\d+$/.test(text)) return row.dataset.match.startsWith(text);
    return namesOf(row).some((name) => startsWords(wordsOf(text).slice(0, 4), wordsOf(name)));
  }

  function findLines() {
    const list = shownList();
    if (!findField() || !list) return;
    const text = findField().value.trim();
    const isFinding = wordsOf(text).length > 0;
    list.classList.toggle("finding", isFinding);
    [...list.children].forEach((row) => row.classList.toggle("found", isFinding && isFound(row, text)));
  }
  document.addEventListener("input", (e) => e.target === findField() && findLines());
  document.addEventListener("htmx:oobAfterSwap", findLines);
  document.addEventListener("submit", (e) => {
    if (!e.target.matches("[data-find-table]")) return;
    e.preventDefault();
    const line = shownList()?.querySelector(".found");
    line?.scrollIntoView({ block: "nearest" });
    line?.querySelector("button, input:not([type=hidden]), a")?.focus({ preventScroll: true });
  });
  findLines();

  // --- The parts beside the tables: open where there is a column for them; elsewhere one opens over the page at a time ---
  const wide = matchMedia("(min-width: 1280px)");
  const knownParts = new Set();
  function openParts() {
    all("details[data-open-wide]").forEach((part) => {
      if (wide.matches && !knownParts.has(part.id)) part.open = true;
      knownParts.add(part.id);
    });
  }
  const closeParts = (except) => all(".desk-part[open]").forEach((part) => part !== except && part.removeAttribute("open"));
  wide.addEventListener("change", () => all("details[data-open-wide]").forEach((part) => (part.open = wide.matches)));
  document.addEventListener("toggle", ({ target }) => !wide.matches && target.matches?.(".desk-part[open]") && closeParts(target), true);
  document.addEventListener("click", ({ target }) => {
    const hash = target.closest("a")?.hash;
    const part = hash && document.querySelector(`.desk-part${hash}`);
    const open = document.querySelector(".desk-part[open] > .desk-panel");
    if (!wide.matches && open && !target.closest(".desk-part") && getComputedStyle(open).position !== "static") closeParts(part);
  });
  document.addEventListener("htmx:oobAfterSwap", openParts);
  openParts();

  // --- Select all entries that the search shows; or none, if they are all selected ---
  document.addEventListener("click", (e) => {
    const button = e.target.closest("button[data-select-all]");
    if (!button) return;
    const boxes = all("li:not([hidden]) input[type=checkbox]", document.getElementById(button.dataset.selectAll));
    const isEach = boxes.every((box) => box.checked);
    boxes.forEach((box) => (box.checked = !isEach));
  });

  function readBackEntry() {
    if (entryForm()) readBack(entryForm());
  }
  document.addEventListener("htmx:afterSettle", readBackEntry);
  readBackEntry();

  // --- Alerts: counted in the page's title, read aloud, and with a sound ---
  const title = document.title;
  const isMuted = () => Boolean(stored("topcut:muted"));
  let known = null;
  let audio = null;

  // Play two short tones. A browser plays none before the page was touched.
  function playSound() {
    if (isMuted() || !window.AudioContext) return;
    audio ||= new AudioContext();
    audio.resume();
    [880, 660].forEach((pitch, n) => {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const start = audio.currentTime + n * 0.22;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.2);
    });
  }

  function checkAlerts() {
    const alerts = document.querySelector("[data-alerts]");
    if (!alerts) return;
    const names = alerts.dataset.alerts.split(" ").filter(Boolean);
    document.title = names.length ? `(${names.length}) ${title}` : title;
    if (known && names.some((name) => !known.has(name))) {
      all("[data-alert-text]").forEach((el) => (el.textContent = alerts.textContent));
      playSound();
    }
    known = new Set(names);
  }

  function labelMuteButtons() {
    all("[data-mute]").forEach((button) => (button.textContent = isMuted() ? button.dataset.textOff : button.dataset.textOn));
  }

  document.addEventListener("click", (e) => {
    if (!e.target.closest("[data-mute]")) return;
    stored("topcut:muted", isMuted() ? "" : "1");
    labelMuteButtons();
  });
  document.addEventListener("htmx:afterSwap", checkAlerts);
  checkAlerts();
  labelMuteButtons();

  // --- New names: people of the club are offered for the line that is typed ---
  const OFFER_MS = 200;
  const MAX_OFFERED_LENGTH = 60;
  let offering = 0;

  /** The line of the caret: where it starts and ends, and its text. */
  function lineOf({ value, selectionStart }) {
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const next = value.indexOf("\n", selectionStart);
    const end = next < 0 ? value.length : next;
    return { start, end, text: value.slice(start, end).trim() };
  }

  const offeredOf = (field) => field.closest(".field").querySelector("[data-offered]");

  function offer(field) {
    const { text } = lineOf(field);
    if (text.length < 2 || text.length > MAX_OFFERED_LENGTH) return void offeredOf(field).replaceChildren();
    const address = `${field.dataset.offers}?q=${encodeURIComponent(text)}`;
    window.htmx.ajax("GET", address, { source: field, target: offeredOf(field), swap: "innerHTML" });
  }

  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.("textarea[data-offers]")) return;
    clearTimeout(offering);
    offering = setTimeout(() => offer(target), OFFER_MS);
  });

  // In the last line the arrow down leads to those who are offered.
  document.addEventListener("keydown", (e) => {
    const field = e.target.closest?.(".field")?.querySelector("textarea[data-offers]");
    if (!field) return;
    const boxes = all("[data-offered] input", field.closest(".field"));
    const at = boxes.indexOf(e.target);
    const isInLastLine = e.target === field && lineOf(field).end === field.value.length;
    if (at < 0 && !(isInLastLine && boxes.length && e.key === "ArrowDown")) return;
    if (e.key === "ArrowDown") boxes[Math.min(at + 1, boxes.length - 1)].focus();
    else if (e.key === "ArrowUp") (boxes[at - 1] ?? field).focus();
    else if (e.key === "Enter") boxes[at].click();
    else if (e.key === "Escape") field.focus();
    else return;
    e.preventDefault();
  });

  document.addEventListener("change", ({ target }) => {
    const offered = target.closest?.("[data-offered]");
    if (!offered || !target.checked) return;
    const field = offered.closest(".field").querySelector("textarea[data-offers]");
    const { start, end } = lineOf(field);
    field.setRangeText("", start, end === field.value.length ? end : end + 1, "end");
    offered.closest(".field").querySelector("[data-chosen]").append(target.closest(".choice"));
    offered.replaceChildren();
    field.focus();
  });
})();
