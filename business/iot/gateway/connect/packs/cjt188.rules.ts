import { type ProtocolPack, packField, packProperty } from './protocol-pack.rules.ts';

const bcd = { dataType: 'bcd', byteOrder: 'DCBA' } as const;

/** Units of volumes: their code, and the scale that gives cubic metres. */
const CUBIC_METRES = { code: '2C', scale: '0.01' } as const;
const LITRES = { code: '29', scale: '0.00001' } as const;

/** Type of a meter: cold water. */
const COLD_WATER = '10';

const volume = (name: string, from: number, unit: string) =>
  [CUBIC_METRES, LITRES].map(({ code, scale }) =>
    packField('property', from, from + 3, { iotFieldName: name, ...bcd, scale, whenExpr: `${unit} = ${code}` }),
  );

const unitCode = (fieldName: string, at: number) =>
  packField('reserved', at, at, { fieldName, dataType: 'hex', optional: true });

/** CJ/T 188-2004, answers of cold water meters to a reading. Ids and numbers come with their lowest byte first. */
export const cjt188: ProtocolPack = {
  code: 'cjt188-2004',
  title: ['CJ/T 188-2004 水表', 'CJ/T 188-2004 water meter'],
  source: 'CJ/T 188-2004, 6.3 and table 8',
  config: {
    deviceConnectFormat: 'hex',
    positionUnit: 'byte',
    deviceIdRule: 'field',
    agreementKey: 'start',
    agreementVal: '68',
    startBit: 0,
    endBit: 0,
    leadByte: 'FE',
    timezone: 'Asia/Shanghai',
  },
  fields: [
    packField('header', 0, 0, { fieldName: 'start', constValue: '68' }),
    packField('deviceId', 2, 8, { fieldName: 'address', dataType: 'hex', byteOrder: 'DCBA' }),
    packField('msgType', 9, 9, { fieldName: 'control', dataType: 'hex' }),
    packField('length', 10, 10, { fieldName: 'size', lengthExcludes: 13 }),
    packField('reserved', 11, 12, { fieldName: 'di', dataType: 'hex' }),
    unitCode('unit', 18),
    ...volume('totalFlow', 14, 'unit'),
    unitCode('monthUnit', 23),
    ...volume('monthFlow', 19, 'monthUnit'),
    packField('timestamp', 24, 30, { fieldName: 'clock', dataType: 'bcdtime', byteOrder: 'DCBA', optional: true }),
    packField('checksum', -2, -2, { fieldName: 'cs', algorithm: 'sum8' }),
    packField('footer', -1, -1, { fieldName: 'end', constValue: '16' }),
  ],
  request: [
    packField('header', 0, 0, { fieldName: 'start', constValue: '68' }),
    packField('reserved', 1, 1, { fieldName: 'type', dataType: 'hex', constValue: COLD_WATER }),
    packField('deviceId', 2, 8, { fieldName: 'address', dataType: 'hex', byteOrder: 'DCBA' }),
    packField('msgType', 9, 9, { fieldName: 'control', constValue: '01' }),
    packField('length', 10, 10, { fieldName: 'size', lengthExcludes: 13 }),
    packField('reserved', 11, 12, { fieldName: 'di', dataType: 'hex', byteOrder: 'DCBA' }),
    packField('reserved', 13, 13, { fieldName: 'serial', dataType: 'hex', constValue: '00' }),
    packField('checksum', -2, -2, { fieldName: 'cs', algorithm: 'sum8' }),
    packField('footer', -1, -1, { fieldName: 'end', constValue: '16' }),
  ],
  model: {
    modelCode: 'cjt188_2004',
    modelName: 'CJ/T 188-2004 水表',
    modelNameEn: 'CJ/T 188-2004 water meter',
    category: 'water_meter',
    properties: [
      packProperty('totalFlow', ['累计流量', 'Total volume'], 'double', {
        unit: 'm³',
        specs: { min: 0, max: 999_999.99, precision: 5 },
        aggregation: 'counter',
        counterWrap: '1000000',
      }),
      packProperty('monthFlow', ['结算日累计流量', 'Volume at the day of settlement'], 'double', {
        unit: 'm³',
        specs: { min: 0, max: 999_999.99, precision: 5 },
      }),
    ],
  },
  samples: [
    {
      name: '读地址的应答',
      source: 'https://www.scribd.com/document/476625364/SHORT-rs485-communication-protocol',
      frame: 'FE FE FE 68 10 12 00 00 00 00 00 00 83 03 81 0A 00 9B 16',
      deviceId: '00000000000012',
      props: {},
    },
    {
      name: '读数 123.00 m³',
      source: 'https://github.com/hupengwu/fox-edge-server-protocol, Demo of its driver for CJ/T 188',
      frame:
        'FE FE FE 68 10 01 00 00 05 08 00 00 81 16 90 1F 00 00 23 01 00 2C 00 00 00 00 2C 00 00 00 00 00 00 00 00 00 48 16',
      deviceId: '00000805000001',
      props: { totalFlow: 123, monthFlow: 0 },
    },
    {
      name: '读数 2.00 m³',
      source: 'https://github.com/hupengwu/fox-edge-server-protocol, Demo of its driver for CJ/T 188',
      frame:
        'FE FE FE 68 10 18 02 12 20 20 00 00 81 16 90 1F 00 00 02 00 00 2C 00 02 00 00 2C 00 00 00 00 00 00 00 00 FF 85 16',
      deviceId: '00002020120218',
      props: { totalFlow: 2, monthFlow: 2 },
    },
    {
      name: '读数 556677.00 m³',
      source:
        'Built from the fields of https://topic.alibabacloud.com/a/font-classtopic-s-color00c1decjfontt-188-water-meter-protocol-analysis_8_8_31414702.html, with the sum computed',
      frame: '68 10 44 33 22 11 00 33 78 81 16 1F 90 00 00 77 66 55 2C 00 77 66 55 2C 31 01 22 11 05 15 20 21 84 13 16',
      deviceId: '78330011223344',
      props: { totalFlow: 556_677, monthFlow: 556_677 },
    },
  ],
};
