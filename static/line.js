// What is sent arrives: it is sent again under the same key until it does, the form stays on the
// screen meanwhile, and whatever does not arrive is said.
(() => {
  "use strict";
  const PATIENCE = 3000, LIMIT = 8000, PAUSES = [1000, 2000, 4000, 8000];
  const byId = (id) => document.getElementById(id);

  let trouble = "", save = null;
  const say = (text) => {
    byId("status").textContent = trouble = text;
    byId("status").className = text ? "strip" : "vh";
  };
  // What is said of a form on its way to the sheet is not talked over by what else goes on.
  const whisper = (text) => { if (!save) say(text); };
  const reason = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("main > .empty")?.textContent;

  // One try. A line that hangs is a line that is cut.
  const attempt = async (url, options) => {
    const stop = new AbortController(), end = () => stop.abort();
    const limit = setTimeout(end, LIMIT);
    options.signal?.addEventListener("abort", end);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal });
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      clearTimeout(limit);
      options.signal?.removeEventListener("abort", end);
    }
  };
  // The pause before the next try ends early when the signal is back, or with a tap.
  // A submit that comes with the same tap goes first: it takes the place of what waits.
  let waiting = [];
  const wake = () => waiting.splice(0).forEach((go) => setTimeout(go));
  const pause = (time) => new Promise((go) => {
    setTimeout(go, time);
    waiting.push(go);
  });
  addEventListener("online", wake);
  document.addEventListener("click", wake);
  document.addEventListener("visibilitychange", wake);
  // Tries until there is an answer; `tell` says why there is none.
  const insist = async (url, options, words, tell = whisper) => {
    for (let n = 0; ; n += 1) {
      const slow = setTimeout(tell, PATIENCE, words);
      let why = words;
      try {
        const answer = await attempt(url, options);
        if (answer.status < 500) {
          if (trouble) tell("");
          return answer;
        }
        why = reason(await answer.text()) || words;
      } catch (fault) {
        if (options.signal?.aborted) throw fault;
      } finally {
        clearTimeout(slow);
      }
      tell(why);
      await pause(PAUSES[Math.min(n, PAUSES.length - 1)]);
      if (options.signal?.aborted) throw new DOMException("", "AbortError");
    }
  };

  // What htmx sends. What comes by itself is asked for once; a stream has no end to wait for.
  const byItself = (ctx) => ctx.sourceEvent?.type === "news" || ctx.sourceElement.id === "live";
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "live") return;
    const saves = ctx.sourceEvent.type === "submit" && ctx.sourceElement.elements?.key;
    const words = saves ? WORDS.unsaved : WORDS.waiting;
    ctx.fetch = byItself(ctx) ? attempt : (url, options) => insist(url, options, words);
  });
  // An error takes the place of no form.
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail, { status } = ctx.response;
    if (byItself(ctx) ? status < 400 : status < 400 || status === 409 || status === 422) return;
    event.preventDefault();
    if (!byItself(ctx)) say(reason(ctx.text) || WORDS.waiting);
  });

  // A form that writes: a redirect is followed, any other answer is a page that the browser gets.
  const SUBMITTERS = (() => {
    const form = document.createElement("form"), button = document.createElement("button");
    button.name = "known";
    form.append(button);
    try { return new FormData(form, button).has("known"); } catch { return false; }
  })();
  const match = (form) => form.action.replace(/(\/m\/[^/]+)\/.*/, "$1");
  let plainly = false;
  const send = async (form, button, mine) => {
    const url = button?.hasAttribute("formaction") ? button.formAction : form.action;
    const body = new URLSearchParams(new FormData(form, button)), { seen, key } = form.elements;
    try { sessionStorage.setItem("sent", JSON.stringify([match(form), Number(seen?.value), key?.value])); } catch { /* then not */ }
    const tell = (text) => {
      mine.busy = !text;
      say(text);
    };
    const answer = await insist(url, { method: "POST", body, signal: mine.stop.signal }, key ? WORDS.unsaved : WORDS.waiting, tell);
    if (answer.redirected) {
      await globalThis.signal?.();
      return void location.assign(answer.url);
    }
    save = null;
    if (answer.status >= 400 && answer.status !== 409 && answer.status !== 422) return void say(reason(await answer.text()) || WORDS.unsaved);
    plainly = true;
    form.requestSubmit(button);
    plainly = false;
  };
  const carried = (form) => SUBMITTERS && form.method === "post" && (form.elements.key || form.matches("[hx-post]"));

  // A second identical submit: within 350 ms, or while the first one is still on its way. Where the
  // same is tapped twice on purpose, each tap counts.
  let sent = new Map();
  const waits = (form) => {
    if (plainly || form.matches("[data-again]")) return 0;
    return carried(form) ? 350 : 8000;
  };
  document.addEventListener("submit", (event) => {
    const what = event.submitter || event.target;
    const now = Date.now();
    if (now - (sent.get(what) || 0) < waits(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else sent.set(what, now);
  }, true);
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (plainly || event.defaultPrevented || !carried(form)) return;
    event.preventDefault();
    if (save?.busy) return;
    save?.stop.abort();
    save = { busy: true, stop: new AbortController() };
    send(form, submitter, save).catch(() => { /* another tap took its place */ });
  });
  // What is changed while it waits is no longer what was to be saved.
  ["input", "change"].forEach((what) => document.addEventListener(what, () => {
    sent = new Map();
    if (!save || save.busy) return;
    save.stop.abort();
    save = null;
  }));

  // Back to a form: never as it was, and it says what it has written already.
  addEventListener("pageshow", (event) => {
    sent = new Map();
    save = null;
    const refused = document.querySelector("#errors, main > [role=alert], [data-draft=sent]"); // it keeps its key
    if (event.persisted && !refused && document.querySelector("main form[method=post]")) location.reload();
  });
  const written = async () => {
    const [way] = performance.getEntriesByType("navigation");
    if (!way || way.type === "navigate") return;
    const [where, version, key] = JSON.parse(sessionStorage.getItem("sent")) || [];
    const form = [...document.forms].find((f) => f.elements.seen && match(f) === where);
    if (!form || Number(form.elements.seen.value) <= version) return;
    const answer = await fetch(`${where}/saves/${key}`);
    if (answer.status !== 200) return;
    say(await answer.text());
    trouble = "";
    let news = true;
    document.addEventListener("click", () => {
      if (news) say("");
      news = false;
    });
  };
  written().catch(() => { /* then the sheet says it */ });
})();
