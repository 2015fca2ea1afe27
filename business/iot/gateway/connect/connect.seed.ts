import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { connectConfig } from './config/connect-config.paper.ts';
import { connectField } from './config/connect-field.paper.ts';

/** Fields of a heat pump's frame, from the documentation of its manufacturer. */
const heatPump: readonly (readonly [
  kind: Row<typeof connectField>['deviceConnectConfigFieldType'],
  name: string,
  from: number,
  to: number,
  more?: object,
])[] = [
  ['header', 'magic', 0, 1, { dataType: 'hex', constValue: 'AA55', txt: '固定帧头' }],
  ['length', 'len', 2, 3, { txt: '整帧长度' }],
  ['deviceId', 'mac', 4, 9, { dataType: 'hex' }],
  ['msgType', 'func', 10, 10, { dataType: 'hex' }],
  ['msgId', 'seq', 11, 12],
  ['property', 'onOff', 13, 13, { dataType: 'flag', iotFieldName: 'powerSwitch' }],
  ['property', 'outT', 14, 15, { dataType: 'int', scale: '0.1', iotFieldName: 'outletTemp', txt: '出水温度 ℃' }],
  ['property', 'inT', 16, 17, { dataType: 'int', scale: '0.1', iotFieldName: 'inletTemp', txt: '进水温度 ℃' }],
  ['property', 'kwh', 18, 21, { dataType: 'bcd', scale: '0.01', iotFieldName: 'totalEnergy', txt: '累计电量 kWh' }],
  ['event', 'err', 22, 22, { iotFieldName: 'fault', txt: '0 为无故障' }],
  ['checksum', 'crc', -4, -3, { algorithm: 'crc16modbus', byteOrder: 'DCBA' }],
];

/** Create the configuration of the demo company's heat pumps. */
export async function seedConnection(context: Context): Promise<void> {
  const config = await context.create(connectConfig, {
    name: '空气源热泵 V2',
    ip: '0.0.0.0',
    port: 9100,
    deviceConnectType: 'tcp_server',
    deviceConnectMethod: 'long',
    deviceConnectFormat: 'hex',
    deviceIdRule: 'field',
    agreementKey: 'magic',
    agreementVal: 'AA55',
    startBit: 0,
    endBit: 1,
    sampleFrames: 'AA55001BA4CF1234567801000701 01C5FFF400123456 21 8038 0D0A',
  });
  for (const [at, [kind, fieldName, startBit, endBit, more]] of heatPump.entries())
    await context.create(connectField, {
      keyId: config.id,
      sort: at + 1,
      deviceConnectConfigFieldType: kind,
      fieldName,
      startBit,
      endBit,
      ...more,
    });
}
