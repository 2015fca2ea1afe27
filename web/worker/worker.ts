/** As much of a service worker as is used; the types of workers and of pages exclude each other. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Page {
  postMessage(message: unknown): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  readonly clientId: string;
  respondWith(answer: Promise<Response>): void;
}
interface Route {
  readonly condition: { readonly requestMode?: 'navigate'; readonly urlPattern?: { readonly pathname: string } };
  readonly source: 'network' | 'race-network-and-fetch-handler';
}
interface Installing extends Waiting {
  /** Not in every browser. */ addRoutes?(routes: readonly Route[]): Promise<void>;
}
interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<Page | undefined>;
    matchAll(which: { includeUncontrolled: boolean }): Promise<readonly Page[]>;
  };
  addEventListener(type: 'install', listen: (event: Installing) => void): void;
  addEventListener(type: 'activate', listen: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
}

const worker = self as unknown as Worker;
const SHELL = '/';
/** The pages that must open without a network, and the one that everybody begins with. */
const KEPT_PAGES = ['/maintenance/day', '/wel/index'];
/** What has the same name in every build. */
const ALWAYS = ['/manifest.webmanifest', '/icons/anju-192.png'];
/** Holds the page that starts are answered with. It is put here when all its parts are kept, so what stands here is whole. */
const NOW = 'anju';
/** Each build that was kept has one for its parts, whose names are never used again. */
const OF_BUILD = 'anju-';
/** There is one of this name for as long as the server is known to have another page than the one that is kept: until the new one is kept too, the server is asked first. */
const NEWS = 'news-of-anju';
/** Whoever waits longer for the page of the server gets the one that is kept; whoever waits longer for what is kept gets it from the server. */
const PATIENCE_MS = 3000;
const KEPT_MS = 1000;
/** What is fetched for later starts is given up then; the next start tries again. */
const LATER_MS = 60_000;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
/** What is kept, unless it takes too long to come from the disk. */
const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), after(KEPT_MS)]);
const forLater = (what: string, how: RequestInit = {}): Promise<Response> =>
  fetch(what, { priority: 'low', signal: AbortSignal.timeout(LATER_MS), ...how });

/** What the page itself, the frame and the kept pages are made of: the build wrote it into the page (`tools/web-build/first-load.ts`). Nothing for a page that is not ours. */
function partsOf(page: string): readonly string[] | null {
  const line = page.split('/*first load*/ ', 2)[1]?.split('\n', 1)[0] ?? '';
  const list = line.slice(0, Math.max(0, line.lastIndexOf(');')));
  if (!list) return null;
  const { shell, pages } = JSON.parse(list) as {
    readonly shell: readonly string[];
    readonly pages: Readonly<Record<string, readonly string[]>>;
  };
  const own = [...page.matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  return [...new Set([...own, ...shell, ...KEPT_PAGES.flatMap((path) => pages[path])])].map((file) => `/${file}`);
}

async function whole(part: string): Promise<Response> {
  const answer = await forLater(part);
  if (!answer.ok) throw new Error(`${part} is not there.`);
  return answer;
}

/** All or nothing: a page whose parts are not there, as they are not while a release is brought out, is not kept. Parts that another build had too are not fetched again. */
async function keep(page: Response, parts: readonly string[]): Promise<void> {
  const name = OF_BUILD + crypto.randomUUID();
  try {
    const cache = await caches.open(name);
    await Promise.all(
      parts.map(async (part) =>
        cache.put(part, (await caches.match(part, { ignoreVary: true })) ?? (await whole(part))),
      ),
    );
    const now = await caches.open(NOW);
    await now.addAll(ALWAYS);
    await now.put(SHELL, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await caches.delete(NEWS);
  // Pages that are open are told of it. Those of the build before go on with what was kept for them.
  for (const open of await worker.clients.matchAll({ includeUncontrolled: true })) open.postMessage({ kept: parts });
  const others = (await caches.keys()).filter((one) => one.startsWith(OF_BUILD) && one !== name);
  for (const old of others.slice(0, -1)) await caches.delete(old);
}

/** A server that is just starting, broken or too busy: what it answers says nothing about what it has. */
const isIll = ({ status }: Response): boolean => status >= 500 || status === 429;

/** Compares what the server has with what is kept. The same is kept anew, for its headers may be others; who is ill or cannot be reached says nothing. */
async function compare(): Promise<void> {
  const fresh = await forLater(SHELL, { cache: 'no-store' }).catch(() => null);
  if (!fresh || isIll(fresh)) return;
  const parts = fresh.ok ? partsOf(await fresh.clone().text()) : null;
  const held = await caches.match(SHELL, { cacheName: NOW });
  // Whatever changes in a build, some part of it has another name.
  if (held && parts && String(parts) === String(partsOf(await held.text()))) {
    await (await caches.open(NOW)).put(SHELL, fresh);
    await caches.delete(NEWS);
  } else {
    if (held) await caches.open(NEWS);
    if (parts) await keep(fresh, parts);
  }
}

let looking: Promise<void> | null = null;
/** Looks for a release, once for all who ask meanwhile. */
function look(): Promise<void> {
  looking ??= compare().finally(() => {
    looking = null;
  });
  return looking;
}

/** The page that is kept, at once; whether the server still has the same one is looked at beside it. Its headers, the policy for scripts above all, are kept with it. */
async function page(event: Fetching): Promise<Response> {
  const [held, isNews] = (await soon(Promise.all([caches.match(SHELL, { cacheName: NOW }), caches.has(NEWS)]))) ?? [];
  event.waitUntil(look());
  if (!held) return fetch(event.request);
  if (!isNews) return held;
  const asked = fetch(event.request).then(
    (fresh) => (isIll(fresh) ? held : fresh),
    () => held,
  );
  return Promise.race([asked, after(PATIENCE_MS).then(() => held)]);
}

/** A part of the build that is kept last, or is just being kept. */
async function add(part: Request, answer: Response): Promise<void> {
  const name = (await caches.keys()).findLast((one) => one.startsWith(OF_BUILD));
  if (name) await (await caches.open(name)).put(part, answer);
}

/** A built file never changes under its name: what is kept, of the build before too, needs no network. */
async function part(event: Fetching): Promise<Response> {
  const { request } = event;
  const held = await soon(caches.match(request, { ignoreVary: true }));
  if (held) return held;
  const fresh = await fetch(request);
  if (fresh.ok) event.waitUntil(add(request, fresh.clone()));
  else if (fresh.status === 404) {
    // A release took it away: whoever loads the page again must not get the old one.
    await caches.open(NEWS);
    (await worker.clients.get(event.clientId))?.postMessage({ gone: request.url });
    event.waitUntil(look());
  }
  return fresh;
}

/** What the server answers with the page: no call, no file, nothing that watches over the server itself. */
const isPage = (path: string): boolean => !/^\/(api|blade-|healthz$|readyz$|metrics$)|\.\w{2,5}$/.test(path);

async function begin(): Promise<void> {
  await look();
  if (!(await caches.match(SHELL, { cacheName: NOW }))) throw new Error('The page could not be kept.');
}

/** What browsers that can do without the worker: calls never wait for it, and the server is asked for the page as well, for a worker that is being stopped answers nobody. What comes first is shown, an error never. */
const ROUTES: readonly Route[] = [
  { condition: { urlPattern: { pathname: '/(api|blade-.*)/*' } }, source: 'network' },
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
];

worker.addEventListener('install', (event) => {
  void event.addRoutes?.(ROUTES).catch(() => undefined);
  event.waitUntil(begin());
});

// Nobody waits for this: an address that is opened meanwhile would wait as well. And no worker ever pushes another one out (see decision 060).
worker.addEventListener('activate', () => void worker.clients.claim());

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Calls are never answered from here: what a person may see is for the server to say.
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(page(event));
  } else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(part(event));
});
