import { expect, test } from 'vitest';
import { compileFrames } from './compile.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault, bytesOf, hexOfBytes } from './frame.rules.ts';

const config: FrameConfig = {
  deviceConnectFormat: 'hex',
  positionUnit: 'byte',
  deviceIdRule: 'field',
  agreementKey: 'magic',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
};
const of = (
  deviceConnectConfigFieldType: string,
  startBit: number | null,
  endBit: number | null,
  more: Partial<FrameField> = {},
): FrameField => ({
  deviceConnectConfigFieldType,
  startBit,
  endBit,
  fieldName: null,
  iotFieldName: null,
  dataType: 'uint',
  byteOrder: null,
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
  ...more,
});
const fields = [
  of('header', 0, 1, { constValue: 'AA55' }),
  of('length', 2, 3),
  of('deviceId', 4, 9, { dataType: 'hex' }),
  of('msgType', 10, 10, { dataType: 'hex', fieldName: 'func' }),
  of('msgId', 11, 12),
  of('property', 13, 13, { dataType: 'bool', iotFieldName: 'powerSwitch', whenExpr: 'msgType = 01' }),
  of('property', 14, 15, { dataType: 'int', scale: '0.1', iotFieldName: 'outletTemp', invalidValues: '7FFF' }),
  of('property', 16, 17, { dataType: 'int', scale: '0.1', iotFieldName: 'inletTemp' }),
  of('property', 18, 21, { dataType: 'bcd', scale: '0.01', iotFieldName: 'totalEnergy' }),
  of('event', 22, 22, { iotFieldName: 'fault' }),
  of('checksum', -4, -3, { algorithm: 'crc16modbus', byteOrder: 'DCBA', coverStart: 0, coverEnd: -5 }),
  of('footer', -2, -1, { constValue: '0D0A' }),
];
const FRAME = 'AA55 001B A4CF12345678 01 0007 01 01C5 FFF4 00123456 21 8038 0D0A';
const codec = compileFrames(config, fields);
const codeOf = (frame: string, of = codec): string => {
  try {
    of.decode(bytesOf(frame));
    return '';
  } catch (error) {
    if (error instanceof FrameFault) return error.code;
    throw error;
  }
};

test('the frame of the design decodes as documented, and is written again from its values', () => {
  const decoded = codec.decode(bytesOf(FRAME));
  expect(decoded).toEqual({
    deviceId: 'A4CF12345678',
    msgType: '01',
    msgId: 7,
    ts: null,
    props: { powerSwitch: true, outletTemp: 45.3, inletTemp: -1.2, totalEnergy: 1234.56 },
    events: [{ name: 'fault', value: 33 }],
    unknown: [],
  });
  const { deviceId, msgType, msgId, props } = decoded;
  expect(hexOfBytes(codec.encode({ ...props, deviceId, msgType, msgId, fault: 33 }))).toBe(FRAME.replaceAll(' ', ''));
});

test('a flipped bit, another protocol, a short frame and a wrong length are refused by their code', () => {
  expect(codeOf(FRAME.replace('01C5', '01C4'))).toBe('CHECKSUM');
  expect(codeOf(FRAME.replace('AA55', 'AB55'))).toBe('AGREEMENT');
  expect(codeOf('AA55 00')).toBe('RANGE');
  const short = compileFrames(
    config,
    fields.filter((one) => one.deviceConnectConfigFieldType !== 'checksum'),
  );
  expect(codeOf(FRAME.replace('001B', '001C'), short)).toBe('LENGTH');
  expect(codeOf(FRAME.replace('0D0A', '0D0B'), short)).toBe('CONST');
});

test('an invalid value and a field whose condition fails are absent, an optional field may lie outside', () => {
  const some = fields.filter((one) => !['checksum', 'length'].includes(one.deviceConnectConfigFieldType));
  const more = compileFrames(config, [...some, of('property', 40, 41, { iotFieldName: 'late', optional: true })]);
  const { props } = more.decode(bytesOf(FRAME.replace('01C5', '7FFF').replace('78 01', '78 03')));
  expect(props).toEqual({ inletTemp: -1.2, totalEnergy: 1234.56 });
});

test('a TLV area decodes by tag, lists unknown tags, and fails whole where an item is too long', () => {
  const plain = { ...config, agreementVal: null };
  const tlv = compileFrames(plain, [
    of('tlv', 1, null),
    of('property', 0, 0, { tag: '01', iotFieldName: 'hum' }),
    of('property', 0, 1, { tag: '02', iotFieldName: 'temp', dataType: 'int', scale: '0.1' }),
  ]);
  const decoded = tlv.decode(bytesOf('10 01 01 32 02 02 01 09 7F 01 00'));
  expect(decoded).toMatchObject({ props: { hum: 50, temp: 26.5 }, unknown: [127] });
  expect(hexOfBytes(tlv.encode(decoded.props))).toBe('0001013202020109');
  expect(codeOf('10 01 01 32 02 05 01', tlv)).toBe('TLV');
});

test('bits, groups of one device and groups of many devices decode', () => {
  const plain = { ...config, agreementVal: null };
  const bits = compileFrames({ ...plain, positionUnit: 'bit' }, [
    of('property', 0, 2, { iotFieldName: 'mode', dataType: 'enum', enumMap: { 2: 'heat' } }),
    of('property', 3, 3, { iotFieldName: 'on', dataType: 'flag' }),
    of('property', 4, 7, { iotFieldName: 'fan' }),
  ]);
  expect(bits.decode(bytesOf('55')).props).toEqual({ mode: 'heat', on: true, fan: 5 });
  const count = of('reserved', 0, 0, {
    fieldName: 'count',
    dataType: 'uint',
    deviceConnectConfigFieldType: 'property',
  });
  const group = (inside: FrameField[]) => [
    count,
    of('repeat', 1, null, { fieldName: 'items', repeatOf: 'count' }),
    ...inside,
  ];
  const value = of('property', 2, 2, { iotFieldName: 'temp', repeatOf: 'items' });
  const one = compileFrames(plain, group([value]));
  expect(one.decode(bytesOf('02 0000 15 0000 16')).props).toMatchObject({ temp_1: 21, temp_2: 22 });
  const many = compileFrames(plain, group([of('deviceId', 0, 1, { dataType: 'hex', repeatOf: 'items' }), value]));
  expect(many.decode(bytesOf('02 0A01 15 0A02 16')).messages).toEqual([
    { deviceId: '0A01', props: { temp: 21 }, events: [] },
    { deviceId: '0A02', props: { temp: 22 }, events: [] },
  ]);
  expect(codeOf('03 0A01 15 0A02 16', many)).toBe('RANGE');
  expect(codeOf('FF', many)).toBe('LIMIT');
});

test('JSON lists, pairs and separated text decode; ids are converted by chains', () => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
  const json = compileFrames(
    { ...config, deviceConnectFormat: 'json', agreementKey: null, agreementVal: null, deviceIdRule: 'json:$.g:upper' },
    [of('property', null, null, { fieldName: '$.d[*].v', iotFieldName: 'temp', scale: '0.1' })],
  );
  expect(json.decode(bytes('{"g":"a1","d":[{"v":215},{"v":220}]}'))).toMatchObject({
    deviceId: 'A1',
    props: { temp_1: 21.5, temp_2: 22 },
  });
  const text = {
    ...config,
    deviceConnectFormat: 'ascii',
    agreementKey: null,
    agreementVal: null,
    deviceIdRule: 'kv:IMEI||topic:1',
  };
  const kv = compileFrames({ ...text, textShape: { kind: 'kv' } }, [
    of('property', null, null, { fieldName: 'T', iotFieldName: 'temp', scale: '0.1' }),
  ]);
  expect(kv.decode(bytes('IMEI=86,T=-215'))).toMatchObject({ deviceId: '86', props: { temp: -21.5 } });
  const csv = compileFrames({ ...text, textShape: { kind: 'csv' } }, [
    of('property', null, null, { fieldName: '1', iotFieldName: 'temp' }),
  ]);
  expect(csv.decode(bytes('x,22.5'), { topic: 'dev/G7/up' })).toMatchObject({ deviceId: 'G7', props: { temp: 22.5 } });
  const id = (deviceIdRule: string): string | null =>
    compileFrames({ ...config, agreementVal: null, deviceIdRule }, []).decode(bytesOf('00 12 34 41 42')).deviceId;
  expect([
    id('bytes:1-2:rev'),
    id('bytes:1-2:rev:bcd:prefix(M)'),
    id('bytes:3-4:ascii:lower'),
    id('bytes:1-2:uint'),
  ]).toEqual(['3412', 'M3412', 'ab', '4660']);
  expect(() => id('bytes:/x/')).toThrow('not supported');
});

test('sums have their published check values over 123456789', () => {
  const check = bytesOf('313233343536373839');
  const sumOf = (algorithm: string, size: number): string =>
    hexOfBytes(
      compileFrames({ ...config, agreementVal: null }, [
        of('property', 0, 8, { dataType: 'hex', iotFieldName: 'x' }),
        of('checksum', 9, 8 + size, { algorithm }),
      ]).encode({ x: hexOfBytes(check) }),
    ).slice(18);
  // Check values: CRC RevEng catalogue (crc8 = CRC-8/SMBUS, ccitt = CRC-16/IBM-3740, crc32 = CRC-32/ISO-HDLC).
  expect([
    sumOf('crc8', 1),
    sumOf('crc16modbus', 2),
    sumOf('crc16ccitt', 2),
    sumOf('crc16xmodem', 2),
    sumOf('crc32', 4),
  ]).toEqual(['F4', '4B37', '29B1', '31C3', 'CBF43926']);
  expect([sumOf('sum8', 1), sumOf('sum16', 2), sumOf('xor8', 1), sumOf('lrc', 1)]).toEqual(['DD', '01DD', '31', '23']);
});
