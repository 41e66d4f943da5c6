// Live fragments, clocks and messages of every page. Each page also works without this script. It reads these attributes:
//   body               [data-zone] of the event; [data-cached-at] on a copy without a network: when it was written; #now [data-now]: when the server wrote the page
//   live fragment      <div id="live-NAME" data-etag="…" data-version="PK.VERSION" hx-get="ADDRESS&part=NAME" hx-trigger="every 10s" hx-sync="this:drop">;
//                      the page's other fragments come with it, swapped out of band
//                      rows have data-key (and data-rank, to mark who rose); the text of [data-mirror-source=X] is copied to [data-mirror=X];
//                      details[id] stay open; boxes stay ticked in form[data-keep-checked=X] while X is the same
//   #stale             [data-updating] [data-offline] [data-failing]: texts that say how old the page is; [data-unsent]: text for a form that was not sent
//   .messages form     the Undo of the action before the page
//   table.standings    its boosted links open and close tr#open [data-open="PLAYER:COLUMN"] [data-opens=ADDRESS], the explanation of a number
//   [data-keep-position]  a box that a press swaps: it keeps its scrolling and the focus; [data-autofocus] in it takes the focus
//   [data-until]       hidden from this time on
//   [data-ends-at]     a clock that counts down by the server's time, then shows [data-over], and the text of [data-after] beside it
//   [data-steps]       the timer of a draft: a list of [text, seconds] for each pick, with [data-step] [data-left] and buttons [data-run] [data-next] [data-back]
//   form[data-guard]   asks this question before it is left with unsaved changes; [data-changed]: it came with some (a refused form, a preview);
//                      a[data-discard]: a link that drops them
//   button[data-copy=ID]  copies that element's text and shows [data-copied]; without permission to copy, the text is selected
//   [data-expires-at]  an ISO time, at which the page posts to [data-expiry-url] and polls its fragments
//   out of band        #event-clock, #event-announcement, #event-status: in every answer to a poll; swapped if their [data-stamp] or content differs
// `topcut` has the functions that the other scripts share.
(() => {
  "use strict";
  const CHANGE_SHOWN_MS = 8000;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fillText = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // Read (without a value), write or remove (with an empty value) a key. Without storage everything else still works.
  function stored(key, value, storage = "localStorage") {
    try {
      if (value === undefined) return window[storage].getItem(key);
      return value ? window[storage].setItem(key, value) : window[storage].removeItem(key);
    } catch {
      return null;
    }
  }

  // --- Name search: beginnings of words in any order, without accents; players/pages/entry_list.py does the same ---
  const PLAIN_LETTERS = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };
  const wordsOf = (text) =>
    text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[ßøłđðþæœı]/g, (letter) => PLAIN_LETTERS[letter]).match(/[\p{L}\p{N}]+/gu) || [];
  const startsWords = ([first, ...others], words) =>
    !first || words.some((word, n) => word.startsWith(first) && startsWords(others, [...words.slice(0, n), ...words.slice(n + 1)]));

  // --- The server's time: a phone's own clock may be wrong ---
  const page = document.body.dataset;
  const writtenAt = Date.parse(document.getElementById("now").dataset.now);
  let skew = Number(stored("topcut:skew"));
  const now = () => Date.now() + skew;

  function setSkew(serverTime, ownTime) {
    if (!serverTime || Math.abs(serverTime - ownTime - skew) < 2000) return; // only the network's delay
    skew = serverTime - ownTime;
    stored("topcut:skew", String(skew));
  }
  const [navigation] = performance.getEntriesByType("navigation");
  // A page from the history or an offline copy has an old time.
  if (navigation && navigation.type !== "back_forward" && !page.cachedAt) setSkew(writtenAt, Date.now() - performance.now() + navigation.responseStart);

  // --- Live fragments: polled by ETag, swapped only if something changed and the user is not busy in them ---
  let press = null;
  const states = new Map();
  const PRESS_MS = 300;
  const endPress = () => setTimeout((ended) => press === ended && (press = null), PRESS_MS, press);
  addEventListener("pointerdown", (e) => (press = { target: e.target }), { passive: true });
  for (const name of ["pointerup", "touchend", "touchcancel", "blur"]) addEventListener(name, endPress, { passive: true });

  // The newest version of an event that this tab has shown. Pages and fragments may come from a cache that is a
  // few seconds behind: an older one is not shown after a newer one. No cache is older than two minutes.
  const NEWEST_MS = 120e3;
  const storedNewest = (value) => stored("topcut:newest", value, "sessionStorage");
  let newest = JSON.parse(storedNewest() || "null");
  function parseVersion(text) {
    const [pk, version] = (text || "").split(".").map(Number);
    return pk ? { pk, version, at: Date.now() } : null;
  }
  function isOlder(text) {
    const other = parseVersion(text);
    return Boolean(other && newest) && other.pk === newest.pk && other.version < newest.version && other.at - newest.at < NEWEST_MS;
  }
  function noteVersion(text) {
    if (!parseVersion(text) || isOlder(text)) return;
    newest = parseVersion(text);
    storedNewest(JSON.stringify(newest));
  }
  let isChanged = false; // since the page was loaded: its Undo ends then, unless the desk's list of actions still offers it
  const versionOf = (xhr) => xhr.getResponseHeader("Event-Version");

  const isPolled = (el) => el instanceof Element && el.hasAttribute("data-etag");
  const isLive = (el) => el instanceof Element && el.id.startsWith("live-");
  const liveFragments = () => all('[id^="live-"]');
  // Ticking a box is not typing: it is ticked again after a swap.
  const isTyping = (el) => el && el.matches("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]");
  const isBusy = (box) =>
    (isTyping(document.activeElement) && box.contains(document.activeElement)) || Boolean(press && box.contains(press.target));
  const pollMs = (fragment) => htmx.parseInterval((fragment.getAttribute("hx-trigger") || "").replace("every ", "")) || 0;

  // Of phones that open the page at the same moment, as at a new round, each polls a little later than others.
  const pollDelay = 3 * Math.random();
  let isPollingAll = false;
  document.addEventListener("htmx:confirm", (e) => {
    const fragment = e.detail.elt;
    if (!isPolled(fragment) || e.detail.triggeringEvent || isPollingAll) return;
    e.preventDefault();
    setTimeout(() => e.detail.issueRequest(true), (pollDelay + Math.random()) * pollMs(fragment) * 0.1);
  });

  document.addEventListener("htmx:configRequest", (e) => {
    // Each request names the newest version that was shown, so that the answer is not older; a poll also its own ETag.
    const newestEtag = newest && `W/"${newest.pk}-seen.${newest.version}"`;
    const etags = [isPolled(e.detail.elt) && e.detail.elt.dataset.etag, newestEtag].filter(Boolean);
    if (e.detail.verb === "get" && etags.length) e.detail.headers["If-None-Match"] = etags.join(", ");
    // htmx remembers the address that a link had at first.
    if (isExplanationLink(e.detail.elt)) {
      e.detail.path = e.detail.elt.getAttribute("href");
      e.detail.parameters.part = "explanation";
    }
    // The part after # is for browsers without scripts: here nothing jumps, and the address stays plain.
    if (e.detail.boosted) e.detail.path = e.detail.path.split("#")[0];
    if (isPolled(e.detail.elt)) e.detail.path = withOpenCell(e.detail.path);
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    if (!isPolled(e.detail.elt)) return;
    if (!navigator.onLine) showStale("offline");
    if (document.hidden || !navigator.onLine || Date.now() < quietUntil) e.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", (e) => {
    const fragment = e.detail.target;
    if (!isPolled(fragment)) {
      if (isExplanationLink(e.detail.requestConfig.elt) && e.detail.shouldSwap) {
        // A table older than its explanation is asked for again, once the press is over.
        if (parseVersion(versionOf(e.detail.xhr))?.version > newest?.version) setTimeout(pollAll, 2 * PRESS_MS);
        e.detail.target = closeExplanation(fragment);
        // The button Close has gone with its row, and what it inherits with it.
        e.detail.swapOverride = "afterend show:none";
      }
      noteVersion(versionOf(e.detail.xhr));
      if (fragment.hasAttribute("data-keep-position") && e.detail.shouldSwap) saveState(fragment);
      return;
    }
    const isPoll = e.detail.requestConfig.elt === fragment;
    const { xhr } = e.detail;
    const isInUse = (live) => isBusy(live) || live.querySelector("form.htmx-request");
    if (xhr.status === 304 || isOlder(versionOf(xhr)) || (isPoll && liveFragments().some(isInUse))) {
      e.detail.shouldSwap = false; // the old ETag stays, so that the next poll brings the content again
      if (xhr.status === 304) noteVersion(versionOf(xhr));
    }
    if (!e.detail.shouldSwap) return;
    noteVersion(versionOf(xhr));
    isChanged = versionOf(xhr) !== fragment.dataset.version;
    fragment.dataset.etag = xhr.getResponseHeader("ETag") || "";
    liveFragments().forEach(saveState);
  });

  // An answer for a fragment that has been removed is not swapped in.
  document.addEventListener("htmx:beforeCleanupElement", ({ target: fragment }) => {
    if (isPolled(fragment)) fragment.addEventListener("htmx:beforeSwap", (e) => (e.detail.shouldSwap = false));
  });

  const topOf = (el) => el.getBoundingClientRect().top;
  function saveState(box) {
    const openDetails = all("details[id][open]", box).map((details) => details.id);
    const ticked = all("form[data-keep-checked] input:checked", box).map((input) => [input.form.dataset.keepChecked, input.name, input.value].join("\n"));
    states.set(box, { rows: rowsOf(box), scrolled: all(".scroll-x", box).map((el) => el.scrollLeft), focus: focusIn(box), openDetails, ticked });
  }

  function restoreState(box) {
    if (!states.has(box)) return;
    const { rows, scrolled, focus, openDetails, ticked } = states.get(box);
    states.delete(box);
    openDetails.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    all("form[data-keep-checked] input", box).forEach((input) => (input.checked ||= ticked.includes([input.form.dataset.keepChecked, input.name, input.value].join("\n"))));
    all(".scroll-x", box).forEach((el, i) => (el.scrollLeft = scrolled[i] || 0));
    if (focus) (document.getElementById(focus.id) || focusables(box, focus.key)[focus.index])?.focus({ preventScroll: true });
    if (!isLive(box)) showOpened(box, focus);
    markChanged(box, rows);
    copyMirrors(box);
  }

  function showOpened(box, focus) {
    // The pressed button stays under the finger, whatever opened above it.
    if (focus?.id && document.activeElement.id === focus.id) scrollBy(0, topOf(document.activeElement) - focus.top);
    box.querySelector(".working")?.scrollIntoView({ block: "nearest" });
    const opened = box.querySelector("[data-autofocus]");
    opened?.parentElement.scrollIntoView({ block: "nearest" });
    opened?.focus({ preventScroll: true });
  }

  // --- The explanation of a number is a row below the player's; the table's polls bring it again while it is open ---
  const openedRow = () => document.getElementById("open");
  const isExplanationLink = (el) => el instanceof Element && el.matches("table.standings a") && !el.closest("[hx-boost=false]");

  function withOpenCell(path) {
    const [address, query] = path.split("?");
    const params = new URLSearchParams(query);
    params.delete("open");
    if (openedRow()) params.set("open", openedRow().dataset.open);
    return `${address}?${params}`;
  }

  // Remove the open row. Return the player's row below which the answer belongs.
  function closeExplanation(pressedRow) {
    const row = pressedRow === openedRow() ? pressedRow.previousElementSibling : pressedRow;
    const opener = document.querySelector(".standings [aria-expanded=true]");
    opener?.removeAttribute("aria-expanded");
    opener?.setAttribute("href", openedRow().dataset.opens);
    if (pressedRow !== row) opener?.focus({ preventScroll: true });
    const top = topOf(row);
    openedRow()?.remove();
    // The pressed number stays under the finger, whatever closed above it.
    scrollBy(0, topOf(row) - top);
    return row;
  }

  function markOpened(opener) {
    if (!openedRow() || opener.closest("tr").nextElementSibling !== openedRow()) return;
    opener.setAttribute("href", openedRow().querySelector(".work-close").getAttribute("href"));
    opener.setAttribute("aria-expanded", "true");
    openedRow().scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("htmx:afterSwap", (e) => {
    if (isExplanationLink(e.detail.requestConfig.elt)) markOpened(e.detail.requestConfig.elt);
    restoreState(e.detail.target);
    if (isPolled(e.detail.target)) liveFragments().forEach(restoreState); // of some only rows have come
    const isOffered = ({ action }) => document.querySelector(`[form=undo-form][value="${new URL(action).searchParams.get("entry")}"]`);
    if (isChanged) all(".messages form").forEach((undo) => isOffered(undo) || undo.remove());
    noteVersion(e.detail.target.querySelector("[data-version]")?.dataset.version);
  });

  function copyMirrors(box) {
    all("[data-mirror-source]", box).forEach((source) =>
      all(`[data-mirror="${source.dataset.mirrorSource}"]`).forEach((mirror) => (mirror.textContent = source.textContent.trim())),
    );
  }

  // Poll at once when the tab is looked at again, when the network is back, and after an answer that changed the event.
  function pollAll() {
    if (document.hidden) return;
    quietUntil = 0;
    isPollingAll = true;
    all("[data-etag][hx-get][hx-trigger]").forEach((fragment) => htmx.ajax("GET", fragment.getAttribute("hx-get"), { source: fragment, target: fragment }));
    isPollingAll = false;
  }
  for (const name of ["visibilitychange", "changed", "online"]) addEventListener(name, pollAll);
  addEventListener("pageshow", (e) => e.persisted && pollAll());

  const textOf = (el) => el.textContent.replaceAll(/\s+/g, " ").trim();
  const rowsOf = (box) => new Map(all("[data-key]", box).map((row) => [row.dataset.key, { text: textOf(row), rank: +row.dataset.rank }]));
  const focusables = (box, key) => all("a, button, summary", key ? box.querySelector(`[data-key="${CSS.escape(key)}"]`) || box : box);

  function focusIn(box) {
    let el = document.activeElement;
    if (!box.contains(el) || el === box) return null;
    // A working that is closed by its own button gives the focus back to the number that opened it.
    if (!isLive(box) && el.closest(".working")) el = box.querySelector("[aria-expanded='true']") || el;
    const key = el.closest("[data-key]")?.dataset.key;
    return { key, id: el.id, top: topOf(el), index: focusables(box, key).indexOf(el) };
  }

  function markChanged(box, rows) {
    all("[data-key]", box).forEach((row) => {
      const old = rows.get(row.dataset.key);
      if (old ? old.text === textOf(row) : !rows.size) return;
      row.classList.add("changed");
      const name = row.querySelector(".name a");
      if (name && old && old.rank > +row.dataset.rank) name.dataset.moved = old.rank - row.dataset.rank;
      setTimeout(() => {
        row.classList.remove("changed");
        if (name) delete name.dataset.moved;
      }, CHANGE_SHOWN_MS);
    });
  }

  // --- While the site does not answer, the page says how old it is and polls less and less often ---
  const stale = document.getElementById("stale");
  let answeredAt = page.cachedAt ? Date.parse(page.cachedAt) : writtenAt;
  let failures = 0;
  let quietUntil = 0;
  // A site that refuses polls for longer is not only busy.
  const MAX_BUSY_MS = 60e3;

  function formatTime(at) {
    const date = now() - at > 12 * 3600e3 ? { day: "numeric", month: "short" } : {};
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: page.zone };
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...date, ...time }).format(at);
  }

  function showStale(reason) {
    const text = fillText(stale.dataset[reason], { time: formatTime(answeredAt) });
    if (stale.textContent !== text) stale.textContent = text;
  }

  // The sentence with which the site refuses a request: too many requests, or a page that is too old.
  const refusalOf = (xhr) => xhr?.getResponseHeader("Content-Type")?.startsWith("text/plain") && xhr.responseText;
  function handleFailure(e, reason) {
    const fragment = e.detail.elt;
    if (!isPolled(fragment)) {
      if (e.detail.requestConfig.verb === "post" && !fragment.matches("[data-outbox]")) showToast(refusalOf(e.detail.xhr) || stale.dataset.unsent, "failed unsent");
      return;
    }
    // The event has become private or was deleted: nothing of it stays on the screen.
    if (e.detail.xhr?.status === 404) return location.reload();
    const retryAfter = e.detail.xhr?.status === 503 && e.detail.xhr.getResponseHeader("Retry-After");
    // A busy site refuses a poll without a text: the page says nothing and asks again at the time it is told.
    const isBusySite = retryAfter && !e.detail.xhr.responseText && now() - answeredAt < MAX_BUSY_MS;
    if (!isBusySite && (!retryAfter || failures)) showStale(reason);
    if (Date.now() < quietUntil) return; // counted already for another fragment of this page
    if (isBusySite) {
      const ms = 1000 * (Number(retryAfter) + Math.random());
      quietUntil = Date.now() + ms;
      setTimeout(pollAll, ms);
      return;
    }
    failures = Math.min(failures + 1, 4);
    quietUntil = Date.now() + pollMs(fragment) * (2 ** (failures - 1) - 0.5);
  }
  const FAILURES = { sendError: "offline", timeout: "offline", responseError: "failing" };
  for (const name in FAILURES) document.addEventListener(`htmx:${name}`, (e) => handleFailure(e, FAILURES[name]));
  addEventListener("offline", () => document.querySelector("[data-etag][hx-trigger]") && showStale("offline"));
  if (page.cachedAt) showStale(navigator.onLine ? "updating" : "offline");

  document.addEventListener("htmx:afterRequest", (e) => {
    const { elt, xhr, failed, successful } = e.detail;
    // That something was not sent is true until it is sent: an answer to a poll says nothing of it.
    if (successful && e.detail.requestConfig.verb === "post") all(".unsent").forEach((toast) => toast.remove());
    if (!isPolled(elt) || !xhr.status || failed) return;
    setSkew(Date.parse(xhr.getResponseHeader("Date")) + 500, Date.now());
    answeredAt = now();
    failures = quietUntil = 0;
    if (stale.textContent) stale.textContent = "";
  });

  // --- Clocks count down to [data-ends-at] ---
  const formatSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  function updateClocks() {
    all("[data-until]").forEach((el) => (el.hidden = Date.parse(el.dataset.until) <= now()));
    all("[data-ends-at]").forEach((clock) => {
      const left = Math.ceil((Date.parse(clock.dataset.endsAt) - now()) / 1000);
      clock.textContent = left > 0 ? formatSeconds(left) : clock.dataset.over;
      clock.parentElement.classList.toggle("over", left <= 0);
      const after = left > 0 ? null : clock.parentElement.querySelector("[data-after]");
      if (after && !after.textContent) after.textContent = after.dataset.after;
    });
  }
  if (document.querySelector("[data-ends-at], [data-until], [data-etag]")) setInterval(updateClocks, 250);

  // Each fragment brings the clock, the announcement and the event's state: swapped, and read aloud, only if they differ.
  const stampOf = (el) => el.querySelector("[data-stamp]")?.dataset.stamp;
  const isSame = (a, b) => (stampOf(a) || stampOf(b) ? stampOf(a) === stampOf(b) : a.innerHTML === b.innerHTML);
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (/^(event|live)-/.test(detail.target.id) && isSame(detail.target, detail.fragment)) detail.shouldSwap = false;
    else if (isLive(detail.target)) saveState(detail.target);
  });
  let swapped = null; // htmx sends the event once for each element that this swap and others before have brought
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target, fragment } }) => {
    if (swapped === fragment) return;
    swapped = fragment;
    if (isLive(target)) restoreState(target);
    else copyMirrors(target);
    updateClocks();
  });

  // --- The timer of a draft, pick by pick; it runs on this screen alone ---
  // The state of each timer: step, seconds left, and when these were counted, if it runs.
  const timers = new WeakMap();
  function timerOf(box) {
    if (!timers.has(box)) {
      const steps = JSON.parse(box.dataset.steps);
      timers.set(box, { steps, at: 0, left: steps[0]?.[1] || 0, countedAt: null, startLabel: box.querySelector("[data-run]").textContent });
    }
    return timers.get(box);
  }

  function updateTimer(box) {
    const timer = timerOf(box);
    if (timer.countedAt !== null) {
      const countedAt = Date.now();
      timer.left -= (countedAt - timer.countedAt) / 1000;
      timer.countedAt = countedAt;
      while (timer.left <= 0 && timer.countedAt !== null) goToStep(timer, timer.at + 1, timer.left);
    }
    const step = timer.steps[timer.at];
    box.querySelector("[data-step]").textContent = step ? step[0] : box.dataset.over;
    box.querySelector("[data-left]").textContent = step ? formatSeconds(Math.max(0, Math.ceil(timer.left))) : "";
    const run = box.querySelector("[data-run]");
    run.textContent = timer.countedAt === null ? timer.startLabel : run.dataset.pause;
  }

  function goToStep(timer, at, carried = 0) {
    timer.at = Math.min(Math.max(0, at), timer.steps.length);
    timer.left = (timer.steps[timer.at]?.[1] || 0) + carried;
    if (timer.at === timer.steps.length) timer.countedAt = null;
  }

  document.addEventListener("click", (e) => {
    const box = e.target.closest("[data-steps]");
    if (!box) return;
    const timer = timerOf(box);
    if (e.target.closest("[data-run]")) timer.countedAt = timer.countedAt === null && timer.at < timer.steps.length ? Date.now() : null;
    else if (e.target.closest("[data-next]")) goToStep(timer, timer.at + 1);
    else if (e.target.closest("[data-back]")) goToStep(timer, timer.at - 1);
    else return;
    updateTimer(box);
  });

  const updateTimers = () => all("[data-steps]").forEach(updateTimer);
  if (document.querySelector("[data-steps]")) setInterval(updateTimers, 250);
  updateTimers();

  document.addEventListener("click", (e) => e.target.closest("[data-print]") && print());
  document.addEventListener("click", async (e) => {
    const button = e.target.closest("button[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    await navigator.clipboard?.writeText(source.textContent).then(() => (button.textContent = button.dataset.copied), () => {});
  });

  // --- A report that nobody answers becomes the result after a while: an open page asks the server to store it then ---
  const postedExpiries = new Set();
  async function storeExpired(expiresAt, url) {
    const answer = await fetch(url, { method: "POST" }).catch(() => null);
    if (answer) dispatchEvent(new Event("changed"));
    else setTimeout(() => postedExpiries.delete(expiresAt), 30000); // no network: try again later
  }
  setInterval(() => {
    all("[data-expires-at]").forEach(({ dataset: { expiresAt, expiryUrl } }) => {
      if (postedExpiries.has(expiresAt) || Date.parse(expiresAt) > now()) return;
      postedExpiries.add(expiresAt);
      // Random, so that the phones of an event do not all post in the same moment.
      setTimeout(() => storeExpired(expiresAt, expiryUrl), Math.random() * 2000);
    });
  }, 1000);

  // --- A form is sent once; toasts disappear by themselves, slowly enough to be used ---
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (form.method !== "post" || e.defaultPrevented) return;
    if (form.classList.contains("sent")) return e.preventDefault();
    form.classList.add("sent");
  });
  addEventListener("pageshow", () => all("form.sent").forEach((form) => form.classList.remove("sent")));

  // --- Unsaved changes: asks before the page is left ---
  const fieldsIn = (form) => [...form.elements].filter((el) => el.matches("textarea, select, input:not([type=hidden])"));
  function isEdited(el) {
    if (el.matches("select")) return el.selectedIndex !== Math.max([...el.options].findIndex((option) => option.defaultSelected), 0);
    return el.matches("[type=checkbox], [type=radio]") ? el.checked !== el.defaultChecked : el.value !== el.defaultValue;
  }
  let isLeaving = false;
  const unsavedForm = () => (isLeaving ? null : all("form[data-guard]").find((form) => "changed" in form.dataset || fieldsIn(form).some(isEdited)));

  document.addEventListener("submit", (e) => (isLeaving = e.target.matches("form[data-guard]:not([hx-post])")));
  document.addEventListener("click", (e) => e.target.closest("a[data-discard]") && (isLeaving = true));
  addEventListener("pageshow", () => (isLeaving = false));
  addEventListener("beforeunload", (e) => unsavedForm() && e.preventDefault());
  // Links that htmx follows change the page without leaving it.
  document.addEventListener("htmx:confirm", (e) => {
    const { elt, triggeringEvent } = e.detail;
    const form = triggeringEvent && elt.matches("a") && !elt.closest("form[data-guard]") && unsavedForm();
    if (form && !confirm(form.dataset.guard)) e.preventDefault();
  });

  function hideToast(toast) {
    if (toast.matches(":hover, :focus-within")) return setTimeout(hideToast, 2000, toast);
    toast.classList.add("leaving");
    setTimeout(() => toast.remove(), 500);
  }

  // Show a text for a while. One of a failure (`kind`) stays, and is not shown twice.
  function showToast(text, kind = "") {
    if (all(".toast p").some((old) => old.textContent === text)) return;
    const toast = document.createElement("div");
    toast.className = `toast ${kind}`;
    toast.append(Object.assign(document.createElement("p"), { textContent: text }));
    document.getElementById("toasts").append(toast);
    if (!toast.classList.contains("failed")) setTimeout(hideToast, 6000, toast);
  }

  const middleOf = (el) => el.getBoundingClientRect().left + el.offsetWidth / 2;
  function prepareContent() {
    // The current tab of a bracket's rounds, or subject of the settings, stays in sight in a row that is wider than the phone.
    all(":is(.br-rounds, .subjects) [aria-current]").forEach((tab) => {
      const row = tab.closest(".br-rounds, .subjects");
      row.scrollLeft += middleOf(tab) - middleOf(row);
    });
  }
  document.addEventListener("htmx:afterSettle", prepareContent);
  prepareContent();
  updateClocks();
  // A copy without a network, or a page that is older than what this tab has shown, is polled at once.
  const pageVersion = document.querySelector("[data-version]")?.dataset.version;
  if (page.cachedAt || isOlder(pageVersion)) addEventListener("load", pollAll);
  else noteVersion(pageVersion);
  window.topcut = { CHANGE_SHOWN_MS, all, fieldsIn, fillText, formatTime, isBusy, isEdited, isOlder, isTyping, noteVersion, now, showToast, startsWords, stored, textOf, wordsOf };
})();
