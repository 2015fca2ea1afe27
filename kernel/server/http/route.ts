import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import type { Contract, HttpMethod } from '#kernel/language/calls/call.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../app.ts';
import type { StoredSession } from '../session/session.ts';
import type { Actor } from '../session/actor.ts';

/** A call with its caller and its input. `body`: the fields of a form or of a JSON body. */
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

/** A call that needs no login. */
export interface OpenCall extends Omit<RouteCall, 'actor' | 'session' | 'sessionId'> {
  readonly language: Language;
}

export interface RouteFacts {
  readonly method: HttpMethod;
  /** Address below `/api/`. */
  readonly path: string;
  readonly summary: Label;
  /**
   * Path of the call of which this call is an alias. A pattern that restricts either to certain roles (`GuardedCall`)
   * restricts both.
   */
  readonly sameAs?: string;
  readonly paper?: AnyPaper;
  /**
   * `anonymous`, `guest` (also a caller without an account), `person` (anybody logged in), or the action of a button of
   * the paper.
   */
  readonly needs: string;
  /** Its inputs and its answer. */
  readonly contract: Contract;
  /** Paper whose list filters the call accepts beside its inputs. */
  readonly filtersOf?: AnyPaper;
  /** Its answer has no envelope: a file, a stream, or a body of its own. */
  readonly raw?: boolean;
  /** Accepts a token or a ticket in the address, as downloads do. */
  readonly download?: boolean;
  /**
   * Which read-only callers may make the call: people of an expired company, or people who view as another person. By
   * default all of them may make a GET, and no other call. `always`: all may. `expired`: only the former, such as for
   * exports. `never`: none, for a GET that writes.
   */
  readonly harmless?: 'always' | 'expired' | 'never';
  /** Answered also before the caller has chosen a password or set up a second factor. */
  readonly atFirst?: true;
  /** Answer of a call without a token; undefined where it is refused as usual. */
  readonly withoutToken?: (call: OpenCall) => Promise<unknown>;
  /** Accepts a multipart form, which it reads itself. */
  readonly upload?: boolean;
  /** Maximum bytes of its body, at most 4 MiB. Default: 1 MiB. */
  readonly most?: number;
}

export type Route = RouteFacts &
  ({ readonly open: (call: OpenCall) => Promise<unknown> } | { readonly work: (call: RouteCall) => Promise<unknown> });

/**
 * One route of the server finds all calls below it. 2,600 routes of the server's own took 0.4 s of CPU at every start
 * and 10 MB.
 */
export const CALLS = '/api/*';

/** Maximum length of a parameter in an address. */
const LONGEST = 300;

/** A call that was found: its address with placeholders (`/api/blade-system/user/:id`), and the values of these. */
export interface RouteMatch<T> {
  readonly address: string;
  readonly answer: T;
  readonly params: Readonly<Record<string, string>>;
}

/** Return the address of a route. `../` leaves /api, for calls of operators. */
export const addressOf = (route: Pick<Route, 'path'>): string =>
  route.path.startsWith('../') ? `/${route.path.slice(3)}` : `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Methods of calls, in the order in which an address is checked for them. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

const neverCalled = (): void => {};

/**
 * Calls by method and address, by the router of the HTTP server itself. A fixed part of an address precedes a
 * placeholder.
 */
export class RouteTable<T> {
  readonly #router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: LONGEST });

  /** Add a call. The router refuses a second one of the same address: that is a mistake of ours. */
  add(method: HttpMethod, address: string, answer: T): void {
    this.#router.on(method, address, neverCalled, { address, answer });
  }

  /** Return the call of a method and an address. HEAD is answered as GET. */
  find(method: string, url: string): RouteMatch<T> | undefined {
    const match = this.#router.find((method === 'HEAD' ? 'GET' : method) as HttpMethod, url);
    // The router returns a malformed address without a store. An address with an empty placeholder is unknown as well.
    return match?.store && Object.values(match.params).every(Boolean)
      ? {
          ...(match.store as Pick<RouteMatch<T>, 'address' | 'answer'>),
          params: match.params as Record<string, string>,
        }
      : undefined;
  }

  /** Return the methods of an address; none where the address is unknown. */
  methodsOf(url: string): HttpMethod[] {
    return METHODS.filter((method) => this.find(method, url) !== undefined);
  }
}

const found = new WeakMap<FastifyRequest, RouteMatch<unknown>>();

/** Store the route of a request on arrival: logs and figures name the route, never the address. */
export const rememberRoute = (request: FastifyRequest, way: RouteMatch<unknown>): void => {
  found.set(request, way);
};

/** The call that was found for a request. */
export const routeMatchOf = <T>(request: FastifyRequest): RouteMatch<T> | undefined =>
  found.get(request) as RouteMatch<T> | undefined;

/** Return the route of a request with its placeholders; undefined where there is none. */
export const routeOf = (request: FastifyRequest): string | undefined =>
  found.get(request)?.address ?? (request.routeOptions.url === CALLS ? undefined : request.routeOptions.url);
