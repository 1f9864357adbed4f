// What has to be mended is said once: at its field, and until somebody changes it there.
(() => {
  "use strict";
  const box = document.getElementById("errors"), form = document.getElementById("form") || box.nextElementSibling;
  const texts = [...box.querySelectorAll("a")].map((link) => link.textContent);
  const places = texts.map((text) => [...form.querySelectorAll(".wrong")].find((at) => at.textContent === text && at.checkVisibility()));
  if (places.length && places.every(Boolean)) {
    box.hidden = true;
    places.forEach((at) => at.setAttribute("role", "alert"));
    places[0].tabIndex = -1;
    places[0].focus();
  }
  // A preview says what is wrong from now on; where there is none, other fields stay as they are.
  const mend = ({ target }) => {
    if (target.name === "view") return;
    const all = form.matches("[hx-post]");
    form.querySelectorAll(".wrong").forEach((at) => { if (all || at.closest(".part").contains(target)) at.remove(); });
    form.querySelectorAll("[aria-invalid]").forEach((at) => { if (all || at === target) at.removeAttribute("aria-invalid"); });
    if (!form.querySelector(".wrong")) box.hidden = true;
  };
  ["input", "change"].forEach((what) => form.addEventListener(what, mend));
})();
