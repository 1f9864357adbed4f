// A second tap is no second save. Where a finger has just saved, what writes rests for three seconds,
// or until something else is tapped or typed: it looks so, and says why. Nothing else rests; only a
// finger that trembles, twice within a blink at the place that brought a screen, is one.
(() => {
  "use strict";
  const REST = 3000, BLINK = 300, FINGER = 24;
  const all = (selector) => [...document.querySelectorAll(selector)];
  // What is sent as a save, or takes one back; not what only asks, or brings its form in another way.
  const writes = (e) => e.type === "submit" && Boolean(e.form?.elements.key) && !e.closest("[data-asks], [data-again], .in-order, [formnovalidate]");
  const covers = ({ left, right, top, bottom }, { left: l, right: r, top: t, bottom: b }) => left < r && right > l && top < b && bottom > t;
  const at = ({ clientX: x, clientY: y }, wide = 0) => ({ left: x - wide, right: x + wide, top: y - wide, bottom: y + wide });
  let last, shown, guard, unsay = [];

  const wake = () => {
    all(".resting").forEach((e) => {
      e.classList.remove("resting");
      e.removeAttribute("aria-disabled");
    });
    unsay.splice(0).forEach((undo) => undo());
    guard = shown = null;
    try { sessionStorage.removeItem("guard"); } catch { /* then not */ }
  };
  const add = (place, className, text) => {
    const note = Object.assign(document.createElement("span"), { className, textContent: text, ariaHidden: true });
    place.append(note);
    unsay.push(() => note.remove());
    return note;
  };
  // Says what was saved. Undo takes back just that.
  const confirm = () => {
    const [place] = all("[data-receipt]"), [undo] = all("#undo span");
    if (!place || all(".receipt")[0]) return;
    add(place, "receipt", place.dataset.receipt);
    if (!undo) return;
    const text = undo.textContent;
    undo.textContent = WORDS.undo;
    unsay.push(() => { if (undo.textContent === WORDS.undo) undo.textContent = text; });
  };
  const explain = (e) => {
    speak(WORDS.rests);
    if (all(".rests")[0]) return;
    // What lies beside it stays in view.
    const { top, bottom } = (e.closest(".foot") ?? e).getBoundingClientRect(), note = add(document.body, "rests", WORDS.rests);
    if (top > 99) note.style.bottom = `${innerHeight - top + 4}px`;
    else note.style.top = `${bottom + 4}px`;
  };
  const calm = () => {
    all("button").filter((e) => writes(e) && covers(e.getBoundingClientRect(), guard.box)).forEach((e) => {
      e.classList.add("resting");
      e.ariaDisabled = true;
    });
    if (guard.here) confirm();
  };
  const settle = (mine) => {
    guard = mine;
    calm();
    setTimeout(() => { if (guard === mine) wake(); }, mine.until - Date.now());
  };
  // Where a tap only led, nothing that writes comes under the finger: the foot of the page gives way.
  // A form that is not filled in yet, or a correction of nothing, writes nothing.
  const giveWay = (finger) => {
    const foot = document.querySelector(".foot"), idle = (e) => e.matches(".asks") || (e.form.elements.row && !e.hasAttribute("formaction"));
    const lies = (e) => writes(e) && !idle(e) && covers(e.getBoundingClientRect(), finger);
    for (let up = 8; up < innerHeight / 3 && all(".foot button").some(lies); up += 8) foot.style.marginBottom = `${up}px`;
  };
  // What was refused was not saved.
  const arrive = ({ box, finger, saves, again }) => {
    wake();
    const mine = shown = { box, again, until: Infinity };
    const saved = saves && !all("#errors, .refused[role=alert], [data-draft=sent]")[0];
    if (saved) settle({ box, here: true, until: Date.now() + REST });
    else if (!saves) giveWay(finger);
    // The time counts from when it is shown.
    requestAnimationFrame(() => {
      mine.until = Date.now() + BLINK;
      if (!saved || shown !== mine) return;
      settle({ box, here: true, until: Date.now() + REST });
      try { sessionStorage.setItem("guard", JSON.stringify({ box, until: guard.until })); } catch { /* then not */ }
    });
  };

  document.addEventListener("click", (event) => {
    const e = event.target.closest("a, button, label, input, select, textarea, summary");
    if (!e) return;
    const stop = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const here = (place) => place && event.detail > 0 && covers(at(event), place.box);
    if (e.matches(".resting")) {
      stop();
      return void explain(e);
    }
    if (here(shown) && Date.now() < shown.until && !(shown.again && e.closest("[data-again]")) && !e.matches(".back")) return void stop();
    if (!here(guard)) wake();
    const tap = { box: e.getBoundingClientRect(), finger: at(event, FINGER), saves: writes(e), again: Boolean(e.closest("[data-again]")) };
    last = e.matches("a, button") && tap;
    if (/^view-/.test(e.name)) setTimeout(arrive, 0, tap);
    // A key has lost its place with the page.
    try { sessionStorage.setItem("last", JSON.stringify(last && event.detail && tap)); } catch { /* then not */ }
  }, true);
  document.addEventListener("keydown", ({ key }) => { if (key !== "Enter" && key !== " ") wake(); }, true);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (last && /submit|click/.test(ctx.sourceEvent?.type)) {
      sessionStorage.removeItem("last");
      arrive(last);
    } else if (guard) calm();
  });
  try {
    const [tap, kept] = ["last", "guard"].map((name) => JSON.parse(sessionStorage.getItem(name)));
    sessionStorage.removeItem("last");
    if (tap?.box) arrive(tap);
    if (!guard && kept?.until > Date.now()) settle(kept);
  } catch { /* then not */ }
  document.documentElement.classList.add("guarded");
})();
