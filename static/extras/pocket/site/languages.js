// Shows the page in the language that this phone speaks, or in the one that is chosen.
(() => {
  "use strict";
  const texts = [...document.querySelectorAll("template")], links = document.querySelector("nav");
  const wanted = [location.hash.slice(1), ...navigator.languages, texts[0].lang];
  const found = wanted.map((language) => texts.find(({ lang }) => lang === language.slice(0, 2).toLowerCase()));
  const { lang, content } = found.find(Boolean);
  document.documentElement.lang = lang;
  document.querySelector("main").append(content);
  links.hidden = false;
  links.querySelector(`[lang=${lang}]`).setAttribute("aria-current", "true");
  addEventListener("hashchange", () => location.reload());
})();
