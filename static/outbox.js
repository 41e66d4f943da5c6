// What was sent without a network is kept on this phone, and sent once there is one. What it expects of a page:
//   outbox        form[data-outbox][hx-post] with a field table, and said (a choice in its label, or hidden, then [data-says] has the words) or figures
//   telling       #kept with the words [data-say] [data-drop] [data-sent] [data-refused] [data-gone] [data-lost]
// A server that knows the key of a report does it once, however often it is sent. No secure context is needed.
(() => {
  "use strict";
  const { all, fill, say, noteVersion } = window.topcut;
  const STORE = "topcut:outbox:";
  const box = document.getElementById("kept");
  const words = box.dataset;
  const flying = new Set();

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const names = () => Object.keys(localStorage).filter((name) => name.startsWith(STORE)).sort();
  const waiting = () => names().filter((name) => !flying.has(name));
  const read = (name) => JSON.parse(localStorage.getItem(name) || "null");
  const drop = (name) => localStorage.removeItem(name);

  // In words: the choice that is marked, the result that is agreed to, or the figures.
  function saidBy(form) {
    const chosen = form.querySelector("[name=said]:checked");
    if (chosen) return textOf(chosen.closest("label"));
    if (form.elements.said) return form.dataset.says || form.elements.said.value;
    return all("input:not([type=hidden], [type=checkbox])", form).map((field) => field.value).join("–");
  }
  const textOf = (el) => el.textContent.replace(/\s+/g, " ").trim();

  function show() {
    box.replaceChildren(
      ...waiting().map((name) => {
        const line = document.createElement("p");
        line.className = "note";
        line.textContent = `${fill(words.say, read(name))} `;
        const button = document.createElement("button");
        Object.assign(button, { className: "link act", type: "button", textContent: words.drop });
        button.dataset.dropKept = name;
        line.append(button);
        return line;
      }),
    );
  }

  document.addEventListener("click", (e) => {
    const name = e.target.dataset?.dropKept;
    if (!name) return;
    drop(name);
    show();
  });

  // --- A form on its way: kept before it is sent, forgotten once it is answered ---
  // A site that is down, or that has been asked too often, is asked again.
  const isForLater = (status) => status === 429 || status >= 500;
  const isOutbox = (el) => el instanceof Element && el.matches("form[data-outbox]");
  const sent = new WeakMap();

  document.addEventListener("htmx:configRequest", (e) => {
    if (isOutbox(e.detail.elt)) e.detail.parameters.key = newKey();
  });

  document.addEventListener("htmx:beforeRequest", (e) => {
    const { elt: form, requestConfig, xhr } = e.detail;
    if (!isOutbox(form)) return;
    const body = [...requestConfig.formData].map(([name, value]) => [name, String(value)]);
    const { key, table } = Object.fromEntries(body);
    const isNext = !waiting().length && navigator.onLine;
    const name = `${STORE}${String(Date.now()).padStart(15, "0")}.${key}`;
    const told = { url: new URL(requestConfig.path, location).pathname, body, table, said: saidBy(form) };
    try {
      localStorage.setItem(name, JSON.stringify(told));
    } catch {
      return; // a browser that keeps nothing: it goes now or not at all
    }
    if (isNext) {
      flying.add(name);
      sent.set(xhr, name);
      return;
    }
    e.preventDefault();
    show();
    box.scrollIntoView({ block: "nearest" });
    send();
  });

  document.addEventListener("htmx:afterRequest", (e) => {
    // A form that its answer replaced is heard of through its parent: the request still names the form.
    const { xhr, requestConfig } = e.detail;
    if (!isOutbox(requestConfig.elt)) return void send();
    const name = sent.get(xhr);
    const isAnswered = xhr.status > 0 && !isForLater(xhr.status);
    if (name && isAnswered) drop(name);
    if (!name && !isAnswered) say(words.lost, "failed");
    flying.delete(name);
    show();
  });

  // --- What is kept goes in the order in which it was said ---
  let isSending = false;
  async function send() {
    if (isSending || !navigator.onLine) return;
    isSending = true;
    for (const name of waiting()) {
      const told = read(name);
      const answer = told && (await post(told));
      if (!answer || isForLater(answer.status)) break;
      drop(name);
      await tell(told, answer);
    }
    isSending = false;
    show();
  }

  async function post({ url, body }) {
    const quit = new AbortController();
    const late = setTimeout(() => quit.abort(), 10000);
    try {
      return await fetch(url, { method: "POST", body: new URLSearchParams(body), headers: { "HX-Request": "true" }, signal: quit.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  async function tell(told, answer) {
    if (answer.ok) say(fill(words.sent, told));
    else if (answer.status === 422) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      say(fill(words.refused, { ...told, words: page.body.textContent.trim() }), "failed");
    } else say(fill(words.gone, told), "failed");
    noteVersion(answer.headers.get("Event-Version"));
    dispatchEvent(new Event("changed"));
  }

  addEventListener("online", send);
  addEventListener("pageshow", send);
  show();
  send();
})();
