/**
 * The used parts of the service worker types, since TypeScript's libraries for workers and for pages exclude each
 * other.
 */
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
  /** Absent in some browsers. */ addRoutes?(routes: readonly Route[]): Promise<void>;
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
/** Pages whose files are cached: the technician's day, which must open without a network, and the common first page. */
const KEPT_PAGES = ['/maintenance/day', '/wel/index'];
/** Files with the same name in every build. */
const ALWAYS = ['/manifest.webmanifest', '/icons/anju-192.png'];
/**
 * Name of the cache with the page (HTML) that is returned when the product is opened. The page is stored after all its
 * files, so the files are complete.
 */
const NOW = 'anju';
/** Prefix of the caches with the files of one build each; the rest of the name is random. */
const OF_BUILD = 'anju-';
/**
 * Name of an empty cache that exists while the server has a newer page than the cached one. Until the new page is
 * cached, requests go to the server first.
 */
const NEWS = 'news-of-anju';
/**
 * `PATIENCE_MS`: maximum wait in ms for the server before the cached page is used. `KEPT_MS`: maximum wait in ms for
 * the cache before the server is used.
 */
const PATIENCE_MS = 3000;
const KEPT_MS = 1000;
/** Timeout in ms of fetches that only fill the cache; the next start repeats them. */
const LATER_MS = 60_000;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
/** Return the cached value, or undefined if the disk takes too long. */
const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), after(KEPT_MS)]);
const forLater = (what: string, how: RequestInit = {}): Promise<Response> =>
  fetch(what, { priority: 'low', signal: AbortSignal.timeout(LATER_MS), ...how });

/**
 * Return the files of the frame, of all lists and of `KEPT_PAGES`, which the build listed in the page
 * (`tools/web-build/first-load.ts`). Return null for a page without the list.
 */
function partsOf(page: string): readonly string[] | null {
  const line = page.split('/*first load*/ ', 2)[1]?.split('\n', 1)[0] ?? '';
  const list = line.slice(0, Math.max(0, line.lastIndexOf(');')));
  if (!list) return null;
  const {
    shell,
    list: table,
    pages,
  } = JSON.parse(list) as {
    readonly shell: readonly string[];
    readonly list: readonly string[];
    readonly pages: Readonly<Record<string, readonly string[]>>;
  };
  const own = [...page.matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  return [...new Set([...own, ...shell, ...table, ...KEPT_PAGES.flatMap((path) => pages[path])])].map(
    (file) => `/${file}`,
  );
}

async function whole(part: string): Promise<Response> {
  const answer = await forLater(part);
  if (!answer.ok) throw new Error(`${part} is not there.`);
  return answer;
}

/**
 * Cache a page with all its files, or nothing, as during a release files may be missing. Files that are already cached
 * are not fetched.
 */
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
  // Notify the open pages of the files that are cached now. The caches of this build and of the one before remain.
  for (const open of await worker.clients.matchAll({ includeUncontrolled: true })) open.postMessage({ kept: parts });
  const others = (await caches.keys()).filter((one) => one.startsWith(OF_BUILD) && one !== name);
  for (const old of others.slice(0, -1)) await caches.delete(old);
}

/** Return whether the server is starting, failing or overloaded: such an answer says nothing about its build. */
const isIll = ({ status }: Response): boolean => status >= 500 || status === 429;

/**
 * Compare the server's page with the cached one. If both list the same files, store it again, since its headers may
 * differ. An unreachable or failing server changes nothing.
 */
async function compare(): Promise<void> {
  const fresh = await forLater(SHELL, { cache: 'no-store' }).catch(() => null);
  if (!fresh || isIll(fresh)) return;
  const parts = fresh.ok ? partsOf(await fresh.clone().text()) : null;
  const held = await caches.match(SHELL, { cacheName: NOW });
  // Equal lists mean the same build, since each change renames a file.
  if (held && parts && String(parts) === String(partsOf(await held.text()))) {
    await (await caches.open(NOW)).put(SHELL, fresh);
    await caches.delete(NEWS);
  } else {
    if (held) await caches.open(NEWS);
    if (parts) await keep(fresh, parts);
  }
}

let looking: Promise<void> | null = null;
/** Check for a release; concurrent callers share one check. */
function look(): Promise<void> {
  looking ??= compare().finally(() => {
    looking = null;
  });
  return looking;
}

/**
 * Return the cached page at once, and check for a release meanwhile. If a newer one is known, ask the server first. The
 * cached answer includes its headers, such as the content security policy.
 */
async function page(event: Fetching): Promise<Response> {
  const [held, isNews] = (await soon(Promise.all([caches.match(SHELL, { cacheName: NOW }), caches.has(NEWS)]))) ?? [];
  event.waitUntil(look());
  if (!held) return fetch(event.request);
  if (!isNews) return held;
  const answer = fetch(event.request).then(
    (fresh) => (isIll(fresh) ? held : fresh),
    () => held,
  );
  return Promise.race([answer, after(PATIENCE_MS).then(() => held)]);
}

/** Add a file to the cache of the newest build. */
async function add(part: Request, answer: Response): Promise<void> {
  const name = (await caches.keys()).findLast((one) => one.startsWith(OF_BUILD));
  if (name) await (await caches.open(name)).put(part, answer);
}

/** Return a built file, from any cache if possible: a file never changes under its name. */
async function part(event: Fetching): Promise<Response> {
  const { request } = event;
  const held = await soon(caches.match(request, { ignoreVary: true }));
  if (held) return held;
  const fresh = await fetch(request);
  if (fresh.ok) event.waitUntil(add(request, fresh.clone()));
  else if (fresh.status === 404) {
    // A release removed the file: note that there is a newer page, so that a reload does not return the cached one.
    await caches.open(NEWS);
    (await worker.clients.get(event.clientId))?.postMessage({ gone: request.url });
    event.waitUntil(look());
  }
  return fresh;
}

/** Return whether a path is that of a page, and not of a call, a file, a health check or a page for customers. */
const isPage = (path: string): boolean =>
  !/^\/(api|blade-|c\/|hooks\/|healthz$|readyz$|metrics$)|\.\w{2,5}$/.test(path);

async function begin(): Promise<void> {
  await look();
  if (!(await caches.match(SHELL, { cacheName: NOW }))) throw new Error('The page could not be kept.');
}

/**
 * Routes that the browser may handle without the worker. Calls go to the server only. Pages are requested from both,
 * since a worker that is being stopped does not answer: the first good answer wins.
 */
const ROUTES: readonly Route[] = [
  { condition: { urlPattern: { pathname: '/(api|blade-.*)/*' } }, source: 'network' },
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
];

worker.addEventListener('install', (event) => {
  void event.addRoutes?.(ROUTES).catch(() => undefined);
  event.waitUntil(begin());
});

// Not awaited, since pages that open meanwhile would wait for it. A worker never replaces another (decision 060).
worker.addEventListener('activate', () => void worker.clients.claim());

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Calls are not handled here, so never answered from the cache: the server decides what a person may see.
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(page(event));
  } else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(part(event));
});
