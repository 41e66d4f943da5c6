// Service worker: stores the static files and the last event pages of a visitor without an account. Both come from
// the network first, and from the cache if it does not answer. All other requests are left alone.
"use strict";
// The stored pages stay when a new release is installed, with the files that they name, until each is stored anew.
// Release {{ release }}
const CACHE = "topcut-pages";
const STATIC = "{{ static_url }}";
const FILES = {{ files|safe }};
const MAX_PAGES = 24;
const SLOW_MS = 8000;

addEventListener("install", (e) => e.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (e) => e.waitUntil(moveOldCaches().then(() => clients.claim())));

// Releases before 1.0 had a cache each.
async function moveOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith("topcut-") && name !== CACHE);
  const cache = await caches.open(CACHE);
  for (const source of await Promise.all(old.map((name) => caches.open(name))))
    for (const request of await source.keys()) if (!(await cache.match(request))) await cache.put(request, await source.match(request));
  await Promise.all(old.map((name) => caches.delete(name)));
  await deleteUnusedFiles(cache);
}

addEventListener("fetch", (e) => {
  const { request } = e;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && /^\/e\/[^/]+\/(?!desk\/)/.test(pathname)) e.respondWith(pageFor(e));
  else if (pathname.startsWith(STATIC)) e.respondWith(fileFor(request));
});

async function fileFor(request) {
  const answer = await fetch(request).catch(() => null);
  return answer?.ok ? answer : (await caches.match(request.url)) || answer || Response.error();
}

// The first page was loaded before this worker: it is fetched once more, to be stored.
addEventListener("message", (e) => e.waitUntil(fetch(e.data.keep).then((answer) => storePage(e.data.keep, answer))));

async function pageFor(e) {
  const { url } = e.request;
  const stored = (await caches.match(url)) || (await caches.match(url, { ignoreSearch: true }));
  const answer = fetch(e.request);
  e.waitUntil(answer.then((response) => storePage(url, response.clone())).catch(() => {}));
  if (!stored) return answer;
  const timeout = new Promise((done) => setTimeout(done, SLOW_MS));
  const first = await Promise.race([answer, timeout]).catch(() => null);
  return first && first.status < 500 ? first : stored;
}

async function storePage(url, answer) {
  // A page that was deleted, or that this visitor may no longer see, is removed.
  if (answer.status === 404) return void (await (await caches.open(CACHE)).delete(url, { ignoreSearch: true }));
  if (!answer.ok || !answer.headers.get("X-Keep")) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  const written = new Date(headers.get("Date") || Date.now()).toISOString();
  const text = (await answer.text()).replace("<body ", `<body data-cached-at="${written}" `);
  const cache = await caches.open(CACHE);
  await cache.put(url, new Response(text, { headers }));
  for (const file of filesIn(text)) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  const pages = (await cache.keys()).filter(isPage);
  await Promise.all(pages.slice(0, -MAX_PAGES).map((request) => cache.delete(request)));
  await deleteUnusedFiles(cache);
}

const isPage = (request) => !new URL(request.url).pathname.startsWith(STATIC);
const filesIn = (text) => [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]).filter((file) => file.startsWith(STATIC));

// Delete the files that neither this release nor a stored page names.
async function deleteUnusedFiles(cache) {
  const requests = await cache.keys();
  const used = new Set(FILES);
  for (const page of requests.filter(isPage)) filesIn(await (await cache.match(page)).text()).forEach((file) => used.add(file));
  const unused = requests.filter((request) => !isPage(request) && !used.has(new URL(request.url).pathname));
  await Promise.all(unused.map((request) => cache.delete(request)));
}
