// The form of a new event counts the pasted names, offers the series of the chosen club, chooses a preset of the
// chosen game, names beside its button what will be created, and starts with this browser's time zone, today, and the
// next full hour.
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
  const form = document.querySelector("#new-event");
  // A game without the chosen preset begins with its first one; “All” shows everything.
  const chooseGame = (event) => {
    if (event.target.name !== "for_game") return;
    const game = form.elements.for_game.value;
    const own = [...form.querySelectorAll(`[data-game="${game}"] [name="preset"]`)];
    const chosen = form.elements.preset.value;
    (own.find((preset) => preset.value === chosen) ?? own[0]).checked = true;
    if (game === "all") form.querySelector(".formats-more").open = true;
  };
  form.addEventListener("change", chooseGame);
  // “Friday Modern, Fri 27 Nov, 19:00”
  const title = form.querySelector("[data-new-event]");
  const { lang } = document.documentElement;
  const dayFormat = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const nameTheEvent = () => {
    const { name, day, start } = form.elements;
    const parts = [name.value.trim() || title.dataset.newEvent];
    if (day.value) parts.push(dayFormat.format(new Date(day.value)));
    if (day.value && start.value) parts.push(start.value);
    title.textContent = parts.join(", ");
  };
  form.addEventListener("input", nameTheEvent);
  startToday();
  nameTheEvent();

  function startToday() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!("fresh" in form.dataset) || ![...form.elements.timezone.options].some((option) => option.value === zone)) return;
    const start = new Date();
    start.setHours(start.getHours() + 1, 0);
    const two = (number) => String(number).padStart(2, "0");
    // The club has its own.
    if (form.dataset.fresh !== "zone") form.elements.timezone.value = zone;
    form.elements.day.value = `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`;
    form.elements.start.value = `${two(start.getHours())}:00`;
  }
})();
