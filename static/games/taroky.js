// The form of a deal.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  // The deal of Taroky: its words follow what is ticked, and the keys write its points.
  const deal = document.querySelector("[data-deal]");
  if (deal) {
    const form = deal.closest("form");
    const words = deal.dataset, points = byId("points");
    const of = (name) => form.querySelector(`[name="${name}"]:checked`);
    const said = (name) => of(name)?.closest("label").textContent.trim() || "";
    const put = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };
    const tell = () => {
      const called = ["zakladni", "druha"].includes(of("contract")?.value), one = of("declarer") ? said("declarer") : "";
      const with_ = called && Number(of("partner")?.value || NaN) >= 0 ? said("partner") : "";
      const ours = [one, with_].filter(Boolean).join(" + "), rest = points.value === "" ? "–" : 70 - points.value;
      const turned = of("counted_side")?.value === "opponents";
      const call = called && of("called") ? words.calls.replace("{called}", of("called").value) : "";
      const third = of("contract")?.value === "preferanc" && of("variant") ? said("variant") : "";
      put("said-contract", [[third, said("contract")].filter(Boolean).join(" "), `${words.plays} ${one}`, call].filter(Boolean).join(" · "));
      const n = form.querySelectorAll("[name^=announcements]:checked, [name=pagat-seat]:checked:not([value=\"\"]), [name=valat-side]:checked:not([value=\"\"])").length;
      put("said-more", n ? words.more.replace("{n}", n) : "");
      put("said-holder", words.holder.replace("{called}", of("called")?.value || "XIX"));
      put("said-side", turned ? words.opponents : ours);
      put("said-rest", `/ ${turned ? ours : words.opponents} ${rest}`);
    };
    // What is not asked for is not sent; what was promised is taken as made until it is said.
    const clear = (names) => names.forEach((name) => {
      form.querySelectorAll(`[name="${name}"]`).forEach((e) => { e.checked = e.value === "" && e.type === "radio"; });
    });
    const follow = (e) => {
      ["pagat-seat", "valat-side"].filter((name) => name === e.name).forEach((name) => {
        const item = name.split("-")[0], made = `${item}-made`;
        if (e.value === "") clear([`${item}-declared`, made, `fleks-${item}`]);
        else if (!of(made)) form.querySelector(`[name="${made}"]`).checked = true;
      });
      if (["pagat-declared", "valat-declared"].includes(e.name) && !e.checked) clear([`fleks-${e.name.split("-")[0]}`]);
      if (e.name === "partner" || e.name === "declarer") {
        if (of("partner")?.value === of("declarer")?.value) of("partner").checked = false;
      }
      if (e.name === "view") form.querySelector(".scroll").scrollTop = 0;
    };
    // Before htmx hears of it; a change of view changes nothing.
    document.addEventListener("change", (event) => {
      if (!form.contains(event.target)) return;
      follow(event.target);
      tell();
      if (event.target.name === "view") event.stopImmediatePropagation();
    }, true);
    form.addEventListener("formdata", ({ formData }) => {
      const contract = formData.get("contract");
      const whose = { pagat: formData.get("pagat-seat") || contract === "druha", valat: formData.get("valat-side") };
      for (const name of [...formData.keys()]) {
        if (/^(pagat|valat)-(made|declared)$/.test(name) && !whose[name.split("-")[0]]) formData.delete(name);
        if (/^(points|piles)-/.test(name) && contract !== "varsava") formData.delete(name);
        if (/^points$/.test(name) && /^(varsava|folded)$/.test(contract)) formData.delete(name);
      }
    });
    const press = (key) => {
      const grown = points.value + key;
      if (key === "") points.value = points.value.slice(0, -1);
      else points.value = fresh || grown.length > 2 || grown > 70 ? key : grown;
      fresh = false;
      points.dispatchEvent(new Event("change", { bubbles: true }));
    };
    // The first digit of a correction starts anew.
    let fresh = !form.matches("[data-draft]") && points.value !== "";
    points.inputMode = "none";
    form.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]");
      if (key) press(key.dataset.key);
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.matches("input[type=text]") && event.target !== points;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !byId("view-deal").checked) return;
      if (!/^([0-9]|Backspace)$/.test(event.key)) return;
      event.preventDefault();
      press(event.key.replace("Backspace", ""));
    });
    tell();
    form.addEventListener("input", tell);
    // The lines stay open while they follow what is tapped.
    let open = false;
    document.addEventListener("toggle", (event) => { if (event.target.id === "lines") open = event.target.open; }, true);
    document.addEventListener("htmx:after:swap", () => { if (open && byId("lines")) byId("lines").open = true; });
  }
})();
