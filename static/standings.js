// Standings: a copy of the own row, rows that slide to their new places, and whole lists on paper. It reads these attributes:
//   a[data-own-row]    the copy, above a phone's tabs while the own row is out of sight; [data-cell=NAME] are its cells
//   .blocks[data-whole]  the address of the whole list, for a page that shows a block of it; [aria-current] is the link to that block
// The server never knows whose row it is: the phone asks for the block with its player, which everybody shares.
(() => {
  "use strict";
  const { all, ownPlayer } = window.topcut;
  const SLIDE_MS = 200;
  const COPY_PX = 56;
  const CELLS = ["rank", "name", "record", "points", "quiet"];
  const copy = document.querySelector("[data-own-row]");
  const live = () => document.getElementById("live-table");
  const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");
  // Only a phone has tabs below, and only long standings come in parts and can be searched.
  const isPart = () => matchMedia("(max-width: 899px)").matches && Boolean(document.getElementById("find-name"));

  // The address of these standings with other parameters; the block, the search and what is open are left out.
  function addressOf(parameters) {
    const query = new URLSearchParams(location.search);
    for (const name of ["block", "find", "open", "columns"]) query.delete(name);
    for (const [name, value] of Object.entries(parameters)) query.set(name, value);
    return `${location.pathname}?${query}`;
  }

  async function fetchFragment(address) {
    const response = await fetch(address);
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  }

  const rowIn = (root, id) => all("tr[data-player]", root).find((row) => row.dataset.player === id);

  // --- The own row: on this page, or in the block that has it ---
  let observer = null;
  let asked = 0;

  function watch(row) {
    observer?.disconnect();
    copy.hidden = true;
    // The tabs and the copy cover the lowest part of the window.
    const covered = COPY_PX + document.querySelector(".tabs").clientHeight;
    observer = new IntersectionObserver(([entry]) => (copy.hidden = entry.isIntersecting), { rootMargin: `0px 0px -${covered}px`, threshold: 0.5 });
    observer.observe(row);
  }

  const slotOf = (name) => copy.querySelector(`[data-cell="${name}"]`);

  function fill(row) {
    for (const name of CELLS) {
      const slot = slotOf(name);
      const cell = row.querySelector(`.${name}`);
      if (cell) (slot.querySelector("b") || slot).textContent = (cell.querySelector("a") || cell).textContent.trim();
    }
    copy.href = addressOf({ player: row.dataset.player });
    fitToTable();
  }

  function fitToTable() {
    const head = document.querySelector(".standings thead tr");
    for (const name of CELLS) {
      const width = head?.querySelector(`.${name}`)?.getBoundingClientRect().width;
      slotOf(name).hidden = !width;
      if (width) slotOf(name).style.width = `${width}px`;
    }
  }
  // The body changes with the window, and with the size of the text.
  new ResizeObserver(fitToTable).observe(document.body);

  async function showOwnRow() {
    const id = ownPlayer();
    const turn = ++asked;
    const here = id && rowIn(document, id);
    if (here) {
      fill(here);
      return watch(here);
    }
    observer?.disconnect();
    const row = id && isPart() && (await fetchFragment(addressOf({ player: id, part: "table" })).then((block) => block && rowIn(block, id), () => null));
    if (turn !== asked) return;
    if (row) fill(row);
    copy.hidden = !row;
  }

  copy.addEventListener("click", (e) => {
    const row = rowIn(document, ownPlayer());
    if (!row) return;
    e.preventDefault();
    row.scrollIntoView({ block: "center", behavior: prefersStillness.matches ? "auto" : "smooth" });
    row.querySelector(".name a").focus({ preventScroll: true });
  });

  // --- Rows that change places slide ---
  let tops = new Map();
  const topsOf = (box) => new Map(all("tr[data-key]", box).map((row) => [row.dataset.key, row.offsetTop]));

  document.addEventListener("htmx:beforeSwap", (e) => {
    if (e.detail.target === live() && e.detail.shouldSwap) tops = topsOf(live());
  });

  document.addEventListener("htmx:afterSwap", (e) => {
    if (e.detail.target === live()) slideRows();
    if (e.detail.target.contains(live())) showOwnRow();
  });

  function slideRows() {
    if (prefersStillness.matches) return;
    const newTops = topsOf(live());
    for (const row of all("tr[data-key]", live())) {
      const { key } = row.dataset;
      const moved = tops.has(key) ? tops.get(key) - newTops.get(key) : 0;
      if (moved) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-out" });
    }
  }

  // --- Paper has the whole list: a page that shows a block fetches it before it is printed ---
  let block = null;

  addEventListener("beforeprint", () => {
    const address = document.querySelector("[data-whole]")?.dataset.whole;
    if (!address) return;
    const request = new XMLHttpRequest();
    // Printing does not wait for anything else.
    request.open("GET", `${address}&part=table`, false);
    try {
      request.send();
    } catch {
      return; // without a network the block is printed
    }
    if (request.status !== 200) return;
    block = [...live().childNodes];
    live().replaceChildren(...new DOMParser().parseFromString(request.responseText, "text/html").body.childNodes);
  });
  addEventListener("afterprint", () => {
    if (block) live().replaceChildren(...block);
    block = null;
  });

  showOwnRow();
})();
