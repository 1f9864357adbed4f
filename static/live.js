// What others write comes by itself: a stream says how far all is written, and where there is no
// stream, or one that comes late, it is asked for every few seconds. What is being filled in is
// told, and never touched.
(() => {
  "use strict";
  const POLL = 5000, OLD = 15000, FIRST = 5000, SIGN = 30000, SOON = 2000, GLANCE = 500, OWN = 2000, LONGEST = 300000;
  const life = document.getElementById("life");
  const shown = () => document.querySelector("[data-version]");
  const version = () => shown().dataset.version;
  let at = Date.now(), asked = false, heard = 0, lost = false, gone = false;

  const clock = () => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const age = () => {
    const old = gone || Date.now() - at > (heard ? SIGN : OLD);
    shown().classList.toggle("stale", old);
    if (!old && !heard && !asked && !life?.textContent) return;
    const text = old ? WORDS.stale.replace("{time}", clock()) : heard ? WORDS.live : WORDS.polled;
    if (!life || life.textContent === text) return;
    // That the line is lost, and that it is back, is said; how it is from the start is not.
    if (old !== lost) speak(old ? WORDS.lost.replace("{time}", clock()) : WORDS.back);
    lost = old;
    life.textContent = text;
  };
  const sign = () => {
    at = Date.now();
    age();
  };

  // A page is fetched anew. Where there is a form, or something is typed, it is said what happened,
  // with the way to look at it.
  const { stream, since, look: way } = document.getElementById("live").dataset;
  const strip = document.createElement("p"), link = document.createElement("a");
  strip.className = "strip came";
  Object.assign(link, { href: way, textContent: WORDS.look });
  const chosen = (e) => Math.max(0, [...e.options].findIndex((each) => each.defaultSelected));
  const typed = (e) => e === document.activeElement
    || (e.options ? e.selectedIndex !== chosen(e) : e.value !== e.defaultValue || e.checked !== e.defaultChecked);
  // What was refused stays until the next tap: it says what was not saved.
  const refused = () => shown().querySelector("[role=alert]");
  const busy = () => !shown().hasAttribute("hx-get") || refused()
    || [...shown().querySelectorAll("input:not([type=hidden]), select, textarea")].some(typed);
  let newest = "", told = "", peeked = 0;
  const fetchAnew = () => shown().dispatchEvent(new Event("news"));
  const poll = async () => {
    const answer = await fetch(since + version()).catch(() => null);
    if (!answer?.ok) {
      gone = true;
      return void age();
    }
    if (gone) comeBack();
    asked = true;
    sign();
    if (answer.status !== 200 || await globalThis.settled()) return;
    if (!busy()) return void fetchAnew();
    told = newest;
    const text = `${await answer.text()} `;
    if (text === " ") return;
    if (!strip.isConnected) shown().before(strip);
    else if (strip.firstChild.data === text) return;
    strip.replaceChildren(text, link);
    speak(text);
  };

  // What this phone is saving itself comes with the answer to that.
  let saving = 0, own = 0, before = "";
  const catchUp = () => {
    if (!newest || newest === version()) return;
    if (saving || Date.now() - own < OWN) return void globalThis.settled();
    if (newest === told && busy()) return;
    peeked = Date.now();
    if (busy()) poll();
    else fetchAnew();
  };
  const writes = ({ detail: { ctx } }) => ctx.request.method === "POST" && ctx.target === shown();
  document.addEventListener("htmx:before:request", (event) => {
    if (!writes(event)) return;
    saving += 1;
    before = newest;
  });
  const byScript = "[hx-post]:not([hx-trigger])";
  document.addEventListener("submit", ({ target }) => { if (!target.matches(byScript)) own = Date.now(); });

  document.addEventListener("click", ({ target }) => {
    const alert = refused();
    if (!alert || alert.contains(target) || !shown().hasAttribute("hx-get")) return;
    alert.remove();
    catchUp();
  });
  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.sourceEvent?.type === "news" && refused()) event.preventDefault();
  });

  // A thumb on its way does not hit what it has not seen: what came by itself is looked at first.
  // What was unfolded stays so.
  let came = 0, seen = version();
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (version() === seen) return;
    seen = version();
    strip.remove();
    if (ctx.sourceEvent?.type !== "news") {
      // What was heard before the save is older than its answer.
      if (newest === before) newest = seen;
      return;
    }
    came = Date.now();
    catchUp();
  });
  document.addEventListener("click", (event) => {
    if (Date.now() - came > GLANCE || !event.target.closest("[data-version] button")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  htmx.registerExtension("unfolded", { htmx_before_morph_attr: (e, { attrName }) => attrName !== "open" || e.tagName !== "DETAILS" });

  // The stream. A proxy may hold it back: then the first event, or a sign of life, comes too late,
  // and it is asked for instead; after a while the stream is tried again. One that was silent after
  // its first event is believed again at the second.
  let begun = 0, next = Infinity, wait = 1000, events = 0, doubt = false, source;
  const lose = () => {
    source.close();
    next = Date.now() + wait * (1 + Math.random());
    begun = heard = 0;
    wait = Math.min(wait * 4, LONGEST);
  };
  // The server is there again: its stream need not wait for as long as one that is held back.
  const comeBack = () => {
    gone = false;
    wait = 1000;
    next = Date.now();
  };
  const begin = () => {
    begun = Date.now();
    events = 0;
    source = new EventSource(stream);
    source.addEventListener("written", hear);
    source.addEventListener("alive", hear);
    source.addEventListener("error", drop);  // the browser would try again by itself, all phones at once
  };
  const hear = ({ data }) => {
    events += 1;
    newest = data;
    if (events > 1) {
      wait = 1000;
      doubt = false;
    }
    if (!doubt) {
      heard = Date.now();
      sign();
    }
    catchUp();
  };
  // Whether the line went with it is asked soon, though not by all phones at once.
  const drop = () => {
    lose();
    setTimeout(ask, SOON * Math.random());
  };
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST" || !saving) return;
    saving -= 1;
    catchUp();
  });

  const ask = () => { if (!heard && !document.hidden) poll(); };
  const again = () => {
    wait = 1000;
    if (begun) lose();
    if (document.hidden) return;
    begin();
    ask();
  };
  begin();
  setInterval(() => {
    const now = Date.now();
    if (begun && now - (heard || begun) > (heard || doubt ? SIGN : FIRST)) {
      doubt ||= events === 1;
      drop();
    } else if (!begun && now > next && !document.hidden) begin();
    if (now - peeked > POLL) catchUp();
    age();
  }, 1000);
  setInterval(ask, POLL);
  addEventListener("online", again);
  addEventListener("offline", () => { if (begun) drop(); });
  document.addEventListener("visibilitychange", again);
})();
