import type { Socket } from 'node:net';
import type { Ingest } from '../../../../ingest/ingest.server.ts';
import { isAllowedFrom } from '../networks/allowed-networks.server.ts';
import type { ConnectionStates } from '../connection-states.server.ts';
import { type FaultWord, connectionFaults } from './fault-words.rules.ts';
import type { FrameDoor, FrameSource, JudgedFrame } from '../frames/frame-door.server.ts';
import { Framers } from './framers.rules.ts';
import type { FrameRoute } from '../route.server.ts';

/** Frames of a socket that wait to be stored when it stops reading, and when it reads again. */
export const MAX_WAITING = 500;
const RESUME_AT = 250;
/** Bytes to a device that does not read them. */
const MAX_UNREAD = 65_536;
/** Report intervals of silence after which a socket is closed, and the shortest silence in seconds. */
const SILENT_INTERVALS = 3;
const MIN_SILENT_SEC = 60;

/** Limits of the sockets of a port. */
export interface SocketLimits {
  sockets: number;
  firstFrameMs: number;
}

interface SocketOptions {
  /** The present configurations of its channel, by priority. */ readonly routes: () => readonly FrameRoute[];
  readonly door: FrameDoor;
  readonly ingest: Pick<Ingest, 'isFull' | 'whenRelieved'>;
  readonly states: ConnectionStates;
  readonly limits: SocketLimits;
  readonly report: (error: Error) => void;
}

/** Serves one socket: cuts its bytes into frames, and passes them on. Closes it for junk, silence or too few frames. */
class ServedSocket {
  readonly #socket: Socket;
  readonly #of: SocketOptions;
  readonly #framers: Framers<FrameRoute, JudgedFrame>;
  readonly #source: FrameSource;
  readonly #isDialled: boolean;
  #admitted: readonly FrameRoute[] = [];
  #all: readonly FrameRoute[] = [];
  #first: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #waiting = 0;
  #intervalSec = 0;
  #idleSec = 0;

  constructor(socket: Socket, of: SocketOptions) {
    this.#socket = socket;
    this.#of = of;
    this.#isDialled = of.routes()[0].type === 'tcp_client';
    this.#source = {
      address: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      port: socket.remotePort ?? 0,
      write: (bytes) => this.#write(bytes),
      waiting: (change) => this.#wait(change),
      heard: (intervalSec) => {
        this.#intervalSec = Math.max(this.#intervalSec, intervalSec);
      },
    };
    this.#framers = new Framers({
      judge: (routes, frame) => of.door.judge(routes, frame, this.#source),
      wrong: ([route]) => ({ route, fault: 'LENGTH', words: ['帧的结尾不对', 'The end of the frame is wrong'] }),
      isGood: (judged) => !('fault' in judged),
      take: (judged, frame) => {
        if (!('fault' in judged)) clearTimeout(this.#first);
        of.door.take(judged, frame, this.#source);
      },
    });
    // A host that is dialled may speak rarely; a stranger must say who it is.
    if (!this.#isDialled) this.#first = setTimeout(() => this.#end('late'), of.limits.firstFrameMs).unref();
    socket
      .on('data', (chunk: Buffer) => this.#take(chunk))
      .on('error', () => undefined)
      .on('close', () => this.#closed());
  }

  /** Return the configurations that take frames from this address. They change only with the list of the channel. */
  #routes(): readonly FrameRoute[] {
    const all = this.#of.routes();
    if (all === this.#all) return this.#admitted;
    this.#all = all;
    const { address } = this.#source;
    this.#admitted = this.#isDialled ? all : all.filter(({ allowFrom }) => isAllowedFrom(allowFrom, address));
    return this.#admitted;
  }

  #end(why: FaultWord): void {
    if (this.#socket.destroyed) return;
    const [route] = this.#of.routes();
    if (route) this.#of.states.note(route, connectionFaults[why], this.#source.address);
    this.#socket.destroy();
  }

  #write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_UNREAD) this.#end('unread');
  }

  #wait(change: 1 | -1): void {
    this.#waiting += change;
    if (this.#waiting >= MAX_WAITING) this.#socket.pause();
    else if (this.#waiting <= RESUME_AT) this.#resume();
  }

  #resume(): void {
    if (this.#socket.isPaused() && this.#waiting < MAX_WAITING && !this.#of.ingest.isFull) this.#socket.resume();
  }

  #take(chunk: Buffer): void {
    this.#work(() => this.#framers.push(chunk));
    clearTimeout(this.#rest);
    const { idleMs } = this.#framers;
    if (idleMs !== null) this.#rest = setTimeout(() => this.#work(() => this.#framers.rest()), idleMs).unref();
    this.#watch();
    if (!this.#of.ingest.isFull) return;
    this.#socket.pause();
    this.#of.ingest.whenRelieved(() => this.#resume());
  }

  #work(cut: () => void): void {
    const routes = this.#routes();
    if (!routes.length) {
      this.#end('away');
      return;
    }
    try {
      this.#framers.follow(routes);
      cut();
    } catch (error) {
      this.#of.report(error as Error);
      this.#socket.destroy();
    }
    this.#of.states.counts(routes[0]).junkBytes += this.#framers.takeJunk();
    if (this.#framers.isBroken) this.#end(this.#framers.isBad ? 'bad' : 'junk');
  }

  /** Close the socket when it is silent: after the configured time, else three report intervals of its devices. */
  #watch(): void {
    const configured = this.#routes()[0]?.idleCloseSec ?? null;
    const seconds = configured ?? Math.max(this.#intervalSec * SILENT_INTERVALS, MIN_SILENT_SEC);
    if (configured === null && this.#intervalSec === 0) return;
    if (this.#idle && this.#idleSec === seconds) this.#idle.refresh();
    else {
      clearTimeout(this.#idle);
      this.#idleSec = seconds;
      this.#idle = setTimeout(() => this.#end('idle'), seconds * 1000).unref();
    }
  }

  #closed(): void {
    clearTimeout(this.#first);
    clearTimeout(this.#rest);
    clearTimeout(this.#idle);
    this.#of.door.closed(this.#source);
  }
}

/** Serve a socket of a channel until it is closed. */
export function serveSocket(socket: Socket, of: SocketOptions): void {
  new ServedSocket(socket, of);
}
