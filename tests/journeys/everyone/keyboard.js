// What the keyboard would miss: each thing takes the focus, shows it, and is not covered by what is stuck.
() => {
  const found = [];
  const says = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${(el.textContent || el.name || "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const ringOf = (el) => {
    const style = getComputedStyle(el);
    return [style.outlineStyle, style.outlineWidth, style.borderBottom, style.boxShadow].join();
  };
  for (const el of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex]")) {
    if (el.disabled || el.id === "content" || el.closest(".toasts") || !el.checkVisibility({ visibilityProperty: true })) continue;
    if (el.tabIndex > 0) found.push(`out of its order: ${says(el)}`);
    if (el.tabIndex < 0) continue;
    document.activeElement.blur();
    const shows = el.closest("label") || el;
    const before = ringOf(shows) + ringOf(el);
    el.focus({ focusVisible: true });
    if (document.activeElement !== el) found.push(`takes no focus: ${says(el)}`);
    else if (ringOf(shows) + ringOf(el) === before) found.push(`shows no focus: ${says(el)}`);
    const box = el.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const bar = over?.closest(".tabs");
    if (bar && !bar.contains(el)) found.push(`focused under the tabs: ${says(el)}`);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return [...new Set(found)];
}
