// Takes the app with the phone, and removes it again; what is said stands in the page.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id), offer = byId("offer"), words = offer.dataset;
  const phone = navigator.serviceWorker, progress = byId("progress");
  const say = (text) => Object.assign(byId("said"), { textContent: text, hidden: !text });
  const show = (taken) => {
    byId("take").hidden = taken;
    byId("look").hidden = byId("leave").hidden = !taken;
    progress.hidden = true;
  };
  if (!phone || !globalThis.indexedDB || !globalThis.caches) return void say(words.old);
  phone.addEventListener("message", ({ data }) => {
    if (!data.total) return;
    Object.assign(progress, { max: data.total, value: data.loaded, hidden: false });
  });
  const active = async (registration) => {
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    for (;;) {
      if (registration.active) return;
      if (worker.state === "redundant") throw new Error(worker.state);
      await new Promise((go) => { worker.onstatechange = go; });
    }
  };
  const reason = async (fault) => {
    if (fault.name === "SecurityError" || fault.name === "InvalidStateError") return words.lost;
    const room = await navigator.storage?.estimate?.();
    return room && room.quota - room.usage < 25e6 ? words.full : words.cut;
  };
  const take = async () => {
    byId("take").disabled = true;
    progress.hidden = false;
    say("");
    try {
      await active(await phone.register(words.worker, { type: "module", updateViaCache: "none" }));
      const safe = await navigator.storage?.persist?.();
      say(safe ? words.ready : `${words.ready} ${words.kept}`);
      show(true);
    } catch (fault) {
      say(await reason(fault));
      progress.hidden = true;
    }
    byId("take").disabled = false;
  };
  const leave = async () => {
    const registration = await phone.getRegistration();
    const storage = await import(words.storage);
    const waits = JSON.parse((await storage.get("waits")) ?? "{}");
    if (waits.codes?.length || waits.troubled?.length) return void say(words.unsent);
    await registration?.unregister();
    await Promise.all((await caches.keys()).filter((name) => name.startsWith("pack-")).map((name) => caches.delete(name)));
    await storage.remove();
    say("");
    show(false);
  };
  byId("take").addEventListener("click", take);
  byId("leave").addEventListener("click", leave);
  phone.getRegistration().then((known) => show(Boolean(known?.active)), () => say(words.lost));
})();
