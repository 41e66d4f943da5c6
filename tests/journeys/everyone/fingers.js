// What a finger would miss: whatever is pressed is 44 px high, “Why?” at least 24 px; links in a sentence are as high as it.
() => {
  const found = [];
  const says = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${(el.textContent || el.name || "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  for (const el of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    if (el.disabled || el.closest(".hidden, .skip, .toasts, svg") || !el.checkVisibility({ visibilityProperty: true })) continue;
    const isInText = el.closest("p, dd, small") || [el, el.parentElement].some((one) => [...one.parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && /\p{L}/u.test(data)));
    if (getComputedStyle(el).display === "inline" && isInText) continue;
    const least = el.matches(".why, .note .link") ? 24 : 40;
    const whole = el.closest("label") || el;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = el.getClientRects()[0];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (dy) => {
      const at = document.elementFromPoint(x, y + dy);
      return Boolean(at) && (whole.contains(at) || at.closest("label")?.control === el);
    };
    if (!hit(0)) {
      found.push(`cannot be pressed: ${says(el)}`);
      continue;
    }
    let [up, down] = [0, 0];
    while (up < least && hit(-up - 1)) up++;
    while (down < least && hit(down + 1)) down++;
    if (up + down + 1 < least) found.push(`${up + down + 1} px high: ${says(el)}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}
