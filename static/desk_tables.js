// The tables of the desk: a line keeps its place and height while a pointer or the focus is among them, a stored one until the
// page is loaded. It reads:
//   ul.tables in #live-tables  its li.line have [data-key] [data-match] [data-seat1]…; one with the class “stored” was stored by this
//                              page, “out” is not in the chosen filter; [data-digest] came with the answer to a press
//   #live-order [data-order]   the keys of all lines in the server's order
//   form[data-find-table]      its field shows the lines of a number or a name
//   #undo-form                 the form of each Undo, which loads the page again
(() => {
  "use strict";
  const { all, startsWords, stored, wordsOf } = window.topcut;

  const listIn = (box) => box.querySelector("ul.tables");
  const shownList = () => document.querySelector("#live-tables ul.tables");
  const keyOf = (row) => row.dataset.key;
  const rowsOf = (list) => new Map([...list.children].map((row) => [keyOf(row), row]));
  const isStored = (row) => row.classList.contains("stored");
  let isPointed = false;
  // Whether the poll that is being swapped in leaves every line in its place.
  let isKept = false;
  // The heights of all lines before that: to measure each after another was swapped would take seconds.
  let heights = new WeakMap();
  const heightOf = (row) => heights.get(row) ?? row.offsetHeight;
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
    const placeOf = (row) => places.get(keyOf(row)) ?? places.size;
    const rows = [...list.children].sort((a, b) => placeOf(a) - placeOf(b));
    if (rows.some((row, place) => row !== list.children[place])) list.append(...rows);
  }

  // A line that this page stored keeps its mark and, while nobody has changed its result, its Undo.
  function keepStored(old, row) {
    if (!row.classList.contains("in")) return;
    row.classList.add("stored");
    row.classList.remove("out");
    const textIn = (line) => line.querySelector(".line-score").textContent;
    if (textIn(old) === textIn(row)) row.querySelector(".line-end").replaceWith(old.querySelector(".line-end"));
    keepHeight(row, "minHeight", heightOf(old));
  }

  const fieldsOfRow = (row) => all("input.score-input", row);
  function keepTyped(old, row) {
    const typed = fieldsOfRow(old);
    fieldsOfRow(row).forEach((field, n) => typed[n] && typed[n].value !== typed[n].defaultValue && (field.value = typed[n].value));
  }

  function keepInPlace(old, row) {
    row.classList.toggle("out", old.classList.contains("out"));
    row.classList.toggle("waits", Boolean(row.querySelector(".line-open")) && (old.classList.contains("waits") || !old.querySelector(".line-open")));
    keepHeight(row, "height", heightOf(old));
  }

  // A line of a poll takes the place of the old one. What the filter says of it is known when it may move.
  function takeLine(old, row) {
    row.dataset.out = row.classList.contains("out") ? "out" : "";
    if (isStored(old)) keepStored(old, row);
    keepTyped(old, row);
    if (isKept) keepInPlace(old, row);
    dropHeight(old);
  }

  // All lines of a poll come in the order of the old ones at first.
  function takeList(old, list) {
    const oldRows = rowsOf(old);
    rowsOf(list).forEach((row, key) => oldRows.has(key) && takeLine(oldRows.get(key), row));
    if (isKept) list.classList.add("kept");
    sortRows(list, [...oldRows.keys()]);
  }

  const orderOf = () => document.querySelector("#live-order [data-order]").dataset.order.split(" ");
  function takeOrder() {
    const list = shownList();
    if (!list?.matches(".kept") || isInUse(list)) return;
    const rows = rowsOf(list);
    list.classList.remove("kept");
    rows.forEach((row) => {
      if ("out" in row.dataset) row.classList.toggle("out", Boolean(row.dataset.out) && !isStored(row));
      row.classList.remove("waits");
      row.style.height = "";
    });
    sortRows(list, placeStored(orderOf(), rows));
  }

  // A poll brings the lines that have changed since the page's last one, or all. What came with the answer to a press it does
  // not bring again: the page says which state of these lines it shows.
  const isPoll = (el) => el.id === "live-progress";
  const MAX_POSTED = 60;
  const postedRows = () => all("#live-tables [data-digest]");
  document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters, headers } }) => {
    if (!isPoll(elt)) return;
    const rows = postedRows();
    if (rows.length > MAX_POSTED) delete headers["If-None-Match"];
    else if (rows.length) parameters.posted = rows.map((row) => `${keyOf(row)}:${row.dataset.digest}`).join(" ");
  });
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    const list = shownList();
    if (!isPoll(target) || !list) return;
    isKept = isInUse(list);
    heights = new WeakMap([...list.children].map((row) => [row, row.offsetHeight]));
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    if (target.id === "live-tables" && listIn(target) && listIn(fragment)) takeList(listIn(target), listIn(fragment));
    if (!target.matches("li.line")) return;
    const row = fragment.querySelector("li.line");
    if ("digest" in row.dataset) keepLine(takeState(target), row);
    else takeLine(target, row);
  });
  // The lines that did not come are as new as the others now, and their forms say so.
  document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
    if (!isPoll(target) || !isPoll(detail.target)) return;
    const version = document.querySelector("#live-progress input[name=version]")?.value;
    if (version) all("#live-tables input[name=version]").forEach((field) => (field.value = version));
    postedRows().forEach((row) => row.removeAttribute("data-digest"));
    shownList()?.classList.add("kept");
    takeOrder();
    findLines();
  });

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
  document.addEventListener("submit", (e) => {
    if (!e.target.matches("[data-find-table]")) return;
    e.preventDefault();
    const line = shownList()?.querySelector(".found");
    line?.scrollIntoView({ block: "nearest" });
    line?.querySelector("button, input:not([type=hidden]), a")?.focus({ preventScroll: true });
  });
  findLines();

  // --- An Undo loads the page again: the line where it was pressed, or the first one in sight, is shown where it was ---
  const KEPT_MS = 60e3;
  const storedPlace = (value) => stored(`topcut:desk ${location.pathname}`, value, "sessionStorage");
  const topOf = (row) => row.getBoundingClientRect().top;
  const isShown = (row) => row.offsetHeight > 0;
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id !== "undo-form" || !shownList()) return;
    const row = submitter?.closest("li.line") ?? [...shownList().children].find((line) => isShown(line) && topOf(line) >= 0);
    storedPlace(JSON.stringify({ at: Date.now(), scrolled: scrollY, id: row?.id, top: row && topOf(row) }));
  });

  function restorePlace() {
    const place = JSON.parse(storedPlace() || "null");
    storedPlace("");
    if (!place?.scrolled || Date.now() - place.at > KEPT_MS) return;
    const row = place.id && document.getElementById(place.id);
    // Something that is focused already takes no focus on loading, which would scroll to it.
    document.querySelector("[autofocus]")?.focus({ preventScroll: true });
    scrollTo(0, place.scrolled);
    if (row && isShown(row)) scrollBy(0, topOf(row) - place.top);
  }
  restorePlace();
})();
