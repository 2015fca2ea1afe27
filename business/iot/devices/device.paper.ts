import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';
import {
  alarmLevel,
  authType,
  instanceStatus,
  mainMacType,
  nodeType,
  onlineReason,
  onlineStatus,
} from './dictionaries.ts';
import { deviceSenders } from '../commands/rights.rules.ts';
import { deviceRights } from './rights.rules.ts';
import { deviceLifecycle } from './device-lifecycle.rules.ts';
import { anyText, map } from '#kernel/language/calls/shape.ts';

const [ownHome] = ownOrders('customerId', 'customerId');

/**
 * One physical device. Lists of main devices, of sub-devices and of a wall display are views of this table, not copies.
 */
export const device = paper('device', {
  title: ['设备实例', 'Device'],
  table: 'iot_device',
  path: 'iot/device-thing-instance',
  habit: 'rest',
  says: { status: 'instanceStatus' },
  calls: {
    template: 'import-template',
    import: 'import',
    export: ['blade-operation/device/export-device', '/device/export-device'],
  },
  wireNames: {
    thingModelName: 'modelId',
    roomName: 'roomId',
    householdName: 'householdId',
    fullAddress: 'roomAddressId',
  },
  rights: deviceRights,
  team: { through: 'householdId', paper: 'household' },
  department: { through: 'householdId', paper: 'household' },
  mine: [{ ...ownHome, steps: [{ paper: 'household', at: 'id', on: 'householdId' }, ...ownHome.steps] }],
  lifecycle: deviceLifecycle,
  caption: 'deviceName',
  hint: ['deviceKey'],
  search: ['deviceKey', 'mac', 'serialNumber', 'deviceName'],
  findable: { by: ['mac', 'serialNumber', 'deviceKey'], shapes: ['code', 'text'] },
  buttons: {
    upgrade: { label: ['立即升级', 'Upgrade now'], roles: ['as_iot', 'as_operator'] },
    secret: { label: ['重发密钥', 'Issue a new secret'], roles: ['as_iot'] },
    trace: { label: ['追踪报文', 'Trace messages'], roles: ['as_iot'] },
    kick: { label: ['断开连接', 'Close the connection'], roles: ['as_iot'] },
    lookBack: { label: ['回看归属前的记录', 'Look back before the present owner'], roles: ['as_iot_lead'] },
    control: { label: ['下发指令', 'Send a command'], roles: deviceSenders },
    controlAtWork: { label: ['作业中下发指令', 'Send a command while working at the home'], roles: ['as_technician'] },
    controlOverride: { label: ['越过作业锁定', 'Send despite work at the home'], roles: ['as_iot_lead'] },
    work_condition_delete: { label: ['删除工况', 'Delete values'], roles: ['as_iot_lead'] },
  },
  fields: {
    deviceKey: text(['设备标识', 'Device key'], {
      required: true,
      unique: true,
      list: true,
      filter: 'exact',
      max: 64,
      example: 'device-#',
      help: ['主题里的设备名，空着用 MAC', 'The device name in topics; the MAC where it is empty'],
    }),
    deviceName: text(['设备名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    mac: mac(['MAC地址', 'MAC'], { unique: true, list: true, filter: 'exact' }),
    serialNumber: text(['序列号', 'Serial no.'], { list: true, filter: 'like', max: 64, code: true }),
    instanceStatus: dict(instanceStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    onlineStatus: dict(onlineStatus, ['在线状态', 'Online'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'unknown',
    }),
    now: moment(['现在', 'Now'], {
      computed: true,
      list: true,
      width: 250,
      help: ['最要紧的读数；导出时是最近一条报文的时间', 'Its leading values; in a sheet the time of its last message'],
    }),
    alarmLevel: dict(alarmLevel, ['告警级别', 'Alarm level'], { auto: true, list: true, filter: 'exact' }),
    nodeType: dict(nodeType, ['节点类型', 'Node type'], {
      auto: true,
      list: true,
      filter: 'exact',
      copied: { from: 'modelId', field: 'nodeType' },
    }),
    mainMacType: dict(mainMacType, ['主设备类型', 'Kind of main device'], { filter: 'exact' }),
    parentId: ref('device', ['所属网关', 'Gateway'], { list: true, filter: 'exact' }),
    householdId: ref('household', ['家庭', 'Home'], { auto: true, list: true, filter: 'exact' }),
    roomAddressId: ref('roomAddress', ['房间地址', 'Address'], { auto: true, filter: 'exact' }),
    roomId: ref('homeRoom', ['所在房间', 'Room'], { auto: true, list: true, filter: 'exact' }),
    ownedSince: moment(['归属起始', 'Owned since'], { auto: true }),
    modelVersion: integer(['模型版本', 'Model version'], {
      auto: true,
      copied: { from: 'modelId', field: 'publishedVersion' },
    }),
    authType: dict(authType, ['鉴权方式', 'Authentication'], {
      copied: { from: 'modelId', field: 'authType' },
    }),
    deviceSecret: secret(['设备密钥', 'Device secret'], { auto: true, max: 64 }),
    isSecretPending: flag(['密钥待确认', 'Secret not confirmed'], { auto: true, wire: true }),
    hasMakerSecret: flag(['出厂密钥', 'Secret of its maker'], { auto: true, wire: true }),
    registeredTime: moment(['自注册时间', 'Registered itself at'], { auto: true }),
    certFingerprint: text(['证书指纹', 'Certificate fingerprint'], {
      max: 128,
      // It must be 64 hex digits.
      example: '',
      help: [
        '鉴权方式为设备证书时填写：证书的 SHA-256',
        'SHA-256 of its certificate, for authentication by certificate',
      ],
    }),
    connectionId: id(['连接', 'Connection'], { auto: true, wire: true }),
    busId: ref('deviceConnection', ['总线', 'Bus'], {
      filter: 'exact',
      help: ['被轮询的设备挂在哪条连接上', 'The connection on which it is polled'],
    }),
    busUnit: text(['单元号', 'Unit'], {
      code: true,
      // A unit is a number or the address of a meter.
      example: '',
      max: 16,
      help: [
        'Modbus 为 0 到 255；电表、水表为表号，空着用序列号',
        'Modbus: 0 to 255. Meters: their address; empty: the serial number',
      ],
    }),
    peerAddress: text(['对端地址', 'Peer address'], { auto: true, max: 64 }),
    onlineReason: dict(onlineReason, ['在线依据', 'Why it counts as online'], { auto: true }),
    lastOnlineTime: moment(['最近上线', 'Last online'], { auto: true, list: true, filter: 'range' }),
    lastOfflineTime: moment(['最近离线', 'Last offline'], { auto: true, filter: 'range' }),
    activateTime: moment(['激活时间', 'Active since'], { auto: true, filter: 'range' }),
    firmwareVersion: text(['固件版本', 'Firmware'], { auto: true, list: true, filter: 'exact', max: 32 }),
    moduleVersions: structured(['模块版本', 'Versions of modules'], { auto: true, wire: true, shape: map(anyText) }),
    missing: flag(['网关未列出', 'Not in the list of its gateway'], { auto: true, wire: true }),
    tags: text(['标签', 'Tags'], { filter: 'like', max: 200 }),
    extConfig: structured(['扩展', 'Extensions'], { wire: true, free: 'extension' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['设备', 'Device'],
      fields: [
        'deviceKey',
        'deviceName',
        'modelId',
        'mac',
        'serialNumber',
        'nodeType',
        'mainMacType',
        'parentId',
        'tags',
      ],
    },
    {
      label: ['装在哪里', 'Where it stands'],
      fields: ['householdId', 'roomAddressId', 'roomId', 'ownedSince'],
    },
    {
      label: ['在线', 'Online'],
      fields: [
        'onlineStatus',
        'onlineReason',
        'lastOnlineTime',
        'lastOfflineTime',
        'activateTime',
        'firmwareVersion',
        'alarmLevel',
      ],
    },
    {
      label: ['接入', 'Connection'],
      fields: [
        'busId',
        'busUnit',
        'authType',
        'certFingerprint',
        'deviceSecret',
        'registeredTime',
        'peerAddress',
        'modelVersion',
        'remark',
      ],
    },
  ],
  views: {
    offline: { label: ['离线', 'Offline'], filter: { onlineStatus: 'offline' }, worry: true },
    homeless: { label: ['没有家庭', 'Without a home'], filter: { householdId_null: 'true' } },
  },
  card: ['deviceName', 'onlineStatus', 'now', 'householdId', 'roomId', 'modelId', 'mac'],
  columns: [
    'deviceName',
    'onlineStatus',
    'now',
    'alarmLevel',
    'modelId',
    'mac',
    'householdId',
    'roomId',
    'parentId',
    'firmwareVersion',
    'instanceStatus',
    'lastOnlineTime',
    'serialNumber',
    'deviceKey',
  ],
  menu: { group: 'iot-devices', icon: 'cpu', path: '/matter/example', sort: 10 },
  logAs: 'device',
});
