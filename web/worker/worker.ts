/** Written in by the build (`tools/web-build/offline-worker.ts`): what the page and the technician's day are made of, and which build it is. */
declare const __ANJU_KEPT__: readonly string[];
declare const __ANJU_BUILD__: string;

/** As much of a service worker as is used; the types of workers and of pages exclude each other. */
interface Waiting extends Event { waitUntil(work: Promise<unknown>): void }
interface Fetching extends Event { readonly request: Request; respondWith(answer: Promise<Response>): void }
interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
}

const worker = self as unknown as Worker;
const SHELL = '/';
const CACHE = `anju-${__ANJU_BUILD__}`;
/** Whoever waits longer for the page gets the one that is kept. */
const PATIENCE_MS = 3000;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...__ANJU_KEPT__])).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name.startsWith('anju-') && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The page from the server; without one, or when it takes too long, the page that is kept. Its headers, the policy for scripts above all, are kept with it. */
async function page(request: Request): Promise<Response> {
  const held = await caches.match(SHELL, { cacheName: CACHE });
  const fresh = fetch(request);
  if (!held) return fresh;
  const late = new Promise<Response>((resolve) => { setTimeout(() => resolve(held), PATIENCE_MS); });
  return Promise.race([fresh.catch(() => held), late]);
}

/** A built file never changes under its name: what is kept needs no network. */
async function part(request: Request): Promise<Response> {
  const held = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  if (held) return held;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Calls are never answered from here: what a person may see is for the server to say.
  if (request.method !== 'GET' || origin !== worker.location.origin || /^\/(api|blade-)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(part(request));
});
