// The desk: quick entry of results by keyboard, and alerts. It reads:
//   form[data-quick-entry]  with inputs table and first, second, drawn_games (or result_text, for pods) and output[data-readback];
//                           + goes to the table of form[data-extend]; ? and [data-open-shortcuts] open dialog[data-shortcuts];
//                           an input with [data-one-digit] passes the focus on;
//                           tables are [data-match][data-seat1][data-seat2]… (desk_tables.js)
//   details.desk-part       beside the tables; with [data-open-wide] open where these have a column of their own
//   [data-alerts="t1.3.12 m45"]  in a live fragment: the names of the open alerts; its text is copied to [data-alert-text]
//   button[data-mute]       switches the sound off in this browser
//   button[data-select-all=ID]  selects all shown rows of that list
//   textarea[data-offers=ADDRESS]  people of the club are offered in the [data-offered] after it, for the line that is typed;
//                           ticking one takes the line out and puts the person into [data-chosen]; the arrow keys lead there,
//                           and Enter ticks
(() => {
  "use strict";
  const { all, fillText, isTyping, stored } = window.topcut;

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
    // Meant for the entry before, whose keys still come: it must not answer the question.
    if (e.key === "Enter" && e.timeStamp - askedAt < LATE_KEY_MS) return e.preventDefault();
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
    askedAt = -LATE_KEY_MS;
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

  // --- What is typed while a result is on its way is the next one: it goes on in the emptied fields, and in the form that the answer
  // brings; complete ones wait and are sent one after another. Without an answer the fields show again what was sent. ---
  const LATE_KEY_MS = 500;
  let sending = null, askedAt = -LATE_KEY_MS;
  const waiting = [];
  const valuesOf = (form) => Object.fromEntries(fieldsOf(form).map((name) => [name, form.elements[name].value]));
  const focusedName = () => (FIELDS.includes(document.activeElement.name) ? document.activeElement.name : "table");

  function fillEntry(form, values, focused = "table") {
    fieldsOf(form).forEach((name) => (form.elements[name].value = values[name] ?? ""));
    form.elements[focused].focus();
  }

  function sendNext(form) {
    if (!waiting.length) return;
    const [typed, focused] = [valuesOf(form), focusedName()];
    fillEntry(form, waiting.shift());
    form.requestSubmit();
    fillEntry(form, typed, focused);
  }

  // Before htmx, which drops a second request of a form.
  document.addEventListener("submit", (e) => {
    if (sending?.form !== e.target) return;
    e.preventDefault();
    e.stopPropagation();
    waiting.push(valuesOf(e.target));
    fillEntry(e.target, {});
  }, true);
  document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
    if (!elt.matches("form[data-quick-entry]")) return;
    sending = { form: elt, sent: valuesOf(elt), sentFrom: focusedName() };
    fillEntry(elt, {});
  });
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (sending && target.id === "entry") Object.assign(sending, { typed: valuesOf(sending.form), focused: focusedName() });
  });
  document.addEventListener("htmx:afterSwap", () => {
    const form = entryForm();
    if (!sending?.typed || form === sending.form) return;
    const { typed, focused } = sending;
    sending = null;
    if (form.querySelector(".error")) {
      askedAt = performance.now();
      form.querySelector("[autofocus]")?.select();
      return;
    }
    if (typed.table) {
      all("[autofocus]", form).forEach((el) => el.removeAttribute("autofocus"));
      fillEntry(form, typed, focused);
      readBack(form);
    }
    form.closest("#entry").addEventListener("htmx:load", () => sendNext(form), { once: true });
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
    if (elt !== sending?.form || !elt.isConnected) return;
    fillEntry(elt, sending.sent, sending.sentFrom);
    readBack(elt);
    sending = null;
  });

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
