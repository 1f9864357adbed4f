// Two answers that exclude each other switch: what is given last takes the place of the other.
(() => {
  "use strict";
  const form = document.querySelector("[data-apart]");
  const { fields = [], seats = [], values = {} } = JSON.parse(form.dataset.apart);
  const is = (name) => (e) => e.name === name || e.name.startsWith(`${name}-`);
  const ticked = (e) => /radio|checkbox/.test(e.type);
  const given = (e) => e.value !== "" && (!ticked(e) || e.checked);
  const clear = (e) => {
    const nothing = e.type === "radio" && form.querySelector(`[name="${e.name}"][value=""]`);
    // Names in their order are taken out one by one.
    if (e.closest(".in-order")) e.parentElement.querySelector(`button[value="${e.value}"][aria-pressed=true]`)?.click();
    else if (nothing) nothing.checked = true;
    else if (ticked(e)) e.checked = false;
    else e.value = "";
  };
  const follow = ({ target }) => {
    if (!target.name || !given(target)) return;
    const drop = (name, also) => [...form.elements].filter((e) => e !== target && is(name)(e) && given(e) && also(e)).forEach(clear);
    const other = ([one, two]) => (is(one)(target) ? two : is(two)(target) && one);
    fields.forEach((pair) => { if (other(pair)) drop(other(pair), () => true); });
    seats.forEach((pair) => { if (other(pair)) drop(other(pair), (e) => e.value === target.value); });
    Object.keys(values).filter((name) => is(name)(target)).forEach((name) => drop(name, (e) => e.name === target.name && values[name].some((pair) => pair.includes(e.value) && pair.includes(target.value))));
  };
  // Before others hear of it.
  ["change", "input"].forEach((what) => form.addEventListener(what, follow, true));
})();
