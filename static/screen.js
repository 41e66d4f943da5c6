// A screen of the hall turns its own pages. What it expects of the page:
//   body[data-seconds] a page stays so long; [data-of] “{page} of {pages}”; [data-range] “{first} to {last}”
//   .panels[data-round] > [data-panel][data-foot] each with an .panel-list of [data-mark], in columns that run on to the side
//   [data-pages] names the pages, [data-foot-words] what the columns are; buttons [data-hold] [data-fullscreen]
(() => {
  "use strict";
  const { all, fill } = window.topcut;
  const { seconds, of, range } = document.body.dataset;
  const isRtl = document.documentElement.dir === "rtl";
  let pages = [];
  let at = 0;
  let round = "";
  let held = false;
  const hold = document.querySelector("[data-hold]");

  const gapOf = (list) => parseFloat(getComputedStyle(list).columnGap) || 0;
  const startOf = (el) => (isRtl ? -el.getBoundingClientRect().right : el.getBoundingClientRect().left);

  // The columns run on to the side: so many of them are seen at once, and that is a page.
  function pagesOf(panel) {
    const list = panel.querySelector(".panel-list");
    if (!list) return [{ panel, list, n: 0, marks: [] }];
    list.scrollLeft = 0;
    const width = list.clientWidth + gapOf(list);
    const left = startOf(list);
    const found = [];
    for (const line of list.children) {
      const n = Math.floor((startOf(line) - left + 1) / width);
      found[n] ||= { panel, list, n, marks: [], left: n * width * (isRtl ? -1 : 1) };
      found[n].marks.push(line.dataset.mark);
    }
    return found.filter(Boolean);
  }

  function lay() {
    const panels = all("[data-panel]");
    const now = document.querySelector(".panels")?.dataset.round || "";
    panels.forEach((panel) => (panel.hidden = false));
    pages = panels.flatMap(pagesOf);
    if (now !== round) at = 0;
    round = now;
    show(Math.min(at, Math.max(0, pages.length - 1)));
  }

  const label = ({ panel, marks, n }) => {
    const [first, last] = [marks[0], marks[marks.length - 1]];
    if (!first) return panel.getAttribute("aria-label");
    return first === last ? first : fill(range, { first, last });
  };

  function show(n) {
    at = n;
    const page = pages[n];
    if (!page) return;
    all("[data-panel]").forEach((panel) => (panel.hidden = panel !== page.panel));
    if (page.list) page.list.scrollLeft = page.left;
    const foot = document.querySelector("[data-foot-words]");
    foot.textContent = page.panel.dataset.foot;
    const names = document.querySelector("[data-pages]");
    hold.hidden = pages.length < 2;
    if (pages.length < 2) return void names.replaceChildren();
    const beside = pages.filter((one) => one.panel === page.panel);
    const shown = beside.length <= 6 ? beside : [page];
    const count = document.createElement("b");
    count.textContent = fill(of, { page: n + 1, pages: pages.length });
    names.replaceChildren(count, ...shown.map((one) => {
      const name = document.createElement("span");
      name.textContent = label(one);
      name.classList.toggle("now", one === page);
      return name;
    }));
  }

  const turn = (by) => pages.length && show((at + by + pages.length) % pages.length);
  let timer = 0;
  function wait() {
    clearInterval(timer);
    if (!held) timer = setInterval(() => document.hidden || turn(1), seconds * 1000);
  }

  // Every result raises the version; the same list is not put in again under the eyes of who reads it.
  let last = "";
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (!e.detail.shouldSwap || !e.detail.target.classList.contains("screen-lists")) return;
    const [list] = e.detail.serverResponse.split('<div id="hall-clock"');
    if (list === last) e.detail.swapOverride = "none"; // the clock that came with it is swapped all the same
    last = list;
  });
  document.addEventListener("htmx:afterSwap", (e) => {
    if (!e.detail.target.classList.contains("screen-lists")) return;
    const before = round;
    lay();
    if (round !== before) wait();
  });
  addEventListener("resize", lay);
  document.fonts?.ready.then(lay);

  document.addEventListener("keydown", (e) => {
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[e.key];
    if (!by) return;
    turn(isRtl && e.key.startsWith("Arrow") ? -by : by);
    wait();
  });
  const words = hold.textContent;
  hold.addEventListener("click", () => {
    held = !held;
    hold.textContent = held ? hold.dataset.on : words;
    wait();
  });
  const full = document.querySelector("[data-fullscreen]");
  if (!document.fullscreenEnabled) full.hidden = true;
  full.addEventListener("click", () => document.documentElement.requestFullscreen());

  lay();
  wait();
})();
