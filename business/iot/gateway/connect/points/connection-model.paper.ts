import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { modelStatus } from '../../../devices/dictionaries.ts';
import { byteOrder, connectFormat } from '../dictionaries.ts';
import { connProtocol } from './dictionaries.ts';
import { pointRights } from './rights.rules.ts';

/** A parameter that a connection of the model fills in, such as the unit number on a bus. */
export interface ConnectionParameter {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
}

/** A protocol with its points: what devices of one make offer on the wire. */
export const connectionModel = paper('connectionModel', {
  title: ['连接模型', 'Connection model'],
  table: 'iot_connection_model',
  path: 'iot/connection-service/connection-model',
  habit: 'rest',
  says: { status: 'modelStatus' },
  rights: pointRights,
  sight: 'shared',
  caption: 'modelName',
  hint: ['modelCode', 'protocol'],
  search: ['modelName', 'modelCode'],
  lines: { points: { paper: 'connectionPoint', parent: 'connectionModelId', most: 500 } },
  fields: {
    modelName: text(['连接模型名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    modelCode: text(['连接模型编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      example: 'conn_#',
    }),
    protocol: dict(connProtocol, ['协议', 'Protocol'], { required: true, list: true, filter: 'exact' }),
    dataFormat: dict(connectFormat, ['数据格式', 'Data format'], { required: true, list: true }),
    connectConfigId: ref('connectConfig', ['报文解析', 'Frame decoding'], { list: true }),
    byteOrder: dict(byteOrder, ['字节序', 'Byte order'], { initial: 'ABCD' }),
    pollIntervalSec: integer(['轮询周期（秒）', 'Poll interval (s)'], { initial: 60, min: '1', max: 86_400 }),
    timeoutMs: integer(['超时（毫秒）', 'Timeout (ms)'], { initial: 1000, min: '50', max: 60_000 }),
    retries: integer(['重试次数', 'Retries'], { initial: 2, max: 10 }),
    paramsSchema: structured<readonly ConnectionParameter[], { rows: true; parts: readonly StructuredPart[] }>(
      ['连接参数', 'Parameters of a connection'],
      {
        rows: true,
        parts: [
          { name: 'name', label: ['参数', 'Parameter'], type: 'text', required: true },
          { name: 'label', label: ['名称', 'Name'], type: 'text', required: true },
          { name: 'required', label: ['必填', 'Required'], type: 'flag' },
        ],
      },
    ),
    modelStatus: dict(modelStatus, ['状态', 'State'], { list: true, filter: 'exact', initial: 'draft' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['连接模型', 'Connection model'],
      fields: ['modelName', 'modelCode', 'protocol', 'dataFormat', 'connectConfigId', 'modelStatus'],
    },
    {
      label: ['采集', 'Polling'],
      fields: ['byteOrder', 'pollIntervalSec', 'timeoutMs', 'retries', 'paramsSchema', 'remark'],
    },
  ],
  card: ['modelName', 'modelCode', 'protocol', 'modelStatus'],
  menu: { group: 'iot-connect', icon: 'list-tree', path: '/ljgl/ljmx', sort: 20 },
});
