// A screen at the venue: it turns its pages by itself. It reads these attributes:
//   body[data-seconds]: how long a page is shown; [data-page-of] “{page} of {pages}”; [data-range] “{first} to {last}”
//   .panels[data-round] > [data-panel][data-foot], each with a .panel-list of [data-range-label] in columns that overflow sideways
//   [data-pages] for the names of the pages, [data-footnote] for what the columns are; buttons [data-hold] [data-fullscreen]
(() => {
  "use strict";
  const { all, fillText } = window.topcut;
  const { seconds, pageOf, range } = document.body.dataset;
  const MAX_PAGE_NAMES = 6;
  const isRtl = document.documentElement.dir === "rtl";
  let pages = [];
  let current = 0;
  let round = "";
  let isHeld = false;
  const holdButton = document.querySelector("[data-hold]");

  const gapOf = (list) => parseFloat(getComputedStyle(list).columnGap) || 0;
  const startOf = (el) => (isRtl ? -el.getBoundingClientRect().right : el.getBoundingClientRect().left);

  // The columns overflow sideways: those that are visible at once are a page.
  function pagesOf(panel) {
    const list = panel.querySelector(".panel-list");
    if (!list) return [{ panel, list, labels: [] }];
    list.scrollLeft = 0;
    const width = list.clientWidth + gapOf(list);
    const left = startOf(list);
    const panelPages = [];
    for (const line of list.children) {
      const n = Math.floor((startOf(line) - left + 1) / width);
      panelPages[n] ||= { panel, list, labels: [], left: n * width * (isRtl ? -1 : 1) };
      panelPages[n].labels.push(line.dataset.rangeLabel);
    }
    return panelPages.filter(Boolean);
  }

  function layOutPages() {
    const panels = all("[data-panel]");
    const newRound = document.querySelector(".panels")?.dataset.round || "";
    panels.forEach((panel) => (panel.hidden = false));
    pages = panels.flatMap(pagesOf);
    if (newRound !== round) current = 0;
    round = newRound;
    showPage(Math.min(current, Math.max(0, pages.length - 1)));
  }

  function nameOf({ panel, labels }) {
    const [first, last] = [labels[0], labels[labels.length - 1]];
    if (!first) return panel.getAttribute("aria-label");
    return first === last ? first : fillText(range, { first, last });
  }

  function showPage(n) {
    current = n;
    const page = pages[n];
    if (!page) return;
    all("[data-panel]").forEach((panel) => (panel.hidden = panel !== page.panel));
    if (page.list) page.list.scrollLeft = page.left;
    document.querySelector("[data-footnote]").textContent = page.panel.dataset.foot;
    holdButton.hidden = pages.length < 2;
    showPageNames(page, n);
  }

  function showPageNames(page, n) {
    const names = document.querySelector("[data-pages]");
    if (pages.length < 2) return void names.replaceChildren();
    const panelPages = pages.filter((other) => other.panel === page.panel);
    const count = document.createElement("b");
    count.textContent = fillText(pageOf, { page: n + 1, pages: pages.length });
    names.replaceChildren(count, ...(panelPages.length <= MAX_PAGE_NAMES ? panelPages : [page]).map((other) => {
      const name = document.createElement("span");
      name.textContent = nameOf(other);
      name.classList.toggle("now", other === page);
      return name;
    }));
  }

  const turnPages = (count) => pages.length && showPage((current + count + pages.length) % pages.length);
  let timer = 0;
  function restartTimer() {
    clearInterval(timer);
    if (!isHeld) timer = setInterval(() => document.hidden || turnPages(1), seconds * 1000);
  }

  // Every result raises the version; a list that is the same is not swapped while somebody reads it.
  let lastList = "";
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (!e.detail.shouldSwap || !e.detail.target.classList.contains("screen-lists")) return;
    const [list] = e.detail.serverResponse.split('<div id="event-clock"');
    if (list === lastList) e.detail.swapOverride = "none"; // the clock in the answer is swapped all the same
    lastList = list;
  });
  document.addEventListener("htmx:afterSwap", (e) => {
    if (!e.detail.target.classList.contains("screen-lists")) return;
    const oldRound = round;
    layOutPages();
    if (round !== oldRound) restartTimer();
  });
  addEventListener("resize", layOutPages);
  document.fonts?.ready.then(layOutPages);

  document.addEventListener("keydown", (e) => {
    const count = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[e.key];
    if (!count) return;
    turnPages(isRtl && e.key.startsWith("Arrow") ? -count : count);
    restartTimer();
  });
  const holdLabel = holdButton.textContent;
  holdButton.addEventListener("click", () => {
    isHeld = !isHeld;
    holdButton.textContent = isHeld ? holdButton.dataset.textOn : holdLabel;
    restartTimer();
  });
  const fullscreenButton = document.querySelector("[data-fullscreen]");
  if (!document.fullscreenEnabled) fullscreenButton.hidden = true;
  fullscreenButton.addEventListener("click", () => document.documentElement.requestFullscreen());

  layOutPages();
  restartTimer();
})();
