// Everything works without this file; it only makes a hurried thumb's life easier.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  // What has the focus may be switched off or folded away by an answer: then it goes to the next
  // one of its kind, to what unfolds it, or to the page.
  const refocus = () => {
    const at = document.activeElement;
    if (at !== document.body && !at.disabled && at.checkVisibility()) return;
    const next = [...(at.closest("form")?.querySelectorAll(".key:enabled") ?? [])].filter((e) => e.checkVisibility());
    const place = at.closest("details:not([open])")?.querySelector("summary")
      ?? next.find((e) => at.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) ?? next[0]
      ?? byId("undo") ?? byId("redo") ?? byId("main");
    place.focus({ preventScroll: true });
  };

  // What was done is said once, and where everybody stands now; of another phone what it did. Why
  // something was refused says itself where it comes into the page.
  let known;
  const sentence = (by) => {
    const { say, done, news } = document.querySelector("[data-say]")?.dataset ?? {};
    const alert = document.querySelector(".refused[role=alert] p"), fresh = news !== known;
    known = news;
    if (alert) return by === "load" ? alert.textContent : "";
    if (news === undefined) return by === "news" ? "" : say;
    const act = { load: "", save: done, swap: done, news: fresh && news }[by];
    return act && `${act}. ${say}`;
  };
  // The focus goes to what has to be mended, or to where the next entry is written.
  const tell = (by) => {
    const text = sentence(by);
    // All taps of a page lie in its address, so that it can be loaded again.
    const page = document.querySelector("[data-url]");
    if (page) history.replaceState(history.state, "", page.dataset.url);
    const wrong = byId("errors");
    if (wrong) wrong.focus();
    else if (by === "swap") queueMicrotask(refocus); // after what other scripts do with the answer
    else if (by === "save") lead(document.querySelector(".foot a.main") ?? byId("undo"));
    return text;
  };
  // A thumb needs no ring round what a page leads to; a key brings it back.
  const lead = (place) => {
    place?.classList.add("led");
    place?.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", () => document.querySelector(".led")?.classList.remove("led"), true);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target.id === "tally") return;
    if (ctx.sourceEvent?.type === "news") speak(sentence("news"));
    else speak(tell("swap"));
  });
  // A page says its own name first.
  let saved = "";
  try {
    saved = sessionStorage.getItem("done");
    sessionStorage.removeItem("done");
  } catch { /* then not */ }
  setTimeout(speak, 1000, tell(saved ? "save" : "load"));

  // What a save would give is read out too, when the thumb rests.
  const heard = document.createElement("p");
  heard.className = "vh";
  heard.setAttribute("role", "status");
  document.body.append(heard);
  globalThis.hear = (text) => { heard.textContent = text; };
  let resting;
  document.addEventListener("htmx:after:swap", () => {
    clearTimeout(resting);
    if (!byId("tally")) return;
    resting = setTimeout(() => {
      const seats = [...byId("tally").querySelectorAll(".seat")], button = byId("tally").querySelector(".main .live");
      const points = seats.map((e) => [...e.querySelectorAll("b, .fig")].map((part) => part.textContent).join(" ")).join(", ");
      // Why nothing can be saved yet stands behind the button's own words, which would sound like something done.
      const why = button?.textContent.slice(button.nextElementSibling.textContent.length).replace(/ · (.)/, (_, first) => ` ${first.toUpperCase()}`) ?? "";
      hear(WORDS.preview.replace("{points}", points) + why);
    }, 700);
  });

  // A strip that comes or goes moves the page, which then takes no tap for a moment. What is done is
  // said until the next tap, or for some seconds while no finger is down.
  const isStrip = (e) => e.id === "status" || e.classList?.contains("strip");
  let touched = 0, still, going;
  const leave = () => {
    const done = document.querySelector("#status.success");
    if (done) Object.assign(done, { className: "vh", textContent: "" });
  };
  const leaveSoon = (time) => {
    clearTimeout(going);
    going = setTimeout(() => { if (Date.now() - touched < 1000) leaveSoon(1000); else leave(); }, time);
  };
  new MutationObserver((changes) => {
    if (!changes.some((c) => [...c.type === "childList" ? [...c.addedNodes, ...c.removedNodes] : [c.target]].some(isStrip))) return;
    document.body.classList.add("moved");
    clearTimeout(still);
    still = setTimeout(() => document.body.classList.remove("moved"), 300);
    if (document.querySelector("#status.success")) leaveSoon(6000);
  }).observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ["class", "hidden"] });
  document.addEventListener("pointerdown", () => { touched = Date.now(); }, true);
  document.addEventListener("click", leave);

  // The menu closes as menus do, and the focus stays at it.
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector("details:is(.menu, .aids)[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // What was ticked in a new entry is kept over a reload, until it is on the sheet.
  const draft = document.querySelector("[data-draft]");
  if (draft) {
    const field = (name) => draft.elements[name]?.value;
    const key = `draft ${draft.getAttribute("action")} ${field("type")}`;
    const kept = () => [...draft.elements].filter((e) => e.name && e.name !== "view" && !["hidden", "submit", "button", "fieldset"].includes(e.type));
    const keep = () => {
      const values = kept().filter((e) => e.type === "text" || e.checked).map((e) => [e.name, e.value]);
      try { sessionStorage.setItem(key, JSON.stringify({ seen: field("seen"), values })); } catch { /* then not */ }
    };
    const redraw = () => kept()[0]?.dispatchEvent(new CustomEvent("change", { bubbles: true }));
    const restore = ({ values }) => {
      const held = (e) => values.some(([name, value]) => name === e.name && value === e.value);
      const told = (e) => values.find(([name]) => name === e.name);
      kept().forEach((e) => {
        if (e.type === "text") e.value = told(e)?.[1] ?? e.value;
        else if (e.type === "checkbox" || told(e)) e.checked = held(e);
      });
    };
    // What came back says so, and goes with a tap, until somebody writes on.
    const offer = (was) => {
      if (!kept().some((e) => (e.type === "text" ? e.value !== e.defaultValue : e.checked !== e.defaultChecked))) return;
      const strip = document.createElement("button");
      Object.assign(strip, { type: "button", className: "b", id: "draft", textContent: `${WORDS.draft} · ${WORDS.anew}` });
      strip.addEventListener("click", () => {
        const text = strip.textContent;
        if (text === WORDS.redraft) restore(was);
        else draft.reset();
        strip.textContent = text === WORDS.redraft ? `${WORDS.draft} · ${WORDS.anew}` : WORDS.redraft;
        redraw();
      });
      draft.querySelector(".scroll").prepend(strip);
      draft.addEventListener("change", (event) => { if (!(event instanceof CustomEvent) && event.target.name !== "view") strip.remove(); });
    };
    const bring = () => {
      let was = null;
      try { was = JSON.parse(sessionStorage.getItem(key)); } catch { /* nothing kept */ }
      if (!was) return;
      // Somebody wrote since, most likely this phone this very entry.
      if (was.seen !== field("seen")) return void sessionStorage.removeItem(key);
      restore(was);
      offer(was);
      if (document.readyState === "complete") redraw();
      else addEventListener("load", () => setTimeout(redraw, 50));
    };
    if (draft.dataset.draft === "new") bring();
    else if (!draft.matches(".asked")) keep();
    ["change", "input"].forEach((what) => draft.addEventListener(what, keep));
  }

  // Names tapped in their order.
  document.addEventListener("click", (event) => {
    const name = event.target.closest(".in-order button"), all = name?.parentElement;
    if (!name) return;
    event.preventDefault();
    const places = [...all.querySelectorAll("input")], was = places.map((e) => e.value), { value } = name;
    const had = was.filter((seat) => seat && seat !== value);
    if (!was.includes(value)) had.push(value);
    places.forEach((e, n) => { e.value = had[n] ?? ""; });
    all.querySelectorAll("button").forEach((e) => {
      const at = had.indexOf(e.value) + 1;
      e.setAttribute("aria-pressed", at > 0);
      e.querySelector("b").textContent = at ? `${at}.` : "";
    });
    places[0].dispatchEvent(new Event("change", { bubbles: true }));
  });

  // The sign of a number that is typed: with a key of its own the phone need show only digits.
  document.querySelectorAll("[data-sign]").forEach((key) => { byId(key.dataset.sign).inputMode = "numeric"; });
  document.addEventListener("click", ({ target }) => {
    const into = byId(target.closest("[data-sign]")?.dataset.sign);
    if (!into) return;
    const digits = into.value.replace(/^[-+\u2010-\u2015\u2212]\s*/, "");
    into.value = into.value === digits ? `\u2212${digits}` : digits;
    into.focus();
    into.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // The display stays on at the table, and may go out after twenty minutes without a tap; a board
  // says after how many without a new row.
  const isOff = () => { try { return localStorage.getItem("awake") === ""; } catch { return false; } };
  const lamp = byId("awake");
  let lock, tapped = Date.now();
  const shine = (held) => {
    lock = held;
    lamp?.setAttribute("aria-pressed", Boolean(lock));
  };
  const hold = async () => {
    if (lock || isOff() || document.hidden || !document.body.hasAttribute("data-awake")) return;
    try {
      shine(await navigator.wakeLock.request("screen"));
      lock.addEventListener("release", () => shine());
    } catch { shine(); }
  };
  if (lamp) lamp.hidden = !navigator.wakeLock;
  lamp?.addEventListener("click", () => {
    try { localStorage.setItem("awake", lock ? "" : "on"); } catch { /* then not */ }
    lock?.release();
  });
  document.addEventListener("visibilitychange", hold);
  const stay = () => { tapped = Date.now(); hold(); };
  document.addEventListener("click", stay);
  const row = () => document.querySelector("[data-version]")?.dataset.version;
  let last = row();
  if (document.body.dataset.awake) document.addEventListener("htmx:after:swap", () => { if (last !== (last = row())) stay(); });
  setInterval(() => { if (Date.now() - tapped > 60000 * (document.body.dataset.awake || 20)) lock?.release(); }, 60000);
  hold();

  // Over plain http there is neither that nor sharing; the menu says so.
  const secure = document.querySelector("[data-insecure]");
  if (secure) secure.hidden = isSecureContext;
})();
