// Reports that are sent without a network are stored on this phone and sent when there is one. It reads:
//   form[data-outbox][hx-post]  with a field table, and result_text (a radio button in its label, or hidden with [data-result-text]) or one number a side
//   #outbox                     with the texts [data-stored] [data-discard] [data-sent] [data-refused] [data-rejected] [data-not-kept]
// The server stores a report once, however often its key arrives. No secure context is needed.
(() => {
  "use strict";
  const { all, fillText, noteVersion, showToast, textOf } = window.topcut;
  const PREFIX = "topcut:outbox:";
  const TIMEOUT_MS = 10000;
  const box = document.getElementById("outbox");
  const texts = box.dataset;
  const inFlight = new Set();

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const waiting = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && !inFlight.has(name)).sort();
  // A report of release 1.1 calls its result `said`.
  const read = (name) => {
    const report = JSON.parse(localStorage.getItem(name) || "null");
    return report && { result: report.said, ...report };
  };
  const remove = (name) => localStorage.removeItem(name);

  // The result as text: the chosen option, the result that is agreed to, or the numbers.
  function resultText(form) {
    const chosen = form.querySelector("[name=result_text]:checked");
    if (chosen) return textOf(chosen.closest("label"));
    if (form.elements.result_text) return form.dataset.resultText || form.elements.result_text.value;
    return all("input:not([type=hidden], [type=checkbox])", form).map((field) => field.value).join("–");
  }

  function showWaiting() {
    box.replaceChildren(
      ...waiting().map((name) => {
        const line = document.createElement("p");
        line.className = "note";
        line.textContent = `${fillText(texts.stored, read(name))} `;
        const button = document.createElement("button");
        Object.assign(button, { className: "link action", type: "button", textContent: texts.discard });
        button.dataset.discardReport = name;
        line.append(button);
        return line;
      }),
    );
  }

  document.addEventListener("click", (e) => {
    const name = e.target.dataset?.discardReport;
    if (!name) return;
    remove(name);
    showWaiting();
  });

  // --- A submitted form: stored before it is sent, removed when it is answered ---
  // A request to a site that is down, or that refuses for a while, is sent again.
  const isTemporary = (status) => status === 429 || status >= 500;
  const isOutbox = (el) => el instanceof Element && el.matches("form[data-outbox]");
  const nameOfRequest = new WeakMap();

  document.addEventListener("htmx:configRequest", (e) => {
    if (isOutbox(e.detail.elt)) e.detail.parameters.key = newKey();
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    const { elt: form, requestConfig, xhr } = e.detail;
    if (!isOutbox(form)) return;
    const body = [...requestConfig.formData].map(([name, value]) => [name, String(value)]);
    const { key, table } = Object.fromEntries(body);
    const isFirst = !waiting().length && navigator.onLine;
    const name = `${PREFIX}${String(Date.now()).padStart(15, "0")}.${key}`;
    const report = { url: new URL(requestConfig.path, location).pathname, body, table, result: resultText(form) };
    try {
      localStorage.setItem(name, JSON.stringify(report));
    } catch {
      return; // a browser without storage sends it now or not at all
    }
    if (isFirst) {
      inFlight.add(name);
      nameOfRequest.set(xhr, name);
      return;
    }
    e.preventDefault();
    showWaiting();
    box.scrollIntoView({ block: "nearest" });
    sendWaiting();
  });

  document.addEventListener("htmx:afterRequest", (e) => {
    // The event of a form that its answer replaced comes from its parent; requestConfig still has the form.
    const { xhr, requestConfig } = e.detail;
    if (!isOutbox(requestConfig.elt)) return void sendWaiting();
    const name = nameOfRequest.get(xhr);
    const isAnswered = xhr.status > 0 && !isTemporary(xhr.status);
    if (name && isAnswered) remove(name);
    if (!name && !isAnswered) showToast(texts.notKept, "failed");
    inFlight.delete(name);
    showWaiting();
  });

  // --- Waiting reports are sent in the order in which they were made ---
  let isSending = false;
  async function sendWaiting() {
    if (isSending || !navigator.onLine) return;
    isSending = true;
    for (const name of waiting()) {
      const report = read(name);
      const answer = report && (await post(report));
      if (!answer || isTemporary(answer.status)) break;
      remove(name);
      await showOutcome(report, answer);
    }
    isSending = false;
    showWaiting();
  }

  async function post({ url, body }) {
    const headers = { "HX-Request": "true" };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      return await fetch(url, { method: "POST", body: new URLSearchParams(body), headers, signal: controller.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async function showOutcome(report, answer) {
    if (answer.ok) showToast(fillText(texts.sent, report));
    else if (answer.status === 422) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      showToast(fillText(texts.refused, { ...report, words: page.body.textContent.trim() }), "failed");
    } else showToast(fillText(texts.rejected, report), "failed");
    noteVersion(answer.headers.get("Event-Version"));
    dispatchEvent(new Event("changed"));
  }

  addEventListener("online", sendWaiting);
  addEventListener("pageshow", sendWaiting);
  showWaiting();
  sendWaiting();
})();
