import { paper } from '#kernel/language/paper.ts';
import { administratorRights } from '../../rights.rules.ts';
import { itemFields } from './item-fields.rules.ts';

/**
 * System dictionary: groups, and the items below them. A key in use changes only by the call that renames it in all
 * rows; labels may change at any time.
 */
export const dictPaper = paper('dict', {
  title: ['系统字典', 'System dictionary'],
  table: 'blade_dict',
  path: 'blade-system/dict',
  owner: 'platform',
  rights: { ...administratorRights, write: ['administrator'], remove: ['administrator'] },
  sight: 'shared',
  caption: 'dictValue',
  englishCaption: 'dictValueEn',
  hint: ['code'],
  search: ['code', 'dictValue', 'dictValueEn'],
  tree: { parent: 'parentId' },
  order: { by: 'sort' },
  uniques: [['code', 'dictKey']],
  fields: itemFields('dict'),
  menu: { group: 'system', icon: 'book-a', path: '/system/dict', sort: 70 },
  familyPage: { group: 'system', code: 'dict', path: '/system/dict' },
});
