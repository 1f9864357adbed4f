// Signing on this phone. The half of the key that signs is made here once and stays here; where it
// cannot be kept, or nothing can be signed, the tap alone is sent. The other half is shown as the card
// shows it, but from what the phone has kept.
(() => {
  "use strict";
  const bytes = (kept) => Uint8Array.from(atob(kept), (letter) => letter.charCodeAt(0));
  const grouped = (key) => [...bytes(key).slice(0, 10)]
    .map((byte) => byte.toString(2).padStart(8, "0")).join("")
    .replace(/.{5}/g, (bits) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(bits, 2)])
    .match(/.{4}/g).join(" ");
  const own = document.querySelector("[data-phone]");
  try {
    const kept = localStorage.getItem("signer");
    if (own && kept) {
      own.querySelector("b").textContent = grouped(kept);
      own.hidden = false;
    }
  } catch { /* it keeps nothing */ }

  const form = document.querySelector("form[data-says]");
  if (!form) return;
  const { says, signs } = form.dataset, { signer, signature } = form.elements;
  const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // What signs comes after the page. A line that holds it back ends in a tap.
  const PATIENCE = 8000;
  const tool = new Promise((go) => {
    const script = Object.assign(document.createElement("script"), { src: signs, onload: go, onerror: go });
    document.head.append(script);
    setTimeout(go, PATIENCE);
  });

  const pair = () => {
    let seed = localStorage.getItem("seed");
    if (!seed) localStorage.setItem("seed", seed = btoa(String.fromCharCode(...nacl.randomBytes(32))));
    return nacl.sign.keyPair.fromSeed(bytes(seed));
  };
  const sign = () => {
    try {
      const { publicKey, secretKey } = pair();
      signature.value = text(nacl.sign.detached(new TextEncoder().encode(says), secretKey));
      signer.value = text(publicKey);
      localStorage.setItem("signer", btoa(String.fromCharCode(...publicKey)));
    } catch { /* then a tap */ }
  };

  // Ahead of what sends the form: that gets it signed. While a form is being sent it is not sent anew.
  let waited = false;
  const sendLater = ({ submitter }) => tool.then(() => setTimeout(() => {
    waited = true;
    form.dispatchEvent(new Event("change", { bubbles: true })); // what follows is no second tap
    form.requestSubmit(submitter);
  }));
  form.addEventListener("submit", (event) => {
    if (waited || globalThis.nacl) return void sign();
    event.preventDefault();
    event.stopImmediatePropagation();
    sendLater(event);
  });
})();
