// What the desk has to hear. What it expects of a page:
//   rings         [data-rings="t1.3.12 m45"] in a live part: what rings, in words; counted in the title, said once in [data-ring-said]
//   sound         button[data-mute] switches the tone off in this browser
(() => {
  "use strict";
  const { all, memory } = window.topcut;
  const title = document.title;
  const isMuted = () => Boolean(memory("topcut:muted"));
  let known = null;
  let sound = null;

  // Two short tones. A browser that has not been touched yet plays none.
  function ring() {
    if (isMuted() || !window.AudioContext) return;
    sound ||= new AudioContext();
    sound.resume();
    [880, 660].forEach((pitch, at) => {
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      const start = sound.currentTime + at * 0.22;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
      tone.connect(volume).connect(sound.destination);
      tone.start(start);
      tone.stop(start + 0.2);
    });
  }

  function hear() {
    const rings = document.querySelector("[data-rings]");
    if (!rings) return;
    const names = rings.dataset.rings.split(" ").filter(Boolean);
    document.title = names.length ? `(${names.length}) ${title}` : title;
    if (known && names.some((name) => !known.has(name))) {
      all("[data-ring-said]").forEach((el) => (el.textContent = rings.textContent));
      ring();
    }
    known = new Set(names);
  }

  function showMute() {
    all("[data-mute]").forEach((button) => (button.textContent = isMuted() ? button.dataset.sayOff : button.dataset.sayOn));
  }

  document.addEventListener("click", (e) => {
    if (!e.target.closest("[data-mute]")) return;
    memory("topcut:muted", isMuted() ? "" : "1");
    showMute();
  });
  document.addEventListener("htmx:afterSwap", hear);
  hear();
  showMute();
})();
