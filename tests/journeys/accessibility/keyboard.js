// Problems with the keyboard: each control takes the focus, shows it, and is not covered by the tabs.
() => {
  const problems = [];
  const describe = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${(el.textContent || el.name || "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const focusStyle = (el) => {
    const style = getComputedStyle(el);
    return [style.outlineStyle, style.outlineWidth, style.borderBottom, style.boxShadow].join();
  };
  for (const el of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex]")) {
    if (el.disabled || el.id === "content" || el.closest(".toasts") || !el.checkVisibility({ visibilityProperty: true })) continue;
    if (el.tabIndex > 0) problems.push(`out of its order: ${describe(el)}`);
    if (el.tabIndex < 0) continue;
    document.activeElement.blur();
    const visible = el.closest("label") || el;
    const before = focusStyle(visible) + focusStyle(el);
    el.focus({ focusVisible: true });
    if (document.activeElement !== el) problems.push(`takes no focus: ${describe(el)}`);
    else if (focusStyle(visible) + focusStyle(el) === before) problems.push(`shows no focus: ${describe(el)}`);
    const box = el.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const bar = over?.closest(".tabs");
    if (bar && !bar.contains(el)) problems.push(`focused under the tabs: ${describe(el)}`);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return [...new Set(problems)];
}
