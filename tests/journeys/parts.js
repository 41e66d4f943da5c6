// Measures the main part of the open page: its texts, edges of controls, all colours, and what distinguishes selectors.
(selectors) => {
  const main = document.querySelector("main");
  const shown = (within) => [...main.querySelectorAll(within)].filter((el) => el.checkVisibility());
  const isClear = (colour) => !colour.startsWith("rgb") || /^rgba.*, 0\)$/.test(colour);

  // The colour behind an element: its own, that of a ::before which lies behind it, or that of what is around it.
  const backdrop = (el) => {
    for (let at = el; at; at = at.parentElement) {
      for (const pseudo of [null, "::before"]) {
        const { content, position, zIndex, backgroundColor } = getComputedStyle(at, pseudo);
        const isBehind = !pseudo || (content !== "none" && position === "absolute" && zIndex === "-1");
        if (isBehind && !isClear(backgroundColor)) return backgroundColor;
      }
    }
  };

  // In the system's colours the browser paints a plate of the page's colour behind text.
  const hasPlates = matchMedia("(forced-colors: active)").matches;
  const texts = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || el.closest("option, textarea, .hidden") || !el.checkVisibility()) continue;
    const { fontSize, fontWeight, color, forcedColorAdjust } = getComputedStyle(el);
    const behind = hasPlates && forcedColorAdjust === "auto" ? backdrop(document.body) : backdrop(el);
    texts.push({ text, size: parseFloat(fontSize), weight: fontWeight, colour: color, behind });
  }

  const controls = shown(".button, input, select, textarea, .chip, .small-button, .toggle, .preset");
  const edges = controls
    .filter((el) => parseFloat(getComputedStyle(el).borderTopWidth) && !isClear(getComputedStyle(el).borderTopColor))
    .map((el) => ({ part: el.outerHTML.slice(0, 80), colour: getComputedStyle(el).borderTopColor, behind: backdrop(el.parentElement) }));

  const colours = {};
  for (const el of [main, ...shown("*")].filter((el) => !el.closest(".swatch"))) {
    const style = getComputedStyle(el);
    const used = [style.color, style.backgroundColor];
    for (const side of ["Top", "Right", "Bottom", "Left"]) {
      if (parseFloat(style[`border${side}Width`])) used.push(style[`border${side}Color`]);
    }
    if (el instanceof SVGElement) used.push(style.fill, style.stroke);
    for (const colour of used) if (!isClear(colour)) colours[colour] ??= el.outerHTML.slice(0, 80);
  }

  const paints = selectors.map((selector) => {
    const { backgroundColor, borderTopWidth, outlineStyle, color } = getComputedStyle(main.querySelector(selector));
    return [backgroundColor, borderTopWidth, outlineStyle, color].join(" ");
  });
  const radii = [...new Set(shown("*").map((el) => getComputedStyle(el).borderTopLeftRadius))];
  const root = getComputedStyle(document.documentElement);
  const tokens = Object.fromEntries(
    [...document.styleSheets[0].cssRules].flatMap((rule) => [...(rule.cssRules || [])])
      .filter((rule) => rule.selectorText === ":root")
      .flatMap((rule) => [...rule.style].filter((name) => name.startsWith("--")))
      .map((name) => [name, root.getPropertyValue(name).trim()]),
  );
  return { texts, edges, colours, paints, radii, tokens };
};
