// The names of the players: known ones with a tap, and the seats called by them.
(() => {
  "use strict";
  // A known name goes to the first empty place; Enter goes to the next one.
  const names = [...document.querySelectorAll("[data-names] .name input")];
  const dealers = document.querySelectorAll("[data-seats] .pick span span");
  const show = () => names.forEach((field, seat) => {
    dealers[seat].textContent = field.value.trim() || seat + 1;
  });
  const mend = (field) => {
    field.removeAttribute("aria-invalid");
    field.closest(".part").querySelector(".wrong")?.remove();
  };
  names.forEach((field, seat) => {
    field.addEventListener("input", show);
    field.addEventListener("input", () => mend(field));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !names[seat + 1]) return;
      event.preventDefault();
      names[seat + 1].focus();
    });
  });
  // The search leaves those whose name has what is typed, with or without accents.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const search = document.querySelector("[data-search]");
  search?.addEventListener("input", () => search.parentNode.querySelectorAll("button[name=add]").forEach((chip) => {
    chip.hidden = !plain(chip.value).includes(plain(search.value.trim())) || names.some((field) => field.value === chip.value);
  }));
  search?.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[name=add]");
    const empty = chip && names.find((field) => !field.value.trim());
    if (!chip) return;
    event.preventDefault();
    if (!empty) return;
    empty.value = chip.value;
    mend(empty);
    chip.hidden = true;
    show();
  });
})();
