import type { Socket } from 'node:net';
import type { Ingest } from '../../../../ingest/ingest.server.ts';
import { isAllowedFrom } from '../networks/allowed-networks.server.ts';
import type { ConnectionStates } from '../connection-states.server.ts';
import { type FaultWord, connectionFaults } from './fault-words.rules.ts';
import type { FrameDoor, FrameSource, JudgedFrame } from '../frames/frame-door.server.ts';
import { Framers } from './framers.rules.ts';
import type { FrameRoute } from '../route.server.ts';
import { SilenceWatch } from './silence.server.ts';

/** Frames of a socket that wait to be stored when it stops reading, and when it reads again. */
export const MAX_WAITING = 500;
export const RESUME_AT = 250;
/** Bytes to a device that does not read them. */
export const MAX_UNREAD = 65_536;

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
  readonly #silence: SilenceWatch;
  #rest: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(socket: Socket, of: SocketOptions) {
    this.#socket = socket;
    this.#of = of;
    this.#isDialled = of.routes()[0].type === 'tcp_client';
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const origin = { ip: address, port: socket.remotePort ?? 0 };
    this.#source = {
      address,
      write: (bytes) => this.#write(bytes),
      waiting: (change) => this.#wait(change),
      heard: (intervalSec) => this.#silence.expect(intervalSec),
    };
    this.#framers = new Framers({
      judge: (routes, frame) => of.door.judge(routes, frame, origin),
      wrong: ([route]) => ({ route, fault: 'LENGTH', words: ['帧的结尾不对', 'The end of the frame is wrong'] }),
      isGood: (judged) => !('fault' in judged),
      take: (judged, frame) => {
        if (!('fault' in judged)) this.#silence.spoken();
        of.door.take(judged, frame, this.#source);
      },
    });
    // A host that is dialled may speak rarely; a stranger must say who it is.
    this.#silence = new SilenceWatch((why) => this.#end(why), this.#isDialled ? null : of.limits.firstFrameMs);
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
    this.#silence.heard(this.#routes()[0]?.idleCloseSec ?? null);
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

  #closed(): void {
    clearTimeout(this.#rest);
    this.#silence.stop();
    this.#of.door.closed(this.#source);
  }
}

/** Serve a socket of a channel until it is closed. */
export function serveSocket(socket: Socket, of: SocketOptions): void {
  new ServedSocket(socket, of);
}
