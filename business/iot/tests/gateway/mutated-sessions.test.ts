import { connect as connectTcp } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { MqttLine } from '../../gateway/mqtt-line.server.ts';
import { Random } from '../../simulator/random.rules.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';
import { mutatedSession } from '../../testing/mutated-session.ts';

const SEED = 37;
const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_mutated');
const [mutated, ...victims] = await Promise.all(
  // Register many devices, because damaged logins can ban a device key.
  Array.from({ length: 26 }, (_, at) => registerDevice(iot, modelId, 'hp_mutated', `mutated-${at}`)),
);
const others = await Promise.all(
  ['other-1', 'other-2'].map(async (key) =>
    MqttDevice.open(server, await registerDevice(iot, modelId, 'hp_mutated', key)),
  ),
);
afterAll(() => Promise.all(others.map((one) => one.close())));

/**
 * Return a stream that nobody reads. Its events are emitted synchronously, so that exceptions of a connection reach the
 * test.
 */
const silent = (): Duplex => new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });

test(
  'none of 20,000 mutated sessions makes the line of a device throw, or leaves it open',
  { timeout: 120_000 },
  async () => {
    const random = new Random(SEED);
    const faults = new Set<string>();
    const thrown: string[] = [];
    let opened = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const stream = silent();
      const line = new MqttLine(stream, part.ingest, {
        rate: { perSecond: 1000, burst: 1000 },
        now: () => performance.now(),
        address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
        isSafe: true,
        report: (error) => faults.add(`${n}: ${error.stack ?? error.message}`),
      });
      try {
        for (const piece of mutatedSession(mutated, random, server.clock.ms())) {
          stream.emit('data', piece);
          // Let the login be answered before the next bytes arrive.
          await new Promise(setImmediate);
        }
        if (line.device) opened += 1;
        stream.emit('close');
      } catch (error) {
        thrown.push(`${n}: ${(error as Error).stack ?? ''}`);
      }
      stream.destroy();
    }
    expect([thrown, [...faults]]).toEqual([[], []]);
    expect(opened).toBeGreaterThan(10_000);
    await expect.poll(() => part.ingest.lineOf(mutated.id)).toBeUndefined();
  },
);

const overTcp = (pieces: readonly Buffer[]): Promise<void> =>
  new Promise((resolve) => {
    const socket = connectTcp(part.listeners.portOf('mqtt')!, '127.0.0.1');
    socket
      .on('error', () => undefined)
      .on('close', () => resolve())
      .resume();
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });

const overWebSocket = (pieces: readonly Buffer[]): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${part.listeners.portOf('http')}/mqtt`, 'mqtt');
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.on('open', () => {
      for (const piece of pieces) socket.send(piece);
      socket.close();
    });
  });

const overHttp = async (pieces: readonly Buffer[]): Promise<void> => {
  await fetch(`http://127.0.0.1:${part.listeners.portOf('http')}/iot/v1/props`, {
    method: 'POST',
    headers: { Authorization: `Basic ${pieces[0].toString('base64').slice(0, 900)}` },
    body: Buffer.concat(pieces),
  }).then(
    (answer) => answer.text(),
    () => '',
  );
};

test(
  'a running gateway lives through 500 mutated sessions, and the connections of others stay',
  { timeout: 60_000 },
  async () => {
    const random = new Random(SEED + 1);
    for (let n = 0; n < 500; n += 25)
      await Promise.all(
        Array.from({ length: 25 }, (_, at) => {
          const pieces = mutatedSession(victims[at], random, server.clock.ms());
          if (pieces.length === 0) return Promise.resolve();
          return (at % 5 < 3 ? overTcp : at % 5 === 3 ? overWebSocket : overHttp)(pieces);
        }),
      );
    for (const one of others) await one.say(server.clock.ms(), { temp: 1 });
    expect(others.every((one) => part.ingest.lineOf(one.of.id) !== undefined)).toBe(true);
  },
);

test.each([
  ['SUBSCRIBE without a filter', 4, '82020001'],
  ['UNSUBSCRIBE without a filter', 5, 'a203000100'],
] as const)('%s ends its line alone', async (name, protocolVersion, hex) => {
  const of = await registerDevice(iot, modelId, 'hp_mutated', name.replaceAll(' ', '-'));
  const device = await MqttDevice.open(server, of, { protocolVersion });
  expect(part.ingest.lineOf(of.id)).toBeDefined();
  device.raw(Buffer.from(hex, 'hex'));
  await expect.poll(() => part.ingest.lineOf(of.id)).toBeUndefined();
  await device.close();
  for (const one of others) await one.say(server.clock.ms() + 1, { temp: 2 });
});
