// A tap on the glass is a sip more.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sip]")) return;
  const sips = document.getElementById("sips");
  sips.value = Number(sips.value) + 1;
  sips.dispatchEvent(new Event("change", { bubbles: true }));
});
