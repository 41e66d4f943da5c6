// Everything here makes quicker what works without it. What it expects of a page:
//   live part     <div data-etag="…" hx-get="ADDRESS&part=NAME" hx-trigger="every 10s" hx-sync="this:drop">
//                 rows in it carry data-key (and data-rank, to say who rose); [data-fills=X] in it is copied to [data-filled=X];
//                 details[id] stay unfolded
//   kept box      [data-keeps]: swapped by a press, it keeps its scrolling and the focus; what opens in it comes into sight; [data-opens] takes the focus
//   find me       body[data-event]; input[data-find]; rows [data-player][data-name]… with button[data-me]; [data-own] card with [data-slot=NAME]
//   clock         [data-ends-at] counts down, then says its [data-over]
// What desk.js and draft.js share of it is `topcut`.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // --- Live parts: asked for by ETag, swapped only when something changed and nobody is in the way ---
  let pressed = null;
  let before = null;
  const release = () => setTimeout(() => (pressed = null), 300);
  addEventListener("pointerdown", (e) => (pressed = e.target), { passive: true });
  for (const name of ["pointerup", "touchend", "touchcancel", "blur"]) addEventListener(name, release, { passive: true });

  const isPart = (el) => el instanceof Element && el.hasAttribute("data-etag");
  const isTyping = (el) => el && el.matches("input, select, textarea, [contenteditable]");
  const inTheWay = (part) =>
    (isTyping(document.activeElement) && part.contains(document.activeElement)) || (pressed && part.contains(pressed));

  document.addEventListener("htmx:confirm", (e) => {
    const part = e.detail.elt;
    if (!isPart(part) || e.detail.triggeringEvent) return;
    const period = htmx.parseInterval((part.getAttribute("hx-trigger") || "").replace("every ", "")) || 0;
    e.preventDefault();
    setTimeout(() => e.detail.issueRequest(true), Math.random() * period * 0.1);
  });

  document.addEventListener("htmx:configRequest", (e) => {
    if (isPart(e.detail.elt) && e.detail.elt.dataset.etag) e.detail.headers["If-None-Match"] = e.detail.elt.dataset.etag;
    // Where a page scrolls to without a script; here nothing jumps, and the address stays plain.
    if (e.detail.boosted) e.detail.path = e.detail.path.split("#")[0];
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    if (isPart(e.detail.elt) && document.hidden) e.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", (e) => {
    const part = e.detail.target;
    if (!isPart(part)) {
      if (part.hasAttribute("data-keeps") && e.detail.shouldSwap) remember(part);
      return;
    }
    const isPoll = e.detail.requestConfig.elt === part;
    if (e.detail.xhr.status === 304 || (isPoll && inTheWay(part))) {
      e.detail.shouldSwap = false; // the old ETag stays, so the next poll brings it again
      return;
    }
    if (!e.detail.shouldSwap) return;
    part.dataset.etag = e.detail.xhr.getResponseHeader("ETag") || "";
    remember(part);
  });

  const topOf = (el) => el.getBoundingClientRect().top;
  function remember(part) {
    const unfolded = all("details[id][open]", part).map((one) => one.id);
    before = { part, rows: rowsOf(part), scrolled: all(".scroll-x", part).map((box) => box.scrollLeft), focus: focusIn(part), unfolded };
  }

  document.addEventListener("htmx:afterSwap", (e) => {
    if (before && before.part === e.detail.target) {
      const { part, rows, scrolled, focus, unfolded } = before;
      before = null;
      unfolded.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
      all(".scroll-x", part).forEach((box, i) => (box.scrollLeft = scrolled[i] || 0));
      if (focus) (document.getElementById(focus.id) || focusables(part, focus.key)[focus.index])?.focus({ preventScroll: true });
      // What is pressed stays under the finger, whatever opened above it.
      if (focus?.id && !isPart(part) && document.activeElement.id === focus.id) scrollBy(0, topOf(document.activeElement) - focus.top);
      if (!isPart(part)) part.querySelector(".working")?.scrollIntoView({ block: "nearest" });
      const opened = isPart(part) ? null : part.querySelector("[data-opens]");
      opened?.parentElement.scrollIntoView({ block: "nearest" });
      opened?.focus({ preventScroll: true });
      markChanged(part, rows);
      all("[data-fills]", part).forEach((from) =>
        all(`[data-filled="${from.dataset.fills}"]`).forEach((to) => (to.textContent = from.textContent.trim())),
      );
    }
    showMe();
  });

  // Asked for at once when the tab is looked at again, and when an answer says that it changed the event.
  function ask() {
    if (document.hidden) return;
    all("[data-etag][hx-get][hx-trigger]").forEach((part) => htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part }));
  }
  addEventListener("visibilitychange", ask);
  addEventListener("changed", ask);

  const textOf = (row) => row.textContent.replace(/\s+/g, " ").trim();
  const rowsOf = (part) => new Map(all("[data-key]", part).map((row) => [row.dataset.key, { text: textOf(row), rank: +row.dataset.rank }]));
  const focusables = (part, key) => all("a, button, summary", key ? part.querySelector(`[data-key="${CSS.escape(key)}"]`) || part : part);

  function focusIn(part) {
    let el = document.activeElement;
    if (!part.contains(el) || el === part) return null;
    // Closed by its own button, a working gives the focus back to the number that opened it.
    if (!isPart(part) && el.closest(".working")) el = part.querySelector("[aria-expanded='true']") || el;
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

  // --- Find me: one name, remembered for this event ---
  const meKey = () => `topcut:me:${document.body.dataset.event || ""}`;
  function me(value) {
    try {
      if (value === undefined) return localStorage.getItem(meKey());
      return value ? localStorage.setItem(meKey(), value) : localStorage.removeItem(meKey());
    } catch {
      return null; // a browser that keeps nothing: the page still answers, only without memory
    }
  }

  function showMe() {
    const id = me();
    all("[data-player]").forEach((row) => row.classList.toggle("mine", Boolean(id) && row.dataset.player === id));
    const source = id && all("[data-player][data-name]").find((row) => row.dataset.player === id);
    all("[data-own]").forEach((card) => {
      card.hidden = !source;
      if (!source) return;
      all("[data-slot]", card).forEach((slot) => (slot.textContent = source.dataset[slot.dataset.slot] || ""));
      all("[data-slot-href]", card).forEach((link) => {
        const address = source.dataset[link.dataset.slotHref];
        link.hidden = !address;
        if (address) link.href = address;
      });
      all("[data-when]", card).forEach((el) => (el.hidden = !source.dataset[el.dataset.when]));
      all("[data-unless]", card).forEach((el) => (el.hidden = Boolean(source.dataset[el.dataset.unless])));
    });
    all("[data-unless-own]").forEach((el) => (el.hidden = Boolean(source)));
    filter();
  }

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  function filter() {
    const input = document.querySelector("input[data-find]");
    if (!input) return;
    const wanted = plain(input.value.trim());
    const list = document.getElementById(input.dataset.find);
    if (!list) return;
    list.classList.toggle("finding", Boolean(wanted));
    let shown = 0;
    all("[data-player][data-name]", list).forEach((row) => {
      row.hidden = Boolean(wanted) && !plain(row.dataset.name).includes(wanted);
      shown += !row.hidden;
    });
    all("[data-find-none]").forEach((el) => (el.hidden = shown > 0));
  }

  function choose(id) {
    me(id);
    const input = document.querySelector("input[data-find]");
    if (input) input.value = "";
    showMe();
    document.querySelector("[data-own]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (e) => {
    const mine = e.target.closest("[data-me]");
    if (mine) choose(mine.closest("[data-player]").dataset.player);
    if (e.target.closest("[data-forget]")) {
      choose("");
      document.querySelector("input[data-find]")?.focus();
    }
    if (e.target.closest("[data-print]")) print();
  });
  document.addEventListener("input", (e) => {
    if (e.target.matches("input[data-find]")) filter();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !e.target.matches("input[data-find]")) return;
    const left = all("[data-player][data-name]", document.getElementById(e.target.dataset.find)).filter((row) => !row.hidden);
    if (left.length !== 1) return;
    e.preventDefault();
    choose(left[0].dataset.player);
  });

  // --- Clocks count down to [data-ends-at] ---
  const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  function tick() {
    all("[data-ends-at]").forEach((clock) => {
      const left = Math.ceil((Date.parse(clock.dataset.endsAt) - Date.now()) / 1000);
      clock.textContent = left > 0 ? clockText(left) : clock.dataset.over;
    });
  }
  if (document.querySelector("[data-ends-at], [data-etag]")) setInterval(tick, 250);

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

  function settle() {
    all(".toast").forEach(greet);
    // The round shown of a bracket stays in sight in a row of tabs wider than the phone.
    all(".br-rounds [aria-current]").forEach((tab) => {
      const row = tab.parentElement;
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    });
  }
  document.addEventListener("htmx:afterSettle", settle);
  settle();
  tick();
  showMe();
  window.topcut = { all, fill, isTyping, clockText };
})();
