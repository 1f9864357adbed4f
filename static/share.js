// Handing on what a page holds: printing it, sending it as text.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  document.querySelector("[data-print]")?.addEventListener("click", () => print());
  // What is folded on the screen stands open on paper.
  addEventListener("beforeprint", () => document.querySelectorAll("[data-on-paper]").forEach((part) => { part.open = true; }));

  // Without a secure connection nothing can be shared, but a marked text can be copied everywhere.
  const copy = (text) => {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copied]");
    if (!button) return;
    const { share, text, copied } = button.dataset;
    const what = share ? { title: document.title, url: share } : { text: byId(text).value };
    try {
      if (navigator.share) return void await navigator.share(what);
    } catch { return; /* changed their mind */ }
    if (copy(what.url || what.text)) button.lastChild.textContent = byId("status").textContent = copied;
  });
})();
