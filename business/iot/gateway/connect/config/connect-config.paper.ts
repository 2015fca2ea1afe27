import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { exactText } from '#kernel/language/calls/call.ts';
import { paper } from '#kernel/language/paper.ts';
import type { FrameTransform, TextShape } from '../codec/frame-config.rules.ts';
import { byteOrder, connectFormat, connectMethod, connectType, frameCharset, positionUnit } from '../dictionaries.ts';
import { connectRights } from '../rights.rules.ts';

/**
 * Configuration of the devices of one make: address of the connection, recognition of frames, and as lines the fields
 * of a frame.
 */
export const connectConfig = paper('connectConfig', {
  title: ['设备接入配置', 'Device connection'],
  table: 'sys_device_connect_config',
  path: 'blade-system/device/connect/config',
  rights: connectRights,
  sight: 'shared',
  wholeRows: true,
  canBeDisabled: true,
  calls: { detail: ['getById', 'detail'], submit: ['saveOrUpdate'], remove: ['del'] },
  caption: 'name',
  hint: ['deviceConnectType'],
  search: ['name', 'ip'],
  // Configurations share a port where their agreement values differ. The port is bound to the host of the product.
  once: [
    {
      by: ['port', 'deviceConnectType', 'agreementKey', 'agreementVal', 'startBit', 'endBit'],
      where: { deviceConnectType: ['tcp_server', 'udp', 'coap'] },
      whileEnabled: true,
      words: ['端口上已有同样协议标识值的配置', 'The port has a configuration with this agreement value'],
    },
  ],
  extras: { accessSecret: exactText(['访问密钥', 'Access secret'], { most: 200 }) },
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
    account: text(['MQTT账号', 'MQTT account'], {
      unique: true,
      max: 64,
      example: 'account-#',
      help: ['平台 MQTT 的登录名，全平台唯一', 'Login at our MQTT broker, unique in the installation'],
    }),
    accessSecret: text(['访问密钥', 'Access secret'], {
      secret: true,
      max: 200,
      example: 'access-secret-of-#',
      help: [
        'MQTT 密码，或 HTTP、WebSocket 令牌；至少 16 位，仅存散列，留空不变',
        'Password of MQTT, or token of HTTP and WebSocket. At least 16 characters, stored as a hash',
      ],
    }),
    topicFilter: text(['主题过滤', 'Topic filter'], {
      max: 200,
      example: 'zigbee2mqtt/#',
      help: ['账号只能在其中发布', 'The account publishes inside it only'],
    }),
    agreementKey: text(['协议标识键', 'Protocol key'], { max: 64 }),
    agreementVal: text(['协议标识值', 'Protocol value'], {
      max: 128,
      help: ['多个值用 | 分隔', 'Several values are parted by |'],
    }),
    startBit: integer(['起始位', 'From'], { min: 'any', max: 1_000_000 }),
    endBit: integer(['结束位', 'To'], { min: 'any', max: 1_000_000 }),
    positionUnit: dict(positionUnit, ['位置单位', 'Unit of positions'], { initial: 'byte' }),
    byteOrder: dict(byteOrder, ['默认字节序', 'Byte order'], {
      help: ['字段没有写字节序时用', 'For fields without one'],
    }),
    charset: dict(frameCharset, ['字符集', 'Character set'], {}),
    timezone: text(['时区', 'Time zone'], { max: 40, example: 'Asia/Shanghai' }),
    leadByte: text(['前导字节', 'Lead byte'], {
      max: 2,
      example: 'FE',
      help: ['帧前可重复的唤醒字节', 'A byte in hex that may be repeated before a frame'],
    }),
    transform: structured<FrameTransform, { parts: readonly StructuredPart[] }>(['字节变换', 'Transform'], {
      parts: [
        { name: 'add', label: ['每字节加', 'Added to each byte'], type: 'number', required: true },
        { name: 'from', label: ['起始字节', 'From byte'], type: 'number', required: true },
        { name: 'to', label: ['结束字节', 'To byte'], type: 'number', required: true },
      ],
    }),
    textShape: structured<TextShape, { parts: readonly StructuredPart[] }>(['文本格式', 'Form of text'], {
      parts: [
        {
          name: 'kind',
          label: ['格式', 'Form'],
          type: 'choice',
          required: true,
          choices: { kv: ['键值对', 'Pairs'], csv: ['分隔', 'Separated'], columns: ['按列', 'Columns'] },
        },
        { name: 'pairs', label: ['分隔符', 'Separator'], type: 'text' },
        { name: 'equals', label: ['键值分隔符', 'Sign between key and value'], type: 'text' },
      ],
    }),
    framing: structured(['分帧', 'Framing'], { free: 'frameRule' }),
    replyRule: structured(['应答规则', 'Answer'], { free: 'frameRule' }),
    heartbeatRule: structured(['心跳规则', 'Heartbeat'], { free: 'frameRule' }),
    priority: integer(['优先级', 'Priority'], { min: 'any', max: 1000 }),
    sampleFrames: longText(['样例报文', 'Sample frames'], { max: 4000, help: ['每行一条', 'One a line'] }),
    // The rows are a draft; devices are read by what was published.
    liveVersion: integer(['生效版本', 'Live version'], { auto: true, list: true }),
    live: longText(['生效内容', 'Published form'], { auto: true, secret: true, max: 1_000_000 }),
  },
  groups: [
    {
      label: ['连接', 'Connection'],
      fields: ['name', 'ip', 'port', 'deviceConnectType', 'deviceConnectMethod', 'deviceConnectFormat', 'deviceIdRule'],
    },
    { label: ['账号与密钥', 'Account and secret'], fields: ['account', 'accessSecret', 'topicFilter'] },
    {
      label: ['报文识别', 'Recognising a frame'],
      fields: ['agreementKey', 'agreementVal', 'startBit', 'endBit', 'positionUnit', 'priority', 'sampleFrames'],
    },
    {
      label: ['编码约定', 'Encoding'],
      fields: ['byteOrder', 'charset', 'timezone', 'leadByte', 'transform', 'textShape'],
    },
    { label: ['收发规则', 'Sending and receiving'], fields: ['framing', 'replyRule', 'heartbeatRule'] },
  ],
  lines: {
    fields: { paper: 'connectField', parent: 'keyId' },
    samples: { paper: 'connectSample', parent: 'keyId' },
  },
  card: ['name', 'ip', 'port', 'deviceConnectType'],
  menu: { group: 'iot-connect', icon: 'cpu', path: '/system/device/connect', sort: 10 },
});
