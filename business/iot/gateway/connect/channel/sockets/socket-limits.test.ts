import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { textIn } from '#kernel/language/label.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, summed } from '../../../../testing/frame-port.ts';
import type { ConnectionStates } from '../connection-states.server.ts';
import type { FrameDoor, FrameSource } from '../frames/frame-door.server.ts';
import type { FrameRoute } from '../route.server.ts';
import { serveSocket } from './serve-socket.server.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
const modelId = await makeModel(iot, 'limited');
afterEach(() => ports.closeAll());

const fields = [
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 3, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'property', startBit: 4, endBit: 4, iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'checksum', startBit: 5, endBit: 5, algorithm: 'sum8' },
];
const framing = { kind: 'fixed', length: 6, startMarker: 'AA55' };
const config = await ports.make({ name: '有界', port: 9631, framing }, fields);
await registerDevice(iot, modelId, 'limited', '0D01', { authType: 'none' });
await part.settle();

const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('close', resolve);
  });
const lastError = async (of = config): Promise<string> => String((await ports.row(of)).lastError);
const change = (values: object): Promise<{ status: number }> =>
  iot.post('iot/connection-service/connection/update', { id: config.connectionId, ...values });

test('a socket that says nothing is closed', async () => {
  part.channels.limits.firstFrameMs = 150;
  const late = await ports.dial(config);
  const speaking = await ports.dial(config);
  speaking.write(summed('AA550D0111'));
  await closed(late);
  part.channels.limits.firstFrameMs = 60_000;
  expect(await lastError()).toContain('60 秒没有一帧');
  expect(speaking.destroyed).toBe(false);
});

test('a port has a limit of sockets, and further ones are closed', async () => {
  part.channels.limits.sockets = 2;
  const [first] = [await ports.dial(config), await ports.dial(config)];
  await closed(await ports.dial(config));
  part.channels.limits.sockets = 2000;
  expect(await lastError()).toContain('2,000 个连接');
  expect(first.destroyed).toBe(false);
});

test('an address outside the allowed networks is closed', async () => {
  expect((await change({ allowFrom: '10.9.0.0/16' })).status).toBe(200);
  await part.settle();
  await closed(await ports.dial(config));
  expect(await lastError()).toContain('不在允许的网段 127.0.0.1');
  await change({ allowFrom: '' });
  await part.settle();
});

test('a silent socket is closed after the configured time', async () => {
  expect((await change({ params: { idleCloseSec: 1 } })).status).toBe(200);
  await part.settle();
  const socket = await ports.dial(config);
  socket.write(summed('AA550D0112'));
  await closed(socket);
  expect(await lastError()).toContain('太久没有数据');
  await change({ params: null });
  await part.settle();
});

test('64 KiB of junk and 20 bad frames close a socket, each with its reason', async () => {
  const junk = await ports.dial(config);
  junk.write(Buffer.alloc(200_000, 7));
  await closed(junk);
  expect(await lastError()).toContain('64 KiB');
  const bad = await ports.dial(config);
  bad.write(Buffer.concat(Array.from({ length: 20 }, () => Buffer.from('AA550D010000', 'hex'))));
  await closed(bad);
  expect(await lastError()).toContain('20 个坏帧');
});

test('an id that a second address claims is noted with both', async () => {
  const own = await ports.dial(config);
  own.write(summed('AA550D0113'));
  await expect.poll(async () => (await ports.row(config)).onlineDevices).toBe(1);
  (await ports.dial(config, '127.0.0.3')).write(summed('AA550D0199'));
  await expect.poll(() => lastError()).toContain('第二个地址发来，不采用 0D01 127.0.0.3');
});

/** A socket that is served by a door which stores nothing, and its peer. */
async function served(take: (source: FrameSource) => void): Promise<{ peer: Socket; words: string[] }> {
  const words: string[] = [];
  const route = { type: 'tcp_server', allowFrom: null, idleCloseSec: null, framing } as unknown as FrameRoute;
  const routes = [route];
  const host = createServer((socket) =>
    serveSocket(socket, {
      routes: () => routes,
      door: {
        judge: () => ({ route, frame: {} }),
        take: (_judged: unknown, _bytes: Uint8Array, source: FrameSource) => take(source),
        closed: () => undefined,
      } as unknown as FrameDoor,
      ingest: { isFull: false, whenRelieved: () => undefined },
      states: {
        counts: () => ({ junkBytes: 0 }),
        note: (_of: unknown, label: readonly [string, string]) => words.push(textIn(label[0], 'zh')),
      } as unknown as ConnectionStates,
      limits: { sockets: 1, firstFrameMs: 60_000 },
      report: () => undefined,
    }),
  ).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const peer = connect((host.address() as { port: number }).port, '127.0.0.1');
  peer.on('error', () => undefined).on('close', () => host.close());
  await once(peer, 'connect');
  return { peer, words };
}

const FRAME = summed('AA550D0111');

test('a socket is not read while 500 of its frames wait to be stored', async () => {
  const waiting: FrameSource[] = [];
  let taken = 0;
  const { peer } = await served((source) => {
    taken += 1;
    waiting.push(source);
    source.waiting(1);
  });
  peer.write(Buffer.concat(Array.from({ length: 60_000 }, () => FRAME)));
  await expect.poll(() => taken).toBeGreaterThan(499);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // One chunk of at most 64 KiB may hold more frames.
  expect(taken).toBeLessThan(500 + 65_536 / FRAME.length);
  const drain = setInterval(() => {
    for (const source of waiting.splice(0)) source.waiting(-1);
  }, 5);
  await expect.poll(() => taken, { timeout: 10_000 }).toBe(60_000);
  clearInterval(drain);
  peer.destroy();
});

test('a peer that reads no answers is closed', async () => {
  const { peer, words } = await served((source) => source.write?.(new Uint8Array(4096)));
  peer.pause();
  const ended = closed(peer);
  const timer = setInterval(() => peer.write(Buffer.concat(Array.from({ length: 500 }, () => FRAME))), 20);
  await expect.poll(() => words, { timeout: 10_000 }).toEqual(['设备不收应答，已断开']);
  clearInterval(timer);
  peer.destroy();
  await ended;
});
