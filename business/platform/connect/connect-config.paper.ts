import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { connectFormat, connectMethod, connectType, positionUnit } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/**
 * Configuration of the devices of one make: address of the connection, recognition of frames, and as lines the fields
 * of a frame.
 */
export const connectConfig = paper('connectConfig', {
  title: ['设备接入配置', 'Device connection'],
  table: 'sys_device_connect_config',
  path: 'blade-system/device/connect/config',
  rights: platformRights,
  sight: 'shared',
  wholeRows: true,
  canBeDisabled: true,
  calls: { detail: ['getById', 'detail'], submit: ['saveOrUpdate'], remove: ['del'] },
  caption: 'name',
  hint: ['deviceConnectType'],
  search: ['name', 'ip'],
  // Two connections that wait for devices cannot share an address.
  once: [
    {
      by: ['port', 'ip', 'deviceConnectType'],
      where: { deviceConnectType: ['tcp_server', 'udp', 'mqtt_broker', 'http', 'websocket', 'coap'] },
      whileEnabled: true,
      words: ['端口已被使用', 'This port is taken'],
    },
  ],
  fields: {
    name: text(['配置名称', 'Name'], { required: true, unique: true, list: true, filter: 'like', max: 64 }),
    ip: text(['域名/IP', 'Host or IP'], { required: true, list: true, filter: 'like', max: 128 }),
    port: integer(['端口号', 'Port'], {
      required: true,
      list: true,
      filter: 'range',
      min: '1',
      max: 65_535,
      named: true,
    }),
    deviceConnectType: dict(connectType, ['接入类型', 'Connection'], {
      required: true,
      missing: ['请输入接入类型', 'Enter the connection'],
      list: true,
      filter: 'exact',
    }),
    deviceConnectMethod: dict(connectMethod, ['接入方法', 'Transmission'], {
      required: true,
      missing: ['请输入接入方法', 'Enter how it talks'],
      list: true,
    }),
    // The specification prescribes these labels.
    deviceConnectFormat: dict(connectFormat, ['数据格式', 'Data format'], {
      required: true,
      missing: ['请输入接入类型', 'Enter the data format'],
      list: true,
    }),
    deviceIdRule: text(['设备ID规则', 'Rule of the device id'], {
      required: true,
      list: true,
      max: 255,
      example: 'field',
      help: ['field、bytes:4-9:hex、json:$.did、const:…', 'field, bytes:4-9:hex, json:$.did, const:…'],
    }),
    agreementKey: text(['协议标识键', 'Protocol key'], { max: 64 }),
    agreementVal: text(['协议标识值', 'Protocol value'], {
      max: 128,
      help: ['多个值用 | 分隔', 'Several values are parted by |'],
    }),
    startBit: integer(['起始位', 'From'], { min: 'any', max: 1_000_000 }),
    endBit: integer(['结束位', 'To'], { min: 'any', max: 1_000_000 }),
    positionUnit: dict(positionUnit, ['位置单位', 'Unit of positions'], { initial: 'byte' }),
    sampleFrames: longText(['样例报文', 'Sample frames'], { max: 4000, help: ['每行一条', 'One a line'] }),
  },
  groups: [
    {
      label: ['连接', 'Connection'],
      fields: ['name', 'ip', 'port', 'deviceConnectType', 'deviceConnectMethod', 'deviceConnectFormat', 'deviceIdRule'],
    },
    {
      label: ['报文识别', 'Recognising a frame'],
      fields: ['agreementKey', 'agreementVal', 'startBit', 'endBit', 'positionUnit', 'sampleFrames'],
    },
  ],
  lines: { fields: { paper: 'connectField', parent: 'keyId' } },
  card: ['name', 'ip', 'port', 'deviceConnectType'],
  menu: { group: 'basics', icon: 'cpu', path: '/system/device/connect', sort: 40 },
});
