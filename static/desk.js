// The desk's typing, quicker than the mouse. What it expects of a page:
//   desk entry    form[data-entry] with inputs table and first, second, drawn (or said, for pods) and output[data-readback];
//                 + goes to the table of form[data-extend];
//                 tables [data-match][data-seat1][data-seat2]…
//   copying       button[data-copies=ID]: copies that element's text and says [data-said]; a browser that lets no page do so selects it
(() => {
  "use strict";
  const { all, fill, isTyping } = window.topcut;

  // --- The desk's entry: table ⏎ games ⏎, read back before it is sent ---
  const stepsOf = (form) => ["table", "first", "second", "drawn", "said"].filter((name) => form.elements[name]);
  const entry = () => document.querySelector("form[data-entry]");

  function readBack(form) {
    const out = form.querySelector("[data-readback]");
    if (!out) return;
    const typed = Object.fromEntries(new FormData(form));
    const table = typed.table;
    const match = table && document.querySelector(`[data-match="${CSS.escape(table.trim())}"]`);
    all("[data-match]").forEach((el) => el.classList.toggle("typing", el === match));
    out.classList.toggle("wrong", Boolean(table) && !match);
    if (!table) return void (out.textContent = form.dataset.sayEmpty);
    if (!match) return void (out.textContent = fill(form.dataset.sayUnknown, { table }));
    out.textContent = "said" in typed ? podSays(form, out, match, typed) : twoSay(form, match, typed);
  }

  function twoSay({ dataset: say }, match, typed) {
    const values = { ...match.dataset, ...typed };
    return fill(typed.first && typed.second ? say.say : say.sayNames, values) + (+typed.drawn ? fill(say.sayDrawn, values) : "");
  }

  function podSays({ dataset: say }, out, match, { table, said }) {
    const seats = Object.keys(match.dataset).filter((name) => /^seat\d/.test(name)).map((name) => match.dataset[name]);
    const names = seats.map((name, n) => `${n + 1} ${name}`).join(", ");
    const typed = said.trim().toLowerCase();
    if (seats.length < 3) return names;
    if (["d", "draw"].includes(typed)) return fill(say.sayDraw, { table });
    const winner = seats[typed - 1];
    if (typed && winner) return fill(say.sayWon, { table, winner });
    const isSeat = /^\d+$/.test(typed);
    out.classList.toggle("wrong", isSeat);
    return isSeat ? fill(say.sayNoSeat, { table, said: typed }) : names;
  }

  function step(form, from, by) {
    const steps = stepsOf(form);
    const to = form.elements[steps[steps.indexOf(from) + by]];
    to?.focus();
    to?.select();
  }

  document.addEventListener("input", (e) => {
    const form = e.target.closest("form[data-entry]");
    if (!form) return;
    const { name, value } = e.target;
    readBack(form);
    // Games are one figure each; points may have more.
    if (name === "first" && form.elements.drawn && value.trim()) step(form, name, 1);
  });

  document.addEventListener("keydown", (e) => {
    const form = e.target.closest?.("form[data-entry]");
    if (!form) return void reachEntry(e);
    const { name, value } = e.target;
    if (!stepsOf(form).includes(name)) return;
    if (e.key === "Escape") return clearEntry(form);
    if (e.key === "?") return toggleKeys(e);
    if (e.key === "+" && name === "table") return reachExtension(e);
    const isFull = value.trim() !== "";
    const skips = name !== "said" && (e.key === " " || (name !== "table" && ["-", ":", "/"].includes(e.key)));
    if (skips || (e.key === "Enter" && (name === "table" || name === "first"))) {
      e.preventDefault();
      if (isFull) step(form, name, 1);
      return;
    }
    if (e.key === "Backspace" && !isFull && name !== "table") {
      e.preventDefault();
      step(form, name, -1);
      return;
    }
    const selected = e.target.selectionStart !== e.target.selectionEnd;
    if (/^\d$/.test(e.key) && name === "second" && value && !selected) step(form, name, 1);
  });

  function clearEntry(form) {
    stepsOf(form).forEach((name) => (form.elements[name].value = ""));
    readBack(form);
    form.elements.table.focus();
  }

  function reachEntry(e) {
    const form = entry();
    if (!form || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return;
    if (e.key === "?") return toggleKeys(e);
    if (e.key === "+") return reachExtension(e);
    if (!/^\d$/.test(e.key)) return;
    form.elements.table.focus();
    form.elements.table.select();
  }

  function reachExtension(e) {
    const table = document.querySelector("form[data-extend]")?.elements.table;
    if (!table) return;
    e.preventDefault();
    table.focus();
    table.select();
  }

  // Given: what is typed next is a result again.
  addEventListener("extended", () => entry()?.elements.table.focus());

  function toggleKeys(e) {
    const keys = document.querySelector("details[data-keys]");
    if (!keys) return;
    e.preventDefault();
    keys.open = !keys.open;
  }

  // --- What is shown once is copied with a press ---
  document.addEventListener("click", async (e) => {
    const button = e.target.closest("button[data-copies]");
    if (!button) return;
    const told = document.getElementById(button.dataset.copies);
    getSelection().selectAllChildren(told);
    await navigator.clipboard?.writeText(told.textContent).then(() => (button.textContent = button.dataset.said), () => {});
  });

  function settle() {
    if (entry()) readBack(entry());
  }
  document.addEventListener("htmx:afterSettle", settle);
  settle();
})();
