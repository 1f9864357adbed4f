// The light goes out where nothing was written for an hour; what is new, a tap or a key turns it on.
(() => {
  "use strict";
  const REST = 3600000;
  const byId = (id) => document.getElementById(id);
  const version = () => byId("board").dataset.version;
  const now = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  let moved = Date.now(), seen = version();

  const look = () => {
    byId("clock").textContent = now.format();
    document.body.classList.toggle("dark", Date.now() - moved >= REST);
  };
  const wake = () => {
    moved = Date.now();
    look();
    document.dispatchEvent(new Event("moved"));
  };
  document.addEventListener("htmx:after:swap", () => {
    if (version() === seen) return void look();
    seen = version();
    wake();
  });
  ["click", "keydown"].forEach((what) => document.addEventListener(what, wake));
  setInterval(look, 1000);
  look();
})();
