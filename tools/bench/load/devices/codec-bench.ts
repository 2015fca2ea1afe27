import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { conditionsTable, writeSection } from '../../report.ts';
import { compileFrames } from '#business/iot/gateway/connect/codec/compile.rules.ts';
import type { FrameConfig } from '#business/iot/gateway/connect/codec/frame-config.rules.ts';
import { bytesOf } from '#business/iot/gateway/connect/codec/frame.rules.ts';
import { checksumNamed } from '#business/iot/gateway/connect/codec/values/checksum.rules.ts';
import { packField } from '#business/iot/gateway/connect/packs/protocol-pack.rules.ts';

const GOAL_US = 3;
const FRAMES = 100_000;
const ROUNDS = 9;

/** The frame of the design: switch, two temperatures, energy in BCD, fault, and a sum. */
const FRAME = 'AA55 001B A4CF12345678 01 0007 01 01C5 FFF4 00123456 21 8038 0D0A';

const config: FrameConfig = {
  deviceConnectFormat: 'hex',
  positionUnit: 'byte',
  deviceIdRule: 'field',
  agreementKey: 'magic',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
};
const tenths = { dataType: 'int', scale: '0.1' } as const;
const fields = [
  packField('length', 2, 3, { fieldName: 'len' }),
  packField('deviceId', 4, 9, { fieldName: 'mac', dataType: 'hex' }),
  packField('msgType', 10, 10, { fieldName: 'func', dataType: 'hex' }),
  { ...packField('reserved', 11, 12, { fieldName: 'seq' }), deviceConnectConfigFieldType: 'msgId' },
  packField('property', 13, 13, { iotFieldName: 'powerSwitch', dataType: 'flag', whenExpr: 'msgType = 01' }),
  packField('property', 14, 15, { iotFieldName: 'outletTemp', ...tenths, invalidValues: '7FFF' }),
  packField('property', 16, 17, { iotFieldName: 'inletTemp', ...tenths }),
  packField('property', 18, 21, { iotFieldName: 'totalEnergy', dataType: 'bcd', scale: '0.01' }),
  { ...packField('reserved', 22, 22, { iotFieldName: 'fault' }), deviceConnectConfigFieldType: 'event' },
  packField('checksum', -4, -3, { algorithm: 'crc16modbus', byteOrder: 'DCBA', coverStart: 0, coverEnd: -5 }),
];

const crc = checksumNamed('crc16modbus').sum;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

/** Read the frame by code that knows it: the least that a reader can cost. */
function readByHand(bytes: Uint8Array): object {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== 0xaa_55) throw new Error('another protocol');
  if (view.getUint16(2) !== bytes.length) throw new Error('another length');
  if (crc(bytes, 0, bytes.length - 4) !== view.getUint16(bytes.length - 4, true)) throw new Error('a wrong sum');
  let deviceId = '';
  for (let at = 4; at < 10; at++) deviceId += HEX[bytes[at]];
  let digits = 0;
  for (let at = 18; at < 22; at++) digits = digits * 100 + (bytes[at] >> 4) * 10 + (bytes[at] & 15);
  const msgType = HEX[bytes[10]];
  const outlet = view.getInt16(14);
  const props: Record<string, unknown> = {};
  if (msgType === '01') props.powerSwitch = bytes[13] > 0;
  if (outlet !== 0x7f_ff) props.outletTemp = outlet / 10;
  props.inletTemp = view.getInt16(16) / 10;
  props.totalEnergy = digits / 100;
  const events = bytes[22] ? [{ name: 'fault', value: bytes[22] }] : [];
  return { deviceId, msgType, msgId: view.getUint16(11), ts: null, props, events, unknown: [] };
}

/** Return the microseconds that a frame takes. */
function microseconds(read: (bytes: Uint8Array) => object, frame: Uint8Array): number {
  let result: object = frame;
  const began = performance.now();
  for (let at = 0; at < FRAMES; at++) result = read(frame);
  const took = performance.now() - began;
  if (result === frame) throw new Error('nothing was read');
  return (took * 1000) / FRAMES;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** `npm run bench -- codec`: a frame of 27 bytes, by its configuration and by code that knows it, by turns. */
export async function benchCodec(): Promise<void> {
  const frame = bytesOf(FRAME);
  const codec = compileFrames(config, fields);
  const byConfig = (bytes: Uint8Array): object => codec.decode(bytes);
  const [found, known] = [JSON.stringify(byConfig(frame)), JSON.stringify(readByHand(frame))];
  if (found !== known) throw new Error(`The readers differ: ${found} and ${known}`);
  const pairs = Array.from({ length: ROUNDS + 1 }, () => [
    microseconds(byConfig, frame),
    microseconds(readByHand, frame),
  ]);
  // The first round is that of the compiler.
  const rounds = pairs.slice(1);
  const decode = middle(rounds.map(([one]) => one));
  const bare = middle(rounds.map(([, one]) => one));
  const ratio = middle(rounds.map(([one, other]) => one / other));
  printLine(`by its configuration ${decode.toFixed(2)} µs, by hand ${bare.toFixed(2)} µs, ${ratio.toFixed(1)} ×`);
  writeSection(projectDir, 'Codec', [
    ...conditionsTable(
      'npm run bench -- codec',
      `The frame of 27 bytes of the design, ${ROUNDS} rounds of ${FRAMES.toLocaleString('en')} frames by turns, the middle one counts. By hand: code that knows the frame, with a DataView and the same sum.`,
    ),
    '| decoding a frame | µs by its configuration | µs by hand | × | goal | |',
    '|---|--:|--:|--:|---|---|',
    `| agreement, length, id, 4 values, event, CRC-16 | ${decode.toFixed(2)} | ${bare.toFixed(2)} | ${ratio.toFixed(1)} | ≤ ${GOAL_US} µs | ${decode <= GOAL_US ? '✓' : '✗'} |`,
  ]);
}
