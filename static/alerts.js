// Alerts of the desk: counted in the page's title, read aloud, and with a sound. It reads these attributes:
//   [data-alerts="t1.3.12 m45"]  in a live fragment: the names of the open alerts; its text is copied to [data-alert-text]
//   button[data-mute]            switches the sound off in this browser
(() => {
  "use strict";
  const { all, stored } = window.topcut;
  const title = document.title;
  const isMuted = () => Boolean(stored("topcut:muted"));
  let known = null;
  let audio = null;

  // Play two short tones. A browser plays none before the page was touched.
  function playSound() {
    if (isMuted() || !window.AudioContext) return;
    audio ||= new AudioContext();
    audio.resume();
    [880, 660].forEach((pitch, n) => {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const start = audio.currentTime + n * 0.22;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.2);
    });
  }

  function checkAlerts() {
    const alerts = document.querySelector("[data-alerts]");
    if (!alerts) return;
    const names = alerts.dataset.alerts.split(" ").filter(Boolean);
    document.title = names.length ? `(${names.length}) ${title}` : title;
    if (known && names.some((name) => !known.has(name))) {
      all("[data-alert-text]").forEach((el) => (el.textContent = alerts.textContent));
      playSound();
    }
    known = new Set(names);
  }

  function labelMuteButtons() {
    all("[data-mute]").forEach((button) => (button.textContent = isMuted() ? button.dataset.textOff : button.dataset.textOn));
  }

  document.addEventListener("click", (e) => {
    if (!e.target.closest("[data-mute]")) return;
    stored("topcut:muted", isMuted() ? "" : "1");
    labelMuteButtons();
  });
  document.addEventListener("htmx:afterSwap", checkAlerts);
  checkAlerts();
  labelMuteButtons();
})();
