import { paper } from '#kernel/language/paper.ts';
import { administratorRights } from '../../rights.rules.ts';
import { itemFields } from './item-fields.rules.ts';

/**
 * Business dictionary: groups, and the items below them. A key in use changes only by the call that renames it in all
 * rows; labels may change at any time.
 */
export const dictBiz = paper('dictBiz', {
  title: ['业务字典', 'Business dictionary'],
  table: 'blade_dict_biz',
  path: 'blade-system/dict-biz',
  rights: administratorRights,
  sight: 'shared',
  caption: 'dictValue',
  englishCaption: 'dictValueEn',
  hint: ['code'],
  search: ['code', 'dictValue', 'dictValueEn'],
  tree: { parent: 'parentId' },
  order: { by: 'sort' },
  uniques: [['code', 'dictKey']],
  fields: itemFields('dictBiz'),
  menu: { group: 'system', icon: 'book-open', path: '/system/dictbiz', sort: 80 },
});
