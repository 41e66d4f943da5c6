// Who am I, and where do I sit. What it expects of a page:
//   find me       body[data-event]; input[data-find=LIST]; rows [data-player][data-name][data-table]… with button[data-me]; [data-own] card with [data-slot=NAME]
(() => {
  "use strict";
  const { all, memory } = window.topcut;

  // --- Find me: one name, remembered for this event ---
  const me = (value) => memory(`topcut:me:${document.body.dataset.event}`, value);

  function showMe() {
    const id = me();
    all("[data-player]").forEach((row) => row.classList.toggle("mine", Boolean(id) && row.dataset.player === id));
    const source = id && all("[data-player][data-name]").find((row) => row.dataset.player === id);
    all("[data-own]").forEach((card) => {
      card.hidden = !source;
      if (!source) return;
      all("[data-slot]", card).forEach((slot) => (slot.textContent = source.dataset[slot.dataset.slot] || ""));
      all("[data-slot-href]", card).forEach((link) => {
        const address = source.dataset[link.dataset.slotHref];
        link.hidden = !address;
        if (address) link.href = address;
      });
      all("[data-when]", card).forEach((el) => (el.hidden = !source.dataset[el.dataset.when]));
      all("[data-unless]", card).forEach((el) => (el.hidden = Boolean(source.dataset[el.dataset.unless])));
    });
    all("[data-unless-own]").forEach((el) => (el.hidden = Boolean(source)));
    filter();
  }

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  function filter() {
    const input = document.querySelector("input[data-find]");
    if (!input) return;
    const wanted = plain(input.value.trim());
    const list = document.getElementById(input.dataset.find);
    if (!list) return;
    list.classList.toggle("finding", Boolean(wanted));
    let shown = 0;
    all("[data-player][data-name]", list).forEach((row) => {
      row.hidden = Boolean(wanted) && !plain(row.dataset.name).includes(wanted);
      shown += !row.hidden;
    });
    all("[data-find-none]").forEach((el) => (el.hidden = shown > 0));
  }

  function choose(id) {
    me(id);
    const input = document.querySelector("input[data-find]");
    if (input) input.value = "";
    showMe();
    document.querySelector("[data-own]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (e) => {
    const mine = e.target.closest("[data-me]");
    if (mine) choose(mine.closest("[data-player]").dataset.player);
    if (e.target.closest("[data-forget]")) {
      choose("");
      document.querySelector("input[data-find]")?.focus();
    }
  });
  document.addEventListener("input", (e) => {
    if (e.target.matches("input[data-find]")) filter();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !e.target.matches("input[data-find]")) return;
    const left = all("[data-player][data-name]", document.getElementById(e.target.dataset.find)).filter((row) => !row.hidden);
    if (left.length !== 1) return;
    e.preventDefault();
    choose(left[0].dataset.player);
  });

  document.addEventListener("htmx:afterSwap", showMe);
  showMe();
})();
