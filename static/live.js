// What others write comes by itself: a stream says that there is something new, and where there is
// no stream it is asked for every few seconds. A form that is open is told, and never touched.
(() => {
  "use strict";
  const POLL = 5000, OLD = 15000, SILENT = 50000, GLANCE = 500;
  const byId = (id) => document.getElementById(id);
  const source = byId("live"), life = byId("life");
  const shown = () => document.querySelector("[data-version]");
  const version = () => Number(shown().dataset.version);
  let at = Date.now(), newest = version(), flows = false;

  const clock = () => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const age = () => {
    const old = Date.now() - at > (flows ? SILENT : OLD);
    shown().classList.toggle("stale", old);
    const text = old ? WORDS.stale.replace("{time}", clock()) : WORDS.live;
    if (life && life.textContent !== text) life.textContent = text;
  };
  const sign = () => {
    at = Date.now();
    age();
  };

  // A page is fetched anew; of a form only what happened, with the way to look at it.
  const here = source.getAttribute("hx-sse:connect").replace(/\/live\?.*/, "");
  const strip = document.createElement("p"), way = document.createElement("a");
  strip.className = "strip";
  strip.setAttribute("role", "status");
  Object.assign(way, { href: here, textContent: WORDS.look });
  const look = async () => {
    if (shown().id !== "form") return void shown().dispatchEvent(new Event("news"));
    const answer = await fetch(`${here}/since/${version()}`).catch(() => null);
    if (answer?.ok) sign();
    if (answer?.status !== 200) return;
    strip.replaceChildren(`${await answer.text()} `, way);
    shown().before(strip);
  };
  // A thumb on its way does not hit what it has not seen: what came by itself is looked at first.
  let came = 0, seen = version();
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceEvent?.type === "news" && version() !== seen) came = Date.now();
    seen = version();
  });
  document.addEventListener("click", (event) => {
    if (Date.now() - came > GLANCE || !event.target.closest("[data-version] button")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // What this phone is saving itself comes with the answer to that.
  let saving = 0;
  const catchUp = () => { if (!saving && newest > version()) look(); };
  const writes = ({ detail: { ctx } }) => ctx.request.method === "POST" && ctx.target === shown();
  document.addEventListener("htmx:before:request", (event) => { if (writes(event)) saving += 1; });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx.request.method !== "POST" || !saving) return;
    saving -= 1;
    catchUp();
  });
  const hear = (event) => {
    flows = true;
    sign();
    newest = Math.max(newest, Number(event.detail.data));
    catchUp();
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
