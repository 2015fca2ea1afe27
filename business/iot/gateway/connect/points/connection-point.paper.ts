import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { anyNumber, anyText, either, list } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import { paper } from '#kernel/language/paper.ts';
import { accessMode, iotUnit } from '../../../devices/dictionaries.ts';
import { byteOrder, fieldData } from '../dictionaries.ts';
import { addressOfNumber } from './address.rules.ts';
import { pollGroup } from './dictionaries.ts';
import { pointRights } from './rights.rules.ts';

/** A value on the wire: its address in the protocol of the model, and how its bytes become a number or text. */
export const connectionPoint = paper('connectionPoint', {
  title: ['连接点位', 'Connection point'],
  table: 'iot_connection_point',
  path: 'iot/connection-service/connection-attribute',
  habit: 'rest',
  says: { offset: 'shift' },
  rights: pointRights,
  sight: 'shared',
  caption: 'pointName',
  hint: ['pointCode'],
  pickable: ['connectionModelId'],
  search: ['pointCode', 'pointName'],
  order: { by: 'sort' },
  uniques: [['connectionModelId', 'pointCode']],
  fewPer: 'connectionModelId',
  fields: {
    connectionModelId: ref('connectionModel', ['连接模型', 'Connection model'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    pointCode: text(['点位编码', 'Code'], {
      required: true,
      list: true,
      filter: 'like',
      max: 50,
      example: 'point#',
    }),
    pointName: text(['点位名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    address: text(['地址', 'Address'], {
      required: true,
      list: true,
      max: 120,
      example: '4:#:1',
      storedAs: (typed: string) => addressOfNumber(typed) ?? typed,
      help: [
        'Modbus 为 区:寄存器:个数，寄存器从零起，如 4:10:2，或厂家编号 #40011；JSON 为 $.path；645、188 为数据标识；其他为字段名',
        "Modbus: area:register:count from zero, such as 4:10:2, or the maker's #40011. JSON: $.path. 645, 188: an identifier. Otherwise a field name",
      ],
    }),
    makerNumber: text(['厂家编号', "Maker's number"], {
      computed: true,
      list: true,
      code: true,
      help: ['说明书里从 1 起的编号', 'The number in the manual, which counts from 1'],
    }),
    dataType: dict(fieldData, ['数据类型', 'Data type'], { required: true, list: true, initial: 'uint' }),
    byteOrder: dict(byteOrder, ['字节序', 'Byte order'], {
      help: ['空着就用连接模型的', 'Empty: that of the connection model'],
    }),
    bitIndex: integer(['起始位', 'First bit'], { max: 63, help: ['0 是最低位', '0 is the lowest bit'] }),
    bitCount: integer(['位数', 'Number of bits'], { min: '1', max: 64 }),
    rw: dict(accessMode, ['读写', 'Access'], { required: true, list: true, initial: 'r' }),
    readModifyWrite: flag(['允许改部分寄存器', 'A part of a register may be written'], {
      initial: false,
      help: ['先读出寄存器，改其中的位，再写回', 'The register is read, its bits are changed, and it is written back'],
    }),
    scale: quantity(['倍率', 'Scale'], { initial: '1', min: 'any', list: true }),
    shift: quantity(['偏移', 'Offset'], { min: 'any', list: true }),
    unit: dict(iotUnit, ['单位', 'Unit'], { list: true }),
    precision: integer(['小数位', 'Decimals'], { max: 6 }),
    invalidValues: structured<readonly (number | string)[], { rows: true; help: Label; example: string }>(
      ['无效值', 'Invalid values'],
      {
        rows: true,
        shape: list(either(anyText, anyNumber)),
        help: [
          '换算前的值，如 [32767,"FFFF"]，视为没有',
          'Values before the scale, such as [32767,"FFFF"], count as none',
        ],
        example: '[32767,"FFFF"]',
      },
    ),
    pollGroup: dict(pollGroup, ['采集组', 'Poll group'], { list: true, initial: 'normal' }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
  },
  card: ['pointCode', 'pointName', 'address', 'dataType', 'rw'],
  columns: ['pointCode', 'pointName', 'address', 'makerNumber', 'dataType', 'rw', 'unit', 'pollGroup'],
  under: 'connectionModel',
});
