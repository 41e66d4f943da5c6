// Players' pages, first the player's own seat: remember a name, show its card, tell of a new round. It reads these attributes:
//   name           body[data-event]; rows [data-player][data-name][data-table]… with button[data-choose-me]; [data-next-page] around
//                  them: the page that follows a choice; search.js finds a name among them
//                  [data-draw] around them: the page of the round's draw, once it may be read
//   own card       [data-own] with [data-slot=NAME], [data-when=NAME], [data-unless=NAME]; [data-neighbours] for the tables next to it
//   own rows       [data-player=PLAYER], and [data-players="PLAYER PLAYER…"] of what several players share
//   own page       [data-own-player=PLAYER]: this is that player's own page; [data-personal] links lead back to it
//   own entry      [data-own-entry=NAME] on the page of a registration that waits, "" once it has ended; [data-entry-card] shows its state
//                  with [data-entry-slot=name|state] and a link, and [data-hide-with-entry] hides
//   picked name    body[data-pick]: the address to which this device posts the player it reports for, once there is [data-picks-open];
//                  [data-report-me] in the own card does so for the player of the card
//   reporting      [data-report-hint][data-by-players] in the live fragment while a round is open; the own card shows [data-report-me] or,
//                  on a device that can't report, the hint in [data-report-note]; [data-hide-with-link] hides once this device knows its player
//   new round      [data-round][data-round-name] in the live fragment (with data-table… of one player's page); [data-new-round] announces it
//   sharing        a[data-share=ADDRESS][data-picture=ADDRESS][data-title][data-text] opens the system's sheet with both; where there is
//                  none it copies the address and says [data-copied]; without both it stays a link
(() => {
  "use strict";
  const { CHANGE_SHOWN_MS, all, fillText, isBusy, stored } = window.topcut;
  const event = document.body.dataset.event;
  const searchField = () => document.querySelector("input[data-search-list]");

  // --- One name, remembered for this event ---
  const ownPlayer = (value) => stored(`topcut:me:${event}`, value);
  const ownPage = (value) => stored(`topcut:page:${event}`, value);
  const ownEntry = (value) => stored(`topcut:entry:${event}`, value);

  // Remember what the own page at this address is about: a player, or a registration that waits. Return the latter's element.
  function rememberOwner(root, address) {
    const id = root.querySelector("[data-own-player]")?.dataset.ownPlayer;
    const entry = root.querySelector("[data-own-entry]");
    if (id) {
      ownPlayer(id);
      ownPage(`${id} ${address}`);
    }
    if (id || entry) ownEntry(entry?.dataset.ownEntry ? address : "");
    return entry;
  }
  rememberOwner(document, location.pathname);

  const namedRows = (root) => all("[data-player][data-name]", root);
  const ownRow = (id = ownPlayer()) => id && namedRows(document).find((row) => row.dataset.player === id);

  function showOwnPlayer() {
    const id = ownPlayer();
    all("[data-player]").forEach((row) => row.classList.toggle("mine", Boolean(id) && row.dataset.player === id));
    all("[data-players]").forEach((el) => el.classList.toggle("mine", Boolean(id) && el.dataset.players.split(" ").includes(id)));
    const row = ownRow(id);
    all("[data-own]").forEach((card) => {
      card.hidden = !row;
      if (row) fillCard(card, { ...row.dataset, url: row.querySelector("a").href, why: reasonFor(row) });
    });
    all("[data-hide-with-own]").forEach((el) => (el.hidden = Boolean(row)));
    const address = row ? "" : ownEntry();
    all("[data-entry-card]").forEach((card) => {
      card.hidden = !address;
      setLink(card.querySelector("a"), address);
    });
    if (address) all("[data-hide-with-entry]").forEach((el) => (el.hidden = true));
    all("[data-hide-with-link]").forEach((el) => (el.hidden = Boolean(row || ownPage())));
  }

  // Return where the draw's page explains the table or bye of a row; `anchor_at` in rounds/pages/proofs.py names its places.
  function reasonFor(row) {
    const { table, player } = row.dataset;
    const draw = row.closest("[data-draw]")?.dataset.draw;
    return draw && `${draw}#${table ? `table-${table}` : `bye-${encodeURIComponent(player)}`}`;
  }

  // Show the registration that this device waits with; its own page knows the state, or that it has become a player.
  async function showOwnEntry() {
    const card = document.querySelector("[data-entry-card]");
    const address = ownEntry();
    if (!card || !address || ownRow()) return;
    try {
      const response = await fetch(address);
      const entry = rememberOwner(new DOMParser().parseFromString(await response.text(), "text/html"), address);
      if (response.status === 404) ownEntry("");
      const values = { name: entry?.dataset.ownEntry, state: entry?.querySelector("h1").textContent };
      all("[data-entry-slot]", card).forEach((slot) => (slot.textContent = values[slot.dataset.entrySlot] || ""));
    } catch {
      // Without a network the card has only the link.
    }
    showOwnPlayer();
  }

  function fillCard(card, values) {
    all("[data-slot]", card).forEach((slot) => (slot.textContent = values[slot.dataset.slot] || ""));
    all("[data-slot-href]", card).forEach((link) => setLink(link, values[link.dataset.slotHref]));
    const [player, page] = (ownPage() || "").split(" ");
    all("[data-personal]", card).forEach((link) => setLink(link, player === values.player ? page : ""));
    const next = reportingOf(values, player === values.player);
    all("[data-report-me]", card).forEach((el) => (el.hidden = next !== "report"));
    all("[data-report-note]", card).forEach((el) => {
      el.hidden = next !== "note";
      el.textContent = next === "note" ? reportingNow().reportHint : "";
    });
    all("[data-when]", card).forEach((el) => (el.hidden = !values[el.dataset.when]));
    all("[data-unless]", card).forEach((el) => (el.hidden = Boolean(values[el.dataset.unless])));
    all("[data-neighbours]", card).forEach((list) => showNeighbours(list, Number(values.table)));
  }

  // How results of the running round are reported; nothing while none is open.
  const reportingNow = () => document.querySelector("[data-report-hint]")?.dataset;

  // Return what this device can do about the player's result: report it, read how it is reported, or nothing.
  function reportingOf(values, hasOwnPage) {
    const reporting = reportingNow();
    if (!reporting || !Number(values.table) || values.result || values.over) return "";
    return reporting.byPlayers && (hasOwnPage || canPick()) ? "report" : "note";
  }

  function setLink(link, address) {
    link.hidden = !address;
    if (address) link.href = address;
  }

  // Show the tables next to the own one, from the rows of all players; [data-neighbours] is the word between two names.
  function showNeighbours(list, ownTable) {
    const names = new Map();
    namedRows(document).forEach(({ dataset }) => {
      const table = Number(dataset.table);
      if (table) names.set(table, [...(names.get(table) || []), dataset.name]);
    });
    const tables = [...names.keys()].sort((a, b) => a - b);
    const ownIndex = tables.indexOf(ownTable);
    list.hidden = ownIndex < 0 || tables.length < 2;
    [...list.children].forEach((line, n) => {
      const table = tables[ownIndex + n - 1];
      line.hidden = !table;
      line.querySelector("b > :last-child").textContent = table;
      line.lastElementChild.textContent = (names.get(table) || []).join(` ${list.dataset.neighbours} `);
    });
  }

  // --- This player is chosen from the list, or forgotten ---
  const canPick = () => Boolean(document.body.dataset.pick && document.querySelector("[data-picks-open]"));

  // Report for this player: on the page that this device has for them, or else on one for their picked name.
  function openOwnPage(id) {
    const [player, page] = (ownPage() || "").split(" ");
    if (player === id) return location.assign(page);
    const form = Object.assign(document.createElement("form"), { method: "post", action: document.body.dataset.pick, hidden: true });
    form.append(Object.assign(document.createElement("input"), { name: "player", value: id }));
    document.body.append(form);
    form.requestSubmit();
  }

  function choosePlayer(row) {
    ownPlayer(row.dataset.player);
    if (canPick()) return openOwnPage(row.dataset.player);
    const list = row.closest("[data-next-page]");
    if (list) return location.assign(list.dataset.nextPage);
    searchField().value = "";
    searchField().dispatchEvent(new Event("input", { bubbles: true }));
    showOwnPlayer();
    document.querySelector("[data-own]:not([hidden])")?.focus();
  }

  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-choose-me]")) choosePlayer(e.target.closest("[data-player]"));
    if (e.target.closest("[data-report-me]")) openOwnPage(ownPlayer());
    if (e.target.closest("[data-forget-me]")) {
      ownPlayer("");
      ownEntry("");
      showOwnPlayer();
      searchField()?.focus();
    }
  });

  // --- A new round is announced, and the page scrolls to the own card when the user is not busy ---
  const announcement = document.querySelector("[data-new-round]");
  const currentRound = () => document.querySelector("[data-round]")?.dataset || {};
  let round = currentRound().round;
  let isScrollPending = false;

  function announceNewRound() {
    const current = currentRound();
    if (!announcement || !current.round || current.round === round) return;
    round = current.round;
    const own = ownRow()?.dataset || current;
    const text = own.bye ? "textBye" : own.seat ? "textSeat" : own.table ? "textTable" : "textRound";
    announcement.textContent = fillText(announcement.dataset[text], { ...own, round: current.roundName });
    document.title = [announcement.textContent, ...document.title.split(" · ").slice(1)].join(" · ");
    isScrollPending = true;
    scrollToOwnCard();
  }

  function scrollToOwnCard() {
    if (!isScrollPending || isBusy(document)) return;
    isScrollPending = false;
    const card = document.querySelector("[data-own]:not([hidden]), .own:not([hidden], [data-entry-card])");
    if (!card) return;
    card.scrollIntoView({ block: "start" });
    card.classList.add("changed");
    setTimeout(() => card.classList.remove("changed"), CHANGE_SHOWN_MS);
  }
  for (const name of ["focusout", "pointerup", "touchend"]) addEventListener(name, () => setTimeout(scrollToOwnCard, 400), { passive: true });

  // --- The number of the table is large at its first view, so that nobody misses a new one; it is so without a script, too ---
  let firstView = "";
  function showFirstView() {
    const current = currentRound();
    const { table } = ownRow()?.dataset || current;
    const view = current.round && Number(table) ? `${current.round} ${table}` : "";
    if (view && stored(`topcut:seen:${event}`) !== view) firstView = view;
    if (view && !document.hidden) stored(`topcut:seen:${event}`, view);
    document.body.classList.toggle("table-seen", !view || view !== firstView);
  }

  // --- With https, or on this machine, the last pages can be read without a network ---
  async function registerWorker(worker) {
    const { active } = await navigator.serviceWorker.register(worker).then(() => navigator.serviceWorker.ready);
    if (!navigator.serviceWorker.controller) active.postMessage({ keep: location.href });
  }
  const { worker } = document.body.dataset;
  if (worker && window.isSecureContext && navigator.serviceWorker) addEventListener("load", () => registerWorker(worker).catch(() => {}));

  document.addEventListener("htmx:afterSwap", () => {
    showOwnPlayer();
    showOwnEntry();
    announceNewRound();
    showFirstView();
  });
  showOwnPlayer();
  showOwnEntry();
  window.topcut.ownPlayer = ownPlayer;
  showFirstView();
})();

// Reports that are sent without a network are stored on this phone and sent when there is one. It reads:
//   form[data-outbox][hx-post]  with a field table, and result_text (a radio button in its label), [data-result-text], or one number a side;
//                               [data-score] of the form or of the chosen button: the result as its player sees it, “2–1”
//   [data-report-url][data-report-place]  on the player's own page: whose report, PHASE.ROUND.TABLE. Its templates [data-result-state=sending|saved|refused]
//                               with [data-slot=score|time|reason] stand in #unsent-result while a report of that place waits here;
//                               [data-send-now] and [data-discard-report] are pressed in them, [data-open-details] in what the server knows
//   #outbox                     what waits for other places, with the texts [data-stored] [data-discard] [data-sent] [data-refused] [data-rejected] [data-not-kept]
// The server stores a report once, however often its key arrives. No secure context is needed.
(() => {
  "use strict";
  const { all, fillText, formatTime, isOlder, noteVersion, showToast, textOf } = window.topcut;
  const PREFIX = "topcut:outbox:";
  const TIMEOUT_MS = 10000;
  const box = document.getElementById("outbox");
  const texts = box.dataset;
  // The names of reports that are on their way.
  const inFlight = new Set();

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  function storedNames() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).sort();
    } catch {
      return []; // a browser without storage
    }
  }
  // A report of release 1.1 calls its result `said`.
  const read = (name) => {
    const report = JSON.parse(localStorage.getItem(name) || "null");
    return report && { result: report.said, ...report };
  };
  const write = (name, report) => localStorage.setItem(name, JSON.stringify(report));
  const remove = (name) => localStorage.removeItem(name);
  const unsent = () => storedNames().filter((name) => !inFlight.has(name) && !read(name)?.refusal);

  // The result as text: the chosen option, the result that is agreed to, or the numbers.
  const chosenOption = (form) => form.querySelector("[name=result_text]:checked");
  const numbersIn = (form) => all("input:not([type=hidden], [type=checkbox])", form).map((field) => field.value).join("–");
  function resultText(form) {
    if (chosenOption(form)) return textOf(chosenOption(form).closest("label"));
    return form.dataset.resultText || form.elements.result_text?.value || numbersIn(form);
  }
  const scoreIn = (form) => (chosenOption(form) || form).dataset.score || numbersIn(form);

  // --- What waits is shown: on the own page in the block of the result, else in a line above the page ---
  const placeOf = ({ body }) => ["phase", "round", "table"].map((name) => new Map(body).get(name)).join(".");
  const ownPlace = () => document.querySelector("[data-report-url]");
  const isOwn = (report) => report.url === ownPlace()?.dataset.reportUrl && placeOf(report) === ownPlace().dataset.reportPlace;

  function showWaiting() {
    const reports = storedNames().map((name) => [name, read(name)]).filter(([, report]) => report);
    const own = reports.findLast(([, report]) => isOwn(report));
    showOwn(own || []);
    box.replaceChildren(...reports.filter(([name, report]) => name !== own?.[0] && !isOwn(report) && !inFlight.has(name)).map(([name, report]) => lineOf(name, report)));
  }

  function lineOf(name, report) {
    const line = document.createElement("p");
    line.className = "note";
    line.textContent = `${report.refusal ? refusalOf(report) : fillText(texts.stored, report)} `;
    const button = document.createElement("button");
    Object.assign(button, { className: "link action", type: "button", textContent: texts.discard });
    button.dataset.discardReport = name;
    line.append(button);
    return line;
  }

  let shown = "";
  function showOwn([name, report]) {
    const place = document.getElementById("unsent-result");
    if (!place) return;
    const state = !name ? "" : report.refusal ? "refused" : inFlight.has(name) ? "sending" : "saved";
    // What is shown already is not drawn, and read aloud, again.
    if (shown === `${name} ${state}`) return;
    shown = `${name} ${state}`;
    if (!state) return place.replaceChildren();
    const block = ownPlace().querySelector(`[data-result-state=${state}]`).content.cloneNode(true).firstElementChild;
    const values = { score: report.score || report.result, time: formatTime(report.at || Date.now()), reason: report.refusal };
    all("[data-slot]", block).forEach((slot) => (slot.textContent = values[slot.dataset.slot]));
    block.querySelector("[data-slot=score]").classList.toggle("digits", /^\d/.test(values.score));
    all("[data-discard-report]", block).forEach((button) => (button.dataset.discardReport = name));
    place.replaceChildren(block);
  }

  document.addEventListener("click", (e) => {
    const { discardReport } = e.target.dataset || {};
    if (discardReport) {
      remove(discardReport);
      showWaiting();
    }
    if (e.target.closest("[data-send-now]")) sendWaiting();
    const link = e.target.closest("[data-open-details]");
    if (!link) return;
    e.preventDefault();
    const details = document.querySelector(link.getAttribute("href"));
    details.open = !details.open;
    if (details.open) (details.querySelector("input:checked") || details.querySelector("input:not([type=hidden])"))?.focus();
  });

  // A chosen result stays above the button that sends it.
  document.addEventListener("change", ({ target }) => target.closest(".result-option")?.scrollIntoView({ block: "nearest" }));

  // --- A submitted form: stored before it is sent, removed when it is answered ---
  // A request to a site that is down, or that refuses for a while, is sent again.
  const isTemporary = (status) => status === 429 || status >= 500;
  const isOutbox = (el) => el instanceof Element && el.matches("form[data-outbox]");
  const nameOfRequest = new WeakMap();

  document.addEventListener("htmx:configRequest", (e) => {
    if (isOutbox(e.detail.elt)) e.detail.parameters.key = newKey();
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    const { elt: form, requestConfig, xhr } = e.detail;
    if (!isOutbox(form)) return;
    const body = [...requestConfig.formData].map(([name, value]) => [name, String(value)]);
    const { key, table } = Object.fromEntries(body);
    const isFirst = !unsent().length && navigator.onLine;
    const at = Date.now();
    const name = `${PREFIX}${String(at).padStart(15, "0")}.${key}`;
    const report = { url: new URL(requestConfig.path, location).pathname, body, table, result: resultText(form), score: scoreIn(form), at };
    try {
      write(name, report);
    } catch {
      return; // a browser without storage sends it now or not at all
    }
    if (isFirst) {
      inFlight.add(name);
      nameOfRequest.set(xhr, name);
    } else e.preventDefault();
    showWaiting();
    (isOwn(report) ? document.getElementById("unsent-result") : box).scrollIntoView({ block: "nearest" });
    if (!isFirst) sendWaiting();
  });

  // The reason for which a report of this page is refused stands in its block.
  document.addEventListener("htmx:beforeSwap", (e) => {
    const { xhr, requestConfig } = e.detail;
    const name = isOutbox(requestConfig.elt) && nameOfRequest.get(xhr);
    const report = name && read(name);
    if (xhr.status !== 422 || !report || !isOwn(report)) return;
    e.detail.shouldSwap = false;
    write(name, { ...report, refusal: wordsIn(xhr.responseText) });
  });

  document.addEventListener("htmx:afterRequest", (e) => {
    // The event of a form that its answer replaced comes from its parent; requestConfig still has the form.
    const { xhr, requestConfig } = e.detail;
    if (!isOutbox(requestConfig.elt)) {
      showWaiting();
      return void sendWaiting({ isQuiet: true });
    }
    const name = nameOfRequest.get(xhr);
    const isAnswered = xhr.status > 0 && !isTemporary(xhr.status);
    const report = name && read(name);
    if (report && isAnswered && !report.refusal) {
      if (xhr.status < 400 || !isOwn(report)) remove(name);
      else write(name, { ...report, refusal: texts.rejected });
    }
    if (!name && !isAnswered) showToast(texts.notKept, "failed");
    inFlight.delete(name);
    showWaiting();
  });

  // --- Waiting reports are sent in the order in which they were made; an attempt after each poll says nothing ---
  let isSending = false;
  async function sendWaiting({ isQuiet = false } = {}) {
    if (isSending || !navigator.onLine) return;
    isSending = true;
    for (const name of unsent()) {
      const report = read(name);
      if (!isQuiet) inFlight.add(name);
      showWaiting();
      const answer = report && (await post(report));
      const isAnswered = answer && !isTemporary(answer.status);
      if (isAnswered) await noteAnswer(name, report, answer);
      else inFlight.delete(name);
      if (!isAnswered) break;
    }
    isSending = false;
    showWaiting();
  }

  async function post({ url, body }) {
    const headers = { "HX-Request": "true" };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      return await fetch(url, { method: "POST", body: new URLSearchParams(body), headers, signal: controller.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const wordsIn = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
  const refusalOf = (report) => fillText(texts.refused, { ...report, words: report.refusal });

  // The answer to a report of this page is what the page shows next.
  async function showAnswer(answer) {
    const fragment = document.getElementById("live-now");
    const html = await answer.text();
    if (isOlder(answer.headers.get("Event-Version"))) return;
    htmx.swap(fragment, html, { swapStyle: "innerHTML" }, { eventInfo: { target: fragment, requestConfig: { elt: fragment } } });
    fragment.dataset.etag = answer.headers.get("ETag") || "";
  }

  // A refused report stays, with the reason, until it is made again or discarded.
  async function noteAnswer(name, report, answer) {
    if (!answer.ok) write(name, { ...report, refusal: answer.status === 422 ? wordsIn(await answer.text()) : texts.rejected });
    else if (isOwn(report)) await showAnswer(answer);
    else showToast(fillText(texts.sent, report));
    if (answer.ok) remove(name);
    inFlight.delete(name);
    noteVersion(answer.headers.get("Event-Version"));
    dispatchEvent(new Event("changed"));
  }

  addEventListener("online", () => sendWaiting());
  addEventListener("pageshow", () => sendWaiting());
  document.addEventListener("htmx:afterSwap", showWaiting);
  document.addEventListener("htmx:oobAfterSwap", showWaiting);
  showWaiting();
  sendWaiting();
})();

// --- Share the result of an event, with its picture ---
(() => {
  "use strict";
  const findLink = (e) => e.target.closest?.("a[data-share]");
  let picture = null;

  async function readPicture(link) {
    const answer = link.dataset.picture && (await fetch(link.dataset.picture).catch(() => null));
    return answer?.ok ? [new File([await answer.blob()], "result.png", { type: "image/png" })] : [];
  }

  // The system's sheet only opens soon after a press: the picture is read once a finger, a pointer or the focus is on the link.
  for (const type of ["pointerdown", "focusin"]) {
    document.addEventListener(type, (e) => {
      const link = findLink(e);
      if (link && navigator.canShare) picture ??= readPicture(link);
    });
  }

  document.addEventListener("click", async (e) => {
    const link = findLink(e);
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || !(navigator.share || navigator.clipboard)) return;
    e.preventDefault();
    const { share, title, text, copied } = link.dataset;
    const url = new URL(share, location).href;
    if (!navigator.share) {
      await navigator.clipboard.writeText(url).then(() => (link.lastElementChild.textContent = copied), () => (location = link.href));
      return;
    }
    const files = navigator.canShare ? await (picture ??= readPicture(link)) : [];
    picture = null;
    // Many apps drop the address beside a picture, unless it is in the text.
    const withPicture = { title, text: `${text} ${url}`.trim(), files };
    await navigator.share(files.length && navigator.canShare(withPicture) ? withPicture : { title, text, url }).catch(() => {});
  });
})();
