import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { byteOrder, checksumKind, connectFieldType, fieldData } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/**
 * A field and its position in a frame: positions count from zero, both ends included; negative ones count from the end.
 */
export const connectField = paper('connectField', {
  title: ['接入字段', 'Field of a frame'],
  plural: 'Fields of a frame',
  table: 'sys_device_connect_field',
  path: 'blade-system/device/connect/field',
  rights: platformRights,
  sight: 'shared',
  calls: {
    detail: ['detail', 'blade-system/device/connect/config/getById/son'],
    submit: ['blade-system/device/connect/config/saveOrUpdate/son'],
    remove: ['blade-system/device/connect/config/del/son'],
  },
  caption: 'fieldName',
  order: { by: 'sort' },
  fields: {
    keyId: ref('connectConfig', ['接入配置', 'Connection'], { required: true, filter: 'exact' }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    deviceConnectConfigFieldType: dict(connectFieldType, ['字段类型', 'Kind'], {
      required: true,
      missing: ['请输入字段类型', 'Enter the kind of field'],
      list: true,
      filter: 'exact',
    }),
    fieldName: text(['字段名称', 'Name'], { list: true, max: 64 }),
    startBit: integer(['起始位', 'From'], { list: true, min: 'any', max: 65_535 }),
    endBit: integer(['结束位', 'To'], { list: true, min: 'any', max: 65_535 }),
    dataType: dict(fieldData, ['数据类型', 'Data type'], { list: true, initial: 'uint' }),
    byteOrder: dict(byteOrder, ['字节序', 'Byte order'], { initial: 'ABCD' }),
    scale: quantity(['倍率', 'Scale'], { initial: '1' }),
    shift: quantity(['偏移', 'Shift'], { min: 'any' }),
    constValue: text(['固定值', 'Constant'], { max: 128 }),
    algorithm: dict(checksumKind, ['校验算法', 'Checksum'], {}),
    iotFieldName: text(['物模型字段', 'Property'], { list: true, max: 64 }),
    txt: text(['说明', 'Description'], { list: true, max: 255, wide: true }),
  },
});
