// Names tapped in their order: each gets the next place, and a second tap takes it away again.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const name = event.target.closest(".in-order button");
    if (!name) return;
    event.preventDefault();
    const all = name.parentElement, places = [...all.querySelectorAll("input")];
    const had = places.map((place) => place.value).filter(Boolean);
    const seats = had.includes(name.value) ? had.filter((seat) => seat !== name.value) : [...had, name.value];
    places.forEach((place, n) => { place.value = seats[n] ?? ""; });
    all.querySelectorAll("button").forEach((each) => {
      const at = seats.indexOf(each.value) + 1;
      each.setAttribute("aria-pressed", at > 0);
      each.querySelector("b").textContent = at ? `${at}.` : "";
    });
    places[0].dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
