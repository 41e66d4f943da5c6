// What an eye would miss on a page of this size: a list of sentences, empty where all is in sight.
() => {
  const SCROLLS = ".scroll-x, .sheet-scroll, .br-scroll, .br-rounds, .tabs";
  const found = [];
  const root = document.documentElement;
  const says = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${el.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  if (root.scrollWidth > root.clientWidth) {
    const reach = (el) => (root.dir === "rtl" ? -el.getBoundingClientRect().left : el.getBoundingClientRect().right);
    const all = [...document.querySelectorAll("main *, .rail, .rail *")].filter((el) => !el.closest(SCROLLS));
    const farthest = all.reduce((a, b) => (reach(b) >= reach(a) ? b : a));
    return [`the page scrolls sideways: ${root.scrollWidth} px, as far as ${says(farthest)}`];
  }

  // Words for screen readers alone stand in a box of one pixel; what is stuck to the window may cover the rest.
  const told = new WeakMap();
  const is = (name, el, test) => {
    if (!el || el === document.body) return false;
    const key = told.get(el) || told.set(el, {}).get(el);
    return (key[name] ??= test(el) || is(name, el.parentElement, test));
  };
  const hidden = (el) => is("hidden", el, (one) => one.matches(".skip, .sprite") || getComputedStyle(one).clipPath !== "none");
  const stuck = (el) => is("stuck", el, (one) => ["fixed", "sticky"].includes(getComputedStyle(one).position));
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !hidden(el);

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const el = node.parentElement;
    if (!node.data.trim() || el.matches("script, style, option, textarea, title") || !shown(el)) continue;
    range.selectNodeContents(node);
    const window = el.closest(SCROLLS)?.getBoundingClientRect();
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = window ? { left: Math.max(left, window.left), right: Math.min(right, window.right), top, bottom } : { left, right, top, bottom };
      if (box.right - box.left > 1 && bottom - top > 1) texts.push({ box, el, node });
    }
  }

  const panelOf = (el) => {
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.matches(SCROLLS) || stuck(at)) return null;
      if (style.display === "inline") continue;
      if (style.overflowX !== "visible" || style.backgroundColor !== "rgba(0, 0, 0, 0)" || parseFloat(style.borderLeftWidth)) return at;
    }
    return null;
  };
  for (const { box, el } of texts) {
    if (!el.closest(SCROLLS) && (box.left < -1 || box.right > root.clientWidth + 1)) found.push(`outside the window: ${says(el)}`);
    const panel = panelOf(el);
    const edge = panel?.getBoundingClientRect();
    if (edge && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5)) found.push(`runs past ${says(panel)}: ${says(el)}`);
  }

  const still = texts.filter(({ el }) => !stuck(el)).sort((a, b) => a.box.top - b.box.top);
  still.forEach((a, i) => {
    for (let j = i + 1; j < still.length && still[j].box.top < a.box.bottom - 4; j++) {
      const b = still[j];
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - b.box.top;
      if (a.node !== b.node && wide > 2 && high > 0.4 * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)) found.push(`one over the other: ${says(a.el)}, ${says(b.el)}`);
    }
  });

  // What is chosen in a list stands in it whole, unless the list is as wide as its form already.
  const pen = document.createElement("canvas").getContext("2d");
  for (const list of document.querySelectorAll("select")) {
    const style = getComputedStyle(list);
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const words = list.selectedOptions[0]?.text || "";
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    if (shown(list) && list.offsetWidth < 0.9 * list.form.clientWidth && pen.measureText(words).width > room + 1) found.push(`cut in its list: ${words}`);
  }
  return [...new Set(found)];
}
