import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Contract, HttpMethod } from '#kernel/language/calls/call.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../app.ts';
import type { StoredSession } from '../session/session.ts';
import type { Actor } from '../session/actor.ts';

/** What a call was given, from the query string, a form or a JSON body alike. */
export interface RouteCall {
  readonly app: App;
  readonly actor: Actor;
  readonly session: StoredSession;
  readonly sessionId: string;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call nobody needs to be logged in for. */
export interface OpenCall extends Omit<RouteCall, 'actor' | 'session' | 'sessionId'> {
  readonly language: Language;
}

export interface RouteFacts {
  readonly method: HttpMethod;
  /** Below /api/. */
  readonly path: string;
  readonly summary: Label;
  /** It is the same call as that at this path: whoever closes one closes both. */
  readonly sameAs?: string;
  readonly paper?: AnyPaper;
  /** `anonymous`, `guest` (also who has no account yet), `person` (anybody logged in), or the action of a button of the paper. */
  readonly needs: string;
  /** What it asks and answers. */
  readonly contract: Contract;
  /** Answers itself: a file, a stream, or a body without the envelope. */
  readonly raw?: boolean;
  /** Takes a token or a ticket from the address, as downloads do. */
  readonly download?: boolean;
  /**
   * Where nothing may be written (an expired company, looking through somebody's eyes) a POST is refused unless it is harmless: `always`, or
   * while `expired` only: a company that no longer pays still takes its own rows with it. A GET is harmless, where it does not say otherwise:
   * one that writes, as old clients ask for it, is `never`.
   */
  readonly harmless?: 'always' | 'expired' | 'never';
  /** Answered also while somebody must choose a password or set up a second factor first. */
  readonly atFirst?: true;
  /** What a call without any token is answered; undefined where it is refused like any other. */
  readonly withoutToken?: (call: OpenCall) => Promise<unknown>;
  /** Takes a multipart form, which it reads itself. */
  readonly upload?: boolean;
  /** Bytes of its body, at most 4 MiB; 1 MiB unless said. */
  readonly most?: number;
}

export type Route = RouteFacts &
  ({ readonly open: (call: OpenCall) => Promise<unknown> } | { readonly work: (call: RouteCall) => Promise<unknown> });

/** Everything below it is found here, by one route of the server: two thousand of its own took 0.1 s of every start and 11 MB. */
export const CALLS = '/api/*';

/** As long as a part of an address may be that is filled in. */
const LONGEST = 300;

/** A call that was found: where it stands, its places unfilled (`/api/blade-system/user/:id`), and what stands in them. */
export interface RouteMatch<T> {
  readonly address: string;
  readonly answer: T;
  readonly params: Readonly<Record<string, string>>;
}

interface Stop<T> {
  readonly address: string;
  readonly answer: T;
}

/** One part of addresses: those that follow it by their words, that which is filled in, and the call that ends here. */
interface Part<T> {
  readonly fixed: Map<string, Part<T>>;
  place?: { readonly name: string; readonly next: Part<T> };
  stop?: Stop<T>;
}

/** Where a route stands; `../` leaves /api for what those who run the server ask. */
export const addressOf = (route: Pick<Route, 'path'>): string =>
  route.path.startsWith('../') ? `/${route.path.slice(3)}` : `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

const decoded = (text: string, how: (text: string) => string): string | undefined => {
  try {
    return how(text);
  } catch {
    return undefined;
  }
};

/** Methods by which calls are made, in the order in which an address is asked for those it has. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The calls by method and address. Places to be filled in may stand anywhere; a fixed part goes before a place. */
export class RouteTable<T> {
  readonly #whole = new Map<string, Stop<T>>();
  readonly #open = new Map<string, Part<T>>();

  /** Two calls at one address are a mistake of ours. */
  add(method: string, address: string, answer: T): void {
    const isTaken = address.includes(':')
      ? !this.#addOpen(method, address, answer)
      : this.#whole.has(`${method} ${address}`);
    if (isTaken) throw new Error(`${method} ${address} stands twice`);
    if (!address.includes(':')) this.#whole.set(`${method} ${address}`, { address, answer });
  }

  #addOpen(method: string, address: string, answer: T): boolean {
    let part = this.#open.get(method);
    if (!part) this.#open.set(method, (part = { fixed: new Map() }));
    for (const word of address.split('/').slice(1)) {
      if (word.startsWith(':')) {
        part.place ??= { name: word.slice(1), next: { fixed: new Map() } };
        if (part.place.name !== word.slice(1))
          throw new Error(`${address}: the place is called ${part.place.name} elsewhere`);
        part = part.place.next;
        continue;
      }
      let next: Part<T> | undefined = part.fixed.get(word);
      if (!next) part.fixed.set(word, (next = { fixed: new Map() }));
      part = next;
    }
    if (part.stop) return false;
    part.stop = { address, answer };
    return true;
  }

  /** Who asks for the head of an answer is answered as if he wanted all of it. */
  find(asked: string, url: string): RouteMatch<T> | undefined {
    const method = asked === 'HEAD' ? 'GET' : asked;
    const end = url.indexOf('?');
    const path = (end < 0 ? url : url.slice(0, end)).replace(/(?<=.)\/$/, '');
    return (
      this.#at(method, path) ?? (path.includes('%') ? this.#at(method, decoded(path, decodeURI) ?? '') : undefined)
    );
  }

  /** The methods by which an address is asked; none where there is no such address. */
  methodsOf(url: string): HttpMethod[] {
    return METHODS.filter((method) => this.find(method, url) !== undefined);
  }

  #at(method: string, path: string): RouteMatch<T> | undefined {
    const whole = this.#whole.get(`${method} ${path}`);
    if (whole) return { ...whole, params: {} };
    const open = this.#open.get(method);
    return open && this.#walk(open, path.split('/').slice(1), 0, {});
  }

  #walk(
    part: Part<T>,
    words: readonly string[],
    at: number,
    params: Record<string, string>,
  ): RouteMatch<T> | undefined {
    if (at === words.length) return part.stop && { ...part.stop, params };
    const fixed = part.fixed.get(words[at]);
    const found = fixed && this.#walk(fixed, words, at + 1, params);
    if (found || !part.place) return found;
    const value = decoded(words[at], decodeURIComponent);
    return value && value.length <= LONGEST
      ? this.#walk(part.place.next, words, at + 1, { ...params, [part.place.name]: value })
      : undefined;
  }
}

const found = new WeakMap<FastifyRequest, RouteMatch<unknown>>();

/** Kept as soon as a request comes in: whatever is said of it later, by its route and never by its address. */
export const rememberRoute = (request: FastifyRequest, way: RouteMatch<unknown>): void => {
  found.set(request, way);
};

/** The call that was found for a request. */
export const routeMatchOf = <T>(request: FastifyRequest): RouteMatch<T> | undefined =>
  found.get(request) as RouteMatch<T> | undefined;

/** The route of a request, with its places unfilled; undefined where there is none. */
export const routeOf = (request: FastifyRequest): string | undefined =>
  found.get(request)?.address ?? (request.routeOptions.url === CALLS ? undefined : request.routeOptions.url);
