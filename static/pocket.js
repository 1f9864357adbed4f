// Of a phone that took the app with it: what waits to be sent, and a worker that stays awake.
(() => {
  "use strict";
  const phone = navigator.serviceWorker;
  if (!phone?.controller) return;
  const byId = (id) => document.getElementById(id);
  const ask = (what) => phone.controller?.postMessage(what);
  phone.addEventListener("message", ({ data }) => {
    if (typeof data.waits !== "string") return;
    const strip = byId("pocket") ?? (data.waits && byId("main").insertAdjacentElement("beforebegin", Object.assign(document.createElement("a"), { id: "pocket", className: "strip" })));
    if (!strip) return;
    strip.href = new URL("pocket/waiting", phone.controller.scriptURL).href;
    if (data.waits || !strip.dataset.offline) strip.textContent = data.waits;
    strip.hidden = !strip.textContent;
  });
  document.addEventListener("htmx:after:swap", () => ask("state"));
  addEventListener("online", () => ask("send"));
  // A browser stops a worker that nothing is asked of: it would begin anew with the next tap.
  setInterval(() => { if (!document.hidden && byId("pocket")) ask("state"); }, 20000);
  ask("state");
  // A newer one takes over where nobody is in the middle of anything.
  if (document.querySelector("[data-between]")) phone.getRegistration().then((all) => all?.waiting?.postMessage("take-over"));
})();
