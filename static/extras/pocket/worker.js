// The app in the phone: a request goes to the server; where that does not answer, Python does here.
//
// Nothing of a game, a page or a word is in this file. What an answer of the phone's changed is put
// away before it goes out; what waits to be sent goes first when there is a signal again.
const PATIENCE = 4000, LONGEST = 16000, AGAIN = 15000, START = 30000;
const LATE = "TimeoutError", NO_SERVER = [502, 504, 521, 522, 523, 524, 530];
// What stands in between says so of what is too large for it, or hangs up.
const TOO_MUCH = [413, ...NO_SERVER];

export function serve({ pack, server, start, storage }) {
  const root = new URL("./", location).pathname;
  const CACHE = storage.packOf(pack.id);
  const LOST = server ? "pocket/lost" : "lost.html";
  const at = (path) => new URL(path, location).href;
  // An answer in time; what has to be read of it in time, too, `read` takes out of it.
  const fetched = async (request, options, patience = PATIENCE, read = (response) => response) => {
    const stop = new AbortController(), limit = setTimeout(() => stop.abort(new DOMException("no answer in time", LATE)), patience);
    options?.signal?.addEventListener("abort", () => stop.abort());
    try {
      return await read(await fetch(request, { ...options, signal: stop.signal }));
    } finally {
      clearTimeout(limit);
    }
  };

  // --- the parts of the pack ---------------------------------------------------------------------
  const pages = async () => (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => new URL(url).pathname.startsWith(root));
  const tell = async (message) => (await pages()).forEach((page) => page.postMessage(message));
  // Packed or not, as the host and its way leave it: here what is run lies plain, all else packed.
  const isPacked = (data) => data[0] === 0x1f && data[1] === 0x8b;
  const through = async (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();
  const unpacked = async (data) => (isPacked(data) ? through(data, new DecompressionStream("gzip")) : data);
  const packed = async (data) => (isPacked(data) ? data : through(data, new CompressionStream("gzip")));
  const fetchPart = async ({ name, url, from, type }) => {
    const response = await fetch(at(from ?? url), { cache: "no-store" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const data = new Uint8Array(await response.arrayBuffer());
    const content = name.endsWith(".zip") ? await packed(data) : await unpacked(data);
    return new Response(content, { headers: { "Content-Type": type } });
  };
  const install = async () => {
    const cache = await caches.open(CACHE);
    await cache.add(at(LOST));
    // The browser has fetched the scripts before it came to this.
    let loaded = pack.parts.reduce((left, part) => left - part.packed, pack.packed);
    for (const part of pack.parts) {
      const url = at(part.url), known = await caches.match(url);
      await cache.put(url, known ?? await fetchPart(part));
      loaded += part.packed;
      await tell({ loaded, total: pack.packed });
    }
    // Where no picture can be kept, Python begins anew each time.
    await start(part, { ...memory, put: (response) => cache.put(at(PICTURE), response) }).catch(() => undefined);
  };
  addEventListener("install", (event) => event.waitUntil((async () => {
    await install().catch(async (fault) => { await tell({ fault: fault.name }); throw fault; }); // only here is it known why
    // The first one serves at once; a newer one waits until nobody is in the middle of anything.
    if (!registration.active) await skipWaiting();
  })()));
  addEventListener("activate", (event) => event.waitUntil((async () => {
    for (const name of await storage.packs()) if (name !== CACHE) await caches.delete(name);
    await clients.claim();
    await follow();
  })().catch(() => { /* with the next visit */ })));
  const part = async (name) => {
    const wanted = pack.parts.find((each) => each.name === name), url = at(wanted.url);
    const cache = await caches.open(CACHE), kept = await cache.match(url);
    if (kept) return kept;
    // The phone has thrown it away: where there is a signal, it comes back.
    await cache.put(url, await fetchPart(wanted));
    return cache.match(url);
  };

  // A picture of Python's memory, from which it begins in a third of the time.
  const PICTURE = "pocket/picture";
  const memory = {
    get: async () => (await caches.open(CACHE)).match(at(PICTURE)),
    prepare: `from scorekeeper.extras.pocket.pages.engine import prepare
prepare(${JSON.stringify(root)}, ${JSON.stringify(navigator.languages.join(","))}, has_server=${server ? "True" : "False"})`,
  };

  // --- Python ------------------------------------------------------------------------------------
  let app, chain = Promise.resolve(), sending;
  const inTurn = (work) => {
    const turn = chain.then(work);
    chain = turn.catch(() => { /* whoever asked is told */ });
    return turn;
  };
  // A Python that cannot begin never says so: whoever asked is told, and who asks next waits on for it,
  // or for one that begins without the picture, should that be the reason.
  let pythons = [];
  const NOT_YET = new Error("Python did not begin");
  const late = () => new Promise((_, fail) => { setTimeout(fail, START, NOT_YET); });
  const boot = async () => {
    if (pythons.length < 2) pythons.push(start(part, memory));
    const ready = Promise.all([Promise.any(pythons), storage.all()]);
    const [python, records] = await Promise.race([ready, late()]);
    const engine = python.pyimport("scorekeeper.extras.pocket.pages.engine");
    const ours = engine.begin.callKwargs(JSON.stringify(records), root, { has_server: server });
    return { engine: ours, python };
  };
  const booted = () => {
    app ??= boot();
    app.catch(async (fault) => {
      app = undefined;
      if (fault !== NOT_YET) pythons = [];
      await (await caches.open(CACHE)).delete(at(PICTURE));
    });
    return app;
  };
  const put = async (changes) => {
    await storage.put(JSON.parse(changes));
    waits = undefined;
  };
  const headersOf = (request) => {
    const headers = [...request.headers].filter(([name]) => name !== "accept-language");
    return JSON.stringify([...headers, ["accept-language", navigator.languages.join(",")]]);
  };
  const local = (request, body, offline) => {
    sending?.abort();
    return inTurn(async () => {
      const { engine, python } = await booted();
      const headers = headersOf(request), data = python.toPy(new Uint8Array(body ?? 0));
      const call = (proxy) => {
        const answer = proxy.toJs();
        proxy.destroy();
        return answer;
      };
      let [status, sent, content, changes] = call(engine.call(request.method, request.url, headers, data, offline));
      data.destroy();
      try {
        await put(changes);
      } catch {
        [status, sent, content] = call(engine.undo(JSON.stringify(await storage.all()), request.url, headers));
      }
      const empty = [204, 205, 304].includes(status) || request.method === "HEAD";
      return new Response(empty ? null : content, { status, headers: [...JSON.parse(sent), ["X-Answered-By", "phone"]] });
    });
  };

  // --- what waits, and what the server knows -----------------------------------------------------
  // A line that `hangs` let somebody wait in vain: until the server is heard of, nobody waits for it.
  let waits, sendingAll, after = 0, hangs = false;
  const NOTHING = { codes: [], troubled: [], text: "" };
  const waiting = async () => (waits ??= JSON.parse((await storage.get("waits")) ?? "null") ?? NOTHING);
  const whole = async (response) => ({ status: response.status, text: await response.text() });
  const post = (path, headers, body, signal, patience) => fetched(at(path), {
    method: "POST", headers: { "Content-Type": "application/json", ...headers }, body, signal, redirect: "error",
  }, patience, whole);
  const inTime = async (request, options) => {
    try {
      const response = await fetched(request, options);
      hangs = false;
      return response;
    } catch (fault) {
      hangs = fault.name === LATE || (hangs && fault.name === "AbortError");
      throw fault;
    }
  };
  const reached = () => inTime(at("health"), { cache: "no-store" }).then(({ status }) => !NO_SERVER.includes(status), () => false);
  // Sends what waits, oldest first; true if nothing waits any more that could be sent. Python makes
  // nothing ready for a server that cannot be reached: it has taps to answer.
  const send = async () => {
    if ((hangs || (await waiting()).codes.length) && !await reached()) {
      after = Date.now() + AGAIN;
      return false;
    }
    return (sendingAll ??= sendAll().finally(() => { sendingAll = undefined; }));
  };
  const sendAll = async () => {
    for (let last; ;) {
      if (!(await waiting()).codes.length) {
        if (last) follow().catch(() => { /* at the next visit */ });
        return true;
      }
      const sent = await inTurn(sendNext);
      if (sent === null && await reached() && await inTurn(takeLess)) continue;
      if (sent) after = 0;
      // Where an answer changed nothing, it was none: a stranger's page, an older server.
      if (!sent || sent === last) break;
      last = sent;
    }
    after = Date.now() + AGAIN;
    follow().catch(() => { /* no signal */ });
    return false;
  };
  // What was sent and answered; nothing without an answer, null where it did not get through.
  let refused;
  const sendNext = async () => {
    const { signal } = (sending = new AbortController());
    const { engine } = await booted();
    const batch = JSON.parse(engine.batch());
    if (!batch) return undefined;
    const sent = await post(batch.path, batch.headers, batch.body, signal).catch(({ name }) => ({ late: name === LATE }));
    refused = !sent.late;
    if (!sent.status && signal.aborted) return undefined;
    if (!sent.status || TOO_MUCH.includes(sent.status)) return null;
    if (sent.status >= 500 || [400, 429].includes(sent.status)) return undefined;
    await put(engine.take_answer(sent.status, sent.text));
    return batch.body;
  };
  // A part of it may get through; false where it was one event already.
  const takeLess = async () => {
    const changes = (await booted()).engine.take_less.callKwargs({ refused });
    if (changes) await put(changes);
    return !changes;
  };
  // What the server knows of this phone's matches: taken over where nothing waits here.
  // Asked for while it is under way, it begins once more; nobody waits for it, so that a slow line
  // is given more time from try to try.
  let following, wanted = false;
  const follow = async () => {
    if (!server) return;
    wanted = true;
    await (following ??= followAll());
  };
  const followAll = async () => {
    try {
      for (let patience = PATIENCE; wanted;) {
        wanted = false;
        try {
          await followOnce(patience);
        } catch (fault) {
          patience *= 2;
          if (fault.name === LATE && patience <= LONGEST) wanted = true;
          if (!wanted) throw fault;
        }
      }
    } finally {
      following = undefined;
    }
  };
  const numbered = (number) => String(number).padStart(8, "0"), codeOf = (key) => key.split("/")[1];
  // The token of the session, which a worker that has just begun asks for, and one whose phone was
  // forgotten by the server.
  let token;
  const ask = async (body, patience, last = false) => {
    token ??= await fetched(at("pocket/follow"), { cache: "no-store" }, patience, async (told) => (await told.json()).token);
    const answered = await post("pocket/follow", { "X-CSRFToken": token }, body, undefined, patience);
    if (answered.status !== 400) return answered;
    token = undefined;
    return last ? answered : ask(body, patience, true);
  };
  const followOnce = async (patience) => {
    const have = {};
    for (const [key, number] of Object.entries(await storage.all("s/"))) {
      const line = await storage.get(`e/${codeOf(key)}/${numbered(number)}`);
      if (line) have[codeOf(key)] = [Number(number), JSON.parse(line).hash];
    }
    const chosen = await storage.get("chosen");
    const asked = { version: pack.version, have, chosen: JSON.parse(chosen ?? "{}") };
    const { status, text } = await ask(JSON.stringify(asked), patience);
    if (status !== 200) throw new Error(`not followed: ${status}`);
    const told = JSON.parse(text);
    if (told.version !== pack.version) registration.update().catch(() => { /* at the next visit */ });
    await inTurn(async () => {
      if (chosen && chosen === await storage.get("chosen")) await storage.put({ chosen: null });
      const { codes, troubled } = await waiting();
      const plain = ({ code, first }) => first === (have[code]?.[0] ?? 0) + 1;
      // What is more than a few lines behind those that are here is for Python to say.
      if (codes.length || troubled.length || told.gone.length || !told.streams.every(plain)) {
        return void await put((await booted()).engine.follow(text));
      }
      const { streams, session, marks } = told;
      await storage.put({ ...Object.fromEntries(streams.flatMap(linesOf)), session, marks });
      if (app) (await app).engine.merge(JSON.stringify(await storage.all()));
    });
  };
  const linesOf = ({ code, first, lines }) => [
    ...lines.map((line, n) => [`e/${code}/${numbered(first + n)}`, line]),
    [`s/${code}`, String(first + lines.length - 1)],
  ];

  // --- requests ----------------------------------------------------------------------------------
  const ofThePhone = (path) => /^pocket\/(?!follow$|send$)./.test(path);
  const code = (path) => /^(?:m|pocket\/m)\/([^/]+)/.exec(path)?.[1];
  // As scorekeeper/web/http/security.py masks it.
  const unmasked = (masked) => {
    const both = Uint8Array.from(atob(masked.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    return Array.from(both.subarray(both.length / 2), (byte, n) => (byte ^ both[n]).toString(16).padStart(2, "0")).join("");
  };
  // A page of another site can only navigate here, and its form has not the token of the session.
  const isOwn = async ({ mode, headers }, body) => {
    if (mode !== "navigate") return true;
    try {
      const form = await new Response(body, { headers: { "Content-Type": headers.get("Content-Type") } }).formData();
      const sent = unmasked(form.get("csrf_token")), known = async () => sent === JSON.parse(await storage.get("session")).csrf_token;
      return await known() || (await follow(), await known()); // the server may have given it another
    } catch {
      return false;
    }
  };
  const answer = async (event, path) => {
    const { request } = event;
    const writes = request.method !== "GET" && request.method !== "HEAD";
    const body = writes ? await request.clone().arrayBuffer() : undefined;
    if (!server) return local(request, body, true);
    // Fetched from here it would be the app's own for the server; Python refuses it by its token.
    if (writes && !await isOwn(request, body)) return local(request, body, false);
    if (writes && path === "pocket/send-now") {
      sending?.abort(); // a try that hangs
      await sendingAll;
      await send();
      return Response.redirect(at("pocket/waiting"), 303);
    }
    const here = async (offline) => {
      const response = await local(request, body, offline);
      // What was written goes home as soon as it can.
      if (writes && Date.now() >= after) event.waitUntil(send().catch(() => { /* later */ }));
      return response;
    };
    if (ofThePhone(path)) return here(false);
    if (hangs && Date.now() >= after) event.waitUntil(send().catch(() => { /* later */ }));
    if (hangs || ((await waiting()).codes.length && (Date.now() < after || !await send()))) return here(true);
    if ((await waiting()).troubled.includes(code(path))) return here(false);
    try {
      const response = await inTime(request);
      // It is there, and its disk is full: here is room.
      if (writes && response.status === 503 && await storage.get(`s/${code(path)}`)) return here(false);
      if (!NO_SERVER.includes(response.status)) {
        if (writes || request.mode === "navigate") event.waitUntil(follow().catch(() => { /* at the next visit */ }));
        return response;
      }
    } catch { /* the phone answers */ }
    return here(true);
  };
  const file = async (request) => {
    const known = await (await caches.open(CACHE)).match(request);
    if (known) return known;
    if (server && hangs) return local(request, undefined, true);
    try {
      // A host of files has only those of the start page: all of them lie in the pack.
      const response = server ? await inTime(request) : await local(request, undefined, true);
      if (response.ok) {
        const kept = response.clone();
        caches.open(CACHE).then((cache) => cache.put(request, kept)).catch(() => { /* no room */ });
      }
      return response;
    } catch {
      return local(request, undefined, true);
    }
  };
  addEventListener("fetch", (event) => {
    const { request } = event, url = new URL(request.url);
    if (url.origin !== location.origin || !url.pathname.startsWith(root)) return;
    const path = url.pathname.slice(root.length);
    if (path === "worker.js" || path === "pocket/follow" || path === "pocket/send") return;
    // A copy of everything is good once, and may be long in the making.
    if (server && path.startsWith("backup/")) return;
    // A stream has no end to wait for; htmx would take one in answer to anything.
    if (/\/(live|stream)$/.test(path) && request.headers.get("accept")?.includes("text/event-stream")) return;
    if (!server && path === "index.html") event.respondWith(Response.redirect(root, 302));
    else if (!path.startsWith("static/")) event.respondWith(answer(event, path).catch(lost));
    else if (request.method === "GET" && !path.startsWith("static/pack/")) event.respondWith(file(request));
  });
  // The pack is not what it was: the page that was kept for that says so.
  const lost = async (fault) => {
    console.error(fault);
    const known = await (await caches.open(CACHE)).match(at(LOST));
    return known ? new Response(await known.text(), { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } }) : Response.error();
  };

  addEventListener("message", (event) => event.waitUntil((async () => {
    const { data, source } = event;
    // Unless another page is open, where somebody may be in the middle of an entry.
    const alone = async () => (await pages()).length < 2;
    if (data === "take-over-now" || (data === "take-over" && await alone())) await skipWaiting();
    const there = data === "send" && await send() && await follow().then(() => server, () => false);
    const { text, troubled } = await waiting();
    source?.postMessage({ waits: text, trouble: troubled.length > 0, there });
  })().catch(() => { /* the page asks again */ })));
}
