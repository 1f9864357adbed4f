// How many look on, and who does not any more: asked for when the stream says something, which it
// also does every twenty seconds, and so a sign that this phone hears it.
(() => {
  "use strict";
  const PAUSE = 5000, LONG = 25000, OLD = 60000;
  const line = document.getElementById("looking");
  let asked = 0, heard = 0, timer = 0;
  const say = (parts) => {
    if (line.hidden !== !parts.length) line.hidden = !parts.length; // it moves the page
    line.replaceChildren(...parts.map((part) => Object.assign(document.createElement("span"), { textContent: part })));
  };
  const ask = async () => {
    timer = 0;
    asked = Date.now();
    const answer = await fetch(line.dataset.from).catch(() => null);
    if (!answer?.ok) return;
    heard = Date.now();
    say((await answer.text()).split("\n").filter(Boolean));
    document.getElementById("viewers")?.dispatchEvent(new Event("counted"));
  };
  const soon = () => { timer ||= setTimeout(ask, Math.max(0, asked + PAUSE - Date.now())); };
  ["alive", "written"].forEach((what) => document.addEventListener(what, soon));
  setInterval(() => {
    if (Date.now() - heard > OLD) say([]);
    if (Date.now() - asked > LONG && !document.hidden) soon();
  }, PAUSE);
})();
