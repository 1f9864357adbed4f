// Takes the app with the phone, and removes it again; what is said stands in the page.
//
// On the start page of a site of files (`data-app`) the app is opened at once: there is nothing else.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id), offer = byId("offer"), words = offer.dataset;
  const phone = navigator.serviceWorker, progress = byId("progress"), button = byId("take");
  const say = (text) => Object.assign(byId("said"), { textContent: text, hidden: !text });
  const show = (taken) => {
    for (const id of ["take", "progress"]) if (byId(id)) byId(id).hidden = id === "progress" || taken;
    for (const id of ["look", "leave"]) if (byId(id)) byId(id).hidden = !taken;
  };
  // Where the browser can put it there by itself, nobody has to look for its menu.
  addEventListener("beforeinstallprompt", (event) => {
    const install = byId("install");
    if (!install) return; // the start page of files leads to one that has it
    event.preventDefault();
    Object.assign(install, { hidden: false, onclick: () => event.prompt() });
    byId("by-hand").hidden = true;
  });
  if (!isSecureContext) return void say(words.unsafe);
  if (!phone || !globalThis.indexedDB || !globalThis.caches || !globalThis.WebAssembly || !globalThis.DecompressionStream) return void say(words.old);
  let broken;
  phone.addEventListener("message", ({ data }) => {
    broken = data.fault ?? broken;
    if (!data.total) return;
    Object.assign(progress, { max: data.total, value: data.loaded, hidden: false });
    if (data.loaded >= data.total) say(words.starting ?? "");
  });
  // Above this copy's path another may lie, whose pages these are as well.
  const own = async () => {
    const known = await phone.getRegistration();
    return known?.scope === new URL("./", new URL(words.worker, location)).href ? known : undefined;
  };
  const active = async (registration) => {
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    for (;;) {
      if (registration.active) return;
      if (worker.state === "redundant") {
        await new Promise((go) => { setTimeout(go, 500); }); // why comes by another way
        throw new Error(worker.state);
      }
      await new Promise((go) => { worker.onstatechange = go; });
    }
  };
  // Python itself has to answer before a page is left to it.
  const open = async () => {
    if (!phone.controller) await new Promise((go) => { phone.oncontrollerchange = go; });
    const answer = await fetch(words.health, { cache: "no-store" });
    if (answer.headers.get("X-Answered-By") === "phone") return location.replace(words.app);
    await (await own()).unregister();
    throw new DOMException("Python does not start here", "NotSupportedError");
  };
  const reason = async (fault) => {
    if (fault.name === "SecurityError" || fault.name === "InvalidStateError") return words.lost;
    if (fault.name === "NotSupportedError") return words.old;
    // Browsers no longer tell how much room there is.
    if ([broken, fault.name].includes("QuotaExceededError")) return words.full;
    // A browser that gets the script and yet refuses does not know such workers.
    const there = fault.name === "TypeError" && (await fetch(words.worker, { cache: "no-store" }).catch(() => null))?.ok;
    return there ? words.old : words.cut;
  };
  const take = async () => {
    button.disabled = true;
    broken = undefined;
    progress.hidden = false;
    say("");
    try {
      // Where nothing can be kept, nothing is fetched; a start page of files leaves that to its worker.
      if (words.storage) await (await import(words.storage)).get("waits");
      await active(await phone.register(words.worker, { type: "module", updateViaCache: "none" }));
      // Some ask the reader, who may never answer: until then it can be cleared.
      const safe = Promise.resolve(navigator.storage?.persist?.()).catch(() => false);
      if (words.app) return await open();
      say(`${words.ready} ${words.kept}`);
      show(true);
      safe.then((kept) => { if (kept) say(words.ready); });
    } catch (fault) {
      say(await reason(fault));
      progress.hidden = true;
    }
    button.disabled = false;
  };
  const leave = async () => {
    const registration = await own();
    const storage = await import(words.storage);
    const waits = JSON.parse((await storage.get("waits")) ?? "{}");
    if (!words.home && (waits.codes?.length || waits.troubled?.length)) return void say(words.unsent);
    await registration?.unregister();
    await storage.remove();
    if (words.home) return void location.replace(words.home);
    say("");
    show(false);
  };
  button?.addEventListener("click", take);
  byId("leave")?.addEventListener("click", leave);
  own().then((known) => show(Boolean(known?.active)), () => say(words.lost));
})();
