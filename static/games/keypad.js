// Keys on the page that write numbers, in place of the phone's own keyboard.
(() => {
  "use strict";
  const form = document.querySelector("[data-key]")?.closest("form");
  if (!form) return;
  const every = [...form.querySelectorAll("[data-most]")];
  const shown = () => every.filter((e) => e.offsetParent);
  const next = () => shown().find((e) => e.value === "" && !e.matches("[data-aside]"));
  // The field that the keys write to. The first digit starts anew where a page brought what stands there, and where a field is tapped.
  let at = null;
  const stale = new Set(form.matches("[data-draft=new]") ? [] : every);
  const full = (e) => e.value.length > 1 || e.value === "0" || e.value * 10 > e.dataset.most;
  const press = (key) => {
    const fields = shown(), into = fields.includes(at) ? at : next() || fields[0], grown = into.value + key;
    if (key === "") into.value = into.value.slice(0, -1);
    else into.value = stale.has(into) || grown.length > 2 || Number(grown) > into.dataset.most ? key : grown;
    stale.delete(into);
    into.dispatchEvent(new Event("change", { bubbles: true }));
    hear(into.dataset.said ?? `${into.labels[0].textContent.trim()} ${into.value || "–"}`);
    if (fields.length < 2) return;
    at = key !== "" && full(into) ? next() : into;
    at?.focus();
  };
  every.forEach((e) => { e.inputMode = "none"; });
  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
    else if (event.target.matches("[data-most]")) stale.add(at = event.target);
  });
  document.addEventListener("keydown", (event) => {
    const fields = shown(), alone = fields.length === 1 && fields[0] === event.target;
    const typing = event.target.matches("input[type=text]") && !alone;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !form.querySelector("[data-key]").offsetParent) return;
    if (!/^([0-9]|Backspace)$/.test(event.key)) return;
    event.preventDefault();
    press(event.key.replace("Backspace", ""));
  });
})();
