// Handing on what a page holds: printing it, sending it as text or as a picture.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  document.querySelectorAll("[data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => print());
  });

  // Without a secure connection nothing can be shared, but a marked text can be copied everywhere.
  const text = document.querySelector("[data-text]");
  if (text) {
    const told = byId(text.dataset.text);
    text.hidden = false;
    text.addEventListener("click", async () => {
      try {
        if (navigator.share) return void await navigator.share({ text: told.value });
      } catch { return; /* changed their mind */ }
      told.closest("details").open = true;
      told.select();
      if (document.execCommand("copy")) byId("status").textContent = text.lastChild.textContent = text.dataset.copied;
    });
  }

  // Messengers take PNG: the phone draws the server's picture with its own letters.
  const link = document.querySelector("[data-picture]");
  const png = async () => {
    const picture = new Image(), canvas = document.createElement("canvas");
    picture.src = link.href;
    await picture.decode();
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await new Promise((go) => canvas.toBlob(go, "image/png"));
    return new File([blob], link.dataset.picture, { type: "image/png" });
  };
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const file = await png();
      if (navigator.canShare?.({ files: [file] })) return void await navigator.share({ files: [file] });
      const saved = document.createElement("a");
      saved.href = URL.createObjectURL(file);
      saved.download = file.name;
      saved.click();
    } catch { /* changed their mind */ }
  });
})();
