// A report that nobody answers stands after its time: whichever page sees the time come asks the server to store it.
//   time          [data-settles-at] (an ISO time): then [data-settles] is posted to, and every part asks again
(() => {
  "use strict";
  const { all, now } = window.topcut;
  const asked = new Set();

  async function settle(at, address) {
    const answer = await fetch(address, { method: "POST" }).catch(() => null);
    if (answer) dispatchEvent(new Event("changed"));
    else setTimeout(() => asked.delete(at), 30000); // no network: not again and again
  }

  setInterval(() => {
    all("[data-settles-at]").forEach(({ dataset: { settlesAt, settles } }) => {
      if (asked.has(settlesAt) || Date.parse(settlesAt) > now()) return;
      asked.add(settlesAt);
      // A hall of pages does not ask in the same moment.
      setTimeout(() => settle(settlesAt, settles), Math.random() * 2000);
    });
  }, 1000);
})();
