import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { addressOfSocket, fingerprintOf } from '../../../peer.server.ts';
import { MAX_FRAME } from '../../codec/binary.rules.ts';
import type { FrameOrigin } from '../../codec/frame-config.rules.ts';
import { MAX_BAD } from '../../framing/framer.rules.ts';
import type { FrameSource } from '../frames/frame-door.server.ts';
import type { FrameRoute } from '../route.server.ts';
import type { FaultWord } from '../sockets/fault-words.rules.ts';
import { MAX_UNREAD, MAX_WAITING, RESUME_AT } from '../sockets/serve-socket.server.ts';
import { SilenceWatch } from '../sockets/silence.server.ts';
import { bearerOf } from './bearer.rules.ts';
import type { FrameDoors } from './frame-doors.server.ts';

const PATH = /^\/ws\/(\d{1,19})$/;
/** Close codes of WebSocket (RFC 6455 §7.4.1). */
const POLICY = 1008;
const GOING_AWAY = 1001;
/** Time after which a socket that does not close by itself is destroyed. */
const CLOSE_WITHIN_MS = 1000;

const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
};

interface Peer {
  readonly configId: string;
  readonly route: FrameRoute;
  readonly origin: FrameOrigin & { readonly ip: string };
}

/** Serves one WebSocket: each message is a frame. Its limits are those of other sockets. */
class ServedWebSocket {
  readonly #web: WebSocket;
  readonly #doors: FrameDoors;
  readonly #peer: Peer;
  readonly #source: FrameSource;
  readonly #silence: SilenceWatch;
  #waiting = 0;
  #bad = 0;

  constructor(web: WebSocket, doors: FrameDoors, peer: Peer) {
    this.#web = web;
    this.#doors = doors;
    this.#peer = peer;
    this.#silence = new SilenceWatch((why) => this.#end(why), doors.of.limits.firstFrameMs);
    this.#source = {
      address: peer.origin.ip,
      write: (bytes) => this.#write(bytes),
      waiting: (change) => this.#wait(change),
      heard: (intervalSec) => this.#silence.expect(intervalSec),
    };
    web
      .on('message', (data) => this.#take(bytesOf(data)))
      .on('error', (error: Error & { code?: string }) => this.#failed(error))
      .on('close', () => this.#closed());
    if (!doors.join(peer.route, this)) this.end('notAllowed');
  }

  /** Close the socket: its configuration or secret changed, or the product stops. */
  end(why: 'notAllowed' | 'stopping'): void {
    if (this.#web.readyState === this.#web.CLOSED) return;
    this.#web.close(why === 'stopping' ? GOING_AWAY : POLICY);
    setTimeout(() => this.#web.terminate(), CLOSE_WITHIN_MS).unref();
  }

  #end(why: FaultWord): void {
    this.#doors.note(this.#peer.route, why, this.#source.address);
    this.end('notAllowed');
  }

  #failed({ code }: { readonly code?: string }): void {
    if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
      this.#doors.discarded(this.#peer.route, 'large', this.#source.address);
  }

  #write(bytes: Uint8Array): void {
    this.#web.send(bytes, () => undefined);
    if (this.#web.bufferedAmount > MAX_UNREAD) this.#end('unread');
  }

  #wait(change: 1 | -1): void {
    this.#waiting += change;
    if (this.#waiting >= MAX_WAITING) this.#web.pause();
    else if (this.#waiting <= RESUME_AT) this.#resume();
  }

  #resume(): void {
    if (this.#web.isPaused && this.#waiting < MAX_WAITING && !this.#doors.of.ingest.isFull) this.#web.resume();
  }

  #take(bytes: Buffer): void {
    if (this.#web.readyState !== this.#web.OPEN) return;
    const { configId, origin } = this.#peer;
    const route = this.#doors.routeFor({ type: 'websocket', name: configId, address: origin.ip });
    if (!route) {
      this.#end('away');
      return;
    }
    const { door, ingest, report } = this.#doors.of;
    try {
      const judged = door.judge([route], bytes, origin);
      this.#bad = 'fault' in judged ? this.#bad + 1 : 0;
      if (!('fault' in judged)) this.#silence.spoken();
      door.take(judged, bytes, this.#source);
    } catch (error) {
      report(error as Error);
      this.#web.terminate();
    }
    this.#silence.heard(route.idleCloseSec);
    if (this.#bad >= MAX_BAD) this.#end('bad');
    if (!ingest.isFull) return;
    this.#web.pause();
    ingest.whenRelieved(() => this.#resume());
  }

  #closed(): void {
    this.#silence.stop();
    this.#doors.leave(this.#peer.route, this);
    this.#doors.of.door.closed(this.#source);
  }
}

/**
 * Serves frames by WebSocket: `/ws/{configuration}` with its secret as `Bearer` token, or in the query as `token`. Each
 * message is one frame.
 */
export class WebSocketFrames {
  readonly #doors: FrameDoors;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });

  constructor(doors: FrameDoors) {
    this.#doors = doors;
  }

  handles(url: string | undefined): boolean {
    return PATH.test((url ?? '').split('?')[0]);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://device');
    const [, configId = ''] = PATH.exec(url.pathname) ?? [];
    const ip = addressOfSocket(request.socket);
    const secret = bearerOf(request) || (url.searchParams.get('token') ?? '');
    const route = this.#doors.enter({ type: 'websocket', name: configId, secret, address: ip });
    if (typeof route === 'string') {
      socket.end(
        `HTTP/1.1 ${route === 'away' ? '403 Forbidden' : '401 Unauthorized'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    const origin = { ip, port: request.socket.remotePort, cert: fingerprintOf(request.socket) };
    this.#server.handleUpgrade(request, socket, head, (web) => {
      new ServedWebSocket(web, this.#doors, { configId, route, origin });
    });
  }
}
