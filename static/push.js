// Push messages, on the own pages of players and people. Without it these pages only lack the offer. It reads:
//   [data-push]         the address to which this phone says whether it is to be told, in a box that may be swapped; [data-push-key]: where the site's
//                       key is, [data-push-worker]: the service worker; it shows one of its [data-push-state]
//   [data-push-do=…]    buttons: on, off, later (asks again in a month), sound;  [data-push-names]: whether messages show names
//   [data-new-round]    says a new round: then the open page vibrates, and sounds if that is on
(() => {
  "use strict";
  const { all, showToast, stored } = window.topcut;
  const DAY_MS = 24 * 3600e3;
  const MONTH_MS = 30 * DAY_MS;
  const LATER = "topcut:push-later";
  const SOUND = "topcut:sound";
  const box = () => document.querySelector("[data-push]");
  // What this phone has said on this page: {endpoint, names, at}. It says so again after a day, or from a new endpoint.
  const wanted = (value) => stored(`topcut:push:${location.pathname}`, value && JSON.stringify(value));
  const said = () => JSON.parse(wanted() || "null");
  // The state that the box shows; "" hides it.
  let state = "";

  function show(next = state) {
    state = next;
    const row = box();
    if (!row) return;
    row.hidden = !state;
    all("[data-push-state]", row).forEach((part) => (part.hidden = part.dataset.pushState !== state));
    row.querySelector("[data-push-names]").checked = Boolean(said()?.names);
    row.querySelector("[data-push-do=sound]").setAttribute("aria-pressed", String(Boolean(stored(SOUND))));
  }

  const isLater = () => Date.now() - Number(stored(LATER) || 0) < MONTH_MS;
  const isPossible = () => window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  async function worker() {
    const { pushWorker } = box().dataset;
    await navigator.serviceWorker.register(pushWorker);
    return navigator.serviceWorker.ready;
  }

  // Tell the server about this browser's subscription; return whether it has understood.
  async function send(what, subscription, names = false) {
    const { endpoint, keys = {} } = subscription.toJSON();
    const body = new URLSearchParams({ do: what, endpoint, public_key: keys.p256dh || "", secret: keys.auth || "" });
    if (names) body.set("shows_names", "1");
    const answer = await fetch(box().dataset.push, { method: "POST", body });
    if (answer.status === 422) showToast((await answer.json()).error, "failed");
    else if (!answer.ok) throw new Error(answer.statusText);
    return answer.ok;
  }

  async function look() {
    if (!box()) return;
    if (!isPossible()) return show(noPush());
    if (Notification.permission === "denied") return show("blocked");
    if (!said() || Notification.permission !== "granted") return show(isLater() ? "" : "off");
    const registered = await navigator.serviceWorker.getRegistration();
    const subscription = await registered?.pushManager.getSubscription();
    if (subscription?.endpoint === said().endpoint && Date.now() - said().at < DAY_MS) return show("on");
    await turnOn(said().names);
  }

  // A browser that only tells of pages on the home screen says whether this one is; others can make a sound while the page is open.
  function noPush() {
    if (navigator.standalone === false && window.isSecureContext) return isLater() ? "" : "home";
    return "AudioContext" in window ? "sound" : "";
  }

  async function subscribe(manager, applicationServerKey) {
    const options = { userVisibleOnly: true, applicationServerKey };
    try {
      return await manager.subscribe(options);
    } catch (error) {
      // The site had another key when this phone subscribed.
      const old = error.name === "InvalidStateError" && (await manager.getSubscription());
      if (!old) throw error;
      await old.unsubscribe();
      return manager.subscribe(options);
    }
  }

  async function turnOn(names = false) {
    if ((await Notification.requestPermission()) !== "granted") return show(Notification.permission === "denied" ? "blocked" : "off");
    const { pushManager } = await worker();
    const key = await (await fetch(box().dataset.pushKey)).text();
    const subscription = await subscribe(pushManager, key);
    const isOn = await send("on", subscription, names);
    wanted(isOn ? { endpoint: subscription.endpoint, names, at: Date.now() } : "");
    show(isOn ? "on" : "off");
  }

  async function turnOff() {
    const { pushManager } = await worker();
    const subscription = await pushManager.getSubscription();
    if (subscription) await send("off", subscription);
    wanted("");
    show("off");
  }

  function beep() {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 880 });
    const volume = new GainNode(context, { gain: 0.2 });
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.4);
    tone.addEventListener("ended", () => context.close());
  }

  function switchSound() {
    stored(SOUND, stored(SOUND) ? "" : "1");
    if (stored(SOUND)) beep();
    show();
  }

  const doing = {
    on: () => turnOn(),
    off: turnOff,
    later: () => {
      stored(LATER, String(Date.now()));
      show("");
    },
    sound: switchSound,
  };
  async function run(action) {
    try {
      await action();
    } catch {
      showToast(document.getElementById("stale").dataset.unsent, "failed");
    }
  }
  document.addEventListener("click", (e) => {
    const { pushDo } = e.target.closest("[data-push-do]")?.dataset || {};
    if (pushDo) run(doing[pushDo]);
  });
  document.addEventListener("change", (e) => {
    if (e.target.matches("[data-push-names]")) run(() => turnOn(e.target.checked));
  });

  // A new round is said on the open page: who has no messages feels or hears it.
  const announcement = document.querySelector("[data-new-round]");
  if (announcement)
    new MutationObserver(() => {
      if (state === "on" || !announcement.textContent) return;
      // Browsers refuse it, and complain, before the page was touched.
      if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.([200, 100, 200]);
      if (stored(SOUND)) beep();
    }).observe(announcement, { childList: true });

  document.addEventListener("htmx:afterSwap", () => show());
  look().catch(() => show(""));
})();
