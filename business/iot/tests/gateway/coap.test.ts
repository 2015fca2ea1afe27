import { type Packet, type ParsedPacket, generate, parse } from 'coap-packet';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { passwordOf } from '../../gateway/password.server.ts';
import { type TestDevice, devicesPartOf, drained, makeModel, registerDevice } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'coap_meter', { properties: ['temp'] });
const device = await registerDevice(iot, modelId, 'coap_meter', 'CM-1');
await part.settle();
let socket: Socket;
let messageId = 1;

beforeAll(async () => {
  socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
});
afterAll(() => socket.close());

const send = (bytes: Buffer): void => {
  socket.send(bytes, part.listeners.portOf('coap')!, '127.0.0.1');
};

async function heard(): Promise<ParsedPacket> {
  const [bytes] = (await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
  return parse(bytes);
}

function loginOf({ deviceKey, modelCode, secret }: TestDevice): Packet['options'] {
  const login = { clientId: `${modelCode}.${deviceKey}`, deviceKey, modelCode, ts: String(server.clock.ms()) };
  return [
    { name: 'Uri-Query', value: Buffer.from(`user=${deviceKey}&${modelCode}&${login.ts}`) },
    { name: 'Uri-Query', value: Buffer.from(`password=${passwordOf(secret, login)}`) },
  ];
}

const pathOf = (path: string): NonNullable<Packet['options']> =>
  path.split('/').map((segment) => ({ name: 'Uri-Path' as const, value: Buffer.from(segment) }));

/** A confirmable request with the next message id. */
function requestOf(path: string, body: object, more: Partial<Packet> = {}): Packet {
  messageId += 1;
  return {
    code: 'POST',
    confirmable: true,
    messageId,
    token: Buffer.from([1, 2, 3]),
    payload: Buffer.from(JSON.stringify(body)),
    ...more,
    options: [...pathOf(path), ...(more.options ?? loginOf(device) ?? [])],
  };
}

async function ask(packet: Packet): Promise<ParsedPacket> {
  const answer = heard();
  send(generate(packet));
  return answer;
}

async function stored(): Promise<{ temp: number; n: number }> {
  await drained(part);
  const [row] = await server.tables<{ temp: number; n: number }>(
    `select (select (data->>'temp')::float8 from iot_device_latest where device_id = $1) as temp,
       (select count(*)::int from iot_telemetry where device_id = $1) as n`,
    [device.id],
  );
  return row;
}

test('a message by CoAP is acknowledged after it is stored, and a repeat of it is stored once', async () => {
  const packet = requestOf('iot/v1/props', { params: { temp: 21.5 } });
  const answer = await ask({ ...packet });
  expect(answer).toMatchObject({ ack: true, code: '2.04', messageId: packet.messageId, token: packet.token });
  expect(JSON.parse(answer.payload.toString())).toEqual({ reason: 'stored' });
  expect(await stored()).toEqual({ temp: 21.5, n: 1 });
  server.clock.set(server.clock.ms() + 60_000);
  expect(await ask({ ...packet })).toMatchObject({ ack: true, code: '2.04', messageId: packet.messageId });
  expect(await stored()).toEqual({ temp: 21.5, n: 1 });
});

test('a message that is not confirmable is answered by a message of its own', async () => {
  const packet = requestOf('iot/v1/props', { params: { temp: 22 } }, { confirmable: false });
  const answer = await ask(packet);
  expect(answer).toMatchObject({ ack: false, confirmable: false, code: '2.04', token: packet.token });
  expect((await stored()).temp).toBe(22);
});

test('each refusal has its code, and a stranger gets no more bytes than it sent', async () => {
  const body = { params: { temp: 99 } };
  const wrong = await ask(requestOf('iot/v1/props', body, { options: loginOf({ ...device, secret: 'x'.repeat(32) }) }));
  expect([wrong.code, wrong.payload.length]).toEqual(['4.01', 0]);
  expect((await ask(requestOf('iot/v1/props', body, { options: [] }))).code).toBe('4.01');
  expect((await ask(requestOf('iot/v2/props', body))).code).toBe('4.04');
  expect((await ask(requestOf('iot/v1/props', body, { code: 'GET' }))).code).toBe('4.05');
  const block = { name: 'Block1' as const, value: Buffer.from([0x0e]) };
  expect((await ask(requestOf('iot/v1/props', body, { options: [...loginOf(device)!, block] }))).code).toBe('4.02');
  const refused = await ask(requestOf('iot/v1/props', { params: 7 }));
  expect([refused.code, JSON.parse(refused.payload.toString()).reason]).toEqual(['4.00', 'shape']);
  expect((await stored()).temp).toBe(22);
});

test('junk ends nothing, a ping is reset, and the next message is stored', async () => {
  const answers = new Map<number, ParsedPacket>();
  const collect = (bytes: Buffer): unknown => answers.set(parse(bytes).messageId, parse(bytes));
  socket.on('message', collect);
  for (let length = 0; length < 60; length += 1) send(randomBytes(length));
  // A request whose option is longer than the datagram, and an answer that nobody waits for.
  send(Buffer.from('40020001BD0F', 'hex'));
  send(generate({ code: '2.05', ack: true, messageId: 9 }));
  send(generate({ code: '0.00', confirmable: true, messageId: 77 }));
  await expect.poll(() => answers.get(77)?.reset).toBe(true);
  const packet = requestOf('iot/v1/props', { params: { temp: 23 } });
  send(generate(packet));
  await expect.poll(() => answers.get(packet.messageId!)?.code).toBe('2.04');
  socket.off('message', collect);
  expect((await stored()).temp).toBe(23);
});
