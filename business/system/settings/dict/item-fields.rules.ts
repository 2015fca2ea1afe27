import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { sealedFlag, toneChoice } from '../../dictionaries.ts';

/**
 * Return the fields of a dictionary's groups and items. `own` names the paper; a group has no parent and the key -1.
 */
export const itemFields = (own: string) =>
  ({
    code: text(['字典编号', 'Code'], {
      required: true,
      list: true,
      filter: 'like',
      max: 64,
      width: 190,
      missing: ['请输入字典编号', 'Enter the code of the dictionary'],
      copied: { from: 'parentId', field: 'code' },
    }),
    parentId: ref(own, ['上级字典', 'Parent'], {}),
    dictKey: text(['字典键值', 'Key'], {
      list: true,
      max: 64,
      width: 130,
      asNumber: own === 'dict',
      missing: ['请输入字典键值', 'Enter the key'],
    }),
    dictValue: text(['字典名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    dictValueEn: text(['英文名称', 'English name'], { list: true, max: 100, width: 180 }),
    tone: dict(toneChoice, ['颜色', 'Colour'], { list: true }),
    sort: integer(['字典排序', 'Order'], {
      required: true,
      list: true,
      initial: 1,
      formRequires: true,
      max: 1_000_000,
    }),
    isSealed: dict(sealedFlag, ['封存', 'Sealed'], {
      required: true,
      numeric: true,
      list: true,
      initial: 0,
      formRequires: true,
    }),
    remark: text(['字典备注', 'Remark'], { list: true, max: 255, wide: true }),
    pic: file(['图标图片', 'Picture'], {
      takes: 'image',
      endings: ['jpg', 'png'],
      mostMb: 10,
      list: true,
      help: ['一张 jpg 或 png，不超过10MB', 'One jpg or png, at most 10 MB'],
    }),
  }) as const;
