// What is sent arrives: it is sent again under the same key until it does, the form stays on the
// screen meanwhile, and whatever does not arrive is said.
(() => {
  "use strict";
  const SAYS = 250, PATIENCE = 3000, LIMITS = [8000, 16000, 32000, 64000], PAUSES = [1000, 2000, 4000, 8000];
  const byId = (id) => document.getElementById(id), nth = (times, n) => times[Math.min(n, times.length - 1)];

  // Those who listen hear which entry is not saved, and nothing twice.
  let trouble = "", entry = "", save = null;
  const say = (text, how = "") => {
    const status = byId("status"), name = document.createElement("span");
    if (text === WORDS.unsaved || text === WORDS.unsure) Object.assign(name, { className: "vh", textContent: `${entry}: ` });
    if (!text || text !== trouble) status.replaceChildren(...text ? [name, text] : []);
    status.className = text ? `strip ${how}` : "vh";
    trouble = text;
  };
  const named = (form) => (form.matches(".entry") ? document.querySelector("h1") : form.querySelector("#ask, button"))?.textContent.split(" · ")[0];
  // What was done is for ears alone, and does not talk over what is said of the line.
  globalThis.speak = (text) => {
    if (!text || trouble) return;
    const status = byId("status");
    // A class that is written anew says that the page moves, which then takes no tap (app.js).
    if (status.className !== "vh") status.className = "vh";
    status.textContent = text;
  };
  // What is said of a form on its way to the sheet is not talked over by what else goes on.
  const whisper = (text) => { if (!save) say(text); };
  const reason = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("main > .empty")?.textContent;

  // The button that was tapped says that it is at work, and that it has done it.
  const mark = (button) => {
    const label = [...button?.childNodes ?? []];
    const tell = (text) => {
      if (!button?.isConnected) return;
      button.style.minWidth = `${button.offsetWidth}px`;
      button.setAttribute("aria-busy", true);
      button.replaceChildren(text);
    };
    const soon = setTimeout(tell, SAYS, WORDS.saving);
    return (text) => {
      clearTimeout(soon);
      if (text) return void tell(text);
      if (button?.firstChild?.data === WORDS.saving) button.replaceChildren(...label);
      button?.removeAttribute("aria-busy");
      button?.style.removeProperty("min-width");
    };
  };

  // One try. A line that hangs is a line that is cut.
  const attempt = async (url, options, limit = LIMITS[0]) => {
    const stop = new AbortController(), end = () => stop.abort();
    const late = setTimeout(end, limit);
    options.signal?.addEventListener("abort", end);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal });
      const text = await answer.clone().text();
      // Over plain http a browser takes an answer that was cut within its headers for a whole one.
      if (answer.status === 201 ? !text.endsWith("\n") : !text && answer.status !== 204) throw new TypeError("cut");
      return answer;
    } finally {
      clearTimeout(late);
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
  // Tries until there is an answer; `tell` says why there is none. What left this phone may have
  // arrived whatever came back, so it is not said that it did not: the next try asks, by its key.
  const tries = async (url, options, saves, tell) => {
    let left = false;
    if (saves) entry = named(saves.form);
    const why = () => (saves ? (left ? WORDS.unsure : WORDS.unsaved) : WORDS.waiting);
    for (let n = 0; ; n += 1) {
      const first = !left, slow = setTimeout(() => tell(why()), PATIENCE);
      let text = "";
      left ||= navigator.onLine;
      try {
        const answer = await attempt(url, options, nth(LIMITS, n));
        if (answer.status < 500) {
          if (trouble) tell("");
          return answer;
        }
        text = first && reason(await answer.text());
      } catch (fault) {
        if (options.signal?.aborted) throw fault;
        left ||= navigator.onLine;
      } finally {
        clearTimeout(slow);
      }
      tell(text || why());
      await pause(nth(PAUSES, n));
      if (options.signal?.aborted) throw new DOMException("", "AbortError");
    }
  };
  // While a save is on its way the page stays: with the page it would be gone.
  let saving = 0;
  globalThis.isSaving = () => saving > 0;
  const insist = async (url, options, saves, tell = whisper) => {
    const one = Number(Boolean(saves));
    saving += one;
    return tries(url, options, saves, tell).finally(() => { saving -= one; });
  };
  // Where others' news come in, it is asked whether a save without an answer is among them; of one
  // that is still waited for nothing is said yet.
  let doubt = null;
  const doubtful = (text, form, settle) => {
    const where = match(form), { key } = form.elements;
    doubt = text && key && where !== form.action ? { at: `${where}/saves/${key.value}`, settle } : null;
  };
  globalThis.settled = async () => {
    if (save?.busy) return true;
    if (!doubt) return false;
    const { at } = doubt, answer = await fetch(at).catch(() => null);
    if (answer?.status === 200 && doubt?.at === at) {
      const { settle } = doubt;
      doubt = null;
      settle();
    }
    return !answer || answer.status === 200;
  };

  // What htmx sends. What comes by itself is asked for once; a stream has no end to wait for.
  const byItself = (ctx) => ctx.sourceEvent?.type === "news" || ctx.sourceElement.id === "live";
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "live") return;
    const { sourceElement: form, sourceEvent: { type, submitter } } = ctx, saves = type === "submit" && form.elements?.key;
    if (saves) ctx.marked = mark(submitter);
    const tell = (text) => {
      whisper(text);
      doubtful(text, form, () => {
        ctx.request.abort();
        say("");
      });
    };
    ctx.fetch = byItself(ctx) ? (...each) => attempt(...each) : (url, options) => insist(url, options, saves, saves ? tell : whisper);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => ctx.marked?.());
  // An error takes the place of no form.
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail, { status } = ctx.response;
    if (byItself(ctx) ? status < 400 : status < 400 || status === 409 || status === 422) return;
    event.preventDefault();
    if (!byItself(ctx)) say(reason(ctx.text) || WORDS.waiting, "refused");
  });

  // A form that writes: a redirect is followed, any other answer is a page that the browser gets.
  const match = (form) => form.action.replace(/(\/m\/[^/]+)\/.*/, "$1");
  const MINIMAL = { Prefer: "return=minimal" }; // where to go next is told, and not what is there
  let plainly = false;
  const send = async (form, button, mine) => {
    const url = button?.hasAttribute("formaction") ? button.formAction : form.action;
    const body = new URLSearchParams(new FormData(form)), { seen, key } = form.elements;
    if (button?.name) body.append(button.name, button.value);
    try { sessionStorage.setItem("sent", JSON.stringify([match(form), Number(seen?.value), key?.value])); } catch { /* then not */ }
    const go = (to) => {
      mine.mark(key && WORDS.saved);
      try { if (key) sessionStorage.setItem("done", "y"); } catch { /* then not */ }
      say("");
      location.assign(to);
    };
    const tell = (text) => {
      mine.busy = !text;
      say(text);
      doubtful(text, form, () => {
        mine.stop.abort();
        go(match(form));
      });
    };
    const answer = await insist(url, { method: "POST", body, headers: MINIMAL, signal: mine.stop.signal }, key, tell);
    const to = answer.status === 201 ? (await answer.text()).trim() : answer.redirected && answer.url;
    if (to) return void go(to);
    end();
    if (answer.status >= 400 && answer.status !== 409 && answer.status !== 422) return void say(reason(await answer.text()) || WORDS.unsaved, "refused");
    plainly = true;
    form.requestSubmit(button);
    plainly = false;
  };
  const end = () => {
    save?.stop.abort();
    save?.mark();
    save = doubt = null;
  };
  const carried = (form) => form.method === "post" && (form.elements.key || form.matches("[hx-post]"));

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
    end();
    save = { busy: true, stop: new AbortController(), mark: mark(submitter) };
    send(form, submitter, save).catch(() => { /* another tap took its place */ });
  });
  // What is changed while it waits is no longer what was to be saved.
  ["input", "change"].forEach((what) => document.addEventListener(what, () => {
    sent = new Map();
    if (save && !save.busy) end();
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
    say(await answer.text(), "success");
    trouble = "";
  };
  written().catch(() => { /* then the sheet says it */ });
})();
