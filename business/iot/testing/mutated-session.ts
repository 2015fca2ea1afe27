import mqtt, { type Packet } from 'mqtt-packet';
import { loginPacket } from './login-packet.ts';
import type { Random } from '../simulator/random.rules.ts';
import type { TestDevice } from './devices.ts';

type Version = 3 | 4 | 5;

/** Invalid packets in hex, which the MQTT library refuses to generate. */
const RAW = [
  '8200',
  '82020001',
  '8203000100',
  'a200',
  'a2020001',
  'a203000100',
  'c000',
  'e000',
  'f000',
  '3000',
  '62020001',
  '40020001',
];

/** Return the packets of a complete valid session, from login to disconnect. */
function sessionOf(device: TestDevice, version: Version, ts: number): Buffer[] {
  const topic = (tail: string): string => `anju/v1/${device.modelCode}/${device.deviceKey}/${tail}`;
  const props = version === 5 ? { properties: { userProperties: { a: 'b' }, contentType: 'json' } } : {};
  const publish = (qos: 0 | 1 | 2): Packet => ({
    cmd: 'publish',
    topic: topic('up/props'),
    payload: JSON.stringify({ id: qos, params: { temp: qos } }),
    qos,
    dup: false,
    retain: false,
    messageId: qos + 1,
    ...props,
  });
  const packets: Packet[] = [
    loginPacket(device, version, ts, { topic: topic('up/lwt'), payload: '{"reason":"will"}' }),
    { cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: topic('down/#'), qos: 1 }], ...props },
    publish(0),
    publish(1),
    publish(2),
    { cmd: 'pubrel', messageId: 3, ...(version === 5 && { reasonCode: 0 }) },
    { cmd: 'puback', messageId: 1 },
    { cmd: 'pingreq' },
    { cmd: 'unsubscribe', messageId: 10, unsubscriptions: [topic('down/#')], ...props },
    { cmd: 'disconnect', ...(version === 5 && { reasonCode: 4 }) },
  ];
  return packets.map((one) => mqtt.generate(one, { protocolVersion: version }));
}

/** Ways to damage a packet. */
const MUTATIONS: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => flipped(bytes, random, 1 << Math.floor(random.between(0, 8))),
  (bytes, random) => flipped(bytes, random, 0xff),
  (bytes, random) => bytes.subarray(0, Math.floor(random.between(0, bytes.length))),
  (bytes, random) => cutOut(bytes, random, 0),
  (bytes, random) => cutOut(bytes, random, Math.floor(random.between(1, 6))),
  // Replace the length byte, so that it no longer fits the body.
  (bytes, random) =>
    Buffer.concat([bytes.subarray(0, 1), Buffer.from([Math.floor(random.between(0, 256))]), bytes.subarray(2)]),
  // Cut the body and correct its length.
  (bytes, random) => {
    const body = bytes.subarray(2, 2 + Math.floor(random.between(0, Math.min(bytes.length - 2, 120) + 1)));
    return Buffer.concat([bytes.subarray(0, 1), Buffer.from([body.length]), body]);
  },
  (_, random) => Buffer.from(random.pick(RAW), 'hex'),
];

function flipped(bytes: Buffer, random: Random, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[Math.floor(random.between(0, copy.length))] ^= mask;
  return copy;
}

/** Remove some bytes at a random place, and insert `into` random ones. */
function cutOut(bytes: Buffer, random: Random, into: number): Buffer {
  const at = Math.floor(random.between(0, bytes.length));
  const fill = Buffer.from(Array.from({ length: into }, () => Math.floor(random.between(0, 256))));
  return Buffer.concat([bytes.subarray(0, at), fill, bytes.subarray(at + Math.floor(random.between(into ? 0 : 1, 5)))]);
}

/** Return the bytes of a session with one to three damaged packets, split into random chunks. */
export function mutatedSession(device: TestDevice, random: Random, ts: number): Buffer[] {
  const packets = sessionOf(device, random.pick([3, 4, 5]), ts);
  for (let n = Math.floor(random.between(1, 4)); n > 0; n -= 1) {
    // Rarely damage the login, because most code runs after it.
    const at = random.chance(0.2) ? 0 : Math.floor(random.between(1, packets.length));
    packets[at] = random.pick(MUTATIONS)(packets[at], random);
  }
  if (random.chance(0.1)) packets.splice(1, 0, packets[0]);
  // Mostly send the login alone first, like a device that waits for its answer.
  const [login, ...rest] = random.chance(0.8) ? packets : [Buffer.alloc(0), ...packets];
  return [login, ...piecesOf(Buffer.concat(rest), random)].filter(({ length }) => length > 0);
}

function piecesOf(all: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < all.length;) {
    const size = random.chance(0.5) ? all.length : Math.floor(random.between(1, 60));
    pieces.push(all.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
