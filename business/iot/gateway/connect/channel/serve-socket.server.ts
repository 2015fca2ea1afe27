import type { Socket } from 'node:net';
import type { Ingest } from '../../../ingest/ingest.server.ts';
import { Framer } from '../framing/framer.rules.ts';
import { isAllowedFrom } from './networks/allowed-networks.server.ts';
import type { ConnectionStates } from './connection-states.server.ts';
import type { FrameDoor, FrameSource, JudgedFrame } from './frame-door.server.ts';
import type { FrameRoute } from './route.server.ts';

const FIRST_FRAME_MS = 60_000;
/** Frames of a socket that wait to be stored when it stops reading, and when it reads again. */
const MAX_WAITING = 500;
const RESUME_AT = 250;

interface SocketOptions {
  /** The present configurations of its channel, by priority. */ readonly routes: () => readonly FrameRoute[];
  readonly door: FrameDoor;
  readonly ingest: Pick<Ingest, 'isFull' | 'whenRelieved'>;
  readonly states: ConnectionStates;
  readonly report: (error: Error) => void;
}

/** Cut the bytes of a socket into frames, and pass them on. A socket of junk, or without a frame, is closed. */
export function serveSocket(socket: Socket, { routes, door, ingest, states, report }: SocketOptions): void {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isDialled = routes()[0].type === 'tcp_client';
  const admitted = (): readonly FrameRoute[] =>
    isDialled ? routes() : routes().filter(({ allowFrom }) => isAllowedFrom(allowFrom, address));
  let waiting = 0;
  const source: FrameSource = {
    address,
    port: socket.remotePort ?? 0,
    write: (bytes) => void socket.write(bytes),
    waiting(change) {
      waiting += change;
      if (waiting >= MAX_WAITING) socket.pause();
      else if (waiting <= RESUME_AT && socket.isPaused() && !ingest.isFull) socket.resume();
    },
  };
  let judged: JudgedFrame | undefined;
  const framer = new Framer(routes()[0].framing, {
    isGood(frame) {
      judged = door.judge(admitted(), frame, source);
      return !('fault' in judged);
    },
    take(frame, isGood) {
      const found = isGood && judged ? judged : { route: routes()[0], fault: judgedFault(judged) };
      judged = undefined;
      if (isGood) clearTimeout(first);
      door.take(found, frame, source);
    },
  });
  const first = setTimeout(() => socket.destroy(), FIRST_FRAME_MS);
  first.unref();
  let idle: NodeJS.Timeout | undefined;
  let junk = 0;
  const work = (cut: () => void): void => {
    try {
      if (admitted().length) cut();
      else socket.destroy();
    } catch (error) {
      report(error as Error);
      socket.destroy();
    }
    states.counts(routes()[0]).junkBytes += framer.junkBytes - junk;
    junk = framer.junkBytes;
    if (framer.isBroken) socket.destroy();
  };
  socket
    .on('data', (chunk: Buffer) => {
      work(() => framer.push(chunk));
      clearTimeout(idle);
      if (framer.idleMs !== null) idle = setTimeout(() => work(() => framer.rest()), framer.idleMs);
      if (!ingest.isFull) return;
      socket.pause();
      ingest.whenRelieved(() => socket.resume());
    })
    .on('error', () => undefined)
    .on('close', () => {
      clearTimeout(first);
      clearTimeout(idle);
      door.closed(source);
    });
}

const judgedFault = (judged: JudgedFrame | undefined): string =>
  judged && 'fault' in judged ? judged.fault : 'LENGTH';
