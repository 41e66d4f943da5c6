// The desk's quick entry of results by keyboard, and copy buttons. It reads:
//   form[data-quick-entry]  with inputs table and first, second, drawn (or said, for pods) and output[data-readback];
//                           + goes to the table of form[data-extend]; ? opens details[data-shortcuts];
//                           tables are [data-match][data-seat1][data-seat2]…
//   button[data-copy=ID]    copies that element's text and shows [data-copied]; without permission to copy, the text is selected
(() => {
  "use strict";
  const { all, fillText, isTyping } = window.topcut;

  // --- Quick entry: table ⏎ games ⏎, read back before it is sent ---
  const FIELDS = ["table", "first", "second", "drawn", "said"];
  const fieldsOf = (form) => FIELDS.filter((name) => form.elements[name]);
  const entryForm = () => document.querySelector("form[data-quick-entry]");
  const isDigit = (key) => /^\d$/.test(key);

  function focusAndSelect(field) {
    field?.focus();
    field?.select();
  }

  function readBack(form) {
    const out = form.querySelector("[data-readback]");
    if (!out) return;
    const typed = Object.fromEntries(new FormData(form));
    const table = typed.table;
    const match = table && document.querySelector(`[data-match="${CSS.escape(table.trim())}"]`);
    all("[data-match]").forEach((el) => el.classList.toggle("typing", el === match));
    out.classList.toggle("wrong", Boolean(table) && !match);
    if (!table) return void (out.textContent = form.dataset.sayEmpty);
    if (!match) return void (out.textContent = fillText(form.dataset.sayUnknown, { table }));
    out.textContent = "said" in typed ? readBackPod(form, out, match, typed) : readBackPair(form, match, typed);
  }

  function readBackPair({ dataset: texts }, match, typed) {
    const values = { ...match.dataset, ...typed };
    return fillText(typed.first && typed.second ? texts.say : texts.sayNames, values) + (+typed.drawn ? fillText(texts.sayDrawn, values) : "");
  }

  function readBackPod({ dataset: texts }, out, match, { table, said }) {
    const seats = Object.keys(match.dataset).filter((name) => /^seat\d/.test(name)).map((name) => match.dataset[name]);
    const names = seats.map((name, n) => `${n + 1} ${name}`).join(", ");
    const typed = said.trim().toLowerCase();
    if (seats.length < 3) return names;
    if (["d", "draw"].includes(typed)) return fillText(texts.sayDraw, { table });
    const winner = seats[typed - 1];
    if (typed && winner) return fillText(texts.sayWon, { table, winner });
    const isNumber = /^\d+$/.test(typed);
    out.classList.toggle("wrong", isNumber);
    return isNumber ? fillText(texts.sayNoSeat, { table, said: typed }) : names;
  }

  function moveFocus(form, name, steps) {
    const fields = fieldsOf(form);
    focusAndSelect(form.elements[fields[fields.indexOf(name) + steps]]);
  }

  document.addEventListener("input", (e) => {
    const form = e.target.closest("form[data-quick-entry]");
    if (!form) return;
    const { name, value } = e.target;
    readBack(form);
    // Games are one digit each; points may have more.
    if (name === "first" && form.elements.drawn && value.trim()) moveFocus(form, name, 1);
  });

  document.addEventListener("keydown", (e) => {
    const form = e.target.closest?.("form[data-quick-entry]");
    if (!form) return void handleKeyElsewhere(e);
    const { name, value } = e.target;
    if (!fieldsOf(form).includes(name)) return;
    if (e.key === "Escape") return clearEntry(form);
    if (e.key === "?") return toggleShortcuts(e);
    if (e.key === "+" && name === "table") return goToExtension(e);
    const isFilled = value.trim() !== "";
    const isSeparator = name !== "said" && (e.key === " " || (name !== "table" && ["-", ":", "/"].includes(e.key)));
    if (isSeparator || (e.key === "Enter" && (name === "table" || name === "first"))) {
      e.preventDefault();
      if (isFilled) moveFocus(form, name, 1);
      return;
    }
    if (e.key === "Backspace" && !isFilled && name !== "table") {
      e.preventDefault();
      moveFocus(form, name, -1);
      return;
    }
    const hasSelection = e.target.selectionStart !== e.target.selectionEnd;
    if (isDigit(e.key) && name === "second" && value && !hasSelection) moveFocus(form, name, 1);
  });

  function clearEntry(form) {
    fieldsOf(form).forEach((name) => (form.elements[name].value = ""));
    readBack(form);
    form.elements.table.focus();
  }

  function handleKeyElsewhere(e) {
    const form = entryForm();
    if (!form || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return;
    if (e.key === "?") return toggleShortcuts(e);
    if (e.key === "+") return goToExtension(e);
    if (isDigit(e.key)) focusAndSelect(form.elements.table);
  }

  function goToExtension(e) {
    const table = document.querySelector("form[data-extend]")?.elements.table;
    if (!table) return;
    e.preventDefault();
    focusAndSelect(table);
  }

  // After a time extension the next input is a result again.
  addEventListener("extended", () => entryForm()?.elements.table.focus());

  function toggleShortcuts(e) {
    const shortcuts = document.querySelector("details[data-shortcuts]");
    if (!shortcuts) return;
    e.preventDefault();
    shortcuts.open = !shortcuts.open;
  }

  document.addEventListener("click", async (e) => {
    const button = e.target.closest("button[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    getSelection().selectAllChildren(source);
    await navigator.clipboard?.writeText(source.textContent).then(() => (button.textContent = button.dataset.copied), () => {});
  });

  function readBackEntry() {
    if (entryForm()) readBack(entryForm());
  }
  document.addEventListener("htmx:afterSettle", readBackEntry);
  readBackEntry();
})();
