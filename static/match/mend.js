// What has to be mended is said once: at its group, and until somebody changes it there.
(() => {
  "use strict";
  const GROUPS = "fieldset, [role=group]", CONTROLS = "input:not([type=hidden]), select, textarea, button";
  const box = document.getElementById("errors"), form = document.getElementById("form") || box.nextElementSibling;
  const seen = (at, what) => [...at.querySelectorAll(what)].find((e) => e.checkVisibility());
  // What a sentence is about: the group that its link leads to, or the one control there.
  const wrong = [...box.querySelectorAll("a")].map((link, n) => {
    const place = document.getElementById(link.hash.slice(1)) || form;
    const control = seen(place, "[aria-invalid]") || seen(place, CONTROLS), group = control?.closest(GROUPS);
    const at = place.matches(GROUPS) ? place : place.contains(group) ? group : control;
    const said = [...form.querySelectorAll(".wrong")].find((e) => e.textContent === link.textContent && e.checkVisibility());
    const text = said ?? link;
    text.id ||= `wrong-${n}`;
    at?.setAttribute("aria-invalid", true);
    at?.setAttribute("aria-describedby", text.id);
    return { at, control, said };
  });
  if (wrong.length && wrong.every(({ said }) => said)) box.hidden = true;
  const [first] = wrong;
  if (first?.control) {
    (first.said ?? box).scrollIntoView({ block: "nearest" });
    first.control.focus({ preventScroll: Boolean(first.said) });
  }
  // A preview says what is wrong from now on; where there is none, other fields stay as they are.
  const mend = ({ target }) => {
    if (target.name === "view") return;
    const all = form.matches("[hx-post]");
    form.querySelectorAll(".wrong").forEach((at) => { if (all || at.closest(".part").contains(target)) at.remove(); });
    form.querySelectorAll("[aria-invalid]").forEach((at) => { if (all || at.contains(target)) ["aria-invalid", "aria-describedby"].forEach((name) => at.removeAttribute(name)); });
    if (!form.querySelector(".wrong")) box.hidden = true;
  };
  ["input", "change"].forEach((what) => form.addEventListener(what, mend));
})();
