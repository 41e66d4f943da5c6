// Problems with touch: controls are at least 40 px high, “Why?” links 24 px; links in sentences have the height of a line.
() => {
  const problems = [];
  const describe = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${(el.textContent || el.name || "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  for (const el of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    if (el.disabled || el.closest(".hidden, .skip, .toasts, svg") || !el.checkVisibility({ visibilityProperty: true })) continue;
    const isInText = el.closest("p, dd, small") || [el, el.parentElement].some((node) => [...node.parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && /\p{L}/u.test(data)));
    if (getComputedStyle(el).display === "inline" && isInText) continue;
    const minimum = el.matches(".reason-link, .note .link") ? 24 : 40;
    const target = el.closest("label") || el;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = el.getClientRects()[0];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (dy) => {
      const at = document.elementFromPoint(x, y + dy);
      return Boolean(at) && (target.contains(at) || at.closest("label")?.control === el);
    };
    if (!hit(0)) {
      problems.push(`cannot be pressed: ${describe(el)}`);
      continue;
    }
    let [up, down] = [0, 0];
    while (up < minimum && hit(-up - 1)) up++;
    while (down < minimum && hit(down + 1)) down++;
    if (up + down + 1 < minimum) problems.push(`${up + down + 1} px high: ${describe(el)}`);
  }
  scrollTo(0, 0);
  return [...new Set(problems)];
}
