// A referee's phone makes itself noticed: the tab counts the tables that wait, a new one is felt.
(() => {
  "use strict";
  const title = document.title;
  const waiting = () => [...document.querySelectorAll("[data-call]")].map((each) => each.dataset.call);
  let known = waiting();
  const look = () => {
    const calls = waiting();
    document.title = calls.length ? `(${calls.length}) ${title}` : title;
    // Before the first tap a browser would only complain.
    if (calls.some((each) => !known.includes(each)) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([300, 150, 300]);
    known = calls;
  };
  document.addEventListener("htmx:after:swap", look);
  look();
})();
