import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

import type { connectField } from '#business/iot/gateway/connect/config/connect-field.paper.ts';
import type { Row } from '#kernel/language/paper.ts';

export const FRAME_BYTES = 27;
const TICK_MS = 20;

/** Return the key of the device at this place, as its frames name it. */
export const frameKey = (at: number): string => (0xbe_00_00_00 + at).toString(16).toUpperCase();

/** Fields of the frames of the load: id, number, six values of two bytes, one of four, and the sum. */
export const FRAME_FIELDS: readonly (Partial<Omit<Row<typeof connectField>, 'id'>> &
  Pick<Row<typeof connectField>, 'deviceConnectConfigFieldType'>)[] = [
  { deviceConnectConfigFieldType: 'header', startBit: 0, endBit: 1, dataType: 'hex', constValue: 'AA55' },
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 5, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'msgType', startBit: 6, endBit: 6, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'msgId', startBit: 7, endBit: 8 },
  ...Array.from({ length: 6 }, (_, at) => ({
    deviceConnectConfigFieldType: 'property' as const,
    startBit: 9 + 2 * at,
    endBit: 10 + 2 * at,
    dataType: 'int' as const,
    scale: '0.1',
    iotFieldName: `value${at}`,
  })),
  {
    deviceConnectConfigFieldType: 'property',
    startBit: 21,
    endBit: 24,
    dataType: 'bcd',
    scale: '0.01',
    iotFieldName: 'value6',
  },
  { deviceConnectConfigFieldType: 'reserved', startBit: 25, endBit: 25 },
  { deviceConnectConfigFieldType: 'checksum', startBit: 26, endBit: 26, algorithm: 'sum8' },
];

/** Return the frame of a device with this number, with a good checksum. */
export function loadFrame(key: string, number: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt16BE(0xaa_55, 0);
  frame.write(key, 2, 'hex');
  frame[6] = 1;
  frame.writeUInt16BE(number & 0xff_ff, 7);
  for (let at = 0; at < 6; at += 1) frame.writeInt16BE(((number * 7 + at) % 900) - 100, 9 + 2 * at);
  frame.writeUInt32BE(Number.parseInt(String(number % 10_000_000).padStart(8, '0'), 16), 21);
  frame[FRAME_BYTES - 1] = frame.subarray(0, -1).reduce((sum, byte) => (sum + byte) & 0xff, 0);
  return frame;
}

export interface FrameLoad {
  readonly port: number;
  readonly sockets: number;
  readonly devices: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Send frames of all devices in turns, spread evenly over time; return how many were sent in how many seconds. */
export async function sendFrames(of: FrameLoad): Promise<{ sent: number; seconds: number }> {
  const sockets: Socket[] = [];
  for (let at = 0; at < of.sockets; at += 1) {
    const socket = connect({ host: '127.0.0.1', port: of.port, noDelay: true });
    await once(socket, 'connect');
    sockets.push(socket.on('error', () => undefined));
  }
  const began = performance.now();
  let sent = 0;
  const end = began + of.seconds * 1000;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - began) / 1000) * of.perSecond);
    for (; sent < due; sent += 1) {
      const at = sent % of.devices;
      sockets[at % of.sockets].write(loadFrame(frameKey(at), sent));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, TICK_MS);
    });
  }
  const seconds = (performance.now() - began) / 1000;
  // Let the last frames arrive before the sockets are closed.
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  for (const socket of sockets) socket.destroy();
  return { sent, seconds };
}
