import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { FRAME_BYTES, loadFrame } from './frame-load.ts';

const BLOCK = 16 * 1024;
const PAUSE_MS = 20;

/** Kinds of senders: noise, frames of unknown ids, and frames of a device that speaks from another socket. */
const BLOCKS: readonly ((number: number) => Buffer)[] = [
  () => randomBytes(BLOCK),
  (number) => loadFrame((number & 0xff_ff_ff_ff).toString(16).padStart(8, '0').toUpperCase(), number),
  (number) => loadFrame('BE000000', number),
  (number) => loadFrame('BE000001', number).subarray(0, FRAME_BYTES - 1),
];

/** Send junk from this number of sockets, and connect again when one is closed; return how often one was closed. */
export async function sendJunk(port: number, sockets: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let closed = 0;
  const one = async (at: number): Promise<void> => {
    let number = at * 1_000_000;
    while (performance.now() < end) {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }).on('error', () => undefined);
      while (performance.now() < end && !socket.destroyed) {
        number += 1;
        if (!socket.write(BLOCKS[at % BLOCKS.length](number)))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_MS);
        });
      }
      if (socket.destroyed) closed += 1;
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: sockets }, (_, at) => one(at)));
  return closed;
}
