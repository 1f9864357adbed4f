// Cards picked on a keypad.
(() => {
  "use strict";
  // Picked cards are sent without waiting for the answer to those before, which this one replaces:
  // all of them again, with what was chosen in between, in the order of the taps.
  let pressed = {};
  const pick = (form, what) => {
    const { picked, role } = form.elements;
    picked.value = `${picked.value || `role=${role.value}`} ${what}`;
    form.dispatchEvent(new Event("picked"));
  };
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-picker] [name=pick]");
    if (!key || !window.htmx) return;
    event.preventDefault();
    const now = Date.now();
    if (pressed.key === key.value && now - pressed.at < 350) return;
    pressed = { key: key.value, at: now };
    key.classList.add("here");
    pick(key.form, key.value);
  });
  // What was unfolded stays so; and what was tapped once no longer follows its attribute by itself.
  let unfolded = [];
  const foldable = () => [...document.querySelectorAll("[data-picker] details:not(.first)")];
  const summary = (details) => details.id || details.querySelector("summary").textContent;
  document.addEventListener("htmx:before:swap", () => { unfolded = foldable().filter((d) => d.open).map(summary); });
  document.addEventListener("htmx:after:swap", () => {
    foldable().forEach((d) => { d.open ||= unfolded.includes(summary(d)); });
    document.querySelectorAll("[data-picker] [type=radio], [data-picker] [type=checkbox]").forEach((e) => { e.checked = e.defaultChecked; });
  });
  // Who answers "none" takes back what was told, and who tells something takes "none" back.
  document.addEventListener("change", ({ target }) => {
    document.querySelectorAll("[data-picker] [type=checkbox][value='-']").forEach((none) => {
      const part = none.closest(".part");
      if (!target.checked || !target.value || !part.contains(target)) return;
      if (target !== none) none.checked = false;
      else part.querySelectorAll("input").forEach((each) => { each.checked = each === none || !each.value; });
    });
  }, true);
  document.addEventListener("change", ({ target }) => {
    const waits = target.form?.matches("[data-picker]") && target.form.elements.picked.value;
    if (waits && ["role", "tab"].includes(target.name)) pick(target.form, `${target.name}=${target.value}`);
  });
})();
