import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { anyNumber, list, record } from '#kernel/language/calls/shape.ts';
import { paper } from '#kernel/language/paper.ts';
import { connectRights } from '../rights.rules.ts';
import { connState } from './dictionaries.ts';

const auto = { auto: true } as const;

/** Address of a connection, where it is not that of its configuration. */
interface ConnectionParams {
  readonly host?: string;
  readonly port?: number;
  /** Seconds of silence after which a socket is closed; absent: three report intervals of its devices. */
  readonly idleCloseSec?: number;
  /** Instead of that of the connection model. */ readonly timeoutMs?: number;
  readonly retries?: number;
}

/** Units of a bus that answered the last scan, and the number of that scan. */
interface BusScan {
  readonly no: number;
  readonly units: readonly number[];
}

/** A running connection to devices that send frames: a port that is open for them, or a host that is dialled. */
export const deviceConnection = paper('deviceConnection', {
  title: ['连接', 'Connection'],
  table: 'iot_device_connection',
  path: 'iot/connection-service/connection',
  habit: 'rest',
  rights: connectRights,
  sight: 'shared',
  caption: 'name',
  hint: ['channelState'],
  search: ['name'],
  buttons: {
    frames: { label: ['看原始报文', 'Read frames'], roles: ['as_iot'] },
  },
  fields: {
    name: text(['连接名称', 'Name'], { required: true, unique: true, list: true, filter: 'like', max: 64 }),
    connectConfigId: ref('connectConfig', ['报文解析', 'Configuration of frames'], { list: true, filter: 'exact' }),
    connectionModelId: ref('connectionModel', ['连接模型', 'Connection model'], {
      list: true,
      filter: 'exact',
      help: ['被轮询的总线：协议来自连接模型', 'A bus that is polled: the protocol is that of its model'],
    }),
    params: structured<ConnectionParams, { parts: readonly StructuredPart[] }>(['连接参数', 'Address'], {
      parts: [
        { name: 'host', label: ['主机', 'Host'], type: 'text' },
        { name: 'port', label: ['端口', 'Port'], type: 'number' },
        { name: 'idleCloseSec', label: ['空闲断开（秒）', 'Closes when silent (s)'], type: 'number' },
        { name: 'timeoutMs', label: ['超时（毫秒）', 'Timeout (ms)'], type: 'number' },
        { name: 'retries', label: ['重试次数', 'Retries'], type: 'number' },
      ],
    }),
    bindThingModelId: ref('thingModel', ['绑定物模型', 'Thing model'], {}),
    allowFrom: text(['允许的来源', 'Allowed networks'], {
      max: 500,
      help: [
        '留空只收局域网；写了公网网段，谁都能冒充设备',
        'Empty: local networks. Devices prove nothing: anyone may claim to be one',
      ],
      example: '10.0.0.0/8',
    }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
    channelState: dict(connState, ['状态', 'State'], { ...auto, list: true, filter: 'exact', initial: 'stopped' }),
    lastError: text(['最近错误', 'Last error'], { ...auto, list: true, max: 300, isProductText: true }),
    isWanted: flag(['要求运行', 'Wanted'], { ...auto, initial: false }),
    ofConfig: flag(['来自接入配置', 'Belongs to its configuration'], { ...auto, initial: false }),
    scanned: structured<BusScan>(['扫描结果', 'Result of the scan'], {
      ...auto,
      wire: true,
      shape: record({ no: anyNumber, units: list(anyNumber) }),
    }),
    onlineDevices: integer(['在线设备', 'Devices online'], { ...auto, list: true }),
    rxFrames: integer(['收帧', 'Frames received'], { ...auto, list: true }),
    badFrames: integer(['坏帧', 'Bad frames'], { ...auto, list: true }),
    junkBytes: integer(['杂字节', 'Junk bytes'], auto),
    rxBytes: integer(['收字节', 'Bytes received'], auto),
    txBytes: integer(['发字节', 'Bytes sent'], auto),
    startedTime: moment(['启动时间', 'Started at'], { ...auto, list: true }),
  },
  columns: [
    'name',
    'connectConfigId',
    'connectionModelId',
    'channelState',
    'onlineDevices',
    'rxFrames',
    'badFrames',
    'lastError',
    'startedTime',
  ],
  card: ['name', 'channelState', 'connectConfigId'],
  menu: { group: 'iot-connect', icon: 'plug', path: '/iot/connection', sort: 20 },
});
