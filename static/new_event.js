// The form of a new event counts the pasted names, offers the series of the chosen club, and starts with this
// browser's time zone, today, and the next full hour.
(() => {
  "use strict";
  const names = document.querySelector("#id_names");
  const count = () => {
    document.querySelector("#listed").value = names.value.split("\n").filter((line) => line.trim()).length || "";
  };
  names.addEventListener("input", count);
  count();
  // Only the series of the chosen club are offered.
  const club = document.querySelector("#id_club");
  const offerSeries = () => {
    for (const group of document.querySelectorAll("[data-series-of]")) {
      group.hidden = group.dataset.seriesOf !== club.value;
    }
    const series = document.querySelector("#id_counts_for");
    if (series) series.hidden = !series.querySelector("[data-series-of]:not([hidden])");
  };
  if (club) {
    club.addEventListener("change", offerSeries);
    offerSeries();
  }
  const form = document.querySelector("#new-event[data-fresh]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form || ![...form.elements.timezone.options].some((option) => option.value === zone)) return;
  const start = new Date();
  start.setHours(start.getHours() + 1, 0);
  const two = (number) => String(number).padStart(2, "0");
  // The club has its own.
  if (form.dataset.fresh !== "zone") form.elements.timezone.value = zone;
  form.elements.day.value = `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`;
  form.elements.start.value = `${two(start.getHours())}:00`;
})();
