// A player's report that nobody answers becomes the result after a while. An open page asks the server to store it then.
//   [data-expires-at]  an ISO time, at which the page posts to [data-expiry-url] and polls its fragments
(() => {
  "use strict";
  const { all, now } = window.topcut;
  const posted = new Set();

  async function storeExpired(expiresAt, url) {
    const answer = await fetch(url, { method: "POST" }).catch(() => null);
    if (answer) dispatchEvent(new Event("changed"));
    else setTimeout(() => posted.delete(expiresAt), 30000); // no network: try again later
  }

  setInterval(() => {
    all("[data-expires-at]").forEach(({ dataset: { expiresAt, expiryUrl } }) => {
      if (posted.has(expiresAt) || Date.parse(expiresAt) > now()) return;
      posted.add(expiresAt);
      // Random, so that the phones of an event do not all post in the same moment.
      setTimeout(() => storeExpired(expiresAt, expiryUrl), Math.random() * 2000);
    });
  }, 1000);
})();
