// The timer of a draft, pick by pick; it runs on this screen alone. It reads:
//   [data-steps]  a list of [text, seconds] for each pick, with [data-step] [data-left] and buttons [data-run] [data-next] [data-back]
(() => {
  "use strict";
  const { all, formatSeconds } = window.topcut;

  // The state of each timer: step, seconds left, and when these were counted, if it runs.
  const timers = new WeakMap();
  function timerOf(box) {
    if (!timers.has(box)) {
      const steps = JSON.parse(box.dataset.steps);
      timers.set(box, { steps, at: 0, left: steps[0]?.[1] || 0, countedAt: null, startLabel: box.querySelector("[data-run]").textContent });
    }
    return timers.get(box);
  }

  function update(box) {
    const timer = timerOf(box);
    if (timer.countedAt !== null) {
      const now = Date.now();
      timer.left -= (now - timer.countedAt) / 1000;
      timer.countedAt = now;
      while (timer.left <= 0 && timer.countedAt !== null) goToStep(timer, timer.at + 1, timer.left);
    }
    const step = timer.steps[timer.at];
    box.querySelector("[data-step]").textContent = step ? step[0] : box.dataset.over;
    box.querySelector("[data-left]").textContent = step ? formatSeconds(Math.max(0, Math.ceil(timer.left))) : "";
    const run = box.querySelector("[data-run]");
    run.textContent = timer.countedAt === null ? timer.startLabel : run.dataset.pause;
  }

  function goToStep(timer, at, carried = 0) {
    timer.at = Math.min(Math.max(0, at), timer.steps.length);
    timer.left = (timer.steps[timer.at]?.[1] || 0) + carried;
    if (timer.at === timer.steps.length) timer.countedAt = null;
  }

  document.addEventListener("click", (e) => {
    const box = e.target.closest("[data-steps]");
    if (!box) return;
    const timer = timerOf(box);
    if (e.target.closest("[data-run]")) timer.countedAt = timer.countedAt === null && timer.at < timer.steps.length ? Date.now() : null;
    else if (e.target.closest("[data-next]")) goToStep(timer, timer.at + 1);
    else if (e.target.closest("[data-back]")) goToStep(timer, timer.at - 1);
    else return;
    update(box);
  });

  const updateAll = () => all("[data-steps]").forEach(update);
  setInterval(updateAll, 250);
  updateAll();
})();
