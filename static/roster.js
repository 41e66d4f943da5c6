// The players at the desk: one box selects all players that are shown, and the bar counts the selected ones.
(() => {
  "use strict";
  const roster = document.getElementById("roster");
  const count = document.querySelector("[data-selected]");
  if (!roster || !count) return;
  const all = roster.querySelector("[data-select-all]");
  const boxes = [...roster.querySelectorAll('[name="player"]:not([disabled])')];

  const shown = () => boxes.filter((box) => !box.closest("tr").hidden);

  function showCount() {
    const selected = boxes.filter((box) => box.checked).length;
    count.textContent = count.dataset.selected.replace("{count}", selected);
    all.checked = selected > 0 && shown().every((box) => box.checked);
    all.indeterminate = selected > 0 && !all.checked;
  }

  roster.addEventListener("change", (event) => {
    if (event.target === all) {
      for (const box of shown()) box.checked = all.checked;
    }
    showCount();
  });
  // A page that the browser restores has its boxes ticked after this script has run.
  addEventListener("pageshow", showCount);
})();
