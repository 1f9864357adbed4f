// What a phone keeps: texts under keys, in one store of the browser.
const NAME = "scorekeeper", STORE = "records";

const opened = () => new Promise((go, fail) => {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  asked.onsuccess = () => go(asked.result);
  asked.onerror = () => fail(asked.error);
});
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
const done = (transaction) => new Promise((go, fail) => {
  transaction.oncomplete = go;
  transaction.onabort = transaction.onerror = () => fail(transaction.error);
});
const result = (asked) => new Promise((go, fail) => {
  asked.onsuccess = () => go(asked.result);
  asked.onerror = () => fail(asked.error);
});

// All records; those of keys that begin with a text.
export const all = async (start = "") => {
  const store = (await db()).transaction(STORE).objectStore(STORE);
  const range = IDBKeyRange.bound(start, `${start}\uffff`);
  const [keys, texts] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))]);
  return Object.fromEntries(keys.map((key, n) => [key, texts[n]]));
};
export const get = async (key) => result((await db()).transaction(STORE).objectStore(STORE).get(key));

// All of it or nothing, and on the disk when this is over; null takes a record away.
export const put = async (changes) => {
  const pairs = Object.entries(changes);
  if (!pairs.length) return;
  const transaction = (await db()).transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE), over = done(transaction);
  pairs.forEach(([key, text]) => { if (text === null) store.delete(key); else store.put(text, key); });
  await over;
};

export const remove = async () => {
  (await db()).close();
  database = undefined;
  await result(indexedDB.deleteDatabase(NAME));
};
