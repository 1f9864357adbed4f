// Keys on the page that write numbers, in place of the phone's own keyboard.
(() => {
  "use strict";
  const form = document.querySelector("[data-key]")?.closest("form");
  if (!form) return;
  const every = [...form.querySelectorAll("[data-most]")];
  const shown = () => every.filter((e) => e.offsetParent);
  // From a field on, and round again from the first.
  const after = (e) => {
    const fields = shown(), n = fields.indexOf(e) + 1;
    return [...fields.slice(n), ...fields.slice(0, n)];
  };
  const next = (e) => after(e).find((each) => each.value === "" && !each.matches("[data-aside]"));
  // The field that the keys write to. The first digit starts anew where a page brought what stands there, and where a field is tapped.
  let at = null;
  const stale = new Set(form.matches("[data-draft=new]") ? [] : every);
  const full = (e) => e.value.length > 1 || e.value === "0" || e.value * 10 > e.dataset.most;
  const changed = (e) => e.dispatchEvent(new Event("change", { bubbles: true }));
  const go = (e) => {
    at = e;
    e.focus();
  };
  const press = (key) => {
    const fields = shown(), into = fields.includes(at) ? at : next() || fields[0], grown = into.value + key;
    if (key === "next") return void go(next(into) || after(into)[0]);
    if (key === "") into.value = into.value.replace(/^−.*|.$/, "");
    else if (key < 0) into.value = key.replace("-", "−");
    else into.value = stale.has(into) || grown.length > 2 || !(Number(grown) <= into.dataset.most) ? key : grown;
    stale.delete(into);
    // A lone digit is no number yet where a second may follow.
    into.toggleAttribute("data-half", fields.length === 1 && into.value.length === 1 && !full(into));
    changed(into);
    hear(into.dataset.said ?? `${into.labels[0].textContent.trim()} ${into.value || "–"}`);
    if (fields.length > 1) go(key !== "" && full(into) && next(into) || into);
  };
  // What else is tapped ends it; what writes only does so, and shows first what it would write.
  const end = (event) => {
    const half = form.querySelector("[data-half]");
    if (!half || event.target.closest("[data-key], [data-half]")) return;
    half.removeAttribute("data-half");
    if (event.target.closest("[type=submit]:not([formaction])")) event.preventDefault();
    changed(half);
  };
  every.forEach((e) => { e.inputMode = "none"; });
  form.addEventListener("click", end, true);
  form.addEventListener("formdata", ({ formData }) => form.querySelectorAll("[data-half]").forEach((e) => formData.delete(e.name)));
  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key?.dataset.into) at = form.elements[key.dataset.into];
    // What one makes may leave all others the same.
    if (key?.dataset.others) shown().forEach((e) => { if (e !== at) e.value = key.dataset.others; });
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
