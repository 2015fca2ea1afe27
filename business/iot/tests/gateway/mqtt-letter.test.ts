import mqtt from 'mqtt-packet';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { loginPacket } from '../../testing/login-packet.ts';
import { RawLine, wirePacket, wireText } from '../../testing/raw-line.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_letter');
const device = await registerDevice(iot, modelId, 'hp_letter', 'letter-1');
await part.settle();
const port = part.listeners.portOf('mqtt')!;

const UP = 'anju/v1/hp_letter/letter-1/up/props';
const DOWN = 'anju/v1/hp_letter/letter-1/down/#';
const ID = [0, 1];
const NONE = [0];
const login = (version: 3 | 4 | 5, of: TestDevice = device): Promise<RawLine> => {
  server.clock.pass(1);
  return RawLine.login(port, of, version, server.clock.ms());
};
const CLOSED = null;
const BODY = Buffer.from('{"params":{"temp":1}}');

/** Return MQTT 5 properties with their length, from raw bytes. */
const props = (...parts: readonly (readonly number[] | Buffer)[]): Buffer => {
  const all = Buffer.concat(parts.map((one) => Buffer.from(one as Buffer)));
  return Buffer.concat([Buffer.from([all.length]), all]);
};
const textProp = (id: number, text: string | Buffer): Buffer => Buffer.concat([Buffer.from([id]), wireText(text)]);
const pair = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0x26]), wireText(name), wireText(value)]);
const ill = (hex: string): Buffer => wireText(Buffer.from(hex, 'hex'));

/**
 * Packets that end a connection in every version. MQTT 3.1 and 3.1.1 only close it, 5.0 sends the reason code `five`
 * before.
 */
const inAll: readonly (readonly [name: string, five: number, packet: (v: 3 | 4 | 5) => Buffer])[] = [
  ['PUBLISH of quality 1 with packet id 0', 0x82, (v) => wirePacket(0x32, UP, [0, 0], v === 5 ? NONE : [], BODY)],
  ['PUBLISH of quality 2 with packet id 0', 0x82, (v) => wirePacket(0x34, UP, [0, 0], v === 5 ? NONE : [], BODY)],
  ['PUBLISH of quality 3', 0x81, (v) => wirePacket(0x36, UP, ID, v === 5 ? NONE : [], BODY)],
  ['PUBLISH of quality 0 that says it comes again', 0x81, (v) => wirePacket(0x38, UP, v === 5 ? NONE : [], BODY)],
  ['PUBLISH with the topic cut off', 0x81, () => Buffer.from('3003ffff61', 'hex')],
  ['PUBLISH to a topic with +', 0x90, (v) => wirePacket(0x32, 'anju/+', ID, v === 5 ? NONE : [], BODY)],
  ['PUBLISH to a topic with #', 0x90, (v) => wirePacket(0x30, 'anju/#', v === 5 ? NONE : [], BODY)],
  ['PUBLISH to a topic with U+0000', 0x81, (v) => wirePacket(0x32, `${UP}\0`, ID, v === 5 ? NONE : [], BODY)],
  [
    'PUBLISH to a topic with a lone continuation byte',
    0x81,
    (v) => wirePacket(0x30, ill('6180'), v === 5 ? NONE : [], BODY),
  ],
  [
    'PUBLISH to a topic with half a surrogate pair',
    0x81,
    (v) => wirePacket(0x30, ill('61eda0bd'), v === 5 ? NONE : [], BODY),
  ],
  ['PUBLISH to a topic in an overlong form', 0x81, (v) => wirePacket(0x30, ill('c0af'), v === 5 ? NONE : [], BODY)],
  ['PUBLISH to no topic', 0x82, (v) => wirePacket(0x30, '', v === 5 ? NONE : [], BODY)],
  ['SUBSCRIBE with packet id 0', 0x82, (v) => wirePacket(0x82, [0, 0], v === 5 ? NONE : [], DOWN, [0])],
  ['SUBSCRIBE without a filter', 0x82, (v) => wirePacket(0x82, ID, v === 5 ? NONE : [])],
  ['SUBSCRIBE of quality 3', 0x81, (v) => wirePacket(0x82, ID, v === 5 ? NONE : [], DOWN, [3])],
  ['SUBSCRIBE with reserved bits', 0x81, (v) => wirePacket(0x82, ID, v === 5 ? NONE : [], DOWN, [0x40])],
  ['SUBSCRIBE with wrong flags', 0x81, (v) => wirePacket(0x80, ID, v === 5 ? NONE : [], DOWN, [0])],
  ['SUBSCRIBE to an ill-formed filter', 0x81, (v) => wirePacket(0x82, ID, v === 5 ? NONE : [], ill('80'), [0])],
  ['SUBSCRIBE to an empty filter', 0x81, (v) => wirePacket(0x82, ID, v === 5 ? NONE : [], '', [0])],
  ['UNSUBSCRIBE with packet id 0', 0x82, (v) => wirePacket(0xa2, [0, 0], v === 5 ? NONE : [], DOWN)],
  ['UNSUBSCRIBE without a filter', 0x82, (v) => wirePacket(0xa2, ID, v === 5 ? NONE : [])],
  ['PUBREL with wrong flags', 0x81, () => wirePacket(0x60, ID)],
  ['PUBREL with packet id 0', 0x82, () => wirePacket(0x62, [0, 0])],
  ['PUBACK with packet id 0', 0x82, () => wirePacket(0x40, [0, 0])],
  ['PINGREQ with a body', 0x81, () => wirePacket(0xc0, ID)],
  ['PINGREQ with flags', 0x81, () => wirePacket(0xc1)],
  ['DISCONNECT with flags', 0x81, () => wirePacket(0xe1)],
  ['a second CONNECT', 0x82, (v) => mqtt.generate(loginPacket(device, v, server.clock.ms()), { protocolVersion: v })],
  ['a packet of the server', 0x82, () => wirePacket(0x20, [0, 0])],
  ['the reserved kind 0', 0x82, () => wirePacket(0x00)],
  ['AUTH without a method', 0x82, () => wirePacket(0xf0)],
  ['a length of five bytes', 0x81, () => Buffer.from('30ffffffff01', 'hex')],
  ['a length beyond the maximum', 0x95, () => Buffer.from('30ffff7f', 'hex')],
];

test.each(inAll.flatMap(([name, five, packet]) => ([3, 4, 5] as const).map((v) => [v, name, five, packet] as const)))(
  'MQTT level %i: %s ends the line',
  async (version, _name, five, packet) => {
    const line = await login(version);
    line.send(packet(version));
    expect(await line.code()).toBe(version === 5 ? five : CLOSED);
  },
);

/** Packets that are invalid only in MQTT 5, with the reason code. */
const inFive: readonly (readonly [name: string, code: number, packet: Buffer])[] = [
  ['PUBLISH with a topic alias', 0x94, wirePacket(0x30, UP, props([0x23, 0, 1]), BODY)],
  ['PUBLISH with topic alias 0', 0x94, wirePacket(0x30, UP, props([0x23, 0, 0]), BODY)],
  ['PUBLISH by an alias alone', 0x94, wirePacket(0x30, '', props([0x23, 0, 1]), BODY)],
  ['PUBLISH with a subscription identifier', 0x82, wirePacket(0x30, UP, props([0x0b, 1]), BODY)],
  ['PUBLISH that is to be retained', 0x9a, wirePacket(0x31, UP, NONE, BODY)],
  ['PUBLISH with a property twice', 0x82, wirePacket(0x30, UP, props([0x01, 0], [0x01, 0]), BODY)],
  ['PUBLISH with a property of a login', 0x82, wirePacket(0x30, UP, props([0x21, 0, 9]), BODY)],
  ['PUBLISH with an unknown property', 0x81, wirePacket(0x30, UP, props([0x7f]), BODY)],
  ['PUBLISH with properties that are longer than it', 0x81, wirePacket(0x30, UP, [0x7f], BODY)],
  ['PUBLISH with format 2', 0x82, wirePacket(0x30, UP, props([0x01, 2]), BODY)],
  ['PUBLISH with a response topic with +', 0x90, wirePacket(0x30, UP, props(textProp(0x08, 'a/+')), BODY)],
  [
    'PUBLISH with an ill-formed content type',
    0x81,
    wirePacket(0x30, UP, props(textProp(0x03, Buffer.from([0x80]))), BODY),
  ],
  ['SUBSCRIBE with a subscription identifier', 0xa1, wirePacket(0x82, ID, props([0x0b, 1]), DOWN, [0])],
  ['SUBSCRIBE with retain handling 3', 0x82, wirePacket(0x82, ID, NONE, DOWN, [0x30])],
  ['DISCONNECT with a receive maximum', 0x82, wirePacket(0xe0, [0], props([0x21, 0, 9]))],
  ['DISCONNECT that prolongs its session', 0x82, wirePacket(0xe0, [0], props([0x11, 0, 0, 0, 9]))],
  ['AUTH', 0x82, wirePacket(0xf0, [0x18], NONE)],
];

test.each(inFive)('MQTT 5: %s ends the line with its code', async (_name, code, packet) => {
  const line = await login(5);
  line.send(packet);
  expect(await line.code()).toBe(code);
});

test('MQTT 5: allowed properties are accepted, user properties repeatedly', async () => {
  const line = await login(5);
  line.send(
    wirePacket(
      0x32,
      UP,
      ID,
      props([0x01, 1], [0x02, 0, 0, 0, 9], textProp(0x03, 'json'), textProp(0x09, 'x'), pair('a', 'b'), pair('a', 'c')),
      BODY,
    ),
  );
  await expect.poll(() => line.heard.map(({ cmd }) => cmd)).toEqual(['puback']);
  line.end();
});

/** Return a CONNECT packet built byte by byte. */
function connectBytes(
  version: number,
  {
    name = 'MQTT',
    flags = 0xc2,
    properties = NONE,
    will = [],
    wished = device,
  }: {
    name?: string;
    flags?: number;
    properties?: Buffer | readonly number[];
    will?: readonly (Buffer | string | readonly number[])[];
    wished?: TestDevice;
  } = {},
): Buffer {
  const { clientId, username, password } = loginPacket(wished, 5, server.clock.ms());
  return wirePacket(
    0x10,
    name,
    [version, flags, 0, 60],
    ...(version === 5 ? [properties] : []),
    clientId,
    ...will,
    username!,
    wireText(password as Buffer),
  );
}

const willOf = (topic = UP): readonly (Buffer | string | readonly number[])[] => [topic, wireText('{}')];

test.each([
  ['an unknown level', 1, () => connectBytes(6)],
  ['level 2', 1, () => connectBytes(2)],
  ['the name of 3.1 with the level of 3.1.1', 1, () => connectBytes(4, { name: 'MQIsdp' })],
  ['an unknown name', CLOSED, () => connectBytes(4, { name: 'MQTX' })],
  ['a reserved flag', CLOSED, () => connectBytes(4, { flags: 0xc3 })],
  ['a will of quality 3', CLOSED, () => connectBytes(4, { flags: 0xde, will: willOf() })],
  ['a quality of a will that is not there', CLOSED, () => connectBytes(4, { flags: 0xca })],
  ['a password without a user', CLOSED, () => connectBytes(4, { flags: 0x42 })],
  ['a will topic with a wildcard', CLOSED, () => connectBytes(4, { flags: 0xc6, will: willOf('a/#') })],
  ['bytes behind its end', CLOSED, () => wirePacket(0x10, connectBytes(4).subarray(2), [0])],
  ['5: a will of quality 3', 0x81, () => connectBytes(5, { flags: 0xde, will: [NONE, ...willOf()] })],
  ['5: a retained will', 0x9a, () => connectBytes(5, { flags: 0xe6, will: [NONE, ...willOf()] })],
  ['5: receive maximum 0', 0x82, () => connectBytes(5, { properties: props([0x21, 0, 0]) })],
  ['5: maximum packet size 0', 0x82, () => connectBytes(5, { properties: props([0x27, 0, 0, 0, 0]) })],
  ['5: an authentication method', 0x8c, () => connectBytes(5, { properties: props(textProp(0x15, 'SCRAM')) })],
  ['5: authentication data alone', 0x82, () => connectBytes(5, { properties: props(textProp(0x16, 'x')) })],
  ['5: receive maximum twice', 0x82, () => connectBytes(5, { properties: props([0x21, 0, 9], [0x21, 0, 9]) })],
  ['5: a topic alias', 0x82, () => connectBytes(5, { properties: props([0x23, 0, 1]) })],
  ['5: request problem information 2', 0x82, () => connectBytes(5, { properties: props([0x17, 2]) })],
  [
    '5: a subscription identifier in its will',
    0x82,
    () => connectBytes(5, { flags: 0xc6, will: [props([0x0b, 1]), ...willOf()] }),
  ],
] as const)('a login with %s is answered by its code and ends', async (name, code, packet) => {
  const line = new RawLine(port, name.startsWith('5') ? 5 : 4);
  line.send(packet());
  expect(await line.code()).toBe(code);
});

test('MQTT 3.1.1: no client id without a clean session is refused with code 2', async () => {
  const line = new RawLine(port, 4);
  line.send(wirePacket(0x10, 'MQTT', [4, 0, 0, 60], ''));
  expect(await line.code()).toBe(2);
});

test.each([4, 5] as const)(
  'MQTT level %i: acknowledgements leave in the order of their messages, whatever is stored first',
  async (version) => {
    const gatewayModel = await makeModel(iot, `gw_letter_${version}`, { nodeType: 'gateway', category: 'gateway' });
    const gateway = await registerDevice(iot, gatewayModel, `gw_letter_${version}`, `letter-gw-${version}`);
    const children = [];
    for (let n = 0; n < 6; n += 1)
      children.push(
        await registerDevice(iot, modelId, 'hp_letter', `letter-${version}-sub-${n}`, { parentId: gateway.id }),
      );
    await part.settle();
    const line = await login(version, gateway);
    const none = version === 5 ? NONE : [];
    const topic = (tail: string): string => `anju/v1/${gateway.modelCode}/${gateway.deviceKey}/up/${tail}`;
    const sent: number[] = [];
    // Messages of sub-devices go to several write queues, and others are answered at once. Nevertheless
    // acknowledgements must keep the order.
    for (let id = 1; id <= 90; id += 1) {
      const values = { items: [{ dev: children[id % 6].deviceKey, params: { temp: id } }] };
      const [tail, body] =
        id % 3 === 0 ? ['hello', {}] : id % 7 === 0 ? ['props', { params: { temp: id } }] : ['sub/props', values];
      const isOther = version === 5 && id % 11 === 0;
      line.send(
        wirePacket(
          0x32 + (id % 2 ? 0 : 2),
          isOther ? 'some/other' : topic(tail),
          [0, id],
          none,
          Buffer.from(JSON.stringify(body)),
        ),
      );
      sent.push(id);
    }
    await expect.poll(() => line.heard.length).toBe(90);
    expect(line.heard.map((one) => (one as { messageId: number }).messageId)).toEqual(sent);
    expect(line.heard.map(({ cmd }) => cmd)).toEqual(sent.map((id) => (id % 2 ? 'puback' : 'pubrec')));
    line.end();
  },
);

test('MQTT 5: a discarded message is acknowledged with the reason, which is in the rejects', async () => {
  const line = await login(5);
  const say = (id: number, tail: string, body: string): void =>
    line.send(
      wirePacket(id === 5 ? 0x34 : 0x32, `anju/v1/hp_letter/letter-1/up/${tail}`, [0, id], NONE, Buffer.from(body)),
    );
  say(1, 'props', 'no json');
  say(2, 'props', '{"params":7}');
  say(3, 'nowhere', '{}');
  say(4, 'props', '{"params":{"nothing":1}}');
  say(5, 'props', '[');
  say(6, 'props', '{"params":{"temp":1,"nothing":1}}');
  await expect.poll(() => line.heard.length).toBe(6);
  expect(line.heard.map((one) => (one as { reasonCode: number }).reasonCode)).toEqual([
    0x99, 0x99, 0x90, 0x99, 0x99, 0,
  ]);
  await part.settle();
  const noted = await server.tables<{ reason: string }>(
    "select distinct reason from iot_ingest_reject where device_id = $1 and reason <> 'large' order by 1",
    [device.id],
  );
  expect(noted.map(({ reason }) => reason)).toEqual(['json', 'shape', 'topic', 'unknown']);
  line.end();
});

test('HTTP answers 400 with the reason if no part of a message was accepted', async () => {
  const { username, password } = loginPacket(device, 4, server.clock.ms());
  const say = async (tail: string, body: string): Promise<unknown[]> => {
    const answer = await fetch(`http://127.0.0.1:${part.listeners.portOf('http')}/iot/v1/${tail}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${username}:${String(password)}`).toString('base64')}` },
      body,
    });
    return [answer.status, ((await answer.json()) as { reason: string }).reason];
  };
  expect(await say('props', 'no json')).toEqual([400, 'json']);
  expect(await say('props', '{"params":7}')).toEqual([400, 'shape']);
  expect(await say('nowhere', '{}')).toEqual([400, 'topic']);
  expect(await say('props', '{"params":{"nothing":1}}')).toEqual([400, 'unknown']);
  expect(await say('props', '{"params":{"temp":1,"nothing":1}}')).toEqual([200, 'stored']);
});

test('MQTT 5: the limits of the client on packet size and pending messages hold', async () => {
  const small = await registerDevice(iot, modelId, 'hp_letter', 'letter-small');
  await part.settle();
  const line = new RawLine(port, 5);
  line.send(connectBytes(5, { wished: small, properties: props([0x27, 0, 0, 0, 100], [0x21, 0, 2]) }));
  await expect.poll(() => line.heard.length).toBe(1);
  line.send(wirePacket(0x82, ID, NONE, 'anju/v1/hp_letter/letter-small/down/#', [1]));
  await expect.poll(() => line.heard.length).toBe(2);
  const open = part.ingest.lineOf(small.id)!;
  open.send('long', { text: 'x'.repeat(200) }, 1);
  for (let n = 0; n < 4; n += 1) open.send('short', n, 1);
  line.send(wirePacket(0xc0));
  await expect.poll(() => line.heard.at(-1)?.cmd).toBe('pingresp');
  expect(line.heard.slice(2, -1).map((one) => String((one as { payload: Buffer }).payload))).toEqual(['0', '1']);
  line.end();
});

test('MQTT 5: refused filters have a reason; PUBREL of an unknown number too', async () => {
  const line = await login(5);
  line.send(wirePacket(0x82, ID, NONE, '$share/g/a', [0], 'a/#/b', [0], 'a/b', [0], DOWN, [1]));
  line.send(wirePacket(0x62, [0, 9]));
  await expect.poll(() => line.heard.length).toBe(2);
  expect(line.heard).toMatchObject([
    { cmd: 'suback', granted: [0x9e, 0x8f, 0x87, 1] },
    { cmd: 'pubcomp', reasonCode: 0x92 },
  ]);
  line.end();
});

test('messages discarded unread are in the rejects: above the rate, and too long', async () => {
  const fast = await registerDevice(iot, modelId, 'hp_letter', 'letter-fast');
  const long = await registerDevice(iot, modelId, 'hp_letter', 'letter-long');
  await part.settle();
  const line = await login(4, fast);
  const topic = `anju/v1/hp_letter/${fast.deviceKey}/up/props`;
  for (let n = 0; n < 400; n += 1) line.send(wirePacket(0x30, topic, BODY));
  const other = await login(4, long);
  other.send(
    mqtt.generate({
      cmd: 'publish',
      topic: `anju/v1/hp_letter/${long.deviceKey}/up/props`,
      payload: 'x'.repeat(64 * 1024 + 1),
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    }),
  );
  expect(await other.code()).toBe(CLOSED);
  const noted = async (): Promise<unknown> => {
    await part.settle();
    return server.tables(
      'select device_id::text as id, reason from iot_ingest_reject where device_id = any($1) order by 1',
      [[fast.id, long.id]],
    );
  };
  await expect.poll(noted).toEqual([
    { id: fast.id, reason: 'rate' },
    { id: long.id, reason: 'large' },
  ]);
  line.end();
});

test('a device with endless new faults leaves at most 100 rejects a minute', async () => {
  const inventive = await registerDevice(iot, modelId, 'hp_letter', 'letter-inventive');
  await part.settle();
  const line = await login(4, inventive);
  for (let n = 0; n < 10; n += 1) {
    const params = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`made${n}up${at}`, 1]));
    line.send(
      wirePacket(
        0x32,
        `anju/v1/hp_letter/${inventive.deviceKey}/up/props`,
        [0, n + 1],
        Buffer.from(JSON.stringify({ params })),
      ),
    );
  }
  await expect.poll(() => line.heard.length).toBe(10);
  await part.settle();
  const [{ n }] = await server.tables<{ n: number }>(
    'select count(*)::int as n from iot_ingest_reject where device_id = $1',
    [inventive.id],
  );
  expect(n).toBe(100);
  line.end();
});
