// The names of the players: known ones with a tap, and the seats called by them.
(() => {
  "use strict";
  // A known name goes to the first empty place. At a full table of a new match it changes places with
  // one that sits there: the two are tapped one after the other. Enter goes to the next place.
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
  const write = (field, name) => {
    field.value = name;
    mend(field);
    show();
  };
  const change = (field, chip) => {
    const before = field.value;
    write(field, chip.value);
    chip.value = chip.querySelector("span").textContent = before;
  };
  const swaps = document.querySelector("[data-names=swap]");
  let chosen, touched; // a chip that waits for a place; a place that waits for a chip
  const choose = (chip) => {
    chosen?.removeAttribute("aria-pressed");
    chosen = chip === chosen ? undefined : chip;
    chosen?.setAttribute("aria-pressed", "true");
  };
  if (swaps) names.forEach((field) => field.addEventListener("focus", () => {
    touched = field;
    if (!chosen) return void field.select();
    change(field, chosen);
    choose(chosen);
    field.blur();
    touched = undefined;
  }));
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[name=add]");
    if (!chip) return;
    event.preventDefault();
    const empty = names.find((field) => !field.value.trim());
    if (empty) {
      write(empty, chip.value);
      chip.hidden = true;
    } else if (swaps && touched) {
      change(touched, chip);
      touched = undefined;
    } else if (swaps) {
      choose(chip);
    }
  });
})();
