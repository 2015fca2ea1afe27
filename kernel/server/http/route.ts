import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
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
  /** Names beside its inputs are filters of the list of this paper. */
  readonly filtersOf?: AnyPaper;
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

/** Everything below it is found here, by one route of the server: 2,600 of its own took 0.4 s of CPU at every start and 10 MB that stay. */
export const CALLS = '/api/*';

/** As long as a part of an address may be that is filled in. */
const LONGEST = 300;

/** A call that was found: where it stands, its places unfilled (`/api/blade-system/user/:id`), and what stands in them. */
export interface RouteMatch<T> {
  readonly address: string;
  readonly answer: T;
  readonly params: Readonly<Record<string, string>>;
}

/** Where a route stands; `../` leaves /api for what those who run the server ask. */
export const addressOf = (route: Pick<Route, 'path'>): string =>
  route.path.startsWith('../') ? `/${route.path.slice(3)}` : `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Methods by which calls are made, in the order in which an address is asked for those it has. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

const neverCalled = (): void => {};

/** The calls by method and address, by the router of the HTTP server itself. A fixed part of an address goes before a place. */
export class RouteTable<T> {
  readonly #router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: LONGEST });

  /** Two calls at one address are a mistake of ours, which the router refuses. */
  add(method: HttpMethod, address: string, answer: T): void {
    this.#router.on(method, address, neverCalled, { address, answer });
  }

  /** Who asks for the head of an answer is answered as if he wanted all of it. */
  find(asked: string, url: string): RouteMatch<T> | undefined {
    const match = this.#router.find((asked === 'HEAD' ? 'GET' : asked) as HttpMethod, url);
    // An address that cannot be read is found without a store; nothing stands in an empty place.
    return match?.store && Object.values(match.params).every(Boolean)
      ? {
          ...(match.store as Pick<RouteMatch<T>, 'address' | 'answer'>),
          params: match.params as Record<string, string>,
        }
      : undefined;
  }

  /** The methods by which an address is asked; none where there is no such address. */
  methodsOf(url: string): HttpMethod[] {
    return METHODS.filter((method) => this.find(method, url) !== undefined);
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
