// A page of settings says beside Save how many things are not saved; a phone shows the bar only then.
(() => {
  "use strict";
  const { all, fieldsIn, isEdited } = window.topcut;

  function showUnsaved() {
    all("form[data-guard] .save-bar").forEach((bar) => {
      const words = bar.querySelector("[data-one]");
      if (!words) return;
      const form = bar.closest("form");
      const names = new Set(fieldsIn(form).filter(isEdited).map((field) => field.name));
      // A refused form, or the preview of a draft, came with changes.
      const count = Math.max(names.size, "changed" in form.dataset ? 1 : 0);
      const text = count > 1 ? words.dataset.many.replace("{count}", count) : count ? words.dataset.one : "";
      if (words.textContent !== text) words.textContent = text;
      bar.classList.toggle("is-saved", !count);
    });
  }

  for (const event of ["input", "change", "htmx:afterSettle"]) document.addEventListener(event, showUnsaved);
  // After a press on Back the browser has filled the form again.
  addEventListener("pageshow", showUnsaved);
  showUnsaved();
})();
