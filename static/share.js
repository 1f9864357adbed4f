// Handing on what a page holds: printing it, sending it as text or as a picture.
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
  document.querySelectorAll("[data-copied]").forEach((button) => button.addEventListener("click", async () => {
    const { share, text, copied } = button.dataset;
    const what = share ? { title: document.title, url: share } : { text: byId(text).value };
    try {
      if (navigator.share) return void await navigator.share(what);
    } catch { return; /* changed their mind */ }
    if (copy(what.url || what.text)) button.lastChild.textContent = byId("status").textContent = copied;
  }));

  // Messengers take PNG: the phone draws the server's picture with its own letters.
  const link = document.querySelector("[data-picture]");
  const png = async () => {
    const picture = new Image();
    picture.src = link.href;
    await picture.decode();
    const { width, height } = picture, canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await new Promise((go) => canvas.toBlob(go));
    return new File([blob], link.dataset.picture, { type: blob.type });
  };
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const file = await png();
      if (navigator.canShare?.({ files: [file] })) return void await navigator.share({ files: [file] });
      Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name }).click();
    } catch { /* changed their mind */ }
  });
})();
