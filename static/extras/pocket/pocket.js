// Of a phone that took the app with it: what waits to be sent, a newer version that waits to be
// started, and a worker that does not fall asleep.
(() => {
  "use strict";
  const phone = navigator.serviceWorker;
  if (!phone?.controller) return;
  const byId = (id) => document.getElementById(id);
  const ask = (what) => phone.controller?.postMessage(what);
  const inserted = () => byId("main").insertAdjacentElement("beforebegin", Object.assign(document.createElement("a"), { id: "pocket" }));
  const show = ({ waits, trouble }) => {
    const strip = byId("pocket") ?? (waits && inserted());
    if (!strip) return;
    strip.href = new URL("pocket/waiting", phone.controller.scriptURL).href;
    strip.className = trouble ? "strip" : "strip quiet";
    strip.textContent = waits;
    strip.hidden = !waits;
    (waits ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => { /* no icon to bear it */ });
  };
  // What is tapped meanwhile counts: it would be gone with a page that loads itself anew.
  let leaving = false;
  const reload = () => {
    leaving = true;
    location.reload();
  };
  document.addEventListener("submit", () => {
    if (leaving) stop();
    leaving = false;
  }, true);
  phone.addEventListener("message", ({ data }) => {
    if (typeof data.waits !== "string") return;
    // The server is there again: its sheet is the one that others see, too.
    if (data.there && byId("match") && byId("pocket")?.hasAttribute("data-phone") && !isSaving()) return void reload();
    show(data);
  });
  document.addEventListener("htmx:after:swap", () => ask("state"));
  addEventListener("online", () => ask("send"));
  // What waits goes home soon. Elsewhere a browser stops a worker that nothing is asked of: it would
  // begin anew with the next tap.
  let beats = 0;
  setInterval(() => {
    beats += 1;
    const strip = byId("pocket"), soon = strip && !strip.hidden && strip.classList.contains("quiet");
    if (!document.hidden && strip && (soon || beats % 5 === 0)) ask(navigator.onLine ? "send" : "state");
  }, 4000);
  ask("state");
  // A newer one takes over where nobody is in the middle of anything, elsewhere when it is let.
  const newer = byId("newer");
  const offer = (registration) => {
    if (!registration.waiting) return;
    if (newer) newer.hidden = false;
    if (document.querySelector("[data-between]")) registration.waiting.postMessage("take-over");
  };
  let chosen = false;
  phone.getRegistration().then((registration) => {
    newer?.querySelector("button").addEventListener("click", () => {
      chosen = true;
      registration.waiting?.postMessage("take-over-now");
    });
    registration.addEventListener("updatefound", () => {
      registration.installing.addEventListener("statechange", () => offer(registration));
    });
    offer(registration);
  });
  phone.addEventListener("controllerchange", () => {
    if (chosen && !isSaving()) reload();
    else if (newer) Object.assign(newer, { textContent: newer.dataset.running, hidden: false });
  });
})();
