// Keeps the files that pages are made of, and the last pages of events that somebody without an account has seen:
// asked for in the network first, and out of the cache where that does not answer. Everything else goes its way untouched.
"use strict";
const KEPT = "topcut-{{ release }}";
const FILES = {{ files|safe }};
const MOST_PAGES = 24;
const SLOW = 8000;

addEventListener("install", (e) => e.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (e) => e.waitUntil(forgetOthers().then(() => clients.claim())));

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith("topcut-") && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("fetch", (e) => {
  const { request } = e;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && /^\/e\/[^/]+\/(?!desk\/)/.test(pathname)) e.respondWith(pageFor(e));
  else if (FILES.includes(pathname)) e.respondWith(fetch(request).catch(() => caches.match(request.url)));
});

// The first page was there before this script: it is asked for once more, to be kept.
addEventListener("message", (e) => e.waitUntil(fetch(e.data.keep).then((answer) => keep(e.data.keep, answer))));

async function pageFor(e) {
  const { url } = e.request;
  const kept = (await caches.match(url)) || (await caches.match(url, { ignoreSearch: true }));
  const answer = fetch(e.request);
  e.waitUntil(answer.then((one) => keep(url, one.clone())).catch(() => {}));
  if (!kept) return answer;
  const late = new Promise((done) => setTimeout(done, SLOW));
  const first = await Promise.race([answer, late]).catch(() => null);
  return first && first.status < 500 ? first : kept;
}

async function keep(url, answer) {
  // What is gone, or not for this visitor any more, is not read here either.
  if (answer.status === 404) return void (await (await caches.open(KEPT)).delete(url, { ignoreSearch: true }));
  if (!answer.ok || !answer.headers.get("X-Keep")) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  const written = new Date(headers.get("Date") || Date.now()).toISOString();
  const text = (await answer.text()).replace("<body ", `<body data-kept="${written}" `);
  const kept = await caches.open(KEPT);
  await kept.put(url, new Response(text, { headers }));
  const pages = (await kept.keys()).filter((request) => !FILES.includes(new URL(request.url).pathname));
  await Promise.all(pages.slice(0, -MOST_PAGES).map((request) => kept.delete(request)));
}
