import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { DeviceIdentity, DeviceMessage, Gate, LoginRefusal } from './gate.server.ts';
import { readLogin } from './login.rules.ts';
import { MAX_PAYLOAD } from './packets/packet-size.rules.ts';
import { type Rate, TokenBucket } from './token-bucket.rules.ts';

const PREFIX = '/iot/v1/';
const MOST_BUCKETS = 20_000;
/** Whoever waits longer than this comes again: nothing was promised. */
const ANSWER_WITHIN_MS = 25_000;

interface TwinOptions {
  readonly rate: Rate;
  readonly now: () => number;
  /** A fault of the product while it served a request. */ readonly report: (error: Error) => void;
}

const refusalStatus: Readonly<Record<LoginRefusal, number>> = {
  password: 401,
  unknown: 401,
  disabled: 403,
  banned: 429,
  away: 503,
  full: 503,
};

const answer = (response: ServerResponse, status: number, reason: string, again = 5): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...([429, 503].includes(status) && { 'Retry-After': String(again) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="devices"' }),
  });
  response.end(JSON.stringify({ code: status, reason }));
};

type Answered = readonly [status: number, reason: string, again?: number];

/** The user and password of MQTT, as HTTP carries them. */
function basic(header: string | undefined): { user: string; password: string } | null {
  const [, coded] = /^Basic ([A-Za-z\d+/=]{1,1000})$/.exec(header ?? '') ?? [];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const at = text.indexOf(':');
  return at < 0 ? null : { user: text.slice(0, at), password: text.slice(at + 1) };
}

/** Bytes that are read and thrown away before a refusal: a sender that is cut off while it sends never reads the answer. */
const MAX_DRAINED = 8_388_608;

/** Return what was sent; null where it is too much. */
async function readPayload(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_PAYLOAD) chunks.push(chunk);
    else chunks.length = 0;
    if (length > MAX_DRAINED) return null;
  }
  return length > MAX_PAYLOAD ? null : Buffer.concat(chunks);
}

/** Serve messages of devices by HTTP: `POST /iot/v1/{tail behind up/}`. Answer 200 when it is safe, 400 with a reason where nothing was taken. A device without an answer sends again. */
export function httpTwin(gate: Gate, { rate, now, report }: TwinOptions): RequestListener {
  const buckets = new Map<string, TokenBucket>();
  const delayOf = ({ deviceId }: DeviceIdentity): number => {
    const bucket = buckets.get(deviceId) ?? new TokenBucket(rate, now());
    buckets.delete(deviceId);
    buckets.set(deviceId, bucket);
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    return bucket.take(now());
  };
  const stored = (
    device: DeviceIdentity,
    message: Pick<DeviceMessage, 'tail' | 'payload' | 'address'>,
  ): Promise<Answered> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve([503, 'later']), ANSWER_WITHIN_MS);
      gate.message(device, { ...message, packetId: null, isAgain: false }, (isSafe, refused) => {
        clearTimeout(timer);
        if (refused === undefined) resolve(isSafe ? [200, 'stored'] : [503, 'later']);
        else resolve([400, refused]);
      });
    });
  const take = async (request: IncomingMessage, tail: string): Promise<Answered> => {
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const given = basic(request.headers.authorization);
    const login = given && readLogin(null, given.user);
    const device = login ? await gate.login(login, given.password, address) : ('unknown' as const);
    if (typeof device === 'string') return [refusalStatus[device], device, 60];
    if (device.isRegistering) return [403, 'register'];
    if (gate.isFull) return [503, 'later'];
    const delay = delayOf(device);
    if (delay > 0) return [429, 'later', Math.ceil(delay / 1000)];
    const payload = await readPayload(request);
    if (payload === null) {
      gate.discarded(device, 'large');
      return [413, 'tooLarge'];
    }
    return stored(device, { tail, payload, address });
  };
  const work = async (request: IncomingMessage): Promise<Answered> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/readyz') return gate.isFull ? [503, 'full'] : [200, 'ok'];
    const tail = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    const isOurs = request.method === 'POST' && /^[a-z][\w/-]{0,100}$/i.test(tail);
    return isOurs ? take(request, tail) : [404, 'noSuchPath'];
  };
  // Whatever is thrown while one request is served ends its connection alone.
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
