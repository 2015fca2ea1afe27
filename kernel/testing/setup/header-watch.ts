import type { FastifyRequest } from 'fastify';
import type { Route } from '#kernel/server/http/route.ts';

/** Headers that HTTP, proxies and every call have, which no call declares. */
const OF_EVERY_CALL = new Set([
  'accept',
  'accept-encoding',
  'anju-lang',
  'blade-auth',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-range',
  'range',
  'user-agent',
  'x-no-compression',
]);

/** Return the names of the headers that a call declares. */
const declaredOf = ({ contract: { headers, client } }: Route): ReadonlySet<string> =>
  new Set([...Object.keys(headers ?? {}).map((name) => name.toLowerCase()), ...(client ? ['authorization'] : [])]);

/** Records the headers that calls of a server read, sent or not, and do not declare. */
export class HeaderWatch {
  readonly #found = new Set<string>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) if (!route.path.startsWith('../')) this.#watch(route);
  }

  #watch(route: Route): void {
    const declared = declaredOf(route);
    const note = (name: string): void => {
      if (!declared.has(name) && !OF_EVERY_CALL.has(name)) this.#found.add(`${route.method} ${route.path}: ${name}`);
    };
    if ('work' in route) {
      const { work } = route;
      Object.assign(route, {
        work: (call: Parameters<typeof work>[0]) => watched(call.request, note, () => work(call)),
      });
    } else {
      const { open } = route;
      Object.assign(route, {
        open: (call: Parameters<typeof open>[0]) => watched(call.request, note, () => open(call)),
      });
    }
  }

  /** Throw if a call read a header that it does not declare; the message lists all. */
  assertDeclared(): void {
    if (this.#found.size)
      throw new Error(`Headers that calls read and do not declare:\n${[...this.#found].toSorted().join('\n')}`);
  }
}

/** Do some work of a request, and note each header that is read meanwhile. */
async function watched<T>(request: FastifyRequest, note: (name: string) => void, work: () => Promise<T>): Promise<T> {
  const { headers } = request;
  const recording = new Proxy(headers, {
    get(target, name) {
      if (typeof name === 'string') note(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  Object.defineProperty(request, 'headers', { value: recording, configurable: true });
  try {
    return await work();
  } finally {
    Object.defineProperty(request, 'headers', { value: headers, configurable: true });
  }
}
