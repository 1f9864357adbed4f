// What a word of the form means and is worth at this table: a long tap tells it of one, "?" of all in view.
(() => {
  "use strict";
  const HOLD = 450, SLIP = 12;
  const form = document.getElementById("form"), sheet = document.getElementById("words"), door = document.querySelector(".what");
  const rows = [...sheet.querySelectorAll("[data-word]")];
  // A choice is the word, or what is asked for: "declared-2" of "pagat-seat" is the pagát.
  const of = ({ name, value }) => [value, name.split("-")[0]].map((id) => rows.find((row) => row.dataset.word === id.replaceAll("_", "-"))).find(Boolean);
  const show = (some) => {
    rows.forEach((row) => { row.hidden = some.length > 0 && !some.includes(row); });
    sheet.showModal();
    sheet.firstElementChild.scrollTop = 0;
  };
  door.addEventListener("click", (event) => {
    event.preventDefault();
    show([...form.querySelectorAll("input:not([type=hidden])")].filter((e) => e.checkVisibility()).map(of).filter(Boolean));
  });
  sheet.addEventListener("click", () => sheet.close());
  let timer, held = false, from;
  const letGo = () => { clearTimeout(timer); timer = 0; };
  form.addEventListener("pointerdown", ({ target, clientX, clientY, isPrimary }) => {
    letGo();
    held = false;
    const input = target.closest("input") ?? target.closest("label")?.control, row = isPrimary && input && of(input);
    if (!row || input.type === "text") return;
    from = [clientX, clientY];
    timer = setTimeout(() => { held = true; show([row]); }, HOLD);
  });
  form.addEventListener("pointermove", ({ clientX, clientY }) => { if (timer && Math.hypot(clientX - from[0], clientY - from[1]) > SLIP) letGo(); });
  ["pointerup", "pointercancel"].forEach((what) => document.addEventListener(what, letGo, true));
  // The phone's own answer to a long tap, and the tap that it ends with, do nothing.
  document.addEventListener("contextmenu", (event) => { if (timer || held) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
})();
