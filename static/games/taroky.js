// The form of a deal.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  // The deal of Taroky: its words follow what is ticked.
  const deal = document.querySelector("[data-deal]");
  if (deal) {
    const form = deal.closest("form");
    const DOORS = "[name^=view-]", words = deal.dataset, points = byId("points"), label = points.ariaLabel;
    const of = (name) => form.querySelector(`[name="${name}"]:checked`);
    const said = (name) => of(name)?.closest("label").textContent.trim() || "";
    const put = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };
    // A sentence whose facts stand out.
    const tellOf = (id, parts) => {
      if (byId(id).textContent !== parts.map((part) => part.text ?? part).join("")) byId(id).replaceChildren(...parts.map((part) => part.text ? Object.assign(document.createElement("b"), { textContent: part.text }) : part));
    };
    const filled = (words, facts) => words.split(/\{(\w+)\}/).map((part, n) => n % 2 ? { text: facts[part] } : part);
    const plays = (...contracts) => contracts.includes(of("contract")?.value);
    const fields = (name) => [...form.querySelectorAll(`[name^="${name}-"]`)].filter((e) => e.offsetParent);
    // What three piles leave to the fourth, unless their sizes are told.
    const tellPiles = () => {
      const piles = fields("points"), open = piles.filter((e) => e.value === "");
      const left = piles.reduce((rest, e) => rest - e.value, 70);
      piles.forEach((e) => { e.placeholder = open.length === 1 && left >= 0 && fields("piles").every((one) => !one.value) ? left : "–"; });
    };
    // What leads to a face is a button, whose name is the id of the radio button by which the
    // stylesheet shows that face. Its label leads there without scripts.
    const hang = () => {
      form.querySelectorAll("label[for^=view-]").forEach((label) => {
        const door = Object.assign(document.createElement("button"), { type: "button", name: label.htmlFor, className: label.className });
        if (label.id) door.id = label.id;
        door.append(...label.childNodes);
        label.replaceWith(door);
      });
      form.querySelectorAll(DOORS).forEach((door) => {
        const { checked, disabled } = byId(door.name);
        door.disabled = disabled;
        if (!door.matches(".done")) door.ariaExpanded = checked;
      });
    };
    const reach = (at) => [...at.querySelectorAll("input")].find((e) => e.checkVisibility())?.focus({ preventScroll: true });
    form.querySelectorAll(".view, [role=radiogroup]").forEach((e) => { e.hidden = true; });
    let left = "contract";
    form.addEventListener("click", ({ target }) => {
      const door = target.closest(DOORS);
      if (door) byId(door.name).click();
    });
    const names = () => [...form.querySelectorAll("[name=declarer]")].map((e) => e.closest("label").textContent.trim());
    // Who announced what, as it was said.
    const announced = () => names().flatMap((name, seat) => {
      const all = [...form.querySelectorAll(`#view-${seat} + .face :checked:not([value=""])`)];
      return all.length ? [`${name} `, { text: all.map((e) => e.closest("label, .opt").textContent.trim()).join(", ") }, " · "] : [];
    }).slice(0, -1);
    const tell = () => {
      const called = plays("zakladni", "druha"), seat = of("declarer") ? said("declarer") : "";
      const with_ = called && Number(of("partner")?.value || NaN) >= 0 ? said("partner") : "";
      const ours = [seat, with_].filter(Boolean), silent = plays("varsava", "folded");
      const pausing = [...form.querySelectorAll("[name=pausing]:checked")].map((e) => e.closest("label").textContent.trim());
      const theirs = names().filter((name) => !ours.includes(name) && !pausing.includes(name));
      const third = plays("preferanc") && of("variant") ? `${said("variant")} ` : "";
      const contract = third + said("contract");
      if (silent) put("said-contract", [contract, seat].filter(Boolean).join(" · "));
      else if (contract && seat) tellOf("said-contract", [...filled(words.plays, { seat, contract }), ...called && of("called") ? [", ", ...filled(words.calls, { called: of("called").value })] : []]);
      const told = silent ? [] : announced();
      tellOf("said-announced", told.length ? told : [{ text: words.none }]);
      byId("said-way").classList.toggle("vh", told.length > 0);
      put("said-holder", words.holder.replace("{called}", of("called")?.value || "XIX"));
      put("said-declarer", ours.join("\n"));
      put("said-opponents", called && !of("partner") ? words.opponents : theirs.join("\n"));
      put("said-rest", points.value === "" || points.matches("[data-half]") ? "–" : 70 - points.value);
      const [mine, other] = [":checked", ":not(:checked)"].map((state) => form.querySelector(`[name=counted_side]${state}`).closest("label").innerText.replace(/\s+/g, " "));
      points.dataset.said = `${points.value || "–"}, ${other} ${byId("said-rest").textContent}`;
      points.ariaLabel = `${label}: ${mine}`;
      form.querySelectorAll("#part-announcements .view").forEach((e) => { e.disabled = silent; });
      hang();
      byId("way").name = `view-${of("declarer")?.value || 0}`;
      tellPiles();
    };
    // What is not asked for is not sent.
    const clear = (names) => names.forEach((name) => {
      form.querySelectorAll(`[name="${name}"]`).forEach((e) => { e.checked = e.value === "" && e.type === "radio"; });
    });
    const follow = (e) => {
      ["pagat-seat", "valat-side"].filter((name) => name === e.name).forEach((name) => {
        const item = name.split("-")[0], declared = e.value.startsWith("declared");
        if (!declared) clear([`fleks-${item}`]);
        if (!e.value || (item === "valat" && !declared)) clear([`${item}-made`]);
      });
      if (e.name === "partner" || e.name === "declarer") {
        if (of("partner")?.value === of("declarer")?.value) of("partner").checked = false;
      }
      if (e.name !== "view") return;
      [form.querySelector(".scroll"), byId("main")].forEach((at) => { at.scrollTop = 0; });
      if (e.value !== "deal") reach(e.nextElementSibling);
      else (left === "contract" ? byId("said-contract").parentElement : byId("way")).focus({ preventScroll: true });
      left = e.value;
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
      const whose = { pagat: formData.get("pagat-seat") || contract === "druha", valat: formData.get("valat-side")?.startsWith("declared") };
      for (const name of [...formData.keys()]) {
        if (/^(varsava|folded)$/.test(contract) && /^((announcements|fleks|pagat|valat)-|points$)/.test(name)) formData.delete(name);
        if (/^(pagat|valat)-made$/.test(name) && !whose[name.split("-")[0]]) formData.delete(name);
        if (/^(points|piles)-/.test(name) && contract !== "varsava") formData.delete(name);
      }
    });
    tell();
    form.addEventListener("input", tell);
    // The lines stay open while they follow what is tapped.
    let open = false;
    document.addEventListener("toggle", (event) => { if (event.target.id === "lines") open = event.target.open; }, true);
    document.addEventListener("htmx:after:swap", () => { tell(); if (open && byId("lines")) byId("lines").open = true; });
  }
})();
