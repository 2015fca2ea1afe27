import { type ProtocolPack, packField, packProperty } from './protocol-pack.rules.ts';

const REGISTERS = 'https://star.ke.st/library/mitsubishi-ecodan-ftc4-ftc5-ftc6-needs-melcobems-mini-a1m';

/** First register of the answer, and the bytes before it: unit, function and number of bytes. */
const FIRST = 25;
const HEAD = 3;

const register = (number: number, iotFieldName: string, more: object = {}) => {
  const from = HEAD + (number - FIRST) * 2;
  return packField('property', from, from + 1, { iotFieldName, ...more });
};

const hundredths = { dataType: 'int', scale: '0.01' } as const;

/**
 * Mitsubishi Ecodan behind a Melcobems Mini A1M, in answers to a reading of the holding registers 25 to 32 (function 03)
 * that a transparent gateway passes on. A device is named by its unit: HP1, HP2, ….
 */
export const modbusHeatPump: ProtocolPack = {
  code: 'modbus-ecodan',
  title: ['Modbus 热泵（Ecodan）', 'Modbus heat pump (Ecodan)'],
  source: REGISTERS,
  config: {
    deviceConnectFormat: 'hex',
    positionUnit: 'byte',
    deviceIdRule: 'bytes:0-0:uint:prefix(HP)',
    agreementKey: 'function',
    agreementVal: '0310',
    startBit: 1,
    endBit: 2,
  },
  fields: [
    packField('reserved', 0, 0, { fieldName: 'unit' }),
    packField('msgType', 1, 1, { fieldName: 'function', dataType: 'hex' }),
    packField('length', 2, 2, { fieldName: 'size', lengthExcludes: 5 }),
    register(25, 'power', { dataType: 'flag' }),
    register(30, 'tankTarget', hundredths),
    register(32, 'zoneTarget', hundredths),
    packField('checksum', -2, -1, { fieldName: 'crc', algorithm: 'crc16modbus', byteOrder: 'DCBA' }),
  ],
  model: {
    modelCode: 'modbus_ecodan',
    modelName: 'Modbus 热泵（Ecodan）',
    modelNameEn: 'Modbus heat pump (Ecodan)',
    category: 'heat_pump',
    properties: [
      packProperty('power', ['开关', 'Power'], 'bool'),
      packProperty('tankTarget', ['水箱设定温度', 'Set temperature of the tank'], 'float', {
        unit: '℃',
        specs: { min: 0, max: 80, precision: 2 },
      }),
      packProperty('zoneTarget', ['房间设定温度', 'Set temperature of the room'], 'float', {
        unit: '℃',
        specs: { min: 0, max: 40, precision: 2 },
      }),
    ],
  },
  samples: [
    {
      name: '水箱 50.00 ℃，房间 21.50 ℃',
      source: `Built from the registers of ${REGISTERS}, with the sum computed`,
      frame: '01 03 10 00 01 00 00 00 00 00 00 00 00 13 88 00 00 08 66 40 0F',
      deviceId: 'HP1',
      props: { power: true, tankTarget: 50, zoneTarget: 21.5 },
    },
  ],
};
