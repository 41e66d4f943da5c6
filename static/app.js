// Everything here makes quicker what works without it. What it expects of a page:
//   body          [data-zone] of the event; #now [data-now] when the server wrote the page; [data-kept] where it is an old copy, and when that was written
//   live part     <div id="live-NAME" data-etag="…" data-version="PK.VERSION" hx-get="ADDRESS&part=NAME" hx-trigger="every 10s" hx-sync="this:drop">;
//                 the page's other #live-… come with it, swapped out of band
//                 rows in it carry data-key (and data-rank, to say who rose); [data-fills=X] in it is copied to [data-filled=X];
//                 details[id] stay unfolded, boxes ticked in form[data-same=X] while X is the same
//   stale         #stale [data-offline] [data-failing]: says how old the page is while nobody answers; [data-unsent] where something typed was not sent
//   kept box      [data-keeps]: swapped by a press, it keeps its scrolling and the focus; what opens in it comes into sight; [data-opens] takes the focus
//   clock         [data-ends-at] counts down by the server's time, then says its [data-over], and [data-after] beside it its own words
//   out of band   #hall-clock, #hall-said, #event-status: every answer to a poll brings them along; swapped where their [data-stamp], or what they show, differs
// What the other scripts share of it is `topcut`.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // A browser that keeps nothing still answers, only without memory.
  function memory(key, value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      return value ? localStorage.setItem(key, value) : localStorage.removeItem(key);
    } catch {
      return null;
    }
  }

  // The same for this tab alone, until it is closed.
  function tabMemory(key, value) {
    try {
      return value === undefined ? sessionStorage.getItem(key) : sessionStorage.setItem(key, value);
    } catch {
      return null;
    }
  }

  // --- The server's time: a phone's own clock may be wrong ---
  const page = document.body.dataset;
  const written = Date.parse(document.getElementById("now").dataset.now);
  let skew = Number(memory("topcut:skew"));
  const now = () => Date.now() + skew;

  function timeTold(told, at) {
    if (!told || Math.abs(told - at - skew) < 2000) return; // what the way takes is no skew
    skew = told - at;
    memory("topcut:skew", String(skew));
  }
  const [way] = performance.getEntriesByType("navigation");
  // A page out of the history, or an old copy, tells an old time.
  if (way && way.type !== "back_forward" && !page.kept) timeTold(written, Date.now() - performance.now() + way.responseStart);

  // --- Live parts: asked for by ETag, swapped only when something changed and nobody is in the way ---
  let pressed = null;
  const remembered = new Map();
  const release = () => setTimeout((ended) => pressed === ended && (pressed = null), 300, pressed);
  addEventListener("pointerdown", (e) => (pressed = { on: e.target }), { passive: true });
  for (const name of ["pointerup", "touchend", "touchcancel", "blur"]) addEventListener(name, release, { passive: true });

  // The newest version of an event that this tab has shown. Pages and fragments may come from a cache that is a
  // few seconds behind: an older one is not shown after a newer one. Nothing there is older than two minutes.
  const NEWEST = "topcut:newest";
  const FORGET_AFTER = 120e3;
  let newest = JSON.parse(tabMemory(NEWEST) || "null");
  function parseVersion(text) {
    const [pk, version] = (text || "").split(".").map(Number);
    return pk ? { pk, version, at: Date.now() } : null;
  }
  function isOlder(text) {
    const shown = parseVersion(text);
    return Boolean(shown && newest) && shown.pk === newest.pk && shown.version < newest.version && shown.at - newest.at < FORGET_AFTER;
  }
  function noteVersion(text) {
    if (!parseVersion(text) || isOlder(text)) return;
    newest = parseVersion(text);
    tabMemory(NEWEST, JSON.stringify(newest));
  }
  const versionIn = (xhr) => xhr.getResponseHeader("Event-Version");

  const isPart = (el) => el instanceof Element && el.hasAttribute("data-etag");
  const isLive = (el) => el instanceof Element && el.id.startsWith("live-");
  const lives = () => all('[id^="live-"]');
  // A box that was ticked is no typing: it is ticked again after a swap.
  const isTyping = (el) => el && el.matches("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]");
  const isBusy = (part) =>
    (isTyping(document.activeElement) && part.contains(document.activeElement)) || Boolean(pressed && part.contains(pressed.on));
  const periodOf = (part) => htmx.parseInterval((part.getAttribute("hx-trigger") || "").replace("every ", "")) || 0;

  let isAsking = false;
  document.addEventListener("htmx:confirm", (e) => {
    const part = e.detail.elt;
    if (!isPart(part) || e.detail.triggeringEvent || isAsking) return;
    e.preventDefault();
    setTimeout(() => e.detail.issueRequest(true), Math.random() * periodOf(part) * 0.1);
  });

  document.addEventListener("htmx:configRequest", (e) => {
    // Each request names the newest version that was seen, a part also what it shows: the answer is not older.
    const seen = newest && `W/"${newest.pk}-seen.${newest.version}"`;
    const etags = [isPart(e.detail.elt) && e.detail.elt.dataset.etag, seen].filter(Boolean);
    if (e.detail.verb === "get" && etags.length) e.detail.headers["If-None-Match"] = etags.join(", ");
    // Where a page scrolls to without a script; here nothing jumps, and the address stays plain.
    if (e.detail.boosted) e.detail.path = e.detail.path.split("#")[0];
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    if (!isPart(e.detail.elt)) return;
    if (!navigator.onLine) sayStale("offline");
    if (document.hidden || !navigator.onLine || Date.now() < quietUntil) e.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", (e) => {
    const part = e.detail.target;
    if (!isPart(part)) {
      if (part.hasAttribute("data-keeps") && e.detail.shouldSwap) remember(part);
      return;
    }
    const isPoll = e.detail.requestConfig.elt === part;
    const { xhr } = e.detail;
    const inTheWay = (live) => isBusy(live) || live.querySelector("form.htmx-request");
    if (xhr.status === 304 || isOlder(versionIn(xhr)) || (isPoll && lives().some(inTheWay))) {
      e.detail.shouldSwap = false; // of what was not swapped the old ETag stays, so the next poll brings it again
      if (xhr.status === 304) noteVersion(versionIn(xhr));
      return;
    }
    if (!e.detail.shouldSwap) return;
    noteVersion(versionIn(xhr));
    part.dataset.etag = xhr.getResponseHeader("ETag") || "";
    lives().forEach(remember);
  });

  // An answer that comes when its part is gone has no page to go into.
  document.addEventListener("htmx:beforeCleanupElement", ({ target: part }) => {
    if (isPart(part)) part.addEventListener("htmx:beforeSwap", (e) => (e.detail.shouldSwap = false));
  });

  const topOf = (el) => el.getBoundingClientRect().top;
  function remember(part) {
    const unfolded = all("details[id][open]", part).map((one) => one.id);
    const ticked = all("form[data-same] input:checked", part).map((one) => [one.form.dataset.same, one.name, one.value]);
    remembered.set(part, { rows: rowsOf(part), scrolled: all(".scroll-x", part).map((box) => box.scrollLeft), focus: focusIn(part), unfolded, ticked });
  }

  function restore(part) {
    if (!remembered.has(part)) return;
    const { rows, scrolled, focus, unfolded, ticked } = remembered.get(part);
    remembered.delete(part);
    unfolded.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    all("form[data-same] input", part).forEach((one) => (one.checked ||= ticked.some(([same, ...box]) => same === one.form.dataset.same && box[0] === one.name && box[1] === one.value)));
    all(".scroll-x", part).forEach((box, i) => (box.scrollLeft = scrolled[i] || 0));
    if (focus) (document.getElementById(focus.id) || focusables(part, focus.key)[focus.index])?.focus({ preventScroll: true });
    if (!isLive(part)) {
      // What is pressed stays under the finger, whatever opened above it.
      if (focus?.id && document.activeElement.id === focus.id) scrollBy(0, topOf(document.activeElement) - focus.top);
      part.querySelector(".working")?.scrollIntoView({ block: "nearest" });
      const opened = part.querySelector("[data-opens]");
      opened?.parentElement.scrollIntoView({ block: "nearest" });
      opened?.focus({ preventScroll: true });
    }
    markChanged(part, rows);
    copyFills(part);
  }
  document.addEventListener("htmx:afterSwap", (e) => {
    restore(e.detail.target);
    noteVersion(e.detail.target.querySelector("[data-version]")?.dataset.version);
  });

  function copyFills(part) {
    all("[data-fills]", part).forEach((from) =>
      all(`[data-filled="${from.dataset.fills}"]`).forEach((to) => (to.textContent = from.textContent.trim())),
    );
  }

  // Asked for at once when the tab is looked at again, when the network is back, and when an answer says that it changed the event.
  function ask() {
    if (document.hidden) return;
    quietUntil = 0;
    isAsking = true;
    all("[data-etag][hx-get][hx-trigger]").forEach((part) => htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part }));
    isAsking = false;
  }
  for (const name of ["visibilitychange", "changed", "online"]) addEventListener(name, ask);
  addEventListener("pageshow", (e) => e.persisted && ask());

  const textOf = (row) => row.textContent.replace(/\s+/g, " ").trim();
  const rowsOf = (part) => new Map(all("[data-key]", part).map((row) => [row.dataset.key, { text: textOf(row), rank: +row.dataset.rank }]));
  const focusables = (part, key) => all("a, button, summary", key ? part.querySelector(`[data-key="${CSS.escape(key)}"]`) || part : part);

  function focusIn(part) {
    let el = document.activeElement;
    if (!part.contains(el) || el === part) return null;
    // Closed by its own button, a working gives the focus back to the number that opened it.
    if (!isLive(part) && el.closest(".working")) el = part.querySelector("[aria-expanded='true']") || el;
    const key = el.closest("[data-key]")?.dataset.key;
    return { key, id: el.id, top: topOf(el), index: focusables(part, key).indexOf(el) };
  }

  function markChanged(part, rows) {
    all("[data-key]", part).forEach((row) => {
      const old = rows.get(row.dataset.key);
      if (old ? old.text === textOf(row) : !rows.size) return;
      row.classList.add("changed");
      const name = row.querySelector(".name a");
      if (name && old && old.rank > +row.dataset.rank) name.dataset.moved = old.rank - row.dataset.rank;
      setTimeout(() => {
        row.classList.remove("changed");
        if (name) delete name.dataset.moved;
      }, 8000);
    });
  }

  // --- While nobody answers the page says how old it is, and asks less and less often ---
  const stale = document.getElementById("stale");
  let answered = page.kept ? Date.parse(page.kept) : written;
  let failures = 0;
  let quietUntil = 0;

  function timeText(at) {
    const date = now() - at > 12 * 3600e3 ? { day: "numeric", month: "short" } : {};
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: page.zone };
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...date, ...time }).format(at);
  }

  function sayStale(why) {
    const words = fill(stale.dataset[why], { time: timeText(answered) });
    if (stale.textContent !== words) stale.textContent = words;
  }

  // A sentence instead of a page: what the site says to whoever asks too often or from a page that is too old.
  const refusedWith = (xhr) => xhr?.getResponseHeader("Content-Type")?.startsWith("text/plain") && xhr.responseText;
  function failed(e, why) {
    const part = e.detail.elt;
    if (!isPart(part)) {
      if (e.detail.requestConfig.verb === "post" && !part.matches("[data-outbox]")) say(refusedWith(e.detail.xhr) || stale.dataset.unsent, "failed unsent");
      return;
    }
    // The event is private or deleted now: nothing of it stays on the screen.
    if (e.detail.xhr?.status === 404) return location.reload();
    sayStale(why);
    if (Date.now() < quietUntil) return; // another part of this page has counted it
    failures = Math.min(failures + 1, 4);
    quietUntil = Date.now() + periodOf(part) * (2 ** (failures - 1) - 0.5);
  }
  const FAILURES = { sendError: "offline", timeout: "offline", responseError: "failing" };
  for (const name in FAILURES) document.addEventListener(`htmx:${name}`, (e) => failed(e, FAILURES[name]));
  addEventListener("offline", () => document.querySelector("[data-etag][hx-trigger]") && sayStale("offline"));
  if (page.kept) sayStale("offline");

  document.addEventListener("htmx:afterRequest", (e) => {
    const { elt, xhr, failed: refused, successful } = e.detail;
    if (successful) all(".unsent").forEach((toast) => toast.remove());
    if (!isPart(elt) || !xhr.status || refused) return;
    timeTold(Date.parse(xhr.getResponseHeader("Date")) + 500, Date.now());
    answered = now();
    failures = quietUntil = 0;
    if (stale.textContent) stale.textContent = "";
  });

  // --- Clocks count down to [data-ends-at] ---
  const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  function tick() {
    all("[data-ends-at]").forEach((clock) => {
      const left = Math.ceil((Date.parse(clock.dataset.endsAt) - now()) / 1000);
      clock.textContent = left > 0 ? clockText(left) : clock.dataset.over;
      clock.parentElement.classList.toggle("over", left <= 0);
      const after = left > 0 ? null : clock.parentElement.querySelector("[data-after]");
      if (after && !after.textContent) after.textContent = after.dataset.after;
    });
  }
  if (document.querySelector("[data-ends-at], [data-etag]")) setInterval(tick, 250);

  // Each part brings the clock, the announcement and the state of the event along: only another one is put in, and spoken.
  const stampOf = (el) => el.querySelector("[data-stamp]")?.dataset.stamp;
  const isSame = (a, b) => (stampOf(a) || stampOf(b) ? stampOf(a) === stampOf(b) : a.innerHTML === b.innerHTML);
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: brought }) => {
    if (/^(hall|event|live)-/.test(brought.target.id) && isSame(brought.target, brought.fragment)) brought.shouldSwap = false;
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: brought }) => {
    if (isLive(brought.target)) restore(brought.target);
    else copyFills(brought.target);
    tick();
  });

  document.addEventListener("click", (e) => e.target.closest("[data-print]") && print());

  // --- Forms are sent once; toasts leave by themselves, slowly enough to be used ---
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (form.method !== "post" || e.defaultPrevented) return;
    if (form.classList.contains("sent")) return e.preventDefault();
    form.classList.add("sent");
  });
  addEventListener("pageshow", () => all("form.sent").forEach((form) => form.classList.remove("sent")));

  function leave(toast) {
    if (toast.matches(":hover, :focus-within")) return setTimeout(leave, 2000, toast);
    toast.classList.add("going");
    setTimeout(() => toast.remove(), 500);
  }
  const greet = (toast) => {
    if (toast.dataset.seen || toast.classList.contains("failed")) return;
    toast.dataset.seen = "1";
    setTimeout(leave, toast.querySelector("form") ? 15000 : 6000, toast);
  };

  const middle = (el) => el.getBoundingClientRect().left + el.offsetWidth / 2;
  // Words that stand for a while; those of a failure (`kind`) stay, and are not said twice.
  function say(words, kind = "") {
    if (all(".toast p").some((said) => said.textContent === words)) return;
    const toast = document.createElement("div");
    toast.className = `toast ${kind}`;
    toast.append(Object.assign(document.createElement("p"), { textContent: words }));
    document.getElementById("toasts").append(toast);
    greet(toast);
  }

  function settle() {
    all(".toast").forEach(greet);
    // The round shown of a bracket stays in sight in a row of tabs wider than the phone.
    all(".br-rounds [aria-current]").forEach((tab) => {
      const row = tab.parentElement;
      row.scrollLeft += middle(tab) - middle(row);
    });
  }
  document.addEventListener("htmx:afterSettle", settle);
  settle();
  tick();
  // A page that is behind what this tab has shown is asked for again at once.
  const arrived = document.querySelector("[data-version]")?.dataset.version;
  if (isOlder(arrived)) addEventListener("load", ask);
  else noteVersion(arrived);
  window.topcut = { all, fill, memory, isTyping, isBusy, clockText, now, say, noteVersion };
})();
