import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { DownMessage } from './down-message.rules.ts';
import type { DeviceIdentity, DeviceMessage, Gate, LoginRefusal } from './gate.server.ts';
import { type DeviceLogin, readLogin } from './login.rules.ts';
import { MAX_PAYLOAD } from './packets/packet-size.rules.ts';
import { type PresentedCertificate, certificateOf } from './peer.server.ts';
import { isPrivate } from './private-address.rules.ts';
import { readPayload } from './request-body.server.ts';
import { type Rate, TokenBucket } from './token-bucket.rules.ts';
import { downTopic } from './topics.rules.ts';

const PREFIX = '/iot/v1/';
const MAX_BUCKETS = 20_000;
/** Maximal time until a message is stored. After it the device gets 503 and sends the message again. */
const ANSWER_WITHIN_MS = 25_000;

interface TwinOptions {
  readonly rate: Rate;
  readonly now: () => number;
  /** Does the server encrypt? */ readonly isEncrypted: boolean;
  /** Reports an exception while serving a request. */ readonly report: (error: Error) => void;
  /** Called for each message. */ readonly counted?: () => void;
}

const refusalStatus: Readonly<Record<LoginRefusal, number>> = {
  password: 401,
  unknown: 401,
  certificate: 401,
  expired: 401,
  disabled: 403,
  banned: 429,
  away: 503,
  full: 503,
};

/** Parts of an answer beyond status and reason: seconds until a repeat, and a command for the device. */
interface More {
  readonly again?: number;
  readonly down?: { readonly topic: string; readonly payload: unknown };
}

const answer = (response: ServerResponse, status: number, reason: string, { again = 5, down }: More = {}): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...([429, 503].includes(status) && { 'Retry-After': String(again) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="devices"' }),
  });
  response.end(JSON.stringify({ code: status, reason, ...(down && { down }) }));
};

type Answered = readonly [status: number, reason: string, more?: More];

/** Return user name and password of HTTP Basic authentication; null: malformed. They are the same as for MQTT. */
function basic(header: string | undefined): { user: string; password: string } | null {
  const [, coded] = /^Basic ([A-Za-z\d+/=]{1,1000})$/.exec(header ?? '') ?? [];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const at = text.indexOf(':');
  return at < 0 ? null : { user: text.slice(0, at), password: text.slice(at + 1) };
}

/** Return the login of a request; null: it has none, or it is malformed. */
export function loginOf({ headers, socket }: IncomingMessage): {
  login: DeviceLogin;
  password: string;
  certificate: PresentedCertificate | undefined;
} | null {
  const credentials = basic(headers.authorization);
  const login = credentials && readLogin(null, credentials.user);
  return login ? { login, password: credentials.password, certificate: certificateOf(socket) } : null;
}

/**
 * Serve device messages by HTTP: `POST /iot/v1/{topic after up/}`. Answer 200 once the message is stored, 400 with a
 * reason if no part was accepted. An answer 200 may have a command in `down`. After 503 or no answer the device sends it again.
 */
export function httpTwin(gate: Gate, { rate, now, isEncrypted, report, counted }: TwinOptions): RequestListener {
  const buckets = new Map<string, TokenBucket>();
  const delayOf = ({ deviceId }: DeviceIdentity): number => {
    const bucket = buckets.get(deviceId) ?? new TokenBucket(rate, now());
    buckets.delete(deviceId);
    buckets.set(deviceId, bucket);
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    return bucket.take(now());
  };
  const stored = (
    device: DeviceIdentity,
    message: Pick<DeviceMessage, 'tail' | 'payload' | 'address'>,
  ): Promise<Answered> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve([503, 'later']), ANSWER_WITHIN_MS);
      counted?.();
      gate.message(device, { ...message, packetId: null, isAgain: false }, (isSafe, refused) => {
        clearTimeout(timer);
        if (refused === undefined) resolve(isSafe ? [200, 'stored'] : [503, 'later']);
        else resolve([400, refused]);
      });
    });
  // A message that is stored must be answered, whether or not a command can be read.
  const commandFor = (device: DeviceIdentity, isSafe: boolean): Promise<DownMessage | null> =>
    gate.takeCommand(device, isSafe).catch((error: unknown) => {
      report(error as Error);
      return null;
    });
  const take = async (request: IncomingMessage, tail: string): Promise<Answered> => {
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const found = loginOf(request);
    const device = found
      ? await gate.login(found.login, found.password, address, found.certificate)
      : ('unknown' as const);
    if (typeof device === 'string') return [refusalStatus[device], device, { again: 60 }];
    if (device.isRegistering) return [403, 'register'];
    if (gate.isFull) return [503, 'later'];
    const delay = delayOf(device);
    if (delay > 0) return [429, 'later', { again: Math.ceil(delay / 1000) }];
    const payload = await readPayload(request, MAX_PAYLOAD);
    if (payload === null) {
      gate.discarded(device, 'large');
      return [413, 'tooLarge'];
    }
    const answered = await stored(device, { tail, payload, address });
    if (answered[0] !== 200) return answered;
    const down = await commandFor(device, isEncrypted || isPrivate(address));
    return down
      ? [200, answered[1], { down: { topic: downTopic(device, down.tail), payload: down.payload } }]
      : answered;
  };
  const work = async (request: IncomingMessage): Promise<Answered> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/readyz') return gate.isFull ? [503, 'full'] : [200, 'ok'];
    const tail = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    const isOurs = request.method === 'POST' && /^[a-z][\w/-]{0,100}$/i.test(tail);
    return isOurs ? take(request, tail) : [404, 'noSuchPath'];
  };
  // An exception while serving one request ends only its connection.
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      answer(response, ...(await work(request)));
    } catch (error) {
      if (!request.destroyed || request.complete) report(error as Error);
      if (response.headersSent) response.destroy();
      else answer(response, 503, 'later');
    }
  };
  return (request, response) => {
    serve(request, response).catch(() => response.destroy());
  };
}
