import { type ProtocolPack, packField, packProperty } from './protocol-pack.rules.ts';

const of = (di: string): string => `di = ${di}`;
const bcd = { dataType: 'bcd', byteOrder: 'DCBA' } as const;

/**
 * DL/T 645-2007, answers of electricity meters to a reading. Each data byte is sent with 33H added. The data identifier
 * and the numbers come with their lowest byte first.
 */
export const dlt645: ProtocolPack = {
  code: 'dlt645-2007',
  title: ['DL/T 645-2007 电能表', 'DL/T 645-2007 electricity meter'],
  source: 'DL/T 645-2007, 5.2 and annex A',
  config: {
    deviceConnectFormat: 'hex',
    positionUnit: 'byte',
    deviceIdRule: 'field',
    agreementKey: 'start',
    agreementVal: '68',
    startBit: 0,
    endBit: 0,
    leadByte: 'FE',
    transform: { add: -51, from: 10, to: -3 },
  },
  fields: [
    packField('header', 0, 0, { fieldName: 'start', constValue: '68' }),
    packField('deviceId', 1, 6, { fieldName: 'address', ...bcd }),
    packField('const', 7, 7, { fieldName: 'start2', constValue: '68' }),
    packField('msgType', 8, 8, { fieldName: 'control', dataType: 'hex' }),
    packField('length', 9, 9, { fieldName: 'size', lengthExcludes: 12 }),
    packField('reserved', 10, 13, { fieldName: 'di', dataType: 'hex', byteOrder: 'DCBA', optional: true }),
    packField('property', 14, 17, { iotFieldName: 'totalEnergy', ...bcd, scale: '0.01', whenExpr: of('00010000') }),
    packField('property', 14, 15, { iotFieldName: 'voltage', ...bcd, scale: '0.1', whenExpr: of('02010100') }),
    packField('property', 14, 16, {
      iotFieldName: 'current',
      ...bcd,
      scale: '0.001',
      signBit: true,
      whenExpr: of('02020100'),
    }),
    packField('checksum', -2, -2, { fieldName: 'cs', algorithm: 'sum8' }),
    packField('footer', -1, -1, { fieldName: 'end', constValue: '16' }),
  ],
  request: [
    packField('header', 0, 0, { fieldName: 'start', constValue: '68' }),
    packField('deviceId', 1, 6, { fieldName: 'address', ...bcd }),
    packField('const', 7, 7, { fieldName: 'start2', constValue: '68' }),
    packField('msgType', 8, 8, { fieldName: 'control', constValue: '11' }),
    packField('length', 9, 9, { fieldName: 'size', lengthExcludes: 12 }),
    packField('reserved', 10, 13, { fieldName: 'di', dataType: 'hex', byteOrder: 'DCBA' }),
    packField('checksum', -2, -2, { fieldName: 'cs', algorithm: 'sum8' }),
    packField('footer', -1, -1, { fieldName: 'end', constValue: '16' }),
  ],
  model: {
    modelCode: 'dlt645_2007',
    modelName: 'DL/T 645-2007 电能表',
    modelNameEn: 'DL/T 645-2007 electricity meter',
    category: 'ammeter',
    properties: [
      packProperty('totalEnergy', ['正向有功总电能', 'Total active energy'], 'double', {
        unit: 'kWh',
        specs: { min: 0, max: 999_999.99, precision: 2 },
        aggregation: 'counter',
        counterWrap: '1000000',
      }),
      packProperty('voltage', ['A 相电压', 'Voltage, phase A'], 'float', {
        unit: 'V',
        specs: { min: 0, max: 999.9, precision: 1 },
      }),
      packProperty('current', ['A 相电流', 'Current, phase A'], 'float', {
        unit: 'A',
        specs: { min: -799.999, max: 799.999, precision: 3 },
      }),
    ],
  },
  samples: [
    {
      name: '正向有功总电能 1206.42 kWh',
      source: 'https://m.icode9.com/content-4-712469.html',
      frame: '68 25 04 03 02 01 00 68 91 08 33 33 34 33 75 39 45 33 8B 16',
      deviceId: '000102030425',
      props: { totalEnergy: 1206.42 },
    },
    {
      name: '正向有功总电能 0.26 kWh',
      source: 'DLT645-2007报文解析 (log of a master station)',
      frame: 'FE FE FE FE 68 61 01 00 00 00 00 68 91 08 33 33 34 33 59 33 33 33 8A 16',
      deviceId: '000000000161',
      props: { totalEnergy: 0.26 },
    },
    {
      name: 'A 相电压 100.1 V',
      source: 'DLT645-2007报文解析 (log of a master station)',
      frame: '68 61 01 00 00 00 00 68 91 06 33 34 34 35 34 43 10 16',
      deviceId: '000000000161',
      props: { voltage: 100.1 },
    },
  ],
};
