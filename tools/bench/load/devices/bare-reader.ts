// The least that a server of frames can do: read sockets, cut frames by their length, check their sum by hand.
import { createServer } from 'node:net';
import { FRAME_BYTES } from './frame-load.ts';

let frames = 0;
const server = createServer({ noDelay: true }, (socket) => {
  let rest: Buffer = Buffer.alloc(0);
  socket
    .on('data', (chunk: Buffer) => {
      const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      for (; at + FRAME_BYTES <= bytes.length; at += FRAME_BYTES) {
        let sum = 0;
        for (let byte = at; byte < at + FRAME_BYTES - 1; byte += 1) sum = (sum + bytes[byte]) & 0xff;
        if (bytes.readUInt16BE(at) === 0xaa_55 && bytes[at + FRAME_BYTES - 1] === sum) frames += 1;
      }
      rest = bytes.subarray(at);
    })
    .on('error', () => undefined);
});
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as { port: number }).port }));
process.on('message', () => process.send?.({ frames }));
process.on('SIGTERM', () => process.exit(0));
