// Who am I, and where do I sit. What it expects of a page:
//   find me       body[data-event]; input[data-find=LIST]; in the LIST ([data-then]: where to go on) rows [data-player][data-name][data-table]…
//                 with button[data-me]; [data-own] card with [data-slot=NAME], [data-beside] for the tables next to it
//   own page      [data-me-is=PLAYER]: this address is that player's own, and [data-personal] leads back to it
//   new round     the live part's [data-round][data-round-name] (with data-table… where it is one player's); [data-spoken] says it
(() => {
  "use strict";
  const { all, fill, memory, isBusy } = window.topcut;
  const event = document.body.dataset.event;
  const find = () => document.querySelector("input[data-find]");

  // --- Find me: one name, remembered for this event ---
  const me = (value) => memory(`topcut:me:${event}`, value);
  const ownPage = (value) => memory(`topcut:page:${event}`, value);
  const own = document.querySelector("[data-me-is]");
  if (own) {
    me(own.dataset.meIs);
    ownPage(`${own.dataset.meIs} ${location.pathname}`);
  }

  // The outbox is for one's own page; what it has kept goes from any page of the event.
  function keepsReports() {
    try {
      return Object.keys(localStorage).some((name) => name.startsWith("topcut:outbox:"));
    } catch {
      return false;
    }
  }
  if (own || keepsReports()) document.head.append(Object.assign(document.createElement("script"), { src: document.body.dataset.outbox }));

  const namedRows = (root) => all("[data-player][data-name]", root);
  const myRow = (id = me()) => id && namedRows(document).find((row) => row.dataset.player === id);

  function showMe() {
    const id = me();
    all("[data-player]").forEach((row) => row.classList.toggle("mine", Boolean(id) && row.dataset.player === id));
    const source = myRow(id);
    all("[data-own]").forEach((card) => {
      card.hidden = !source;
      if (source) showCard(card, source);
    });
    all("[data-unless-own]").forEach((el) => (el.hidden = Boolean(source)));
    filter();
  }

  function showCard(card, source) {
    all("[data-slot]", card).forEach((slot) => (slot.textContent = source.dataset[slot.dataset.slot] || ""));
    all("[data-slot-href]", card).forEach((link) => lead(link, source.dataset[link.dataset.slotHref]));
    const [whose, page] = (ownPage() || "").split(" ");
    all("[data-personal]", card).forEach((link) => lead(link, whose === source.dataset.player ? page : ""));
    all("[data-when]", card).forEach((el) => (el.hidden = !source.dataset[el.dataset.when]));
    all("[data-unless]", card).forEach((el) => (el.hidden = Boolean(source.dataset[el.dataset.unless])));
    all("[data-beside]", card).forEach((list) => showBeside(list, Number(source.dataset.table)));
  }

  function lead(link, address) {
    link.hidden = !address;
    if (address) link.href = address;
  }

  // The tables next to one's own, from the rows of everybody.
  function showBeside(list, table) {
    const names = new Map();
    namedRows(document).forEach(({ dataset }) => {
      const at = Number(dataset.table);
      if (at) names.set(at, [...(names.get(at) || []), dataset.name]);
    });
    const numbers = [...names.keys()].sort((a, b) => a - b);
    const here = numbers.indexOf(table);
    list.hidden = here < 0 || numbers.length < 2;
    [...list.children].forEach((line, n) => {
      const number = numbers[here + n - 1];
      line.hidden = !number;
      const [at, who] = [line.querySelector("b > :last-child"), line.lastElementChild];
      at.textContent = number;
      who.textContent = (names.get(number) || []).join(` ${list.dataset.beside} `);
    });
  }

  // --- A few letters are enough: the beginnings of words in any order, accents forgiven; queries/players/search.py does the same ---
  const SPELT = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };
  const wordsOf = (text) =>
    text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[ßøłđðþæœı]/g, (one) => SPELT[one]).match(/[\p{L}\p{N}]+/gu) || [];
  const known = new WeakMap();
  function wordsIn(row) {
    if (!known.has(row)) known.set(row, wordsOf(row.dataset.name));
    return known.get(row);
  }
  const begin = ([first, ...others], has) =>
    !first || has.some((word, at) => word.startsWith(first) && begin(others, [...has.slice(0, at), ...has.slice(at + 1)]));

  function meant(rows, text) {
    const wanted = wordsOf(text).slice(0, 4);
    const ways = [
      (row) => row.dataset.table === text.trim(),
      (row) => begin(wanted, wordsIn(row)),
      (row) => wordsIn(row).join("").includes(wanted.join("")),
    ];
    return new Set(ways.map((way) => rows.filter(way)).find((found) => found.length));
  }

  function filter() {
    const list = find() && document.getElementById(find().dataset.find);
    if (!list) return;
    const text = find().value;
    const rows = namedRows(list);
    const isFinding = Boolean(wordsOf(text).length);
    const found = isFinding ? meant(rows, text) : new Set(rows);
    list.classList.toggle("finding", isFinding);
    document.body.classList.toggle("finds", isFinding);
    rows.forEach((row) => (row.hidden = !found.has(row)));
    all("[data-find-none]").forEach((el) => (el.hidden = found.size > 0));
  }

  function choose(row) {
    me(row.dataset.player);
    const then = row.closest("[data-then]");
    if (then) return location.assign(then.dataset.then);
    find().value = "";
    showMe();
    document.querySelector("[data-own]:not([hidden])")?.focus();
  }

  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-me]")) choose(e.target.closest("[data-player]"));
    if (e.target.closest("[data-forget]")) {
      me("");
      showMe();
      find()?.focus();
    }
  });
  document.addEventListener("input", (e) => e.target === find() && filter());
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.target !== find()) return;
    const left = namedRows(document.getElementById(find().dataset.find)).filter((row) => !row.hidden);
    if (left.length !== 1) return;
    e.preventDefault();
    choose(left[0]);
  });

  // --- A new round is spoken, and the phone is brought to its own table when nothing is typed or pressed ---
  const spoken = document.querySelector("[data-spoken]");
  const shown = () => document.querySelector("[data-round]")?.dataset || {};
  let round = shown().round;
  let arriving = false;

  function hear() {
    const now = shown();
    if (!spoken || !now.round || now.round === round) return;
    round = now.round;
    const mine = myRow()?.dataset || now;
    const say = mine.bye ? "sayBye" : mine.seat ? "saySeat" : mine.table ? "sayTable" : "sayRound";
    spoken.textContent = fill(spoken.dataset[say], { ...mine, round: now.roundName });
    document.title = [spoken.textContent, ...document.title.split(" · ").slice(1)].join(" · ");
    arriving = true;
    arrive();
  }

  function arrive() {
    if (!arriving || isBusy(document)) return;
    arriving = false;
    const card = document.querySelector("[data-own]:not([hidden]), .own");
    if (!card) return;
    card.scrollIntoView({ block: "start" });
    card.classList.add("changed");
    setTimeout(() => card.classList.remove("changed"), 8000);
  }
  for (const name of ["focusout", "pointerup", "touchend"]) addEventListener(name, () => setTimeout(arrive, 400), { passive: true });

  // --- Where there is https, or on this machine, the last seen pages stay readable without a network ---
  async function keepPages(worker) {
    const { active } = await navigator.serviceWorker.register(worker).then(() => navigator.serviceWorker.ready);
    if (!navigator.serviceWorker.controller) active.postMessage({ keep: location.href });
  }
  const { worker } = document.body.dataset;
  if (worker && window.isSecureContext && navigator.serviceWorker) addEventListener("load", () => keepPages(worker).catch(() => {}));

  document.addEventListener("htmx:afterSwap", () => {
    showMe();
    hear();
  });
  showMe();
})();
