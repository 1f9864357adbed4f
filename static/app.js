// Everything works without this file; it only makes a hurried thumb's life easier.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  // A second identical submit: within 350 ms, or while the first one is still on its way. Where the
  // same is tapped twice on purpose, each tap counts.
  let sent = new Map();
  const waits = (form) => {
    if (form.matches("[data-again]")) return 0;
    return form.matches("[hx-post]:not([hx-trigger])") ? 350 : 8000;
  };
  document.addEventListener("submit", (event) => {
    const what = event.submitter || event.target;
    const now = Date.now();
    if (now - (sent.get(what) || 0) < waits(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else sent.set(what, now);
  }, true);
  addEventListener("pageshow", () => { sent = new Map(); });

  // What changed is said aloud, and the focus goes to what has to be mended.
  const tell = (swapped) => {
    const said = document.querySelector("[data-say]");
    if (said) byId("status").textContent = said.dataset.say;
    // What a page was told lies in its address, so that it can be loaded again.
    const told = document.querySelector("[data-told]");
    if (told) history.replaceState(history.state, "", told.dataset.told);
    const wrong = byId("errors");
    if (wrong) wrong.focus();
    else if (swapped && document.activeElement === document.body) byId("main").focus({ preventScroll: true });
  };
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target.id !== "tally" && event.detail.ctx.target.id !== "watch") tell(true);
  });
  tell(false);

  // A known name goes to the first empty place; Enter goes to the next one.
  const names = [...document.querySelectorAll("[data-names] .name input")];
  const dealers = document.querySelectorAll("[data-seats] .pick span span");
  const show = () => names.forEach((field, seat) => {
    dealers[seat].textContent = field.value.trim() || seat + 1;
  });
  names.forEach((field, seat) => {
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !names[seat + 1]) return;
      event.preventDefault();
      names[seat + 1].focus();
    });
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[name=add]");
    const empty = chip && names.find((field) => !field.value.trim());
    if (!chip) return;
    event.preventDefault();
    if (!empty) return;
    empty.value = chip.value;
    chip.hidden = true;
    show();
  });

  // What was ticked in a new entry is kept over a reload, until it is on the sheet.
  const draft = document.querySelector("[data-draft]");
  if (draft) {
    const field = (name) => draft.elements[name]?.value;
    const key = `draft ${draft.getAttribute("action")} ${field("type")}`;
    const kept = () => [...draft.elements].filter((e) => e.name && e.name !== "view" && !["hidden", "submit", "button", "fieldset"].includes(e.type));
    const keep = () => {
      const values = kept().flatMap((e) => (e.type === "text" ? [[e.name, e.value]] : e.checked ? [[e.name, e.value]] : []));
      try { sessionStorage.setItem(key, JSON.stringify({ seen: field("seen"), values })); } catch { /* then not */ }
    };
    const bring = () => {
      let was = null;
      try { was = JSON.parse(sessionStorage.getItem(key)); } catch { /* nothing kept */ }
      if (!was) return;
      // Somebody wrote since, most likely this phone this very entry.
      if (was.seen !== field("seen")) return void sessionStorage.removeItem(key);
      const held = (e) => was.values.some(([name, value]) => name === e.name && value === e.value);
      const told = (e) => was.values.some(([name]) => name === e.name);
      kept().forEach((e) => {
        if (e.type === "text") e.value = was.values.find(([name]) => name === e.name)?.[1] ?? e.value;
        else if (e.type === "checkbox") e.checked = held(e);
        else if (told(e)) e.checked = held(e);
      });
      const redraw = () => kept()[0]?.dispatchEvent(new Event("change", { bubbles: true }));
      if (document.readyState === "complete") redraw();
      else addEventListener("load", () => setTimeout(redraw, 50));
    };
    if (draft.dataset.draft === "new") bring();
    else keep();
    ["change", "input"].forEach((what) => draft.addEventListener(what, keep));
  }

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
    let fresh = !draft && points.value !== "";
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
  const folded = () => [...document.querySelectorAll("[data-picker] details:not(.first)")];
  const summary = (details) => details.querySelector("summary").textContent;
  document.addEventListener("htmx:before:swap", () => { unfolded = folded().filter((d) => d.open).map(summary); });
  document.addEventListener("htmx:after:swap", () => {
    folded().forEach((d) => { d.open ||= unfolded.includes(summary(d)); });
    document.querySelectorAll("[data-picker] [type=radio], [data-picker] [type=checkbox]").forEach((e) => { e.checked = e.defaultChecked; });
  });
  document.addEventListener("change", ({ target }) => {
    const waits = target.form?.matches("[data-picker]") && target.form.elements.picked.value;
    if (waits && ["role", "tab"].includes(target.name)) pick(target.form, `${target.name}=${target.value}`);
  });

  // The display stays on at the table, and may go out after twenty minutes without a tap.
  let lock, tapped = Date.now();
  const hold = async () => {
    if (lock || document.hidden || !document.body.hasAttribute("data-awake")) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("click", () => { tapped = Date.now(); hold(); });
  setInterval(() => { if (lock && Date.now() - tapped > 1200000) lock.release(); }, 60000);
  hold();

  // Sending the link, or at least copying it.
  const share = document.querySelector("[data-share]");
  if (share && (navigator.share || navigator.clipboard)) {
    share.hidden = false;
    share.addEventListener("click", async () => {
      const url = share.dataset.share;
      try {
        if (navigator.share) await navigator.share({ title: document.title, url });
        else {
          await navigator.clipboard.writeText(url);
          share.lastChild.textContent = byId("status").textContent = share.dataset.copied;
        }
      } catch { /* changed their mind */ }
    });
  }
})();
