// A second tap is no second game: where a tap wrote or brought another screen, what lies under the
// finger rests for three seconds, or until something else is tapped or typed.
(() => {
  "use strict";
  const all = (selector) => [...document.querySelectorAll(selector)];
  const version = () => Number(all("[data-version]")[0]?.dataset.version);
  const leads = (e) => [e.href, e.form?.getAttribute("action"), e.htmlFor ?? e.name].join();
  let last, guard, restore;

  const wake = () => {
    all(".resting").forEach((e) => e.classList.remove("resting", "hurried"));
    restore?.();
    guard = restore = null;
  };
  // Says what a form has written, where nothing can be tapped now. Undo takes back just that.
  const confirm = () => {
    const [place] = all("[data-receipt]:is(div, .resting)"), [undo] = all("#undo span");
    if (!place || all(".receipt")[0]) return;
    const receipt = document.createElement("span"), text = undo.textContent;
    Object.assign(receipt, { className: "receipt", textContent: place.dataset.receipt, ariaHidden: true });
    place.append(receipt);
    undo.textContent = WORDS.undo;
    restore = () => {
      receipt.remove();
      if (undo.textContent === WORDS.undo) undo.textContent = text;
    };
  };
  const calm = () => {
    const { box, again } = guard;
    all("a[href], button, label, [type=radio], [type=checkbox]").forEach((e) => {
      const { left, right, top, bottom } = e.getBoundingClientRect();
      const under = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const counts = again ? e.closest("[data-again]") : guard.leads === leads(e);
      if (under && !counts && !e.matches(".back")) e.classList.add("resting");
    });
    if (guard.wrote === version()) confirm();
  };
  const arrive = (tap) => {
    wake();
    sessionStorage.removeItem("last");
    const mine = guard = tap;
    if (version() > tap.seen) Object.assign(tap, { leads: "", wrote: version() });
    calm();
    // The time counts from when it is shown.
    requestAnimationFrame(() => {
      if (guard === mine) calm();
      setTimeout(() => { if (guard === mine) wake(); }, 3000);
    });
  };

  document.addEventListener("click", (event) => {
    const e = event.target.closest("a, button, label, input, select, textarea, summary");
    if (!e) return void all(".resting").forEach((each) => each.classList.add("hurried"));
    // Only a key reaches it; what a finger brought, a key may use.
    if (guard?.key && e.closest(".resting")) {
      event.preventDefault();
      return void event.stopImmediatePropagation();
    }
    wake();
    const tap = { box: e.getBoundingClientRect(), leads: leads(e), again: Boolean(e.closest("[data-again]")), seen: e.form?.elements.key && version(), key: !event.detail };
    last = e.matches("a, button") && tap;
    if (/^view-/.test(e.name)) setTimeout(arrive, 0, tap);
    // A key has lost its place with the page.
    try { sessionStorage.setItem("last", JSON.stringify(last && !tap.key && { ...tap, leads: "" })); } catch { /* then not */ }
  }, true);
  document.addEventListener("keydown", ({ key }) => { if (key !== "Enter" && key !== " ") wake(); }, true);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (last && /submit|click/.test(ctx.sourceEvent?.type)) arrive(last);
    else if (guard) calm();
  });
  try {
    const tap = JSON.parse(sessionStorage.getItem("last"));
    if (tap.box) arrive(tap);
  } catch { /* then not */ }
  document.documentElement.classList.add("guarded");
})();
