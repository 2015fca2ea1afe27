import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { roleScope } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';
import { anyText, map } from '#kernel/language/calls/shape.ts';

/**
 * A set of buttons and a scope of rows. A person with several roles may do what any one of them allows, within that
 * role's scope.
 */
export const role = paper('role', {
  title: ['角色', 'Role'],
  table: 'blade_role',
  path: 'blade-system/role',
  rights: administratorRights,
  sight: 'shared',
  caption: 'roleName',
  hint: ['roleAlias'],
  pickable: [],
  wireNames: { parentName: 'parentId' },
  wholeRows: true,
  search: ['roleName', 'roleAlias'],
  tree: { parent: 'parentId' },
  order: { by: 'sort' },
  fields: {
    roleName: text(['角色名称', 'Role'], { required: true, list: true, filter: 'like', max: 64 }),
    roleAlias: text(['角色别名', 'Alias'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 64,
      width: 160,
    }),
    parentId: ref('role', ['上级角色', 'Parent role'], { offered: 'blade-system/role/offered' }),
    scope: dict(roleScope, ['数据范围', 'Rows'], {
      required: true,
      list: true,
      initial: 'own',
      offered: 'blade-system/role/scopes',
      help: ['这个角色能看到哪些数据', 'Which rows this role sees'],
    }),
    customScope: structured<Record<string, Record<string, string>>>(['自定义范围', 'Custom rows'], {
      shape: map(map(anyText)),
      help: [
        '按表名写筛选条件，如 {"ascustomer":{"customerLevel":"vip"}}',
        'A filter per table, e.g. {"ascustomer":{"customerLevel":"vip"}}',
      ],
    }),
    sort: integer(['排序', 'Order'], { required: true, list: true, initial: 1, max: 1_000_000 }),
  },
  shownWhen: { customScope: { field: 'scope', is: ['custom'] } },
  menu: { group: 'system', icon: 'shield', path: '/system/role', sort: 20 },
  familyPage: { group: 'authority', code: 'role', path: '/authority/role' },
});
