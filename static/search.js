// Name search: filters a list while a name is typed. It reads these attributes:
//   input[data-search-list=LIST]   the field; in LIST rows [data-name] with [data-table], and button[data-choose-me], which Enter presses in the only
//                                  row that is left; [data-no-match] is shown if there is none
(() => {
  "use strict";
  const { all, startsWords, wordsOf } = window.topcut;
  const field = () => document.querySelector("input[data-search-list]");
  const rowsOf = (list) => all("[data-player][data-name]", list);

  const cachedWords = new WeakMap();
  function wordsOfRow(row) {
    if (!cachedWords.has(row)) cachedWords.set(row, wordsOf(row.dataset.name));
    return cachedWords.get(row);
  }

  // Return the rows that match best: by table number, else by beginnings of words, else by any part of the name.
  function matchingRows(rows, text) {
    const wanted = wordsOf(text).slice(0, 4);
    const tests = [
      (row) => row.dataset.table === text.trim(),
      (row) => startsWords(wanted, wordsOfRow(row)),
      (row) => wordsOfRow(row).join("").includes(wanted.join("")),
    ];
    return new Set(tests.map((test) => rows.filter(test)).find((matches) => matches.length));
  }

  function filterList() {
    const list = field() && document.getElementById(field().dataset.searchList);
    if (!list) return;
    const text = field().value;
    const rows = rowsOf(list);
    const isSearching = Boolean(wordsOf(text).length);
    const matches = isSearching ? matchingRows(rows, text) : new Set(rows);
    list.classList.toggle("search-results", isSearching);
    document.body.classList.toggle("is-searching", isSearching);
    rows.forEach((row) => (row.hidden = !matches.has(row)));
    all("[data-no-match]").forEach((el) => (el.hidden = matches.size > 0));
  }

  document.addEventListener("input", (e) => e.target === field() && filterList());
  document.addEventListener("htmx:afterSwap", filterList);
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.target !== field()) return;
    const visible = rowsOf(document.getElementById(field().dataset.searchList)).filter((row) => !row.hidden);
    const choose = visible.length === 1 && visible[0].querySelector("[data-choose-me]");
    if (!choose) return;
    e.preventDefault();
    choose.click();
  });
  filterList();
})();
