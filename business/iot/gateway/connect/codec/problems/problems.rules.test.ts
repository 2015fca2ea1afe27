import { expect, test } from 'vitest';
import { packs } from '../../packs/packs.rules.ts';
import { packField } from '../../packs/protocol-pack.rules.ts';
import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { configProblems } from './problems.rules.ts';

const config: FrameConfig = {
  deviceConnectFormat: 'hex',
  positionUnit: 'byte',
  deviceIdRule: 'field',
  agreementKey: null,
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
};
const id = packField('deviceId', 2, 5, { dataType: 'hex' });
const found = (fields: readonly FrameField[], over: Partial<FrameConfig> = {}) =>
  configProblems({ ...config, ...over }, fields).map(({ field, level, words }) => `${field} ${level} ${words[0]}`);
const temp = (from: number, to: number, more: Partial<FrameField> = {}) =>
  packField('property', from, to, { iotFieldName: 'temp', ...more });

test('the protocols of the product have no errors and no warnings', () => {
  for (const pack of packs)
    expect(configProblems(pack.config, pack.fields).filter(({ level }) => level !== 'info')).toEqual([]);
});

test('fields on the same bytes are warned about, alternatives are not', () => {
  expect(found([id, temp(5, 6)])).toEqual(['1 warning 与 deviceId 重叠']);
  const one = temp(6, 7, { whenExpr: 'msgType = 01' });
  const other = packField('property', 6, 7, { iotFieldName: 'hum', whenExpr: 'msgType = 02' });
  expect(found([id, one, other])).toEqual([]);
  expect(found([id, one, { ...other, whenExpr: 'msgType = 01' }])).toEqual(['2 warning 与 temp 重叠']);
  expect(found([id, temp(-4, -3), packField('checksum', -3, -3)])).toEqual(['2 warning 与 temp 重叠']);
});

test('finds bytes that no field reads', () => {
  expect(found([id, temp(8, 9)])).toEqual(['1 info 前面 2 字节没有字段']);
  expect(found([id, packField('property', null, 7, { iotFieldName: 'temp' })])).toEqual([]);
});

test('positions and widths that no frame can have are errors', () => {
  expect(found([id, temp(6, 5)])).toEqual(['1 error 结束位不能小于起始位']);
  expect(found([id, temp(6, 9, { dataType: 'float' })])).toEqual([]);
  expect(found([id, temp(6, 8, { dataType: 'float' })])).toEqual(['1 error float 须为 4、8 字节']);
  expect(found([id, temp(6, 8, { byteOrder: 'CDAB' })])).toEqual(['1 error 字节序 CDAB 须为偶数个字节']);
  expect(found([id, temp(6, 7), packField('checksum', 8, 8, { algorithm: 'crc16modbus' })])).toEqual([
    '2 error 校验为 2 字节，字段为 1 字节',
  ]);
  expect(found([id, temp(6, 13)])).toEqual(['1 warning 超过 53 位的数会失去精度']);
});

test('a sum does not cover its own bytes', () => {
  const sum = (coverEnd: number) => packField('checksum', -2, -2, { algorithm: 'sum8', coverEnd });
  expect(found([id, sum(-2)])).toEqual(['1 error 校验范围含校验自身']);
  expect(found([id, sum(-3)])).toEqual([]);
});

test('what cannot be compiled is named at its field, all of it at once', () => {
  const fields = [
    temp(6, 7, { whenExpr: 'msgType in' }),
    temp(8, 8, { scale: '0', iotFieldName: 'hum' }),
    packField('property', 9, 9, { iotFieldName: 'mode', dataType: 'enum', enumMap: { '0xZZ': 'heat' } }),
  ];
  const errors = configProblems(config, [id, ...fields]).filter(({ level }) => level === 'error');
  expect(errors.map(({ field }) => field)).toEqual([1, 2, 3]);
  expect(found([], { deviceIdRule: 'nonsense' })[0]).toContain('null error');
  expect(found([id], { agreementVal: 'AA' })).toEqual(['null error 协议标识值 AA 与起止位不一样长']);
});

test('finds missing names and repeated properties', () => {
  expect(found([id, temp(6, 7, { whenExpr: 'func = 01' })])).toEqual(['1 warning 条件里的 func 不在前面的字段中']);
  expect(found([id, temp(6, 7), temp(8, 9)])).toEqual(['2 warning temp 重复']);
  expect(found([temp(2, 3)])).toEqual(['null warning 没有设备标识字段']);
  const known = new Map([['hum', 'float']]);
  expect(configProblems(config, [id, temp(6, 7)], known)).toMatchObject([
    { field: 1, words: ['物模型没有 temp', expect.anything()] },
  ]);
  expect(configProblems(config, [id, temp(6, 7, { dataType: 'hex' })], new Map([['temp', 'float']]))).toMatchObject([
    { field: 1, level: 'warning' },
  ]);
});
