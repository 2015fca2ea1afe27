import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { postCategory } from '../dictionaries.ts';
import { administratorRights } from '../rights.rules.ts';

/** A position in the company, without rights. */
export const jobPost = paper('post', {
  title: ['岗位', 'Position'],
  table: 'blade_post',
  path: 'blade-system/post',
  rights: administratorRights,
  sight: 'shared',
  pickable: [],
  caption: 'postName',
  wireNames: { categoryName: 'category' },
  wholeRows: true,
  search: ['postCode', 'postName'],
  order: { by: 'sort' },
  fields: {
    category: dict(postCategory, ['岗位类型', 'Kind'], { required: true, numeric: true, list: true, filter: 'exact' }),
    postCode: text(['岗位编号', 'Position code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 12,
    }),
    postName: text(['岗位名称', 'Position'], { required: true, list: true, filter: 'like', max: 64 }),
    sort: integer(['排序', 'Order'], { required: true, list: true, initial: 1, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'id-card', path: '/system/post', sort: 40 },
  familyPage: { group: 'system', code: 'post', path: '/system/post' },
});
