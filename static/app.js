// Everything works without this file; it only makes a hurried thumb's life easier.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  // A second identical submit: within 350 ms, or while the first one is still on its way.
  let sent = new Map();
  const waits = (form) => (form.matches("[hx-post]:not([hx-trigger])") ? 350 : 8000);
  document.addEventListener("submit", (event) => {
    const what = event.submitter || event.target;
    const now = Date.now();
    if (now - (sent.get(what) || 0) < waits(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else sent.set(what, now);
  }, true);
  addEventListener("pageshow", () => { sent = new Map(); });

  // What changed is said aloud, and the focus goes to what has to be mended.
  const tell = (swapped) => {
    const said = document.querySelector("[data-say]");
    if (said) byId("status").textContent = said.dataset.say;
    const wrong = byId("errors");
    if (wrong) wrong.focus();
    else if (swapped && document.activeElement === document.body) byId("main").focus({ preventScroll: true });
  };
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target.id !== "tally" && event.detail.ctx.target.id !== "watch") tell(true);
  });
  tell(false);

  // A known name goes to the first empty place; Enter goes to the next one.
  const names = [...document.querySelectorAll("[data-names] .name input")];
  const dealers = document.querySelectorAll("[data-seats] .pick span span");
  const show = () => names.forEach((field, seat) => {
    dealers[seat].textContent = field.value.trim() || seat + 1;
  });
  names.forEach((field, seat) => {
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !names[seat + 1]) return;
      event.preventDefault();
      names[seat + 1].focus();
    });
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[name=add]");
    const empty = chip && names.find((field) => !field.value.trim());
    if (!chip) return;
    event.preventDefault();
    if (!empty) return;
    empty.value = chip.value;
    chip.hidden = true;
    show();
  });

  // The display stays on at the table, and may go out after twenty minutes without a tap.
  let lock, tapped = Date.now();
  const hold = async () => {
    if (lock || document.hidden || !document.body.hasAttribute("data-awake")) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("click", () => { tapped = Date.now(); hold(); });
  setInterval(() => { if (lock && Date.now() - tapped > 1200000) lock.release(); }, 60000);
  hold();

  // Sending the link, or at least copying it.
  const share = document.querySelector("[data-share]");
  if (share && (navigator.share || navigator.clipboard)) {
    share.hidden = false;
    share.addEventListener("click", async () => {
      const url = share.dataset.share;
      try {
        if (navigator.share) await navigator.share({ title: document.title, url });
        else {
          await navigator.clipboard.writeText(url);
          share.lastChild.textContent = byId("status").textContent = share.dataset.copied;
        }
      } catch { /* changed their mind */ }
    });
  }
})();
