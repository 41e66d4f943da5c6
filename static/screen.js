// A screen at the venue: it turns its pages by itself. It reads these attributes:
//   body[data-seconds]: how long a page is shown; [data-page-of] “{page} of {pages}”; [data-range] “{first} to {last}”
//   .panels[data-round] > [data-panel][data-foot], each with a .panel-list of [data-range-label] in columns that overflow sideways
// Its type is the largest that avoids a nearly empty last page and cuts no names: --scale and --text of a panel, --fit of a name.
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

  // Type larger than designed is only for one page; a last page below this share of lines is nearly empty.
  const MAX_SCALE = 1.4, MIN_SCALE = 0.6, SCALE_STEP = 0.02, MIN_LAST_PAGE = 1 / 3;
  // Names that need smaller type than this shrink alone, so that one long name does not shrink all.
  const MIN_TEXT = 0.75;

  // How much smaller the type must be for the name, and for name and note together.
  function fitOf(line) {
    const [name, note] = [line.querySelector(".line-name"), line.querySelector(".line-note")];
    const room = name.parentElement.clientWidth;
    const nameFit = Math.min(1, name.clientWidth / name.scrollWidth);
    if (!note.textContent || note.offsetTop <= name.offsetTop) return { nameFit, fit: nameFit };
    const gap = parseFloat(getComputedStyle(name.parentElement).columnGap) || 0;
    return { nameFit, fit: Math.min(nameFit, room / (name.scrollWidth + gap + note.scrollWidth)) };
  }

  const least = (numbers) => Math.min(1, ...numbers);

  function fitPanel(panel) {
    const list = panel.querySelector(".panel-list");
    if (!list?.children.length) return;
    panel.style.setProperty("--scale", 1);
    panel.style.setProperty("--text", 1);
    panel.classList.remove("one-page");
    const lines = [...list.children];
    lines.forEach((line) => line.querySelector(".line-name").style.removeProperty("--fit"));
    const { columnCount } = getComputedStyle(list);
    const rowHeight = lines[0].getBoundingClientRect().height;
    const pagesAt = (scale) => {
      const perPage = Math.floor((list.clientHeight + 1) / (rowHeight * scale)) * (parseInt(columnCount, 10) || 1);
      const count = Math.ceil(lines.length / perPage);
      return { count, last: (lines.length - (count - 1) * perPage) / perPage };
    };
    let scale = MAX_SCALE;
    const isGood = ({ count, last }) => count === 1 || (scale <= 1 && last >= MIN_LAST_PAGE);
    while (scale > MIN_SCALE && !isGood(pagesAt(scale))) scale -= SCALE_STEP;
    if (!isGood(pagesAt(scale))) scale = 1;
    panel.style.setProperty("--scale", scale);
    panel.style.setProperty("--text", scale);
    const fits = lines.map(fitOf);
    const [lineFit, nameFit] = [least(fits.map(({ fit }) => fit)), least(fits.map((line) => line.nameFit))];
    const minimum = Math.min(1, MIN_TEXT / scale);
    panel.style.setProperty("--text", scale * (lineFit >= minimum ? lineFit : Math.max(minimum, nameFit)) * (lineFit < 1 ? 0.99 : 1));
    panel.classList.toggle("one-page", pagesAt(scale).count === 1);
    lines.forEach((line) => {
      const name = line.querySelector(".line-name");
      if (name.scrollWidth > name.clientWidth) name.style.setProperty("--fit", Math.floor((name.clientWidth / name.scrollWidth) * 98) / 100);
    });
  }

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
    // Each is laid out alone, as it is shown.
    pages = panels.flatMap((panel) => {
      panels.forEach((other) => (other.hidden = other !== panel));
      fitPanel(panel);
      return pagesOf(panel);
    });
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
