// Rules with a class that are for the open page, and stand in a style sheet that it does not load, as sentences.
(sheets) => {
  const isLoaded = (name) => [...document.styleSheets].some(({ href }) => href?.endsWith(`/${name}`));
  const isUsed = (selector) => document.querySelector(selector.replaceAll(/::[\w-]+|:(hover|focus-visible|focus-within)\b/g, ""));
  const selectorsOf = (rules) => [...rules].flatMap((rule) => [rule.selectorText ?? [], ...selectorsOf(rule.cssRules ?? [])].flat());

  return Object.entries(sheets)
    .filter(([name]) => !isLoaded(name))
    .flatMap(([name, text]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      const used = selectorsOf(sheet.cssRules).filter((selector) => selector.includes(".") && isUsed(selector));
      return used.map((selector) => `without the styles of ${selector} in ${name}`);
    });
};
