// Problems of the layout at this size, as sentences: text outside the window or its panel, or over other text.
() => {
  const SCROLLING = ".scroll-x, .tile-part, .sheet-scroll, .br-scroll, .br-rounds, .tabs, .subjects, .strip";
  const problems = [];
  const root = document.documentElement;
  const describe = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${el.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  if (root.scrollWidth > root.clientWidth) {
    const reach = (el) => (root.dir === "rtl" ? -el.getBoundingClientRect().left : el.getBoundingClientRect().right);
    const all = [...document.querySelectorAll("main *, .sidebar, .sidebar *")].filter((el) => !el.closest(SCROLLING));
    const farthest = all.reduce((a, b) => (reach(b) >= reach(a) ? b : a));
    return [`the page scrolls sideways: ${root.scrollWidth} px, as far as ${describe(farthest)}`];
  }

  // Text for screen readers has a box of one pixel; fixed elements may cover others.
  const cache = new WeakMap();
  const is = (name, el, test) => {
    if (!el || el === document.body) return false;
    const tests = cache.get(el) || cache.set(el, {}).get(el);
    return (tests[name] ??= test(el) || is(name, el.parentElement, test));
  };
  const isHidden = (el) => is("hidden", el, (part) => part.matches(".skip, .sprite") || getComputedStyle(part).clipPath !== "none");
  const isFixed = (el) => is("fixed", el, (part) => ["fixed", "sticky"].includes(getComputedStyle(part).position));
  // Lines beyond those of a shortened name are not painted.
  const isShortened = (el) => is("shortened", el, (part) => getComputedStyle(part).webkitLineClamp !== "none");
  const isShown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isHidden(el);

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const el = node.parentElement;
    if (!node.data.trim() || el.matches("script, style, option, textarea, title") || !isShown(el)) continue;
    range.selectNodeContents(node);
    const window = el.closest(SCROLLING)?.getBoundingClientRect();
    // A range does not know the length that a name in a drawing is set to.
    const rects = el.matches("text[textLength]") ? [el.getBoundingClientRect()] : range.getClientRects();
    for (const { left, right, top, bottom } of rects) {
      const box = window ? { left: Math.max(left, window.left), right: Math.min(right, window.right), top, bottom } : { left, right, top, bottom };
      if (isShortened(el) && top > el.getBoundingClientRect().bottom - 2) continue;
      if (box.right - box.left > 1 && bottom - top > 1) texts.push({ box, el, node });
    }
  }

  const panelOf = (el) => {
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.matches(SCROLLING) || isFixed(at)) return null;
      if (style.display === "inline") continue;
      if (style.overflowX !== "visible" || style.backgroundColor !== "rgba(0, 0, 0, 0)" || parseFloat(style.borderLeftWidth)) return at;
    }
    return null;
  };
  for (const { box, el } of texts) {
    if (!el.closest(SCROLLING) && (box.left < -1 || box.right > root.clientWidth + 1)) problems.push(`outside the window: ${describe(el)}`);
    const panel = panelOf(el);
    const edge = panel?.getBoundingClientRect();
    if (edge && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5)) problems.push(`runs past ${describe(panel)}: ${describe(el)}`);
  }

  const scrolling = texts.filter(({ el }) => !isFixed(el)).sort((a, b) => a.box.top - b.box.top);
  scrolling.forEach((a, i) => {
    for (let j = i + 1; j < scrolling.length && scrolling[j].box.top < a.box.bottom - 4; j++) {
      const b = scrolling[j];
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - b.box.top;
      if (a.node !== b.node && width > 2 && height > 0.4 * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)) problems.push(`one over the other: ${describe(a.el)}, ${describe(b.el)}`);
    }
  });

  // The selected option of a list is not cut off, unless the list is as wide as its form.
  const context = document.createElement("canvas").getContext("2d");
  for (const list of document.querySelectorAll("select")) {
    const style = getComputedStyle(list);
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const text = list.selectedOptions[0]?.text || "";
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    if (isShown(list) && list.offsetWidth < 0.9 * list.form.clientWidth && context.measureText(text).width > room + 1) problems.push(`cut in its list: ${text}`);
  }
  return [...new Set(problems)];
}
