// The draft's timer by pick: it runs on this screen alone. What it expects of a page:
//   draft         [data-steps] (words and seconds of each pick) with [data-step] [data-left] and buttons [data-run] [data-next] [data-back]
(() => {
  "use strict";
  const { all, clockText } = window.topcut;

  // Where each timer stands: the step, what is left of it, and when that was counted if it runs.
  const timers = new WeakMap();
  function timerOf(box) {
    if (!timers.has(box)) {
      const list = JSON.parse(box.dataset.steps);
      timers.set(box, { list, at: 0, left: list[0]?.[1] || 0, since: null, start: box.querySelector("[data-run]").textContent });
    }
    return timers.get(box);
  }

  function runTimer(box) {
    const timer = timerOf(box);
    if (timer.since !== null) {
      const now = Date.now();
      timer.left -= (now - timer.since) / 1000;
      timer.since = now;
      while (timer.left <= 0 && timer.since !== null) toStep(timer, timer.at + 1, timer.left);
    }
    const step = timer.list[timer.at];
    box.querySelector("[data-step]").textContent = step ? step[0] : box.dataset.over;
    box.querySelector("[data-left]").textContent = step ? clockText(Math.max(0, Math.ceil(timer.left))) : "";
    const run = box.querySelector("[data-run]");
    run.textContent = timer.since === null ? timer.start : run.dataset.pause;
  }

  function toStep(timer, at, over = 0) {
    timer.at = Math.min(Math.max(0, at), timer.list.length);
    timer.left = (timer.list[timer.at]?.[1] || 0) + over;
    if (timer.at === timer.list.length) timer.since = null;
  }

  document.addEventListener("click", (e) => {
    const box = e.target.closest("[data-steps]");
    if (!box) return;
    const timer = timerOf(box);
    if (e.target.closest("[data-run]")) timer.since = timer.since === null && timer.at < timer.list.length ? Date.now() : null;
    else if (e.target.closest("[data-next]")) toStep(timer, timer.at + 1);
    else if (e.target.closest("[data-back]")) toStep(timer, timer.at - 1);
    else return;
    runTimer(box);
  });

  const tick = () => all("[data-steps]").forEach(runTimer);
  setInterval(tick, 250);
  tick();
})();
