// What a phone keeps: texts under keys, in one store of the browser.
//
// Copies of the app may lie on one host, each under its own path: it stands in the names of what each
// keeps. Up to version 0.10 all had plain names; what lies there is taken over by the copy whose pack
// lies there, too.
const ROOT = new URL("../../../", import.meta.url).pathname, STORE = "records";
const NAME = `scorekeeper${ROOT}`, PLAIN = "scorekeeper", PLAIN_PACK = "pack-";

// A cache of this copy for a pack of such a number; all that it has.
export const packOf = (id) => NAME + id;
export const packs = async () => (await caches.keys()).filter((name) => name.slice(0, name.lastIndexOf("/") + 1) === NAME);

const done = (transaction) => new Promise((go, fail) => {
  transaction.oncomplete = go;
  transaction.onabort = transaction.onerror = () => fail(transaction.error);
});
const result = (asked) => new Promise((go, fail) => {
  asked.onsuccess = () => go(asked.result);
  asked.onerror = () => fail(asked.error);
});
const open = (name) => {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  return result(asked);
};
const read = async (database, start = "") => {
  const store = database.transaction(STORE).objectStore(STORE);
  const range = IDBKeyRange.bound(start, `${start}\uffff`);
  const [keys, texts] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))]);
  return Object.fromEntries(keys.map((key, n) => [key, texts[n]]));
};
// All of it or nothing, and on the disk when this is over; null takes a record away.
const write = async (database, changes) => {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE), over = done(transaction);
  Object.entries(changes).forEach(([key, text]) => { if (text === null) store.delete(key); else store.put(text, key); });
  await over;
};

// The plain caches, with what parts of a pack in them are this copy's and how many another's.
const plainPacks = async () => Promise.all((await caches.keys()).filter((name) => name.startsWith(PLAIN_PACK)).map(async (name) => {
  const cache = await caches.open(name);
  const parts = (await cache.keys()).filter(({ url }) => url.includes("/static/pack/"));
  const mine = parts.filter(({ url }) => new URL(url).pathname.startsWith(`${ROOT}static/pack/`));
  return { name, cache, mine, others: parts.length - mine.length };
}));
const isPlain = async () => (await plainPacks()).some(({ mine }) => mine.length);
// What is another's stays, and the plain store with it.
const leavePlain = async () => {
  for (const { name, cache, mine, others } of await plainPacks()) {
    if (!others) await caches.delete(name);
    else await Promise.all(mine.map((each) => cache.delete(each)));
  }
  if (!(await plainPacks()).length) indexedDB.deleteDatabase(PLAIN);
};
const opened = async () => {
  if (!await isPlain()) return open(NAME);
  // A worker of that version writes there until the one of this takes its place.
  if (!globalThis.clients) return open(PLAIN);
  const [from, to] = await Promise.all([open(PLAIN), open(NAME)]);
  if (!Object.keys(await read(to)).length) await write(to, await read(from));
  from.close();
  await leavePlain();
  return to;
};
let database;
const db = async () => {
  database ??= opened();
  try {
    const open = await database;
    open.onclose = open.onversionchange = () => { open.close(); database = undefined; };
    return open;
  } catch (fault) {
    database = undefined;
    throw fault;
  }
};

// All records; those of keys that begin with a text.
export const all = async (start) => read(await db(), start);
export const get = async (key) => result((await db()).transaction(STORE).objectStore(STORE).get(key));
export const put = async (changes) => { if (Object.keys(changes).length) await write(await db(), changes); };

// Removes all that this copy keeps.
export const remove = async () => {
  (await db()).close();
  database = undefined;
  if (await isPlain()) await leavePlain();
  await Promise.all((await packs()).map((name) => caches.delete(name)));
  await result(indexedDB.deleteDatabase(NAME));
};
