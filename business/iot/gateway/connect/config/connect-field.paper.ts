import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { anyNumber, anyText, either, map, yesOrNo } from '#kernel/language/calls/shape.ts';
import { paper } from '#kernel/language/paper.ts';
import { byteOrder, checksumKind, connectFieldType, fieldData, frameDirection } from '../dictionaries.ts';
import { connectRights } from '../rights.rules.ts';

/**
 * A field and its position in a frame: positions count from zero, both ends included; negative ones count from the end.
 */
export const connectField = paper('connectField', {
  title: ['接入字段', 'Field of a frame'],
  plural: 'Fields of a frame',
  table: 'sys_device_connect_field',
  path: 'blade-system/device/connect/field',
  rights: connectRights,
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
    precision: integer(['保留小数', 'Decimals'], { max: 9 }),
    invalidValues: text(['无效值', 'Values that mean none'], {
      max: 128,
      example: '7FFF,FFFF',
      help: ['十六进制，逗号分隔', 'In hex, parted by commas'],
    }),
    enumMap: structured<Record<string, string | number | boolean>>(['枚举', 'Words of raw values'], {
      shape: map(either(anyText, anyNumber, yesOrNo)),
    }),
    bits: structured<Record<string, string>>(['位名称', 'Names of bits'], { shape: map(anyText) }),
    signBit: flag(['最高位为符号', 'The highest bit is the sign']),
    optional: flag(['可缺省', 'May be absent']),
    whenExpr: text(['条件', 'Condition'], { max: 200, example: 'msgType in (01, 03)' }),
    direction: dict(frameDirection, ['方向', 'Direction'], {}),
    coverStart: integer(['校验起', 'Sum from'], { min: 'any', max: 65_535 }),
    coverEnd: integer(['校验止', 'Sum to'], { min: 'any', max: 65_535 }),
    lengthExcludes: integer(['长度不含字节', 'Bytes that the length leaves out'], { min: 'any', max: 65_535 }),
    tag: text(['TLV 标签', 'Tag'], { max: 8, example: '02' }),
    tagBytes: integer(['标签字节数', 'Bytes of a tag'], { min: '1', max: 4 }),
    lenBytes: integer(['长度字节数', 'Bytes of a length'], { min: '1', max: 4 }),
    lenOf: structured<Record<string, number>>(['各标签长度', 'Length by tag'], { shape: map(anyNumber) }),
    repeatOf: text(['循环自', 'Repeats by'], {
      max: 64,
      help: ['循环组填次数字段名，组内字段填循环组名', 'A group names its count, a field in it names the group'],
    }),
    txt: text(['说明', 'Description'], { list: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['字段', 'Field'],
      fields: [
        'keyId',
        'sort',
        'deviceConnectConfigFieldType',
        'fieldName',
        'startBit',
        'endBit',
        'iotFieldName',
        'txt',
      ],
    },
    {
      label: ['取值', 'Value'],
      fields: [
        'dataType',
        'byteOrder',
        'scale',
        'shift',
        'precision',
        'invalidValues',
        'enumMap',
        'bits',
        'signBit',
        'constValue',
      ],
    },
    { label: ['出现条件', 'When it is there'], fields: ['optional', 'whenExpr', 'direction'] },
    { label: ['校验与长度', 'Checksum and length'], fields: ['algorithm', 'coverStart', 'coverEnd', 'lengthExcludes'] },
    { label: ['TLV 与循环', 'TLV and groups'], fields: ['tag', 'tagBytes', 'lenBytes', 'lenOf', 'repeatOf'] },
  ],
});
