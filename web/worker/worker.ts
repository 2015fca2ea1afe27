/** Written in by the build (`tools/web-build/offline-worker.ts`): what the page, the frame and the kept pages are made of, the hash of the page itself, and which build it is. */
declare const __ANJU_KEPT__: readonly string[];
declare const __ANJU_PAGE__: string;
declare const __ANJU_BUILD__: string;

/** As much of a service worker as is used; the types of workers and of pages exclude each other. */
interface Waiting extends Event { waitUntil(work: Promise<unknown>): void }
interface Page { postMessage(message: unknown): void }
interface Fetching extends Waiting { readonly request: Request; readonly clientId: string; respondWith(answer: Promise<Response>): void }
interface Worker {
  readonly location: Location;
  readonly registration: { update(): Promise<unknown> };
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<Page | undefined>; matchAll(which: { includeUncontrolled: boolean }): Promise<readonly Page[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
}

const worker = self as unknown as Worker;
const SHELL = '/';
const CACHE = `anju-${__ANJU_BUILD__}`;
/** There is one of this name for as long as the server is known to have another page than the one that is kept: until the new one is kept too, the server is asked first. */
const NEWS = 'news-of-anju';
/** Whoever waits longer for the page of the server gets the one that is kept. */
const PATIENCE_MS = 3000;

/** Is this the page of this build? Its styles are allowed by a number that is another in every answer. */
async function isOurs(page: Response): Promise<boolean> {
  const text = (await page.clone().text()).replace(/nonce="[^"]*"/, '');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...hash)) === __ANJU_PAGE__;
}

/** All or nothing: a page whose parts are not there, or parts of another page, as they are while a release is brought out, are not kept. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    await cache.addAll([SHELL, ...__ANJU_KEPT__]);
    if (!await isOurs((await cache.match(SHELL))!)) throw new Error('The server has another page.');
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));

/** Pages of the build before, still open, go on with what was kept for them, and are told of the new one. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('anju-') && name !== CACHE);
  for (const name of [...others.slice(0, -1), NEWS]) await caches.delete(name);
  await worker.clients.claim();
  for (const page of await worker.clients.matchAll({ includeUncontrolled: true })) page.postMessage({ kept: __ANJU_KEPT__ });
}

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/** A server that is just starting, broken or too busy: what it answers says nothing about what it has. */
const isIll = ({ status }: Response): boolean => status >= 500 || status === 429;

/** Compares what the server has with what is kept. The same is kept anew, for its headers may be others; who is ill or cannot be reached says nothing. */
async function compare(asked: Promise<Response>): Promise<void> {
  const fresh = await asked.catch(() => null);
  if (!fresh || isIll(fresh)) return;
  if (fresh.ok && await isOurs(fresh)) {
    await (await caches.open(CACHE)).put(SHELL, fresh);
    await caches.delete(NEWS);
  } else {
    await caches.open(NEWS);
    await worker.registration.update();
  }
}

/** The page that is kept, at once; whether the server still has the same one is looked at beside it. Its headers, the policy for scripts above all, are kept with it. */
async function page(event: Fetching): Promise<Response> {
  const held = await caches.match(SHELL, { cacheName: CACHE });
  if (!held) return fetch(event.request);
  if (!await caches.has(NEWS)) {
    event.waitUntil(compare(fetch(SHELL, { cache: 'no-store', priority: 'low' })));
    return held;
  }
  const asked = fetch(event.request);
  event.waitUntil(compare(asked.then((fresh) => fresh.clone())));
  const late = new Promise<Response>((resolve) => { setTimeout(() => resolve(held), PATIENCE_MS); });
  return Promise.race([asked.then((fresh) => (isIll(fresh) ? held : fresh), () => held), late]);
}

/** A built file never changes under its name: what is kept, of the build before too, needs no network. */
async function part(event: Fetching): Promise<Response> {
  const { request } = event;
  const held = await caches.match(request, { cacheName: CACHE, ignoreVary: true }) ?? await caches.match(request, { ignoreVary: true });
  if (held) return held;
  const fresh = await fetch(request);
  if (fresh.ok) {
    const copy = fresh.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
  } else if (fresh.status === 404) {
    // A release took it away: whoever loads the page again must not get the old one.
    await caches.open(NEWS);
    (await worker.clients.get(event.clientId))?.postMessage({ gone: request.url });
    event.waitUntil(worker.registration.update());
  }
  return fresh;
}

/** What the server answers with the page: no call, no file, nothing that watches over the server itself. */
const isPage = (path: string): boolean => !/^\/(api|blade-|healthz$|readyz$|metrics$)|\.\w{2,5}$/.test(path);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Calls are never answered from here: what a person may see is for the server to say.
  if (request.mode === 'navigate') { if (isPage(pathname)) event.respondWith(page(event)); }
  else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(part(event));
});
