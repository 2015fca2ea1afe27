import { expect, test } from 'vitest';
import { checksumOf } from '../codec/values/checksum.rules.ts';
import { bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { type PainterDraft, movedEntry, withRow } from './draft.rules.ts';
import { emptyField, guessFrame } from './guess.rules.ts';
import { compileDraft, expectationsOf, repairOf, sampleVerdict, withExpectations } from './judge.rules.ts';
import {
  coveredBytes,
  byteGroups,
  inBits,
  paintedPlace,
  positionWords,
  readPosition,
  tintsOf,
  viewFrame,
} from './painter.rules.ts';

const config = {
  deviceConnectFormat: 'hex',
  positionUnit: 'byte',
  deviceIdRule: 'field',
  agreementKey: null,
  agreementVal: null,
  startBit: null,
  endBit: null,
};

/** A frame AA55, length, id, temperature × 10, CRC-16 of Modbus with its low byte first, 0D0A. */
function frameOf(temperature: number): string {
  const body = bytesOf(`AA55000E01020304${(temperature & 0xffff).toString(16).padStart(4, '0')}`);
  const crc = checksumOf('crc16modbus', body);
  return `${hexOfBytes(body)}${hexOfBytes(Uint8Array.of(crc & 255, crc >> 8))}0D0A`;
}

const ROWS = [
  emptyField('header', { startBit: 0, endBit: 1, constValue: 'AA55' }),
  emptyField('length', { startBit: 2, endBit: 3 }),
  emptyField('deviceId', { startBit: 4, endBit: 7, dataType: 'hex' }),
  emptyField('property', { startBit: 8, endBit: 9, iotFieldName: 'temp', dataType: 'uint', scale: '0.1' }),
  emptyField('checksum', { startBit: -4, endBit: -3, algorithm: 'crc16modbus', byteOrder: 'DCBA' }),
  emptyField('footer', { startBit: -2, endBit: -1, constValue: '0D0A' }),
];

test('header, length, checksum and footer of strange frames are found', () => {
  const found = guessFrame([bytesOf(frameOf(434)), bytesOf(frameOf(-30))]);
  expect(found).toMatchObject([
    { deviceConnectConfigFieldType: 'header', startBit: 0, endBit: 1, constValue: 'AA55' },
    { deviceConnectConfigFieldType: 'length', startBit: 2, endBit: 3 },
    { deviceConnectConfigFieldType: 'checksum', startBit: -4, endBit: -3, algorithm: 'crc16modbus', byteOrder: 'DCBA' },
    { deviceConnectConfigFieldType: 'footer', startBit: -2, endBit: -1, constValue: '0D0A' },
  ]);
  expect(guessFrame([])).toEqual([]);
  for (const seed of [1, 2, 3]) expect(guessFrame([Uint8Array.of(seed, 7), Uint8Array.of(9)])).toEqual([]);
});

test('a frame with a wrong checksum shows its other values and the row that is wrong', () => {
  const bytes = bytesOf(frameOf(434));
  bytes[10] ^= 1;
  const view = viewFrame(config, ROWS, bytes);
  expect(view.fault?.code).toBe('CHECKSUM');
  expect([...view.wrong]).toEqual([4]);
  expect(view.values.get(3)).toBe(43.4);
  expect(coveredBytes(view)).toBe(14);
  expect(tintsOf(ROWS, view.wrong)).toEqual(['grey', 'blue', 'violet', 'property', 'red', 'grey']);
  expect(byteGroups(14, view.spans).map(({ from, to }) => `${from}-${to}`)).toEqual([
    '0-1',
    '2-3',
    '4-7',
    '8-9',
    '10-11',
    '12-13',
  ]);
});

test('a length and a constant that differ are both marked', () => {
  const bytes = bytesOf(frameOf(434));
  bytes[1] = 0x56;
  bytes[3] = 9;
  const crc = checksumOf('crc16modbus', bytes.subarray(0, 10));
  bytes.set([crc & 255, crc >> 8], 10);
  const view = viewFrame(config, ROWS, bytes);
  expect([...view.wrong].toSorted()).toEqual([0, 1]);
  expect(view.values.get(3)).toBe(43.4);
});

test('positions are read as they are typed', () => {
  expect(['14-15', '13', '-4--3', '−4…', '6…', ''].map(readPosition)).toEqual([
    { startBit: 14, endBit: 15 },
    { startBit: 13, endBit: 13 },
    { startBit: -4, endBit: -3 },
    { startBit: -4, endBit: null },
    { startBit: 6, endBit: null },
    { startBit: null, endBit: null },
  ]);
  expect(['a', '1-x', '1--', '123456'].map(readPosition)).toEqual([undefined, undefined, undefined, undefined]);
  for (const row of ROWS)
    expect(readPosition(positionWords(row))).toEqual({ startBit: row.startBit, endBit: row.endBit });
});

test('positions in bits read the same values', () => {
  const bytes = bytesOf(frameOf(434));
  const bits = inBits(config, ROWS);
  expect(viewFrame(bits.config, bits.fields, bytes).values).toEqual(viewFrame(config, ROWS, bytes).values);
  expect(paintedPlace({ from: 105, to: 107 })).toEqual({ bytes: '13', bits: '105–107' });
  expect(paintedPlace({ from: 112, to: 127 })).toEqual({ bytes: '14–15', bits: '' });
});

const draft: PainterDraft = {
  config,
  fields: ROWS,
  samples: [
    { name: '出水', frame: frameOf(434), expect: { deviceId: '01020304', props: { temp: 43.4 }, events: [] } },
    { name: '零下', frame: frameOf(-30), expect: { deviceId: '01020304', props: { temp: -3 }, events: [] } },
    { name: '坏校验', frame: `${frameOf(434).slice(0, -8)}00000D0A`, refusedAs: 'CHECKSUM' },
  ],
};

test('a sample below zero finds that its row is signed, and all samples hold then', () => {
  const compiled = compileDraft(config, ROWS);
  const verdicts = draft.samples.map((sample) => sampleVerdict(compiled, sample, 'hex'));
  expect(verdicts).toEqual([null, ['temp 应为 -3，现为 6550.6', expect.any(String)], null]);
  expect(expectationsOf(compiled, draft.samples[1], 'hex')).toEqual([
    { name: 'temp', wanted: -3, found: 6550.6, isRight: false },
  ]);
  expect(repairOf(draft, draft.samples[1], 'temp')).toEqual({ at: 3, change: { dataType: 'int' }, broken: 0 });
  expect(repairOf(draft, { ...draft.samples[1], expect: { props: { temp: 999 } } }, 'temp')).toBeNull();
});

test('a new sample expects what it decodes to when it is published', () => {
  const { codec } = compileDraft(config, ROWS);
  const fresh = {
    ...draft,
    samples: [
      { name: '新', frame: frameOf(250) },
      { name: '坏', frame: 'AA55' },
    ],
  };
  expect(withExpectations(fresh, codec!).samples).toMatchObject([
    { expect: { deviceId: '01020304', props: { temp: 25 } }, refusedAs: null },
    { expect: null, refusedAs: 'RANGE' },
  ]);
});

test('a row is inserted by its position, before checksum and footer; rows move within their list', () => {
  const row = emptyField('property', { startBit: 2, endBit: 3 });
  expect(withRow(ROWS, row).at).toBe(2);
  expect(withRow(ROWS, emptyField('property')).at).toBe(4);
  expect(movedEntry([1, 2, 3], 0, 1)).toEqual([2, 1, 3]);
  expect(movedEntry([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
});
