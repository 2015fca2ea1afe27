import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { itemRights } from '../rights.rules.ts';

/** A part that belongs to a main item. */
export const accessory = paper('accessory', {
  title: ['配件', 'Part'],
  table: 'asmaterialacce',
  path: 'blade-maintenance/webApi/asmaterialacce',
  rights: itemRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'acceMaterialId',
  hint: ['qtyPer'],
  search: ['replaceGroup', 'remark'],
  fields: {
    materialId: ref('material', ['主物料', 'Main material'], { required: true, list: true, filter: 'exact' }),
    acceMaterialId: ref('material', ['配件物料', 'Part'], { required: true, list: true, filter: 'exact' }),
    qtyPer: quantity(['单套用量', 'Quantity per'], { required: true, list: true, initial: '1' }),
    isDefault: flag(['默认带出', 'Added by default'], { required: true, list: true, filter: 'exact', initial: true }),
    replaceGroup: text(['替代组', 'Substitution group'], {
      filter: 'exact',
      max: 32,
      help: ['同组的配件可以互相替代', 'Parts of one group can replace each other'],
    }),
    sort: integer(['排序', 'Sort'], { max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  uniques: [['materialId', 'acceMaterialId']],
  views: { default: { label: ['默认带出', 'Added by default'], filter: { isDefault: 'true' } } },
  card: ['materialId', 'acceMaterialId', 'qtyPer'],
  menu: { group: 'master', icon: 'puzzle', path: '/maintenance/asmaterialacce', sort: 42 },
});
