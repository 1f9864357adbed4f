// The search leaves the house rules that say what is typed, with or without accents.
(() => {
  "use strict";
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const search = document.querySelector("[data-search]");
  search.addEventListener("input", () => document.querySelectorAll(".house section").forEach((section) => {
    const says = (part) => plain(part.textContent).includes(plain(search.value.trim()));
    const whole = says(section.querySelector("h2"));
    section.querySelectorAll(".part, .picks:has(> .b)").forEach((part) => { part.hidden = !whole && !says(part); });
    section.hidden = !says(section);
  }));
})();
