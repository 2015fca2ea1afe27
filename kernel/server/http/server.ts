import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Refusal } from '#kernel/language/refusal.ts';
import { isAway } from '../database/database.ts';
import { callScope, enterCall } from '../database/call-scope.ts';
import { Trace } from '../database/trace.ts';
import type { App } from '../app.ts';
import { assertOpened } from '../ports/guarded-calls.ts';
import { noteSearches } from '../list/search-terms.ts';
import { http as refuse } from '../refusals.ts';
import { assertMaySeek } from '../rows/number-searches.ts';
import type { Sessions } from '../session/session.ts';
import { type Answered, note, logAnswered, printed, printsSteps } from './answer-log.ts';
import { BESIDE, localizeJson } from '#kernel/language/label.ts';
import { authenticate, bringsToken, languageOf } from './authenticate.ts';
import { type Metrics, observe } from './metrics.ts';
import { networkOf } from '../session/network.ts';
import { countingLeftOff } from '../list/unpaged.ts';
import { refused, success, setTruncatedHeader } from './envelope.ts';
import type { Actor } from '../session/actor.ts';
import { CALLS, type Route, RouteTable, addressOf, rememberRoute, routeOf, routeMatchOf } from './route.ts';
import type { MapTiles } from '../settings/settings.ts';
import { answerUnknownNames } from './paper/unknown-names.ts';
import { serveGuests } from '../session/guest/guest-routes.ts';
import { serveWeb } from './web.ts';

export interface HttpOptions {
  readonly webRoot: string | null;
  readonly mapTiles?: MapTiles | null;
  readonly logLevel: string;
  readonly trustProxy?: string | false;
  readonly rateLimit: number;
  /** Called after every answered call. */ readonly heard?: (one: Answered) => void;
  readonly https?: { cert: Buffer; key: Buffer };
  /** Output of the log, if not standard output. */ readonly logTo?: { write(line: string): void };
}

/** Browser features that our pages use: the camera for photos and codes, the location of a visit. */
const PERMISSIONS_POLICY =
  'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), display-capture=()';

/** Maximum bytes of a body, where its route does not set another. */
const MAX_BODY = 1_048_576;
/** Upper bound of the limit of a route. */
const MAX_OF_ANY = 4_194_304;
const MAX_DEPTH = 20;

/** Is a value nested more than 20 levels deep? No input of the product is. */
function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((one) => tooDeep(one, depth + 1));
}

const isApi = (url: string): boolean => url.startsWith('/api/') || url.startsWith('/api?') || url === '/api';

/** Return the maximum bytes of the body of a request, by its route. */
const mostOf = (request: FastifyRequest): number => routeMatchOf<Answering>(request)?.answer.most ?? MAX_BODY;

function parsers(fastify: FastifyInstance): void {
  const read = (
    request: FastifyRequest,
    text: string | Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ): void => {
    if (Buffer.byteLength(text) > mostOf(request)) {
      done(refuse.tooLarge());
      return;
    }
    if (!text.length) {
      done(null, {});
      return;
    }
    try {
      const value: unknown = JSON.parse(String(text));
      done(tooDeep(value) ? refuse.unreadable() : null, value);
    } catch {
      done(refuse.unreadable());
    }
  };
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, read);
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) =>
    Buffer.byteLength(text) > mostOf(request)
      ? done(refuse.tooLarge())
      : done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}

/**
 * PostgreSQL's codes for unreadable input: too long or too large, malformed dates and JSON, NUL, and other values that
 * do not fit their type.
 */
const UNREADABLE = new Set(['54000', '22001', '22003', '22007', '22008', '22P02', '22P05', '22021']);

/** Turn an error into a refusal. PostgreSQL's own messages never reach a person. */
function asRefusal(error: unknown, requestId: string): { refusal: Refusal; fault: boolean } {
  if (error instanceof Refusal) return { refusal: error, fault: false };
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (isAway(error)) return { refusal: refuse.databaseAway(), fault: false };
  if (code === '57014') return { refusal: refuse.timedOut(), fault: false };
  if (code !== undefined && UNREADABLE.has(code)) return { refusal: refuse.unreadable(), fault: false };
  if (statusCode === 429) return { refusal: refuse.tooMany(), fault: false };
  if (statusCode === 413) return { refusal: refuse.tooLarge(), fault: false };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { refusal: refuse.unreadable(), fault: false };
  return { refusal: refuse.fault({ id: requestId }), fault: true };
}

function answerErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error, request, reply) => {
    const { refusal, fault } = asRefusal(error, request.id);
    // A refusal is logged as information, a fault as an error. The reason never contains personal data.
    if (fault) note(request, { fault: error as Error });
    if (fault) request.log.error({ err: printed(error as Error), url: routeOf(request) }, 'fault');
    else request.log.info({ reason: refusal.reason, url: routeOf(request) }, 'refused');
    const body = refused(refusal, languageOf(request), request.id);
    // The token call speaks OAuth: some clients read error_description.
    const oauth = request.url.includes('/oauth/token') || request.url.includes('/blade-auth/token');
    return reply
      .status(refusal.status)
      .send(oauth ? { ...body, error: 'invalid_grant', error_description: body.msg } : body);
  });
}

const strings = (values: unknown): Record<string, string> => {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>))
    out[name] = Array.isArray(value) ? value.join(',') : String(value ?? '');
  return out;
};

/** Refuse every change where the caller may only read: one check for all calls. */
function assertMayChange(
  { method, harmless = method === 'GET' ? 'always' : undefined }: Route,
  { readOnlyReason: still }: Actor,
): void {
  if (!still || harmless === 'always' || (harmless === 'expired' && still === 'expired')) return;
  throw still === 'viewAs' ? refuse.onlyLooking() : refuse.expired();
}

/** Does a value contain the separator of the two languages? Only texts of the product itself may contain it. */
const speaksForUs = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(BESIDE)
    : typeof value === 'object' && value !== null && Object.values(value).some(speaksForUs);

/** Refuse input with the separator of the two languages: readers of each language would see different texts. */
function assertOwnWords(body: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(body).find((one) => speaksForUs(body[one]));
  if (name === undefined) return;
  const refusal = refuse.unseen();
  throw refuse.unseen({ fields: [{ field: name, words: refusal.words }] });
}

/** Function that answers a request of a route, with the values of its placeholders. */
interface Answering {
  (request: FastifyRequest, reply: FastifyReply, params: Readonly<Record<string, string>>): Promise<unknown>;
  /** Maximum bytes of the request body, if the route sets one. */ readonly most?: number;
}

/**
 * Return the fields of a multipart form for calls that take no file: old clients send ids and flags so. A file is
 * refused.
 */
async function formFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: { files: 0 } }))
      if (part.type === 'field') fields[part.fieldname] = part.value;
  } catch (error) {
    // Errors of the framework have a status, and are thrown as they are. Any other error means a truncated form.
    if (typeof error === 'object' && error !== null && 'statusCode' in error) throw error;
    throw refuse.unreadable();
  }
  return fields;
}

/** Return the input of a call. Old clients send the parameters of a POST in the address, in a form or as JSON. */
async function bodyOf(request: FastifyRequest, route: Route): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const { body } = request;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const sent =
    !route.upload && request.isMultipart() ? await formFields(request) : isObject ? body : { list: body ?? undefined };
  const all: Record<string, unknown> = { ...strings(request.query), ...sent };
  assertOwnWords(all);
  return all;
}

function handler(app: App, sessions: Sessions, route: Route): Answering {
  return async (request, reply, params) => {
    const open = { app, request, reply, params, query: strings(request.query) };
    const language = languageOf(request);
    note(request, { summary: route.summary });
    if ('open' in route) {
      const answer = await route.open({ ...open, body: await bodyOf(request, route), language });
      return route.raw ? answer : success(answer, language);
    }
    const publicAnswer =
      route.withoutToken && !bringsToken(request, route)
        ? await route.withoutToken({ ...open, body: {}, language })
        : undefined;
    if (publicAnswer !== undefined) return success(publicAnswer, language);
    const who = await authenticate(app, sessions, request, route);
    note(request, { who: who.actor });
    const call = { ...open, body: await bodyOf(request, route) };
    // The zone of the company: that of a browser may differ.
    reply.header('X-Time-Zone', who.actor.tenancy.zone);
    assertMayChange(route, who.actor);
    await assertOpened(app, route, who.actor);
    answerUnknownNames(route, { ...call, ...who });
    noteSearches(request.method === 'GET' ? [call.query] : []);
    let answer;
    try {
      answer = await countingLeftOff(
        () => route.work({ ...call, ...who }),
        (leftOff) => setTruncatedHeader({ reply }, leftOff),
      );
    } finally {
      await assertMaySeek(app, who.actor);
    }
    return route.raw ? answer : success(answer, who.actor.language, callScope()?.said);
  };
}

/** Run each call in a scope of its own; where calls are logged, with its statements counted. */
function scoped(work: Answering, isLogged: boolean): Answering {
  return (request, reply, params) => {
    const trace = isLogged ? new Trace(printsSteps(request)) : undefined;
    if (trace) note(request, { trace });
    return enterCall(trace, () => work(request, reply, params));
  };
}

const noSuchPath = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).send(refused(refuse.noSuchPath(), languageOf(request), request.id));

/** Find the call of a request first: logs and figures name its route, whatever goes wrong later. */
function findCalls(fastify: FastifyInstance, calls: RouteTable<Answering>): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const way = calls.find(request.method, request.url);
    if (way) rememberRoute(request, way);
    // Refuse a large body before it is read. Files have limits of their own.
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > mostOf(request);
    done(isTooLarge && !request.headers['content-type']?.startsWith('multipart/') ? refuse.tooLarge() : undefined);
  });
}

/** Answer a wrong method at a known address with the methods that it has. */
function wrongMethod(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const refusal = refuse.wrongMethod({ methods: methods.join(', ') });
  return reply
    .header('Allow', methods.join(', '))
    .status(refusal.status)
    .send(refused(refusal, languageOf(request), request.id));
}

function answerCalls(fastify: FastifyInstance, calls: RouteTable<Answering>): void {
  fastify.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: CALLS,
    bodyLimit: MAX_OF_ANY,
    handler: (request, reply) => {
      const way = routeMatchOf<Answering>(request);
      if (way) return way.answer(request, reply, way.params);
      const methods = calls.methodsOf(request.url);
      return methods.length ? wrongMethod(request, reply, methods) : noSuchPath(request, reply);
    },
  });
}

/** The HTTP server: the web client and every call, with limits, headers and one form of answer. */
export async function createHttpServer(
  app: App,
  sessions: Sessions,
  routes: readonly Route[],
  metrics: Metrics,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const fastify = Fastify({
    logger: {
      level: options.logLevel,
      ...(options.logTo && { stream: options.logTo }),
      redact: ['req.headers.authorization', 'req.headers["blade-auth"]'],
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?')[0], ip: request.ip }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: MAX_BODY,
    requestTimeout: 600_000,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: (request: { url?: string }) =>
      request.url?.startsWith('/blade-') ? `/api${request.url}` : (request.url ?? '/'),
    // Answer a malformed address like an unknown one.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => noSuchPath(request, reply),
    ...(options.https && { https: options.https }),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  const calls = new RouteTable<Answering>();
  findCalls(fastify, calls);
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  await fastify.register(multipart, { limits: { fileSize: 104_857_600, files: 10, fields: 50, fieldSize: 65_536 } });
  // Do not decompress requests: no client sends them compressed, and it would allow decompression bombs.
  await fastify.register(compress, { global: true, globalDecompression: false, threshold: 4096, encodings: ['gzip'] });
  if (options.rateLimit > 0)
    await fastify.register(rateLimit, {
      max: options.rateLimit,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
    });
  parsers(fastify);
  answerErrors(fastify);
  observe(fastify, metrics);
  if (options.heard) logAnswered(fastify, options.heard);
  // A phone sets its clock by the answers, so the date is that of the product's clock.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('Date', new Date(app.clock.ms()).toUTCString());
    done();
  });
  // Reduce texts that are stored in both languages to that of the reader, also where a call reads rows by itself.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY);
    if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).includes('json')) {
      done(null, payload);
      return;
    }
    // Neither browsers nor proxies may cache answers, since they may contain personal data.
    if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'no-store');
    done(null, localizeJson(payload, languageOf(request)));
  });
  for (const route of routes) {
    const [address, plain] = [addressOf(route), handler(app, sessions, route)];
    const answer = Object.assign(scoped(plain, options.heard !== undefined), { most: route.most });
    if (address.startsWith('/api/')) calls.add(route.method, address, answer);
    else
      fastify.route({
        method: route.method,
        url: address,
        handler: (request, reply) => answer(request, reply, request.params as Record<string, string>),
      });
  }
  answerCalls(fastify, calls);
  const refuseApi = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!isApi(request.url) && request.method === 'GET') return false;
    void noSuchPath(request, reply);
    return true;
  };
  serveGuests(fastify, app);
  await serveWeb(fastify, options.webRoot, refuseApi, options.mapTiles);
  return fastify;
}
