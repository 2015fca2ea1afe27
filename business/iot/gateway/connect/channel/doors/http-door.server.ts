import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOfSocket, fingerprintOf } from '../../../peer.server.ts';
import { readPayload } from '../../../requests/request-body.server.ts';
import { MAX_FRAME } from '../../codec/binary.rules.ts';
import type { FrameSource } from '../frames/frame-door.server.ts';
import type { FrameRoute } from '../route.server.ts';
import { MAX_WAITING } from '../sockets/serve-socket.server.ts';
import { bearerOf } from './bearer.rules.ts';
import type { AccessAttempt, FrameDoors } from './frame-doors.server.ts';

const PREFIX = '/iot/c/';
const PATH = /^\/iot\/c\/(\d{1,19})$/;
/** Time until a frame is stored. After it the device gets 503 and sends the frame again. */
const ANSWER_WITHIN_MS = 25_000;
/** Time after which a device that sends no bytes loses its connection. */
const SILENT_MS = 30_000;
/** Addresses that are remembered, over all configurations. */
const MAX_SOURCES = 10_000;

/** Answer to a request: its status with a reason, or bytes for the device. */
type Answered = readonly [status: number, content: string | Uint8Array];

function answer(response: ServerResponse, [status, content]: Answered): void {
  const isText = typeof content === 'string';
  response.writeHead(status, {
    'Content-Type': isText ? 'application/json' : 'application/octet-stream',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '5' }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="frames"' }),
  });
  response.end(isText ? JSON.stringify({ code: status, reason: content }) : content);
}

/** An address that sends frames of a configuration by requests. Its devices have no connection. */
class RequestSource implements FrameSource {
  readonly address: string;
  readonly write = null;
  readonly isFleeting = true;
  #waiting = 0;

  constructor(address: string) {
    this.address = address;
  }

  waiting(change: 1 | -1): void {
    this.#waiting += change;
  }

  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }
}

/**
 * Serves frames by HTTP: `POST /iot/c/{configuration}` with its secret as `Bearer` token, one frame as the body. The
 * answer comes after the commit; it has the bytes of the configured answer, if there is one.
 */
export class HttpFrames {
  readonly #doors: FrameDoors;
  readonly #sources = new Map<string, RequestSource>();

  constructor(doors: FrameDoors) {
    this.#doors = doors;
  }

  handles(url: string | undefined): boolean {
    return url?.startsWith(PREFIX) === true;
  }

  /** Serve a request; an exception ends only its connection. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    request.setTimeout(SILENT_MS, () => request.destroy());
    this.#work(request)
      .then((answered) => answer(response, answered))
      .catch((error: unknown) => {
        if (!request.destroyed || request.complete) this.#doors.of.report(error as Error);
        if (response.headersSent) response.destroy();
        else answer(response, [503, 'later']);
      });
  }

  async #work(request: IncomingMessage): Promise<Answered> {
    const [, configId] = PATH.exec((request.url ?? '').split('?')[0]) ?? [];
    if (configId === undefined) return [404, 'noSuchPath'];
    if (request.method !== 'POST') return [405, 'method'];
    const address = addressOfSocket(request.socket);
    const attempt: AccessAttempt = { type: 'http', name: configId, secret: bearerOf(request), address };
    const isRefused = this.#refusalOf(attempt);
    if (isRefused) return isRefused;
    const bytes = await readPayload(request, MAX_FRAME);
    // The secret may have changed while the body arrived.
    const entered = this.#doors.enter(attempt);
    if (typeof entered === 'string') return this.#refusalOf(attempt) ?? [503, 'later'];
    if (bytes === null) {
      this.#doors.discarded(entered, 'large', address);
      return [413, 'tooLarge'];
    }
    const source = this.#sourceOf(entered, address);
    if (source.isFull || this.#doors.of.ingest.isFull) return [503, 'later'];
    const { remotePort: port } = request.socket;
    return this.#take(entered, bytes, source, { ip: address, port, cert: fingerprintOf(request.socket) });
  }

  #refusalOf(attempt: AccessAttempt): Answered | null {
    const entered = this.#doors.enter(attempt);
    if (entered === 'unknown') return [401, 'unknown'];
    if (entered === 'away') return [403, 'away'];
    return this.#doors.of.ingest.isFull ? [503, 'later'] : null;
  }

  #sourceOf({ connectionId }: FrameRoute, address: string): RequestSource {
    const name = `${connectionId} ${address}`;
    const source = this.#sources.get(name) ?? new RequestSource(address);
    this.#sources.delete(name);
    this.#sources.set(name, source);
    if (this.#sources.size > MAX_SOURCES) this.#sources.delete(this.#sources.keys().next().value as string);
    return source;
  }

  #take(
    route: FrameRoute,
    bytes: Uint8Array,
    source: RequestSource,
    origin: { readonly ip: string; readonly port?: number; readonly cert?: string },
  ): Promise<Answered> {
    const { door } = this.#doors.of;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([503, 'later']), ANSWER_WITHIN_MS);
      const parts: Uint8Array[] = [];
      door.take(door.judge([route], bytes, origin), bytes, source, {
        answer: (part) => parts.push(part),
        done: (isSafe, refused) => {
          clearTimeout(timer);
          if (refused !== undefined) resolve([400, refused]);
          else if (!isSafe) resolve([503, 'later']);
          else resolve([200, parts.length ? Buffer.concat(parts) : 'stored']);
        },
      });
    });
  }
}
