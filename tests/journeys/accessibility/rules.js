// Problems with the rules of docs/design.md on the open page, as sentences.
() => {
  const TYPE_SIZES = [12.5, 14, 16, 20, 28, 44, 88];
  const problems = [];
  const main = document.querySelector("main");
  const isPhone = innerWidth < 900;
  const words = (el) => el.textContent.trim().replace(/\s+/g, " ");
  const describe = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") || ""} “${words(el).slice(0, 40)}”`;
  const isShown = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest(".hidden, .skip");
  const all = (selector, within = main) => [...within.querySelectorAll(selector)].filter(isShown);
  const topOf = (el) => el.getBoundingClientRect().top;

  const probe = main.appendChild(document.createElement("i"));
  probe.style.color = "var(--live)";
  const red = getComputedStyle(probe).color;
  probe.remove();
  const redButtons = all("a, button").filter((el) => getComputedStyle(el).backgroundColor === red);
  if (redButtons.length > 1) problems.push(`${redButtons.length} red buttons: ${redButtons.map(describe).join(", ")}`);

  // With one line of text 56 px on a phone and for the desk's next step, else 44.
  const range = document.createRange();
  for (const button of all(".button:is(.strong, .blocked)")) {
    range.selectNodeContents(button);
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 8)));
    const { height } = button.getBoundingClientRect();
    const least = isPhone || button.closest(".next") ? 56 : 44;
    if (height < least - 0.5 || (lines.size === 1 && height > least + 0.5)) problems.push(`${height} px high: ${describe(button)}`);
  }

  // A toggle is one control.
  for (const head of isPhone ? all(".page-head") : []) {
    const links = all("a, button", head).filter((el) => !el.closest(".toggle"));
    if (links.length > 2) problems.push(`${links.length} links in the head: ${links.map(describe).join(", ")}`);
  }

  for (const control of all("input, select, textarea")) {
    const label = control.labels?.[0];
    if (!label || !isShown(label)) continue;
    const ids = (control.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);
    const described = ids.map((id) => document.getElementById(id)).filter((el) => el?.matches(".hint"));
    for (const hint of [...described, ...all(".hint", control.closest(".field") || control)]) {
      if (isShown(hint) && topOf(hint) < topOf(label)) problems.push(`above its label: ${describe(hint)}`);
    }
  }
  const FIELDS = ".field, .fields, .choice, .choices, fieldset";
  for (const hint of all(".hint")) {
    let before = hint.previousElementSibling;
    while (before && (!isShown(before) || before.matches(".hint"))) before = before.previousElementSibling;
    const isIntroduced = before?.matches(`h2, h3, legend, summary, .note, .errors, ${FIELDS}`);
    if (hint.nextElementSibling?.matches(FIELDS) && !isIntroduced) problems.push(`above what it explains: ${describe(hint)}`);
  }

  // A part that is empty has the button of the next step, unless this is the page’s strong one, or another search.
  const hasNextStep = all(".button.strong, [role=search], input[type=search]").length > 0;
  for (const empty of all("div.empty")) {
    const [steps, buttons] = [all("a, button", empty), all(".button", empty)];
    if (steps.length > 1) problems.push(`${steps.length} next steps: ${describe(empty)}`);
    if (!buttons.length && !hasNextStep) problems.push(`no button of the next step: ${describe(empty)}`);
  }

  // Sheets on paper repeat for each card what stands once on a page; alternatives may have the same effect.
  const seen = new Set();
  for (const el of all("h1, h2, h3, p").filter((el) => !el.closest("li, table, nav, .sheets, .corrections, .help-family"))) {
    if (words(el).length > 5 && seen.has(words(el))) problems.push(`stands twice: ${describe(el)}`);
    seen.add(words(el));
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || el.closest("svg, option, script, .sheets") || !isShown(el)) continue;
    const size = parseFloat(getComputedStyle(el).fontSize);
    if (!TYPE_SIZES.includes(size)) problems.push(`${size} px: ${describe(el)}`);
  }
  return [...new Set(problems)];
}
