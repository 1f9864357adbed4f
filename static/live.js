// What others write comes by itself: a stream says that there is something new, and where there is
// no stream it is asked for every few seconds. A form that is open is told, and never touched.
(() => {
  "use strict";
  const POLL = 5000, OLD = 15000, SILENT = 50000;
  const byId = (id) => document.getElementById(id);
  const source = byId("live"), life = byId("life"), { stale, live, since } = source.dataset;
  const shown = () => document.querySelector("[data-version]");
  const version = () => Number(shown().dataset.version);
  let at = Date.now(), newest = version(), flows = false;

  const clock = () => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const age = () => {
    const old = Date.now() - at > (flows ? SILENT : OLD);
    shown().classList.toggle("stale", old);
    const text = old ? stale.replace("{time}", clock()) : live;
    if (life.textContent !== text) life.textContent = text;
  };
  const sign = () => {
    at = Date.now();
    age();
  };

  // A page is fetched anew; of a form only what happened, with the way to look at it.
  const look = async () => {
    const strip = byId("meanwhile");
    if (!strip) return void shown().dispatchEvent(new Event("news"));
    const answer = await fetch(`${since}/${version()}`).catch(() => null);
    if (answer?.ok) sign();
    if (answer?.status !== 200) return;
    strip.firstElementChild.textContent = await answer.text();
    strip.hidden = false;
  };
  const hear = (event) => {
    flows = true;
    sign();
    newest = Math.max(newest, Number(event.detail.data));
    if (newest > version()) look();
  };
  ["written", "alive"].forEach((what) => source.addEventListener(what, hear));
  ["htmx:sse:error", "htmx:sse:close"].forEach((what) => document.addEventListener(what, () => { flows = false; }));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceEvent?.type === "news" && ctx.response.status < 400) sign();
  });
  const ask = () => { if (!flows && !document.hidden) look(); };
  setInterval(age, 1000);
  setInterval(ask, POLL);
  addEventListener("online", ask);
  addEventListener("offline", () => { flows = false; });
  document.addEventListener("visibilitychange", ask);
})();
