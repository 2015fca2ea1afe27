/**
 * The IndexedDB of this browser, which works without a network. It stores values by name, and queued steps in order.
 */
const NAME = 'anju-offline';
const VERSION = 1;
const THINGS = 'things';
const STEPS = 'steps';
type Store = typeof THINGS | typeof STEPS;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asking = indexedDB.open(NAME, VERSION);
    asking.onupgradeneeded = () => {
      asking.result.createObjectStore(THINGS);
      asking.result.createObjectStore(STEPS, { keyPath: 'seq', autoIncrement: true });
    };
    asking.onsuccess = () => {
      // Close this connection when a tab with a newer version needs to upgrade the database.
      asking.result.onversionchange = () => {
        asking.result.close();
        opened = undefined;
      };
      resolve(asking.result);
    };
    asking.onerror = () => {
      opened = undefined;
      reject(asking.error ?? new Error('no database'));
    };
  });
  return opened;
}

/** Run one transaction. The promise resolves when the transaction is on disk, not when it is queued. */
async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (in_: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

export const getOffline = <T>(name: string): Promise<T | undefined> =>
  within(THINGS, 'readonly', (things) => things.get(name) as IDBRequest<T | undefined>);
export const putOffline = async (name: string, value: unknown): Promise<void> => {
  await within(THINGS, 'readwrite', (things) => things.put(value, name));
};
export const deleteOffline = async (name: string): Promise<void> => {
  await within(THINGS, 'readwrite', (things) => things.delete(name));
};

const below = (name: string): IDBKeyRange => IDBKeyRange.bound(name, `${name}\uffff`);

/** Return all stored values whose names begin with `name`. */
export const listOffline = <T>(name: string): Promise<T[]> =>
  within(THINGS, 'readonly', (things) => things.getAll(below(name)) as IDBRequest<T[]>);
export const namesBelow = async (name: string): Promise<string[]> =>
  (await within(THINGS, 'readonly', (things) => things.getAllKeys(below(name)))).map(String);

export const readSteps = <T>(): Promise<T[]> => within(STEPS, 'readonly', (steps) => steps.getAll() as IDBRequest<T[]>);
export const addStep = async (step: unknown): Promise<number> =>
  Number(await within(STEPS, 'readwrite', (steps) => steps.add(step)));
export const putStep = async (step: unknown): Promise<void> => {
  await within(STEPS, 'readwrite', (steps) => steps.put(step));
};
export const dropStep = async (seq: number): Promise<void> => {
  await within(STEPS, 'readwrite', (steps) => steps.delete(seq));
};
